package store

import (
	"database/sql/driver"
	"errors"
	"fmt"
	"regexp"
	"strings"
	"sync"

	"modernc.org/sqlite"
)

// sqliteDriver is the SQLite driver with the function matches, which returns all matches of a regular
// expression (RE2) in a text as a JSON array of objects:
//
//	matches(text, pattern)
//	matches(text, pattern, heads, ends)
//	matches(text, pattern, heads, ends, gathered)
//	matches(text, pattern, heads, ends, gathered, indent)
//
// An object has `at`, the offset of the match in bytes, `line`, its line from 1, and the text of each
// named group that took part in the match. A pattern that begins with (?m)^, sets no flag with (?s
// and has no \n outside of a negated class such as [^:\n] is matched line by line, which is faster and
// never spans lines.
//
// The other arguments are names of groups, separated by spaces:
//
//   - A match with a group of ends ends a part of the text. `part` is the number of parts that ended
//     before the match.
//   - `head` is what a group of heads matched last in the same part, in this match or before.
//   - A match with a group of gathered is not listed unless it ends the part. The text of the group is
//     collected, and the match that ends the part has all of these texts, each once, in the array
//     `gathered`. For the last part, a match at the end of the text is added.
//   - The length of a group of indent is the depth of the match; a match without one is above all
//     others. The heads are a tree then: `head` is the path of the heads above the match, gathered
//     texts begin with that path, and `past` is how many texts were gathered up to the match.
//
// A match with a group whose name begins with _ only sets the head. It is listed only if it is the
// last match.
var sqliteDriver = sync.OnceValue(func() *sqlite.Driver {
	d := &sqlite.Driver{}
	d.MustRegisterDeterministicScalarFunction("matches", -1, func(_ *sqlite.FunctionContext, a []driver.Value) (driver.Value, error) {
		texts := make([]string, max(6, len(a)))
		for i, v := range a {
			if v == nil {
				return "[]", nil
			}
			ok := false
			if texts[i], ok = v.(string); !ok {
				return nil, errors.New("the arguments of matches must be strings")
			}
		}
		switch len(a) {
		case 2, 4, 5, 6:
			return matches(texts[0], texts[1], texts[2], texts[3], texts[4], texts[5])
		}
		return nil, errors.New("the arguments of matches must be a text and a pattern, or these with heads and ends, or with heads, ends, gathered and optionally indent")
	})
	return d
})

const (
	maxMatches = 50_000  // matches of one call; a run reports fewer tests
	maxPattern = 8 << 10 // bytes of a pattern
)

// matches implements the SQL function.
func matches(text, pattern, heads, ends, gathered, indent string) (string, error) {
	if len(pattern) > maxPattern {
		return "", fmt.Errorf("a pattern has at most %d bytes", maxPattern)
	}
	names := groupNames{strings.Fields(heads), strings.Fields(ends), strings.Fields(gathered), strings.Fields(indent)}
	m := matcher{out: []byte{'['}, final: 1, text: text, hasParts: heads+ends != "", tree: indent != ""}
	if linePattern, ok := cutLineAnchor(pattern); ok {
		err := m.addLines(linePattern, names)
		return m.finish(), err
	}
	re, err := regexp.Compile(pattern)
	if err != nil {
		return "", err
	}
	m.line = 1
	groups, counted := newGroups(re, names), 0
	for _, loc := range re.FindAllStringSubmatchIndex(text, maxMatches) {
		m.line += strings.Count(text[counted:loc[0]], "\n")
		counted = loc[0]
		m.add(&groups, loc, 0)
	}
	return m.finish(), nil
}

// cutLineAnchor returns a pattern without the (?m)^ at its beginning; ok is false if it has none or
// could match more than one line.
func cutLineAnchor(pattern string) (rest string, ok bool) {
	rest, ok = strings.CutPrefix(pattern, "(?m)^")
	return rest, ok && !hasNewline(rest) && !strings.Contains(pattern, "(?s")
}
