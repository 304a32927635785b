package bundle

import (
	"fmt"
	"hash/fnv"
	"io"
	"strconv"
	"strings"
	"time"

	"witness/engine/hook"

	"github.com/BurntSushi/toml"
)

// Tables is the kind of the rules in a configuration file, for an index.
const Tables = "tables"

// A Table is a rule that is an entry of `rule` in a configuration file: an instance.
type Table struct {
	Path  string // of the file
	Line  int    // on which it begins
	Text  string // its TOML, without [[rule]]
	Trust Trust
}

// ruleHeader is the header of an entry.
const ruleHeader = "[[rule]]"

// CutTables separates the entries [[rule]] of a TOML file from the rest, whose lines stay where they are. So a hook need
// not decode hundreds of them.
func CutTables(path, text string) (rest string, tables []Table) {
	if !strings.Contains(text, ruleHeader) {
		return text, nil
	}
	var b, own strings.Builder
	n, inside := 0, false
	end := func() {
		if inside {
			tables[len(tables)-1].Text = own.String()
			own.Reset()
		}
		inside = false
	}
	for line := range strings.Lines(text) {
		n++
		trimmed := strings.TrimSpace(line)
		before, _, _ := strings.Cut(trimmed, "#")
		switch {
		case strings.TrimSpace(before) == ruleHeader:
			end()
			inside = true
			tables = append(tables, Table{Path: path, Line: n})
			b.WriteByte('\n')
			continue
		case isTableHeader(trimmed):
			end()
		}
		if inside {
			own.WriteString(line)
			line = "\n"
		}
		b.WriteString(line)
	}
	end()
	return b.String(), tables
}

// isTableHeader reports whether a line begins another table of a TOML file.
func isTableHeader(line string) bool {
	line, _, _ = strings.Cut(line, "#")
	line = strings.TrimSpace(line)
	return strings.HasPrefix(line, "[") && strings.HasSuffix(line, "]") && !strings.ContainsAny(line, `,"'`) && !strings.HasPrefix(line, "[rule.")
}

// file returns the file of a table.
func (t Table) file(source Source) *File {
	return &File{Kind: Rules, Origin: source.Origin, Path: t.Path, Text: strings.Repeat("\n", t.Line) + t.Text, Trust: t.Trust, inTable: true, own: source.own()}
}

// hash identifies the text of a table.
func (t Table) hash() string {
	sum := fnv.New64a()
	_, _ = io.WriteString(sum, t.Text)
	return strconv.FormatUint(sum.Sum64(), 36)
}

// addTables adds the rules in the configuration file of a source.
func (s *fileSet) addTables(source Source) {
	if len(source.Tables) == 0 {
		return
	}
	path, untrusted := source.Tables[0].Path, 0
	if len(source.Tables) > maxRules {
		s.files = append(s.files, &File{Kind: Rules, Name: "(" + path + ")", Origin: source.Origin, Path: path, Err: &FileError{path, source.Tables[maxRules].Line, fmt.Errorf("%d rules, and at most %d may be there: none of them is read", len(source.Tables), maxRules)}})
		return
	}
	var index *Index
	if s.loader.Index != nil && len(source.Tables) >= MinIndexed {
		index = s.loader.Index(Tables, path, source.indexVersion)
	}
	here := map[string]string{} // by name, the hash of the table that has it
	for _, t := range source.Tables {
		if t.Trust == Untrusted {
			if untrusted++; s.unaccepted+untrusted > maxUnacceptedRules {
				s.files = append(s.files, &File{Kind: Rules, Name: "(" + path + ")", Origin: source.Origin, Path: path, Err: &FileError{path, t.Line, errUnaccepted(maxUnacceptedRules)}})
				break
			}
		}
		hash := t.hash()
		name, state := index.table(hash)
		var f *File
		if !state.known {
			f = t.file(source)
			f.find = s.shape(source)
			name = f.tableName()
			index.noteTable(hash, name, f)
		}
		if other, taken := here[name]; taken && other == hash {
			continue // it is there twice, or was accepted as it is
		} else if taken {
			name = name[:min(len(name), maxName-5)] + "_" + hash[:4]
		}
		here[name] = hash
		if _, seen := s.at[name]; state.skip && !seen {
			s.at[name] = skipped
			continue
		}
		if f == nil {
			f = t.file(source)
			f.find = s.shape(source)
		}
		f.Name = name
		s.put(f)
	}
	s.unaccepted += untrusted
}

