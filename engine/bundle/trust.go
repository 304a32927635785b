package bundle

import (
	"fmt"
	"path"
	"slices"
	"strings"

	"witness/engine/hook"
)

// A Trust is how a file of a project came to be in force. Those of witness and the user are Trusted.
type Trust int

const (
	// Trusted is a file that a person has accepted.
	Trusted Trust = iota
	// Untrusted is a file of a project that nobody has accepted. It can add, and replaces nothing.
	Untrusted
	// Restored is the accepted form of a file that was changed or deleted since.
	Restored
)

// A Withheld is something in a file of the project that is not in force because no person has accepted it.
type Withheld struct {
	Path string `json:"path"`                                         // as messages show it
	Line int    `json:"line,omitempty"`                               // from 1; 0 for the file as a whole
	What string `json:"what" jsonschema:"what is not in force there"` // a phrase
	Text string `json:"-"`                                            // the text of the file, which decides whether this was told before
}

// Place returns the path and the line.
func (w Withheld) Place() string {
	if w.Line == 0 {
		return w.Path
	}
	return fmt.Sprintf("%s:%d", w.Path, w.Line)
}

// judge decides whether a file that was read from a source of a project is in force. It takes its accepted
// form if the present one was not accepted.
func (s Source) judge(f *File) (changed bool) {
	if s.Accepted == nil || f.Err == nil && s.Accepted.Has(f.Path, f.Text) {
		return false
	}
	f.Trust = Untrusted
	if text, ok := s.Accepted.Standing(f.Path); ok {
		f.Text, f.Err, f.Trust = text, nil, Restored
		return true
	}
	return false
}

// addDeleted adds the accepted form of the files of a source that are no longer there. present reports
// whether there is something of a name.
func (s *fileSet) addDeleted(source Source, present func(name string) bool) {
	if source.Accepted == nil || source.Accepted.Empty() {
		return
	}
	for _, file := range source.Accepted.StandingIn(path.Join(source.Dir, s.kind+".d")) {
		if !Belongs(file) || present(path.Base(file)) {
			continue
		}
		name := strings.TrimSuffix(path.Base(file), path.Ext(file))
		f := &File{Kind: s.kind, Name: name, Origin: source.Origin, Path: file, own: source.own(), find: s.shape(source)}
		if source.judge(f); f.Trust == Restored {
			s.withhold(f, "this file was deleted: the accepted form stays in force")
			s.put(f)
		}
	}
}

// withhold reports that something of a file is not in force.
func (s *fileSet) withhold(f *File, what string) {
	if s.loader.Withheld != nil {
		s.loader.Withheld(Withheld{Path: f.Path, What: what, Text: f.Text})
	}
}

// withholdUntrusted takes out of force what files that nobody has accepted may not do: a question has no
// place in the briefing, and a reader claims no command that another one claims.
func (s *fileSet) withholdUntrusted() {
	for i, f := range s.files {
		if f.Trust != Untrusted || f.Parse() != nil {
			continue
		}
		if f.Kind == Queries && f.Briefing+f.Compact > 0 {
			f.Briefing, f.Compact, f.Red = 0, 0, false
			s.withhold(f, "its place in the briefing")
		}
		if f.Kind == Facts {
			if claim := s.claim(i); claim != "" {
				s.withhold(f, claim+": it is not asked")
				f.Name = "" // it is removed below
			}
		}
	}
	s.files = slices.DeleteFunc(s.files, func(f *File) bool { return f.Name == "" })
}

// claim describes what a reader claims that belongs to another one, "" if there is nothing: what it does
// not find in the output of a command, no other reader finds. Two commands overlap if one begins with the
// words of the other.
func (s *fileSet) claim(i int) string {
	f := s.files[i]
	if f.Into == "runs" || f.Into == "changes" {
		return "this reader into " + f.Into + " decides what the runs of others count for"
	}
	for j, other := range s.files {
		if i == j || other.Trust == Untrusted && j > i || other.Name == "" || other.Parse() != nil {
			continue
		}
		if f.Form != "" && f.Form == other.Name {
			return "this reader claims the commands of " + other.Path
		}
		for _, command := range f.Header.Commands {
			if slices.ContainsFunc(other.Header.Commands, func(c string) bool { return begins(command, c) || begins(c, command) }) {
				return "this reader claims `" + hook.Sanitize(command) + "`, as " + other.Path + " does"
			}
		}
	}
	return ""
}

// begins reports whether a command has another one as its first words.
func begins(command, first string) bool {
	return command == first || strings.HasPrefix(command, first+" ")
}

// reserved are the names under which witness itself speaks.
var reserved = []string{"assistant", "briefing", "config", "faults", "human", "system", "trust", "user", "witness"}

// maxName is the maximum length of a name, in bytes.
const maxName = 41

// CheckName returns an error if a rule, a reader or a question may not have a name. Names reach the model
// and terminals.
func CheckName(name string) error {
	good := name != "" && len(name) <= maxName && name[0] >= 'a' && name[0] <= 'z' &&
		!strings.ContainsFunc(name, func(r rune) bool { return r != '_' && (r < '0' || r > '9') && (r < 'a' || r > 'z') })
	switch {
	case slices.Contains(reserved, name):
		return fmt.Errorf("the name %q is reserved for witness itself; rename the file", name)
	case !good:
		return fmt.Errorf("a name has at most %d lower-case letters, digits and underscores and begins with a letter; rename the file", maxName)
	}
	return nil
}
