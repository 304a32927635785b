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

	files  []*Reader // all of them, in order; nil before they are loaded
	byWord map[string][]*Reader
	byName map[string][]*Reader // readers that list a command, by the command's name
}

// A Reader is one file of facts.d.
type Reader struct {
	*bundle.File
	reported bool // its mistake has been reported
}

// load lists the files of facts.d, once. Their headers are decoded when they are asked for.
func (r *Readers) load() []*Reader {
	if r.files == nil {
		r.files = []*Reader{}
		for _, f := range (bundle.Loader{Sources: r.Sources, Locked: r.Config.LockedReader, Aside: r.Aside}).Load(bundle.Facts) {
			r.files = append(r.files, &Reader{File: f})
		}
	}
	return r.files
}

// decode decodes the header of a reader. One with a mistake is reported, once, and cannot be used.
func (r *Readers) decode(f *Reader) bool {
	if err := f.Parse(); err != nil {
		if !f.reported {
			f.reported = true
			r.Faults(f.Path, &bundle.Mistake{Err: err})
		}
		return false
	}
	if f.Trust == bundle.Untrusted {
		f.Language = "of reader " + f.Name // so that its green runs clear what it found itself, and nothing else
	}
	return true
}

// All returns the readers without a mistake.
func (r *Readers) All() (list []*Reader) {
	for _, f := range r.load() {
		if r.decode(f) {
			list = append(list, f)
		}
	}
	return list
}

// named returns the reader of a name, nil if there is none.
func (r *Readers) named(name string) *Reader {
	for _, f := range r.load() {
		if f.Name == name && r.decode(f) {
			return f
		}
	}
	return nil
}

// fileNamed returns the file of the reader of a name, nil if there is none.
func (r *Readers) fileNamed(name string) *bundle.File {
	if f := r.named(name); f != nil {
		return f.File
	}
	return nil
}

// mentioning returns the readers that may have a string which begins with a word in their header: most
// commands concern few readers, and decoding the headers of all would take a tenth of a hook. Files
// of other origins are all returned, because TOML has more than one spelling of a string.
func (r *Readers) mentioning(word string) []*Reader {
	if list, ok := r.byWord[word]; ok {
		return list
	}
	list := []*Reader{}
	for _, f := range r.load() {
		if (f.Origin != "embedded" || strings.Contains(f.Text, `"`+word)) && r.decode(f) {
			list = append(list, f)
		}
	}
	if r.byWord == nil || len(r.byWord) > maxNames {
		r.byWord = map[string][]*Reader{}
	}
	r.byWord[word] = list
	return list
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
	word, _, _ := strings.Cut(name, " ")
	for _, f := range r.mentioning(word) {
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

// maxNames limits the caches of listing and mentioning in a long replay.
const maxNames = 1000

// changing returns the readers of the changes that a command makes without naming files: an install, a
// checkout, a formatter. An entry of such a reader's commands may end with flags, which must be
// given: "eslint --fix".
func (r *Readers) changing(cmd Command) (list []*Reader) {
	word, _, _ := strings.Cut(cmd.Name, " ")
	about := slices.Clone(r.mentioning(word))
	for _, task := range cmd.Tasks {
		about = append(about, r.mentioning(task)...)
	}
	for _, f := range about {
		if f.Into != "changes" || slices.Contains(list, f) || slices.ContainsFunc(cmd.Args, func(word string) bool { return flagIn(f.Unless, word) }) {
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
	if f := r.named(cmd.Runner); f != nil && f.Into == into && len(f.Contains) > 0 {
		return f
	}
	return nil
}

// runsTests reports whether the reader of this name reads tests.
func (r *Readers) runsTests(name string) bool {
	f := r.named(name)
	return f != nil && f.Into == "tests"
}

// readsOutput reports whether the reader of this name reads outputs, and does not only list commands.
func (r *Readers) readsOutput(name string) bool {
	f := r.named(name)
	return f != nil && len(f.Contains) > 0
}