// tableName returns the name of an instance: the one that it gives itself, or one made of what it is like and what it names.
func (f *File) tableName() string {
	err := f.Parse()
	tree := map[string]any{}
	if _, tomlErr := toml.Decode(f.Text, &tree); tomlErr != nil {
		return "(" + hook.Sanitize(f.Path) + ":" + strconv.Itoa(f.HeaderLine()) + ")"
	}
	if name, ok := tree["name"].(string); ok && CheckName(name) == nil {
		return name
	}
	if err != nil && f.Shape == nil {
		return "(" + hook.Sanitize(f.Path) + ":" + strconv.Itoa(f.HeaderLine()) + ")"
	}
	words := []string{f.Like}
	for i, kind := range []string{TakesRuns, TakesAnyRun, TakesWritten, TakesCalls, TakesEachFile, TakesPaths, TakesFiles, TakesSources} {
		for _, option := range sortedOptions(f.Takes, kind) {
			if value, set := tree[f.asGiven(option, tree)]; set {
				words = append(words, texts(value)...)
			}
		}
		if len(words) > 1 && i > 0 {
			break
		}
	}
	if name := slug(strings.Join(words, " ")); name != f.Like {
		return name
	}
	return f.Like[:min(len(f.Like), maxName-5)] + "_" + (Table{Text: strings.TrimLeft(f.Text, "\n")}).hash()[:4] // never the name of what it is like
}

// slug makes a name of words.
func slug(text string) string {
	var b strings.Builder
	gap := false
	for _, r := range strings.ToLower(text) {
		if r >= 'a' && r <= 'z' || r >= '0' && r <= '9' || r == '_' {
			if gap && b.Len() > 0 {
				b.WriteByte('_')
			}
			gap = false
			b.WriteRune(r)
			continue
		}
		gap = true
	}
	name := b.String()
	if len(name) > maxName {
		name = name[:maxName]
		if i := strings.LastIndexByte(name, '_'); i > maxName/2 {
			name = name[:i]
		}
	}
	return strings.Trim(name, "_")
}

// openTables opens the index of the rules in a configuration file. Each line has the hash of a table, its name and its selection.
func openTables(path string, source func() string, stored func(path string) string, wants func(selection *Header) bool, now time.Time) *Index {
	ix := &Index{Dir: path, kind: Rules, large: true, headers: map[string]string{}, wants: wants, wanted: map[string]bool{}, now: now, version: indexVersion(source())}
	if version, text, _ := strings.Cut(stored(path), "\n"); version == ix.version {
		ix.text = text
	}
	ix.lines = indexLines(ix.text, 64)
	return ix
}

// table returns the name and the state of a table by its hash.
func (ix *Index) table(hash string) (name string, s indexState) {
	if ix == nil {
		return "", s
	}
	line, ok := ix.lines[hash]
	if !ok {
		return "", s
	}
	delete(ix.lines, hash)
	name, selection, _ := strings.Cut(line, "\t")
	s.known, s.selection, s.skip = true, selection, !ix.wantsSelection(selection)
	return name, s
}

// noteTable adds an entry for a table that had none. One with a mistake is read each time, so that the mistake is reported.
func (ix *Index) noteTable(hash, name string, f *File) {
	if ix == nil || f.Parse() != nil || f.Shape == nil || f.Shape.Origin != "embedded" {
		return
	}
	if selection, ok := encodeSelection(Rules, &f.Header); ok {
		ix.added.WriteString(hash + "\t" + name + "\t" + selection + "\n")
	}
}
