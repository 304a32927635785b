package project

import (
	"errors"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"
	"reflect"
	"regexp"
	"slices"
	"strconv"
	"strings"

	"github.com/BurntSushi/toml"

	"witness/engine/bundle"
)

// WriteKey sets a key in a configuration file, such as rules.no_thrashing or mode, and leaves everything else as it is, with its comments.
// value is TOML. What the edited text says is decoded again before it is written: if it differs in anything but the key, the file stays as it was.
func WriteKey(file, key, value string) error {
	text, err := bundle.Dir(filepath.Dir(file)).ReadFile(filepath.Base(file))
	if err != nil && !errors.Is(err, fs.ErrNotExist) {
		return err
	}
	after, err := withKey(file, string(text), key, value)
	if err != nil {
		return err
	}
	if err := os.WriteFile(file, []byte(after), 0o644); err != nil {
		return err
	}
	return Wrote(file)
}

// withKey returns the text of a configuration file in which a key has another value.
func withKey(file, text, key, value string) (string, error) {
	table, name := "", key
	if i := strings.LastIndexByte(key, '.'); i >= 0 {
		table, name = key[:i], key[i+1:]
	}
	var given struct{ V any }
	if _, err := toml.Decode("V = "+value, &given); err != nil {
		return "", fmt.Errorf("%s is not a value of TOML; a text is in quotes", value)
	}
	want, err := decodeConfig(file, []byte(text))
	if err != nil {
		return "", err
	}
	if !put(want, table, name, given.V) {
		return "", byHand(file, key, value)
	}
	lines := strings.Split(strings.TrimRight(text, "\n"), "\n")
	if text == "" {
		lines = nil
	}
	from, to, found := section(lines, table)
	switch at, until := settingLines(lines[from:to], name); {
	case at >= 0:
		lines = slices.Replace(lines, from+at, from+until, name+" = "+value+comment(strings.Join(lines[from+at:from+until], "\n"), name))
	case found:
		lines = slices.Insert(lines, lastUsed(lines, from, to), name+" = "+value)
	default:
		if len(lines) > 0 {
			lines = append(lines, "")
		}
		lines = append(lines, "["+table+"]", name+" = "+value)
	}
	after := strings.Join(lines, "\n") + "\n"
	if got, err := decodeConfig(file, []byte(after)); err != nil || !reflect.DeepEqual(got, want) {
		return "", byHand(file, key, value)
	}
	return after, nil
}

// byHand is the error about a file whose form is not edited.
func byHand(file, key, value string) error {
	return fmt.Errorf("%s has %s in a form that is not edited; set it by hand: %s = %s", file, key, key, value)
}

// put sets a key in a decoded file. It returns false if a value is in its way, or has options that would be lost.
func put(tree map[string]any, table, name string, value any) bool {
	if table != "" {
		for word := range strings.SplitSeq(table, ".") {
			if tree[word] == nil {
				tree[word] = map[string]any{}
			}
			below, ok := tree[word].(map[string]any)
			if !ok {
				return false
			}
			tree = below
		}
	}
	if _, has := tree[name].(map[string]any); has {
		return false
	}
	tree[name] = value
	return true
}

// section returns the lines of a table, without its heading; for "" those above the first table.
func section(lines []string, table string) (from, to int, found bool) {
	heading := func(line string) bool { return strings.HasPrefix(strings.TrimSpace(line), "[") }
	if table != "" {
		from = slices.IndexFunc(lines, func(line string) bool {
			text, _, _ := strings.Cut(line, "#")
			return strings.TrimSpace(text) == "["+table+"]"
		}) + 1
		if from == 0 {
			return 0, 0, false
		}
	}
	for to = from; to < len(lines) && (!heading(lines[to]) || inArray(lines[from:to])); to++ {
	}
	return from, to, true
}

// inArray reports whether lines end within a list of several lines, so that the next one is no heading.
func inArray(lines []string) bool {
	_, err := toml.Decode(strings.Join(lines, "\n"), new(map[string]any))
	return err != nil
}

// settingLines returns which of some lines set a key, -1 if none does.
func settingLines(lines []string, name string) (from, to int) {
	sets := regexp.MustCompile(`^\s*"?` + regexp.QuoteMeta(name) + `"?\s*=`)
	from = slices.IndexFunc(lines, sets.MatchString)
	if from < 0 {
		return -1, -1
	}
	for to = from + 1; to < len(lines) && inArray(lines[from:to]); to++ {
	}
	return from, to
}

// comment returns the comment behind the value of a key, with the space before it.
func comment(line, name string) string {
	for i, c := range line {
		if c == '#' && !inArray([]string{line[:i]}) {
			return " " + strings.TrimSpace(line[i:])
		}
	}
	return ""
}

// lastUsed returns the line of a section after which a new key belongs: below its last one that is not empty.
func lastUsed(lines []string, from, to int) int {
	for to > from && strings.TrimSpace(lines[to-1]) == "" {
		to--
	}
	return to
}

// TOML returns a value of the key as TOML, from TOML or from a plain word, and an error if the key cannot have it. ofUser is whether it is
// for the user's own file.
func (k ConfigKey) TOML(value string, ofUser bool) (string, error) {
	if k.machineOnly && !ofUser {
		return "", fmt.Errorf("%s is about this machine and no project's to set; add --user", k.Name)
	}
	var given struct{ V any }
	if _, err := toml.Decode("V = "+value, &given); err != nil {
		value = strconv.Quote(value)
		given.V, _ = strconv.Unquote(value)
	}
	_, err := k.accept(given.V)
	return value, err
}

// PacksIn returns the packs that a configuration file chooses.
func PacksIn(file string) (list []string, err error) {
	text, err := bundle.Dir(filepath.Dir(file)).ReadFile(filepath.Base(file))
	if err != nil {
		if errors.Is(err, fs.ErrNotExist) {
			err = nil
		}
		return nil, err
	}
	tree, err := decodeConfig(file, text)
	names, _ := tree["packs"].([]any)
	for _, name := range names {
		list = append(list, fmt.Sprint(name))
	}
	return list, err
}
