package marks

import (
	"bytes"
	"errors"
	"fmt"
	"maps"
	"regexp"
	"slices"
	"strconv"
	"strings"
)

// An Own is a marker of the project or the user: a regular expression whose matches are counted.
type Own struct {
	Name    string
	Pattern *regexp.Regexp
}

// MaxOwn is how many markers of the project and the user are counted: each goes over the whole content.
const MaxOwn = 8

// Compile returns the markers of a table, a regular expression for each name, in which ^ and $ are the ends of a line. If one is wrong it
// returns the name of that and why.
func Compile(table map[string]any) (list []Own, wrong string, err error) {
	for _, name := range slices.Sorted(maps.Keys(table)) {
		pattern, isText := table[name].(string)
		re, err := regexp.Compile(pattern)
		switch {
		case slices.Contains(Names[:], name):
			return nil, name, errors.New("one of witness's own markers has this name")
		case !isName(name):
			return nil, name, errors.New("a name has lower-case letters, digits and underscores")
		case !isText || pattern == "":
			return nil, name, errors.New("a marker is a regular expression, such as 'TODO|FIXME'")
		case err != nil:
			return nil, name, fmt.Errorf("no regular expression: %s", strings.TrimPrefix(err.Error(), "error parsing regexp: "))
		case re.MatchString(""):
			return nil, name, fmt.Errorf("%q matches where nothing stands: it must find at least one character", pattern)
		}
		list = append(list, Own{name, regexp.MustCompile("(?m)" + pattern)})
	}
	return list, "", nil
}

// isName reports whether a text can be the name of a marker.
func isName(text string) bool {
	return text != "" && strings.Trim(text, "abcdefghijklmnopqrstuvwxyz0123456789_") == ""
}

// maxMatches is how many matches of one marker are counted in a file.
const maxMatches = 10000

// countOwn counts the markers in a text: none in one that is too large, or that is no text.
func countOwn(content []byte, own []Own) string {
	if len(own) == 0 || len(content) > maxCounted || bytes.IndexByte(content, 0) >= 0 {
		return ""
	}
	var counts []string
	for _, o := range own {
		counts = append(counts, o.Name+"="+strconv.Itoa(len(o.Pattern.FindAllIndex(content, maxMatches))))
	}
	return strings.Join(counts, " ")
}

// Of returns how often a marker is in the file, by its name; known is false if it was not counted.
func (m Marks) Of(name string) (n int, known bool) {
	if i := slices.Index(Names[:], name); i >= 0 {
		return m.N[i], m.Counted
	}
	for count := range strings.FieldsSeq(m.Own) {
		if text, is := strings.CutPrefix(count, name+"="); is {
			n, err := strconv.Atoi(text)
			return n, err == nil
		}
	}
	return 0, false
}

// All returns the names of the markers that were counted.
func (m Marks) All() (names []string) {
	if m.Counted {
		names = append(names, Names[:]...)
	}
	for count := range strings.FieldsSeq(m.Own) {
		name, _, _ := strings.Cut(count, "=")
		names = append(names, name)
	}
	return names
}
