package readers

import (
	"slices"
	"strings"

	"witness/engine/bundle"
	"witness/engine/facts"
	"witness/engine/project"
	"witness/engine/store"
)

// A Set is the files of facts.d. Each lists the commands of a runner, and finds runs or changes
// of the tree in their output.
type Set struct {
	DB      *store.DB
	Sources []bundle.Source
	Config  *project.Config
	Faults  func(place string, err error) // reports an error of a reader
	Aside   func(f *bundle.File) bool     // reports whether a file is set aside; nil sets none aside
	Mark    *store.Mark                   // names the file whose SQL is running

	files    []*bundle.File // all of them, in order; nil before they are loaded
	byWord   map[string][]*bundle.File
	byName   map[string][]*bundle.File // readers that list a command, by the command's name
	reported map[*bundle.File]bool     // their mistake has been reported
}

// load lists the files of facts.d, once. Their headers are decoded when they are asked for.
func (s *Set) load() []*bundle.File {
	if s.files == nil {
		s.files = []*bundle.File{}
		s.files = append(s.files, (bundle.Loader{Sources: s.Sources, Locked: s.Config.LockedReader, Aside: s.Aside}).Load(bundle.Facts)...)
	}
	return s.files
}

// decode decodes the header of a reader. One with a mistake is reported, once, and cannot be used.
func (s *Set) decode(f *bundle.File) bool {
	if err := f.Parse(); err != nil {
		if !s.reported[f] {
			if s.reported == nil {
				s.reported = map[*bundle.File]bool{}
			}
			s.reported[f] = true
			s.Faults(f.Path, &bundle.Mistake{Err: err})
		}
		return false
	}
	if f.Trust == bundle.Untrusted {
		f.Language = "of reader " + f.Name // so that its green runs clear what it found itself, and nothing else
	}
	return true
}

// All returns the readers without a mistake.
func (s *Set) All() (list []*bundle.File) {
	for _, f := range s.load() {
		if s.decode(f) {
			list = append(list, f)
		}
	}
	return list
}

// named returns the reader of a name, nil if there is none.
func (s *Set) named(name string) *bundle.File {
	for _, f := range s.load() {
		if f.Name == name && s.decode(f) {
			return f
		}
	}
	return nil
}

// mentioning returns the readers that may have a string in their header whose first word this is, not yet
// decoded: most commands concern few readers, and decoding the headers of all would take a tenth of a hook.
// Files of other origins are all returned, because TOML has more than one spelling of a string.
func (s *Set) mentioning(word string) []*bundle.File {
	if list, ok := s.byWord[word]; ok {
		return list
	}
	list := []*bundle.File{}
	for _, f := range s.load() {
		if f.Origin != "embedded" || strings.Contains(f.Text, `"`+word+`"`) || strings.Contains(f.Text, `"`+word+` `) {
			list = append(list, f)
		}
	}
	if s.byWord == nil || len(s.byWord) > maxNames {
		s.byWord = map[string][]*bundle.File{}
	}
	s.byWord[word] = list
	return list
}

// runnerOf returns the name of the reader that lists the commands whose output this one reads. A
// reader of another form of output names it with the key form.
func runnerOf(f *bundle.File) string {
	if f.Form != "" {
		return f.Form
	}
	return f.Name
}

// listing returns the readers that list a command. The result is cached: a line has many commands,
// and there are many readers.
func (s *Set) listing(name string) []*bundle.File {
	if list, ok := s.byName[name]; ok {
		return list
	}
	var list []*bundle.File
	word, _, _ := strings.Cut(name, " ")
	for _, f := range s.mentioning(word) {
		if commands, ok := f.List("commands"); f.Origin == "embedded" && ok && !facts.Lists(commands, name) {
			continue // its whole header need not be decoded
		}
		if s.decode(f) && facts.Lists(f.Commands, name) {
			list = append(list, f)
		}
	}
	if s.byName == nil || len(s.byName) > maxNames {
		s.byName = map[string][]*bundle.File{}
	}
	s.byName[name] = list
	return list
}

// printing returns the readers for a table that have a literal which the output may contain. Decoding the headers
// of all readers for the table would take 7 % of a hook, so of witness's own only the literals are decoded first.
func (s *Set) printing(into string, contain func(literal string) bool) (list []*bundle.File) {
	for _, f := range s.load() {
		if f.Origin == "embedded" {
			literals, ok := f.List("contains")
			if !f.MayRead(into) || ok && !slices.ContainsFunc(literals, contain) {
				continue
			}
		}
		if s.decode(f) {
			list = append(list, f)
		}
	}
	return list
}

// maxNames limits the caches of listing and mentioning in a long replay.
const maxNames = 1000

// Changing returns the readers of the changes that a command makes without naming files: an install, a
// checkout, a formatter.
func (s *Set) Changing(cmd facts.Command) (list []*bundle.File) {
	word, _, _ := strings.Cut(cmd.Name, " ")
	about := slices.Clone(s.mentioning(word))
	for _, task := range cmd.Tasks {
		about = append(about, s.mentioning(task)...)
	}
	for _, f := range about {
		if (f.Origin != "embedded" || f.MayRead("changes")) && s.decode(f) && cmd.Changes(f) && !slices.Contains(list, f) {
			list = append(list, f)
		}
	}
	return list
}

// Naming returns a reader of outputs that lists one of a command's tasks.
func (s *Set) Naming(cmd facts.Command) *bundle.File {
	for _, task := range cmd.Tasks {
		for _, f := range s.mentioning(task) {
			if s.decode(f) && f.Into != "changes" && slices.Contains(f.Tasks, task) {
				return f
			}
		}
	}
	return nil
}

// forOutput returns the reader that reads a command's output into a table, nil if there is none.
func (s *Set) forOutput(cmd facts.Command, into string) *bundle.File {
	if f := s.named(cmd.Runner); f != nil && f.Into == into && len(f.Contains) > 0 {
		return f
	}
	return nil
}

// runsTests reports whether the reader of this name reads tests.
func (s *Set) runsTests(name string) bool {
	f := s.named(name)
	return f != nil && f.Into == "tests"
}

// readsOutput reports whether the reader of this name reads outputs, and does not only list commands.
func (s *Set) readsOutput(name string) bool {
	f := s.named(name)
	return f != nil && len(f.Contains) > 0
}
