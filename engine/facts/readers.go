package facts

import (
	"slices"
	"strings"

	"witness/engine/bundle"
	"witness/engine/project"
	"witness/engine/store"
)

// Readers are the files of facts.d. Each lists the commands of a runner, and finds runs or changes
// of the tree in their output.
type Readers struct {
	DB      *store.DB
	Sources []bundle.Source
	Config  *project.Config
	Faults  func(place string, err error) // reports an error of a reader
	Aside   func(f *bundle.File) bool     // reports whether a file is set aside; nil sets none aside
	Mark    *store.Mark                   // names the file whose SQL is running

	loaded []*Reader
	own    []*Reader            // those of loaded that are not the project's
	byName map[string][]*Reader // readers that list a command, by the command's name
}

// A Reader is one file of facts.d.
type Reader struct{ *bundle.File }

// All returns the readers. They are loaded once; one with a mistake is reported and left out.
func (r *Readers) All() []*Reader {
	if r.loaded != nil {
		return r.loaded
	}
	r.loaded = []*Reader{}
	for _, f := range (bundle.Loader{Sources: r.Sources, Locked: r.Config.LockedReader, Aside: r.Aside}).Load(bundle.Facts) {
		if err := f.Parse(); err != nil {
			r.Faults(f.Path, &bundle.Mistake{Err: err})
			continue
		}
		if f.Trust == bundle.Untrusted {
			f.Language = "of reader " + f.Name // so that its green runs clear what it found itself, and nothing else
		}
		reader := &Reader{f}
		r.loaded = append(r.loaded, reader)
		if !reader.isProjects() {
			r.own = append(r.own, reader)
		}
	}
	return r.loaded
}

// runner returns the name of the reader that lists the commands whose output this one reads. A
// reader of another form of output names it with the key form.
func (f *Reader) runner() string {
	if f.Form != "" {
		return f.Form
	}
	return f.Name
}

// Lists reports whether a command is one of those listed, by its name or the first words of it.
func Lists(commands []string, name string) bool {
	return slices.ContainsFunc(commands, func(c string) bool {
		return name == c || strings.HasPrefix(name, c) && strings.HasPrefix(name[len(c):], " ")
	})
}

// listing returns the readers that list a command. The result is cached: a line has many commands,
// and there are many readers.
func (r *Readers) listing(name string) []*Reader {
	if list, ok := r.byName[name]; ok {
		return list
	}
	var list []*Reader
	for _, f := range r.All() {
		if Lists(f.Commands, name) {
			list = append(list, f)
		}
	}
	if r.byName == nil || len(r.byName) > maxNames {
		r.byName = map[string][]*Reader{}
	}
	r.byName[name] = list
	return list
}

// maxNames limits the cache of listing in a long replay.
const maxNames = 1000

// changing returns the readers of the changes that a command makes without naming files: an install, a
// checkout, a formatter. An entry of such a reader's commands may end with flags, which must be
// given: "eslint --fix".
func (r *Readers) changing(cmd Command) (list []*Reader) {
	for _, f := range r.All() {
		if f.Into != "changes" || slices.ContainsFunc(cmd.Args, func(word string) bool { return flagIn(f.Unless, word) }) {
			continue
		}
		if slices.ContainsFunc(f.Tasks, func(task string) bool { return slices.Contains(cmd.Tasks, task) }) ||
			slices.ContainsFunc(f.Commands, func(entry string) bool { return cmd.isWith(entry) }) {
			list = append(list, f)
		}
	}
	return list
}

// isWith reports whether the command is that of an entry, by its first words, and has the flags of
// the entry.
func (cmd *Command) isWith(entry string) bool {
	words, flags, flagged := strings.Cut(entry, " -")
	name := cmd.Name
	if len(cmd.Args) > 0 && len(words) > len(name) {
		name += " " + cmd.Args[0] // gh pr checkout
	}
	if !Lists([]string{words}, name) {
		return false
	}
	return !flagged || slices.Contains(cmd.Args, "-"+flags)
}

// forOutput returns the reader that reads a command's output into a table, nil if there is none.
func (r *Readers) forOutput(cmd Command, into string) *Reader {
	for _, f := range r.All() {
		if f.Name == cmd.Runner && f.Into == into && len(f.Contains) > 0 {
			return f
		}
	}
	return nil
}

// runsTests reports whether the reader of this name reads tests.
func (r *Readers) runsTests(name string) bool {
	return slices.ContainsFunc(r.All(), func(f *Reader) bool { return f.Name == name && f.Into == "tests" })
}

// readsOutput reports whether the reader of this name reads outputs, and does not only list commands.
func (r *Readers) readsOutput(name string) bool {
	return slices.ContainsFunc(r.All(), func(f *Reader) bool { return f.Name == name && len(f.Contains) > 0 })
}
