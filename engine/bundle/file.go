package bundle

import (
	"cmp"
	"errors"
	"fmt"
	"io/fs"
	"slices"
	"strings"

	"witness/engine/hook"
	"witness/engine/sqltext"

	"github.com/BurntSushi/toml"
)

// A File is one file of a rule, a reader or a question: documentation, a header and a statement. In a .sql file these are the
// `--` lines, the `---` lines and the rest, in a .toml file the comment at the top, the keys, and the key query.
type File struct {
	Kind           string // Facts, Rules or Queries
	Name           string // the file's name without its extension
	Path           string // as messages show it
	Origin         string // embedded, user or project
	Replaces       string // path of the file of the same name in a lower layer, "" if none
	ReplacesOrigin string // origin of that file
	Text           string // the whole file
	Trust          Trust  // Untrusted or Restored for a file of a project that a person has not accepted as it is
	Err            error  // why the file cannot be used, nil if it can; Parse may set it
	Shape          *File  // the rule that an instance is like, nil for any other file; set by Parse
	Header                // decoded by Parse

	inTable   bool                    // it is an entry of `rule` in a configuration file, whose text is TOML
	own       fs.FS                   // witness's own files, with the views; nil if they are not known
	find      func(name string) *File // finds the rule that an instance is like; nil if there is nowhere to look
	parsed    bool
	encoded   *encoded     // the header as an index has it, nil if none does
	keys      []patternKey // of a reader's header
	statement string       // see Statement; "" before it was asked for
}

// An encoded header is what encode returned.
type encoded struct{ selection, keys string }

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

// Parse decodes and validates the header, once. It returns f.Err.
func (f *File) Parse() error {
	if f.parsed || f.Err != nil {
		return f.Err
	}
	f.parsed = true
	if f.encoded != nil {
		decode(f, f.encoded.selection, f.encoded.keys)
		f.Query = f.quotedQuery()
		return f.findShape()
	}
	text := f.HeaderText()
	if f.Origin != "embedded" {
		if f.Err = CheckBounds(f.Path, text); f.Err != nil {
			return f.Err
		}
	}
	if f.IsInstance() {
		f.Err = (&instance{File: f}).parse(text)
		return f.Err
	}
	meta, err := toml.Decode(text, &f.Header)
	if err != nil {
		f.Err = f.TOMLError(err)
		return f.Err
	}
	if unknown := f.unknownKeys(meta); unknown != nil {
		f.Err = errors.Join(unknown, f.complete())
		return f.Err
	}
	return f.complete()
}

// unknownKeys returns a mistake for each key of the header that does not exist. A file with one is not in
// force: without the key that was meant, a rule would judge calls that it is not about.
func (f *File) unknownKeys(meta toml.MetaData) error {
	var errs []error
	seen := map[string]bool{}
	for _, key := range meta.Keys() {
		if name := key[0]; f.field(name) == nil && !seen[name] && (f.Origin == "embedded" || !slices.Contains(DerivedKeys, name)) {
			seen[name] = true
			errs = append(errs, f.UnknownKey(name))
		}
	}
	return errors.Join(errs...)
}

// UnknownKey returns the mistake that the header has a key of this name.
func (f *File) UnknownKey(name string) error {
	if slices.Contains(sqltext.Parameters(f.Statement()), ":"+name) {
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

// SetHeader gives the file a decoded header and validates it. It returns f.Err.
func (f *File) SetHeader(h Header) error {
	f.Header, f.parsed = h, true
	return f.complete()
}

// complete gives a decoded header the values of keys that are missing and validates it. It returns f.Err.
func (f *File) complete() error {
	switch f.Kind {
	case Facts:
		f.nest()
		f.Into = cmp.Or(f.Into, f.table())
	case Rules:
		f.Severity, f.Needs = cmp.Or(f.Severity, hook.Warn), needs(f)
		if f.own != nil && f.Origin == "embedded" && f.Shape == nil {
			f.Precondition = sqltext.Precondition(f.Statement(), f.view)
		}
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

// entries returns the number of keys and values of the header that a hook decodes: 0 if an index has it.
func (f *File) entries() int {
	if f.Err != nil || f.encoded != nil {
		return 0
	}
	n, _, _ := countEntries(f.HeaderText())
	return n
}
