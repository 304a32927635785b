package bundle

import (
	"cmp"
	"errors"
	"fmt"
	"slices"
	"strings"

	"witness/engine/hook"

	"github.com/BurntSushi/toml"
)

// A File is one .sql file: documentation (`--` lines), a header (`---` lines) and a statement.
type File struct {
	Kind           string // Facts, Rules or Queries
	Name           string // the file's name without .sql
	Path           string // as messages show it
	Origin         string // embedded, user or project
	Replaces       string // path of the file of the same name in a lower layer, "" if none
	ReplacesOrigin string // origin of that file
	Text           string // the whole file, which is also the statement
	Trust          Trust  // Untrusted or Restored for a file of a project that a person has not accepted as it is
	Err            error  // why the file cannot be used, nil if it can; Parse may set it
	Header                // decoded by Parse

	parsed bool
	keys   []patternKey // of a reader's header
}

// A FileError is a mistake in a file, with its position.
type FileError struct {
	Path string
	Line int // from 1; 0 for the file as a whole
	Err  error
}

func (e *FileError) Error() string {
	if e.Line == 0 {
		return fmt.Sprintf("%s: %v", e.Path, e.Err)
	}
	return fmt.Sprintf("%s:%d: %v", e.Path, e.Line, e.Err)
}

func (e *FileError) Unwrap() error { return e.Err }

// A Mistake is an error that follows from the contents of a file alone, and not from a call: it is the same
// until the file changes.
type Mistake struct{ Err error }

func (m *Mistake) Error() string { return m.Err.Error() }

func (m *Mistake) Unwrap() error { return m.Err }

// HeaderText returns the TOML of a file, the text of its `---` lines. All other lines are left
// empty, so that the line numbers of TOML's decoder are those of the file.
func HeaderText(text string) string {
	var b strings.Builder
	b.Grow(min(len(text), 4<<10)) // enough for most headers
	for line := range strings.Lines(text) {
		if rest, ok := strings.CutPrefix(line, "---"); ok {
			b.WriteString(strings.TrimRight(rest, "\r\n"))
		} else if b.Len() > 0 && !strings.HasPrefix(line, "--") && strings.TrimSpace(line) != "" {
			break // the statement
		}
		b.WriteByte('\n')
	}
	return b.String()
}

// HasHeader reports whether a text has a header. Only files of witness have one.
func HasHeader(text string) bool {
	return strings.HasPrefix(text, "---") || strings.Contains(text, "\n---")
}

// Parse decodes and validates the header, once. It returns f.Err.
func (f *File) Parse() error {
	if f.parsed || f.Err != nil {
		return f.Err
	}
	f.parsed = true
	text := HeaderText(f.Text)
	if f.Origin != "embedded" {
		if f.Err = CheckBounds(f.Path, text); f.Err != nil {
			return f.Err
		}
	}
	if !f.setPlainHeader(text) {
		f.Header = Header{}
		meta, err := toml.Decode(text, &f.Header)
		if err != nil {
			f.Err = f.TOMLError(err)
			return f.Err
		}
		if unknown := f.unknownKeys(meta); unknown != nil {
			f.Err = errors.Join(unknown, f.complete())
			return f.Err
		}
	}
	return f.complete()
}

// unknownKeys returns a mistake for each key of the header that does not exist. A file with one is not in
// force: without the key that was meant, a rule would judge calls that it is not about.
func (f *File) unknownKeys(meta toml.MetaData) error {
	var errs []error
	seen := map[string]bool{}
	for _, key := range meta.Keys() {
		if name := key[0]; f.field(name) == nil && !seen[name] {
			seen[name] = true
			errs = append(errs, f.UnknownKey(name))
		}
	}
	return errors.Join(errs...)
}

// UnknownKey returns the mistake that the header has a key of this name.
func (f *File) UnknownKey(name string) error {
	if slices.Contains(Parameters(f.Text), ":"+name) {
		return &FileError{f.Path, f.Line(name), fmt.Errorf("unknown key %q; an option is written options.%s = …", name, name)}
	}
	var known []string
	for _, k := range HeaderKeys {
		if strings.Contains(k.Kinds, f.Kind) {
			known = append(known, k.Name)
		}
	}
	return &FileError{f.Path, f.Line(name), fmt.Errorf("unknown key %q%s", name, DidYouMean(name, known))}
}

// unusualEntries returns the number of keys and values of the header if it is not in the usual form, which a
// fast parser decodes, and 0 if it is.
func (f *File) unusualEntries() int {
	if f.Err != nil {
		return 0
	}
	text := HeaderText(f.Text)
	if new(Header).setPlainHeader(text) {
		return 0
	}
	n, _, _ := countEntries(text)
	return n
}

// SetHeader gives the file a decoded header and validates it. It returns f.Err.
func (f *File) SetHeader(h Header) error {
	f.Header, f.parsed = h, true
	return f.complete()
}

// complete gives a decoded header the values of keys that are missing and validates it. It returns f.Err.
func (f *File) complete() error {
	if f.Kind == Rules && f.Severity == "" {
		f.Severity = hook.Warn
	}
	if f.Kind == Facts {
		f.nest()
		f.Into = cmp.Or(f.Into, f.table())
	}
	f.Title = hook.Sanitize(f.Title)
	f.Err = f.validate()
	return f.Err
}

// AllNames returns the name of a rule, and after it those that it had before.
func (f *File) AllNames() []string { return append([]string{f.Name}, f.Was...) }

// Had reports whether a name is that of the rule, or one that it had before.
func (f *File) Had(name string) bool { return f.Name == name || slices.Contains(f.Was, name) }

// HasOption reports whether a name is that of an option of the rule, or one that an option had before.
func (f *File) HasOption(name string) bool {
	_, has := f.Options[f.PresentOption(name)]
	return has
}

// PresentOption returns the name of the option that had this name, or has it.
func (f *File) PresentOption(name string) string {
	if _, is := f.Options[name]; is {
		return name
	}
	for present, was := range f.OptionWas {
		if list, ok := was.([]any); ok && slices.Contains(list, any(name)) {
			return present
		}
	}
	return name
}

// ReadsImports reports whether the statement names the import graph.
func (f *File) ReadsImports() bool {
	return strings.Contains(f.Text, "depends_on") || strings.Contains(f.Text, "imports")
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

// Doc returns the documentation, the `--` lines before the header, as Markdown.
func (f *File) Doc() string {
	var b strings.Builder
	for line := range strings.Lines(f.Text) {
		rest, ok := strings.CutPrefix(line, "--")
		if !ok || strings.HasPrefix(rest, "-") {
			if strings.TrimSpace(line) != "" {
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
	n := f.Line("options." + name)
	if n == 0 {
		return ""
	}
	_, doc, _ := strings.Cut(strings.Split(f.Text, "\n")[n-1], "#")
	return strings.TrimSpace(doc)
}

// SQL returns the statement alone, without the comments before it.
func (f *File) SQL() string {
	rest := f.Text
	for {
		line, after, more := strings.Cut(rest, "\n")
		if trimmed := strings.TrimSpace(line); trimmed != "" && !strings.HasPrefix(trimmed, "--") || !more {
			return strings.TrimSpace(rest)
		}
		rest = after
	}
}
