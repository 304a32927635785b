package engine

import (
	"maps"
	"slices"
	"strings"
)

// callParameters are the columns of events, commands and touches: what a rule may name.
func callParameters() []string {
	var c call
	a := (command{}).params(0, touch{}.params(c.params()))
	a["now"] = nil
	return slices.Sorted(maps.Keys(a))
}

// parameters are the names that a file's statement may use.
func (f *Script) parameters() []string {
	var c call
	list := append(slices.Collect(maps.Keys(c.params())), "now")
	switch f.Kind {
	case Rules:
		a := c.params()
		files, commands := f.subjectKinds()
		if files {
			a = touch{}.params(a)
		}
		if commands {
			a = command{}.params(0, a)
		}
		list = append(slices.Collect(maps.Keys(a)), "now")
	case Facts:
		list = append(slices.Collect(maps.Keys(c.params())), "output")
		if f.Into != "changes" {
			list = append(slices.Collect(maps.Keys(command{}.params(0, c.params()))), "output")
		}
	case Queries:
		list = []string{"session", "root", "now"}
		for _, a := range f.Args {
			list = append(list, strings.TrimSuffix(a, "?"))
		}
	}
	list = append(list, slices.Collect(maps.Keys(f.Options))...)
	slices.Sort(list) // of names that are equally near, the same is suggested each time
	return list
}

// subjectKinds tells whether a rule is asked about files, and whether about commands.
func (f *Script) subjectKinds() (files, commands bool) {
	if len(f.When) > 0 && !slices.Contains(f.When, Before) && !slices.Contains(f.When, After) {
		return false, false
	}
	for _, t := range f.Tools {
		files = files || slices.Contains([]string{Read, Edit, Write, Delete}, t)
		commands = commands || t == Run
	}
	files = files || len(f.Paths) > 0
	commands = commands || len(f.Commands) > 0
	return files, commands
}

// subjectHint tells what a rule must select to know more of a call.
func (f *Script) subjectHint() string {
	switch files, commands := f.subjectKinds(); {
	case files:
		return "a rule that is asked about files knows the columns of events and touches"
	case commands:
		return "a rule that is asked about commands knows the columns of events and commands"
	default:
		return "a rule without tools, commands or paths knows only the columns of events"
	}
}

// answers tells whether a subject has all that a rule may ask of its kind. A call whose file
// cannot be told, such as an edit without a path, is no subject for a rule about files.
func (s subject) answers(f *Script) bool {
	if files, commands := f.subjectKinds(); s.file != "" || s.command != nil || !files && !commands {
		return true
	}
	known := f.parameters()
	return !slices.ContainsFunc(parameters(f.Text), func(p string) bool {
		_, has := s.args[p[1:]]
		return !has && slices.Contains(known, p[1:])
	})
}
