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

	loaded []*Reader
	byName map[string][]*Reader // readers that list a command, by the command's name
}

// A Reader is one file of facts.d.
type Reader struct {
	*bundle.File
	header string // the part of the text before the statement
}

// All returns the readers. They are loaded once.
func (r *Readers) All() []*Reader {
	if r.loaded == nil {
		for _, f := range (bundle.Loader{Sources: r.Sources, Locked: r.Config.LockedReader}).Load(bundle.Facts) {
			header, _, _ := strings.Cut(f.Text, "\nWITH")
			header, _, _ = strings.Cut(header, "\nSELECT")
			r.loaded = append(r.loaded, &Reader{f, header})
		}
	}
	return r.loaded
}

// runner returns the name of the reader that lists the commands whose output this one reads. A
// reader of another form of output names it with the key form.
func (f *Reader) runner() string {
	if strings.Contains(f.header, "\n--- form") && f.Parse() == nil && f.Form != "" {
		return f.Form
	}
	return f.Name
}

// onlyExit reports whether the reader has no literals: it interprets the exit code of a command.
func (f *Reader) onlyExit() bool {
	return !strings.Contains(f.header, "\n--- contains") && f.Parse() == nil && len(f.Contains) == 0
}

// literals returns the texts in `contains` without parsing TOML. ok is false if they are not on one
// line.
func (f *Reader) literals() (list []string, ok bool) {
	_, line, ok := strings.Cut(f.header, "\n--- contains")
	if !ok {
		return nil, false
	}
	line, _, _ = strings.Cut(line, "\n")
	return quotedList(line[strings.IndexByte(line, '=')+1:])
}

// quotedList reads ["a", "b"]; ok is false for anything that is not just that.
func quotedList(text string) (list []string, ok bool) {
	text, opened := strings.CutPrefix(strings.TrimSpace(text), "[")
	text, closed := strings.CutSuffix(text, "]")
	if !opened || !closed || strings.Contains(text, `\`) {
		return nil, false
	}
	for i, part := range strings.Split(text, `"`) {
		if i%2 == 1 {
			list = append(list, part)
		} else if strings.Trim(part, " \t,") != "" {
			return nil, false
		}
	}
	return list, strings.Count(text, `"`)%2 == 0
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
	var words []string // in quotes, as a header can list them for this command
	var first string   // prefix of all of them
	for end := len(name); end > 0; end = strings.LastIndexByte(name[:end], ' ') {
		first = `"` + name[:end]
		words = append(words, first+`"`)
	}
	var list []*Reader
	for _, f := range r.All() {
		// Only headers that name the command are parsed. A mistake in another one is reported
		// when the reader is about to run, and by rules check.
		if strings.Contains(f.header, first) && slices.ContainsFunc(words, func(w string) bool { return strings.Contains(f.header, w) }) &&
			f.Parse() == nil && Lists(f.Commands, name) {
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

// changesTree reports whether a command changes files without naming them: an install, a checkout.
func (r *Readers) changesTree(name string) bool {
	return slices.ContainsFunc(r.listing(name), func(f *Reader) bool { return f.Into == "changes" })
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
