package shell

import (
	"maps"
	"slices"

	"mvdan.cc/sh/v3/syntax"
)

// env is the state of a shell as far as the text determines it.
type env struct {
	dir, oldDir       string // "" if it cannot be known
	dirs              []string
	vars              *binding
	errexit, pipefail bool
	redirected        bool // exec sent the output of all that follows into a file
}

// binding is one assignment; the newest of a name counts.
type binding struct {
	name  string
	value value
	next  *binding
}

// value is what a variable holds. The text of an unknown part is unknownMark.
type value struct {
	words []string
	array bool
	// match is true if it is one of the files that its only word, a pattern, stands for;
	// deep as of a field.
	match, recursive, subset bool
	origin                   string // as of a field
}

// field is the value as a word, of one that is match.
func (v value) field() field {
	return field{text: v.words[0], glob: true, match: true, recursive: v.recursive, subset: v.subset, origin: v.origin}
}

// renamed is a name that is made of one of the files that a pattern stands for.
func (v value) derived(to string) value {
	if v.origin == "" {
		v.origin = v.words[0]
	}
	v.words = []string{to}
	return v
}

// maxBindings bounds the search for a variable.
const maxBindings = 500

func (e *env) clone() *env {
	c := *e
	return &c
}

func (e *env) set(name string, v value) {
	e.vars = &binding{name: name, value: v, next: e.vars}
}

func (e *env) setUnknown(name string) { e.set(name, value{words: []string{unknownMark}}) }

// hold makes a variable one word, which may be one of the files that a pattern stands for.
func (e *env) setField(name string, f field) {
	switch {
	case f.known():
		e.set(name, value{words: []string{f.text}})
	case f.glob && !f.hasUnknown():
		e.set(name, value{words: []string{f.text}, match: true, recursive: f.recursive, subset: f.subset, origin: f.origin})
	default:
		e.setUnknown(name)
	}
}

// get returns the value of a variable, and false if the line does not say it.
func (e *env) get(name string) (value, bool) {
	n := 0
	for b := e.vars; b != nil && n < maxBindings; b = b.next {
		if b.name == name {
			return b.value, true
		}
		n++
	}
	return value{}, false
}

// merge makes e what is common to e and other, the state after two ways that meet.
func (e *env) merge(other *env) {
	if e.dir != other.dir {
		e.dir = ""
	}
	if e.oldDir != other.oldDir {
		e.oldDir = ""
	}
	if !slices.Equal(e.dirs, other.dirs) {
		e.dirs = nil
	}
	e.errexit = e.errexit && other.errexit
	e.pipefail = e.pipefail && other.pipefail
	if e.vars == other.vars {
		return
	}
	names := map[string]bool{}
	for _, from := range []*binding{e.vars, other.vars} {
		n := 0
		for b := from; b != nil && n < maxBindings; b = b.next {
			names[b.name] = true
			n++
		}
	}
	for _, name := range slices.Sorted(maps.Keys(names)) {
		a, inA := e.get(name)
		b, inB := other.get(name)
		if !inA || !inB || a.array != b.array || a.match != b.match || a.recursive != b.recursive || a.subset != b.subset || a.origin != b.origin || !slices.Equal(a.words, b.words) {
			e.setUnknown(name)
		}
	}
}

// enter makes target the working directory, as cd does.
func (e *env) chdir(target field) {
	e.oldDir, e.dir = e.dir, resolve(e.dir, target)
}

// forgetAssigned makes the variables that a loop assigns unknown, because a later turn
// sees what an earlier one left.
func (e *env) forgetAssigned(bodies ...[]*syntax.Stmt) {
	for _, body := range bodies {
		for _, s := range body {
			syntax.Walk(s, func(n syntax.Node) bool {
				if a, ok := n.(*syntax.Assign); ok && a.Name != nil {
					if _, set := e.get(a.Name.Value); set {
						e.setUnknown(a.Name.Value)
					}
				}
				return true
			})
		}
	}
}
