package readers

import (
	"context"
	"path"
	"slices"
	"strings"

	"witness/engine/bundle"
	"witness/engine/facts"
	"witness/engine/lines"
	"witness/engine/marks"
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
	Clock   func() int64                  // the time in milliseconds since 1970

	listed   []bundle.OwnReader          // witness's own readers
	own      map[string]*bundle.File     // those that were read, by name; nil for one that another file replaces
	others   []*bundle.File              // all that are not witness's own, in order
	byName   map[string][]*bundle.File   // readers that list a command, by the command's name
	markers  *[]marks.Own                // what is counted in files, nil before it was asked for
	reported map[*bundle.File]bool       // their mistake has been reported
	patterns map[*bundle.File]*lines.Set // see labelling
	indexes  []*bundle.Index             // of the folders that were loaded
}

// load lists the files of facts.d, once. Witness's own are read when they are asked for, unless there are others,
// which may replace them. Headers are decoded when they are asked for.
func (s *Set) load() {
	if s.own != nil {
		return
	}
	s.own = map[string]*bundle.File{}
	s.listed = bundle.OwnReaders(s.Sources[0].FS)
	if !slices.ContainsFunc(s.Sources[1:], func(source bundle.Source) bool { return source.Has(bundle.Facts) }) {
		return
	}
	for _, r := range s.listed {
		s.own[r.Name] = nil
	}
	loader := bundle.Loader{Sources: s.Sources, Locked: s.Config.LockedReader, Aside: s.Aside, Index: s.openIndex, Wants: bundle.All}
	for _, f := range loader.Load(bundle.Facts) {
		if f.Origin == "embedded" {
			s.own[f.Name] = f
		} else {
			s.others = append(s.others, f)
		}
	}
}

// openIndex opens the index of a folder of readers.
func (s *Set) openIndex(kind, dir string, version func() string) *bundle.Index {
	ix := s.DB.OpenIndex(kind, dir, version, bundle.All, s.Clock(), s.Faults)
	s.indexes = append(s.indexes, ix)
	return ix
}

// SaveIndexes stores what has changed of the indexes of readers.
func (s *Set) SaveIndexes(ctx context.Context) {
	for _, ix := range s.indexes {
		s.DB.SaveIndex(ctx, ix)
	}
	s.indexes = nil
}

// read returns one of witness's own readers, nil if another file replaces it.
func (s *Set) read(r bundle.OwnReader) *bundle.File {
	f, ok := s.own[r.Name]
	if !ok {
		f = r.Read(s.Sources[0])
		s.own[r.Name] = f
	}
	return f
}

// choose returns those of witness's own readers that may concern something, and all others, in order.
func (s *Set) choose(concerned func(bundle.OwnReader) bool) (list []*bundle.File) {
	s.load()
	for _, r := range s.listed {
		if concerned(r) {
			if f := s.read(r); f != nil {
				list = append(list, f)
			}
		}
	}
	if len(s.others) > 0 {
		list = append(list, s.others...)
		slices.SortStableFunc(list, func(a, b *bundle.File) int { return strings.Compare(a.Name, b.Name) })
	}
	return list
}

// decode decodes the header of a reader. One that reads no output cannot be used.
func (s *Set) decode(f *bundle.File) bool { return s.parse(f) && len(f.Markers) == 0 }

// parse decodes the header of a file. One with a mistake is reported, once.
func (s *Set) parse(f *bundle.File) bool {
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
func (s *Set) All() []*bundle.File {
	list := s.choose(func(bundle.OwnReader) bool { return true })
	return slices.DeleteFunc(list, func(f *bundle.File) bool { return !s.decode(f) })
}

// named returns the reader of a name, nil if there is none.
func (s *Set) named(name string) *bundle.File {
	for _, f := range s.choose(func(r bundle.OwnReader) bool { return r.Name == name }) {
		if f.Name == name && s.decode(f) {
			return f
		}
	}
	return nil
}

// mentioning returns the readers that may list a command that begins with a word, or a task of this name, not yet
// decoded: most commands concern few readers.
func (s *Set) mentioning(word string) []*bundle.File {
	return s.choose(func(r bundle.OwnReader) bool { return r.Mentions(word) })
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

// printing returns the readers for a table that have a literal which the output may contain.
func (s *Set) printing(into string, contain func(literal string) bool) []*bundle.File {
	list := s.choose(func(r bundle.OwnReader) bool { return r.MayRead(into, contain) })
	return slices.DeleteFunc(list, func(f *bundle.File) bool { return !s.decode(f) })
}

// maxNames limits the cache of listing in a long replay.
const maxNames = 1000

// Changing returns the readers of the changes that a command makes without naming files: an install, a
// checkout, a formatter.
func (s *Set) Changing(cmd facts.Command) (list []*bundle.File) {
	word, _, _ := strings.Cut(cmd.Name, " ")
	for _, f := range s.choose(func(r bundle.OwnReader) bool {
		return (r.Into == "" || r.Into == "changes") && (r.Mentions(word) || slices.ContainsFunc(cmd.Tasks, r.Mentions))
	}) {
		if s.decode(f) && cmd.Changes(f) {
			list = append(list, f)
		}
	}
	return list
}

// Naming returns a reader of outputs that lists one of a command's tasks, or the name of the script that it runs:
// scripts/verify.sh is a project's way to say what `make verify` says elsewhere.
func (s *Set) Naming(cmd facts.Command) *bundle.File {
	tasks := cmd.Tasks
	if len(tasks) == 0 && cmd.File != "" {
		tasks = []string{strings.TrimSuffix(path.Base(cmd.File), path.Ext(cmd.File))}
	}
	for _, task := range tasks {
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
