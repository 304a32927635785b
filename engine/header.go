package engine

import (
	"fmt"
	"strings"

	"github.com/BurntSushi/toml"
)

// A Script is one .sql file of the brain: what it says to people, to witness and to SQLite.
type Script struct {
	Kind     string // Facts, Rules or Queries
	Name     string // the file's name without .sql
	Path     string // where it lies, for people
	Origin   string // embedded, user or project
	Replaces string // the path of the file of the same name in a lower layer, "" if none
	// ReplacesOrigin is the origin of that file.
	ReplacesOrigin string
	Text           string // the whole file; it is also the statement
	Err            error  // why it cannot be used
	From           string // who decided the severity, "" for the header itself
	Locked         bool   // nothing above who decided it may change it; known to ListRules alone
	Header

	subjects []subject // what of a call the rule is asked about
	about    *call     // that call

	before string // the text before the statement, once it was asked for

	far     []string // the Paths that begin with a place of this machine, replaced: see match
	parsed  bool
	settled bool // the configuration was laid over it

	overruled map[string]option // the defaults of options that the configuration set, and who did
}

// A Header is what the `---` lines say: TOML.
type Header struct {
	// Severity of a rule: off, warn, ask or block; warn, if it says nothing.
	Severity string `toml:"severity"`
	// Tools, Commands and Paths select the calls a rule is asked about: canonical
	// tools, simple commands by their first words, files by glob.
	Tools    []string `toml:"tools"`
	Commands []string `toml:"commands"`
	Paths    []string `toml:"paths"`
	// When lists the moments at which a rule runs; before, if it says nothing.
	When []string `toml:"when"`
	// Needs lists tables, or counts in them, such as rounds.rounds; while one of them holds
	// nothing of the session, or nothing above 0, the rule would find nothing and is not asked.
	Needs []string `toml:"needs"`
	// Message is the sentence said for each row; {column} stands for the row's value.
	Message string `toml:"message"`
	// Options are the file's own parameters and their defaults.
	Options map[string]any `toml:"options"`
	// Repeat is how often a warning is said for the same subject in a session:
	// "always", "once" or a number.
	Repeat any `toml:"repeat"`
	// Escalate is the number of times a warning is said in a session before it blocks; 0 is never.
	Escalate int64 `toml:"escalate"`

	// Into is where a reader's rows go: tests, diagnostics or changes.
	Into string `toml:"into"`
	// Form is the reader whose commands can print this too: it is asked when that one is, and
	// its runs are that one's.
	Form string `toml:"form"`
	// Contains lists literals; a reader runs if its output has one of them.
	Contains []string `toml:"contains"`
	// Unless lists flags with which a reader's command is no run.
	Unless []string `toml:"unless"`
	// Narrow lists flags whose value is a part of the selected tests' names, Part flags that
	// select a part of the tests in a way that their names do not tell, Variant flags that
	// make it another kind of run, Values those (and all other) flags with a separate value.
	Narrow  []string `toml:"narrow"`
	Part    []string `toml:"part"`
	Values  []string `toml:"values"`
	Variant []string `toml:"variant"`
	// Filters tells that a runner's plain arguments are parts of names, not paths.
	Filters bool `toml:"filters"`
	// Whole lists the arguments that select everything, where leaving them out does not.
	Whole []string `toml:"whole"`

	// Title heads a query's table; Args are the parameters it takes from the command line.
	Title string   `toml:"title"`
	Args  []string `toml:"args"`
	// Briefing is a query's place in the briefing; 0 leaves it out.
	Briefing int64 `toml:"briefing"`
	// Red tells that a row of the query means that something is broken.
	Red bool `toml:"red"`
}

// A FileError is a mistake in a file that the user can open.
type FileError struct {
	Path string
	Line int // from 1; 0 if it concerns the whole file
	Err  error
}

func (e *FileError) Error() string {
	if e.Line == 0 {
		return fmt.Sprintf("%s: %v", e.Path, e.Err)
	}
	return fmt.Sprintf("%s:%d: %v", e.Path, e.Line, e.Err)
}

func (e *FileError) Unwrap() error { return e.Err }

// headerText is the TOML of a file. Lines that are none are blanked, not removed, so
// that TOML's line numbers are the file's.
func headerText(text string) string {
	var b strings.Builder
	b.Grow(min(len(text), 512)) // most headers
	for line := range strings.Lines(text) {
		if rest, ok := strings.CutPrefix(line, "---"); ok {
			b.WriteString(strings.TrimRight(rest, "\r\n"))
		} else if b.Len() > 0 && !strings.HasPrefix(line, "--") && strings.TrimSpace(line) != "" {
			break // the statement has begun
		}
		b.WriteByte('\n')
	}
	return b.String()
}

// hasHeader tells whether a file is witness's at all.
func hasHeader(text string) bool {
	return strings.HasPrefix(text, "---") || strings.Contains(text, "\n---")
}

// parse decodes the header, once. The statement is left alone: SQLite compiles it only
// if the header wants the call.
func (f *Script) parse() error {
	if f.parsed || f.Err != nil {
		return f.Err
	}
	f.parsed = true
	text := headerText(f.Text)
	if h, ok := plainHeader(text); ok {
		f.Header = h
	} else if line := deepLine(text); line > 0 {
		f.Err = &FileError{f.Path, line, errDeep}
		return f.Err
	} else if _, err := toml.Decode(text, &f.Header); err != nil {
		f.Err = f.tomlError(err)
		return f.Err
	}
	if f.Kind == Rules && f.Severity == "" {
		f.Severity = Warn
	}
	f.Err = f.validate()
	return f.Err
}

// Summary is the first sentence of what a file says to people.
func (f *Script) Summary() string {
	text := f.Doc()
	for i := range text {
		if text[i] == '.' && (i+1 == len(text) || text[i+1] == '\n' || text[i+1] == ' ') {
			return strings.ReplaceAll(text[:i+1], "\n", " ")
		}
	}
	first, _, _ := strings.Cut(text, "\n")
	return first
}

// Doc is what a file says to people: the `--` lines before its header, as Markdown.
func (f *Script) Doc() string {
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

// SQL is the statement alone, without the comments before it.
func (f *Script) SQL() string {
	rest := f.Text
	for {
		line, after, more := strings.Cut(rest, "\n")
		if trimmed := strings.TrimSpace(line); trimmed != "" && !strings.HasPrefix(trimmed, "--") || !more {
			return strings.TrimSpace(rest)
		}
		rest = after
	}
}
