package bundle

import (
	"cmp"
	"slices"
	"strings"
)

// isTOML reports whether the file is TOML as a whole: a reader's .toml, or a table of a configuration file.
func (f *File) isTOML() bool { return f.inTable || strings.HasSuffix(f.Path, ".toml") }

// HeaderText returns the TOML of the file. In a .sql file these are the `---` lines; the others are left empty, so that
// the line numbers of TOML's decoder are those of the file.
func (f *File) HeaderText() string {
	if f.isTOML() {
		return f.Text
	}
	var b strings.Builder
	b.Grow(min(len(f.Text), 4<<10)) // enough for most headers
	for line := range strings.Lines(f.Text) {
		if rest, ok := strings.CutPrefix(line, "---"); ok {
			b.WriteString(strings.TrimRight(rest, "\r\n"))
		} else if b.Len() > 0 && !strings.HasPrefix(line, "--") && strings.TrimSpace(line) != "" {
			break // the statement
		}
		b.WriteByte('\n')
	}
	return b.String()
}

// headerLine returns the TOML of a line of the file, and false for a line that has none.
func (f *File) headerLine(line string) (rest string, ok bool) {
	if f.isTOML() {
		return line, true
	}
	return strings.CutPrefix(line, "---")
}

// HasHeader reports whether the text of the file at a path has a header. Only files of witness have one.
func HasHeader(path, text string) bool {
	if !strings.HasSuffix(path, ".toml") {
		return strings.HasPrefix(text, "---") || strings.Contains(text, "\n---")
	}
	return slices.ContainsFunc(strings.Split(text, "\n"), func(line string) bool {
		key, _, isKey := strings.Cut(line, "=")
		return isKey && slices.Contains([]string{"contains", "commands", "into"}, strings.TrimRight(key, " \t")) || strings.HasPrefix(strings.TrimLeft(line, "["), "markers")
	})
}

// Summary returns the first sentence of the documentation.
func (f *File) Summary() string {
	text := f.Doc()
	for i := range text {
		if text[i] == '.' && (i+1 == len(text) || text[i+1] == '\n' || text[i+1] == ' ') {
			return strings.ReplaceAll(text[:i+1], "\n", " ")
		}
	}
	first, _, _ := strings.Cut(text, "\n")
	return first
}

// Doc returns the documentation, the comment before the header, as Markdown. An instance without one has that of the rule that it is
// like.
func (f *File) Doc() string {
	if doc := f.ownDoc(); doc != "" || f.Shape == nil {
		return doc
	}
	return f.Shape.Doc()
}

func (f *File) ownDoc() string {
	mark := "--"
	if f.isTOML() {
		mark = "#"
	}
	var b strings.Builder
	for line := range strings.Lines(f.Text) {
		rest, ok := strings.CutPrefix(line, mark)
		if !ok || strings.HasPrefix(rest, "-") {
			if strings.TrimSpace(line) != "" || f.isTOML() {
				break
			}
			continue
		}
		b.WriteString(strings.TrimPrefix(rest, " "))
	}
	return strings.TrimSpace(b.String())
}

// OptionDoc returns the documentation of an option, which is the comment after its default, or ""
// if there is none.
func (f *File) OptionDoc(name string) string {
	if f.Shape != nil {
		return f.Shape.OptionDoc(name)
	}
	n := f.Line("options." + name)
	if n == 0 {
		return ""
	}
	_, doc, _ := strings.Cut(strings.Split(f.Text, "\n")[n-1], "#")
	return strings.TrimSpace(doc)
}

// Statement returns the text of the statement, each of its lines where it is in the file. That of a .sql file is the whole file,
// whose other lines are comments. An instance has that of the rule that it is like.
func (f *File) Statement() string {
	if f.Shape != nil {
		return f.Shape.Statement()
	}
	if f.statement != "" || !f.isTOML() {
		return cmp.Or(f.statement, f.Text)
	}
	if _ = f.Parse(); f.Query == "" { // it is not there, or a mistake of the header is reported where it is parsed
		return ""
	}
	above := f.Line("query")
	if before, _, ok := strings.Cut(f.Text, f.Query); ok {
		above = strings.Count(before, "\n")
	}
	f.statement = strings.Repeat("\n", above) + f.Query
	return f.statement
}

// quotedQuery returns the key query of a .toml file as it stands in three single quotes, "" if it does not.
func (f *File) quotedQuery() string {
	const begin, end = "\nquery = '''\n", "'''"
	if !f.isTOML() {
		return ""
	}
	_, rest, _ := strings.Cut(f.Text, begin)
	query, _, _ := strings.Cut(rest, end)
	return query
}

// WithStatement returns a copy of the file with another statement.
func (f *File) WithStatement(text string) *File {
	other := *f
	other.statement = text
	return &other
}

// SQL returns the statement alone, without the comments before it.
func (f *File) SQL() string {
	rest := f.Statement()
	for {
		line, after, more := strings.Cut(rest, "\n")
		if trimmed := strings.TrimSpace(line); trimmed != "" && !strings.HasPrefix(trimmed, "--") || !more {
			return strings.TrimSpace(rest)
		}
		rest = after
	}
}
