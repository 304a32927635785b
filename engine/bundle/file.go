package bundle

import (
	"fmt"
	"slices"
	"strings"

	"witness/engine/hook"

	"github.com/BurntSushi/toml"
)

// A SQLFile is one .sql file: documentation (`--` lines), a header (`---` lines) and a statement.
type File struct {
	Kind           string // Facts, Rules or Queries
	Name           string // the file's name without .sql
	Path           string // for messages
	Origin         string // embedded, user or project
	Replaces       string // path of the file of the same name in a lower layer, "" if none
	ReplacesOrigin string // origin of that file
	Text           string // the whole file, which is also the statement
	Err            error  // why the file cannot be used; Parse may set it
	Header                // decoded by Parse

	parsed bool
}

// A Header is the TOML in the `---` lines of a file.
type Header struct {
	// Severity of a rule: off, warn (the default), ask or block.
	Severity string `toml:"severity"`
	// Tools, Commands and Paths select the calls that a rule is evaluated for: canonical tools,
	// simple commands by their first words, files by glob.
	Tools    []string `toml:"tools"`
	Commands []string `toml:"commands"`
	Paths    []string `toml:"paths"`
	// When lists the moments at which a rule is evaluated; before is the default.
	When []string `toml:"when"`
	// Needs lists tables, or counts in them such as rounds.rounds. While one of them has no row
	// of the session, or none above 0, the rule has no finding and is not evaluated.
	Needs []string `toml:"needs"`
	// Message is the message of each row; {column} is replaced by the row's value.
	Message string `toml:"message"`
	// Options are the file's own parameters and their defaults.
	Options map[string]any `toml:"options"`
	// Repeat is how often a warning is given for one subject in a session: "always" (the
	// default), "once" or a number.
	Repeat any `toml:"repeat"`
	// Escalate is the number of warnings in a session after which a rule blocks; 0 is never.
	Escalate int64 `toml:"escalate"`

	// Into is the table that a reader's rows go to: tests, diagnostics or changes.
	Into string `toml:"into"`
	// Form names the reader whose commands can print this form as well. This reader is tried
	// with that one, and its runs count as that one's.
	Form string `toml:"form"`
	// Contains lists literals; a reader is run if the output has one of them.
	Contains []string `toml:"contains"`
	// Unless lists flags with which a reader's command runs nothing.
	Unless []string `toml:"unless"`
	// Narrow lists flags whose value is a part of the selected tests' names, Part flags that
	// select some tests in a way their names do not show, Variant flags that make it another
	// kind of run, and Values the flags, of these and all others, that take a separate value.
	Narrow  []string `toml:"narrow"`
	Part    []string `toml:"part"`
	Values  []string `toml:"values"`
	Variant []string `toml:"variant"`
	// Filters says that a runner's plain arguments are parts of names, not paths.
	Filters bool `toml:"filters"`
	// Whole lists the arguments that select everything, for runners that run less without them.
	Whole []string `toml:"whole"`

	// Title is the heading of a question's answer; Args are its command line parameters.
	Title string   `toml:"title"`
	Args  []string `toml:"args"`
	// Briefing is a question's place in the briefing; 0 leaves it out.
	Briefing int64 `toml:"briefing"`
	// Red says that a row of the question means something is broken.
	Red bool `toml:"red"`
}

// A FileError is a mistake in a file that the user can open.
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

// headerText is the TOML of a file. Every other line is left empty, so that TOML's line numbers
// are those of the file.
func HeaderText(text string) string {
	var b strings.Builder
	b.Grow(min(len(text), 512)) // enough for most headers
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

// hasHeader reports whether a text has a header, and so is a file of witness's.
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
	if h, ok := plainHeader(text); ok {
		f.Header = h
	} else if line := DeepLine(text); line > 0 {
		f.Err = &FileError{f.Path, line, ErrDeep}
		return f.Err
	} else if _, err := toml.Decode(text, &f.Header); err != nil {
		f.Err = f.TomlError(err)
		return f.Err
	}
	return f.Adopt(f.Header)
}

// adopt puts a decoded header in force and validates it.
func (f *File) Adopt(h Header) error {
	f.Header, f.parsed = h, true
	if f.Kind == Rules && f.Severity == "" {
		f.Severity = hook.Warn
	}
	f.Err = f.validate()
	return f.Err
}

// RunsAt reports whether a rule is evaluated at a moment.
func (h *Header) RunsAt(moment string) bool {
	if len(h.When) == 0 {
		return moment == hook.Before
	}
	return slices.Contains(h.When, moment)
}

// Selects reports which parts of a call a rule is evaluated for: each file, each simple command,
// or, if neither, the call as a whole.
func (h *Header) Selects() (files, commands bool) {
	if !h.RunsAt(hook.Before) && !h.RunsAt(hook.After) {
		return false, false
	}
	for _, t := range h.Tools {
		files = files || slices.Contains([]string{hook.Read, hook.Edit, hook.Write, hook.Delete}, t)
		commands = commands || t == hook.Run
	}
	return files || len(h.Paths) > 0, commands || len(h.Commands) > 0
}

// ReadsImports reports whether a statement reads the import graph.
func (f *File) ReadsImports() bool {
	return strings.Contains(f.Text, "depends_on") || strings.Contains(f.Text, "imports")
}

// Summary is the first sentence of the documentation.
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

// Doc is the documentation, the `--` lines before the header, as Markdown.
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

// OptionDoc is the documentation of an option, the comment after its default, "" if there is none.
func (f *File) OptionDoc(name string) string {
	n := f.Line("options." + name)
	if n == 0 {
		return ""
	}
	_, doc, _ := strings.Cut(strings.Split(f.Text, "\n")[n-1], "#")
	return strings.TrimSpace(doc)
}

// SQL is the statement alone, without the comments before it.
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
