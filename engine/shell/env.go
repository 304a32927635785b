package shell

import (
	"maps"
	"slices"
	"strings"

	"mvdan.cc/sh/v3/syntax"
)

// env is the execution environment of a shell, as far as the text of the line determines it. The
// directories are absolute, and "" if they are not known.
type env struct {
	dir, oldDir string // PWD and OLDPWD
	// dirs is the directory stack of pushd, the most recent last.
	dirs []string
	// vars is the list of assignments, the newest first.
	vars *binding
	// errexit and pipefail are the options of the set builtin.
	errexit, pipefail bool
	// dotglob is the option with which wildcards match names that begin with a dot, allexport that with which each
	// assignment exports its variable.
	dotglob, allexport bool
	redirected         bool // exec has redirected standard output of everything that follows
	// exported are the variables that export has set for the commands that follow, each NAME=value.
	exported []string
	pending  []string // the names that export has been given before their values
	last     field    // the last word of the command before, which is $_
}

// binding is an element of the linked list of assignments. Of several bindings of a name the first
// in the list is valid. A list is shared by the clones of an environment, so a subshell does not
// copy variables.
type binding struct {
	name  string
	value value
	next  *binding
}

// value is the value of a variable. Parts that are not known are represented by unknownMark.
type value struct {
	// words has one element, or all elements of an array.
	words []string
	// array is set for an array variable and for $@.
	array bool
	// keys are those of the words of an associative array, nil for any other.
	keys []string
	// matching is that of the only word: match is set if that is a pattern and the value is one of the files.
	matching
	lists []int // the commands whose output it is, as in Command
}

// field returns a value that is a match as a field.
func (v value) field() field {
	return field{text: v.words[0], glob: true, matching: v.matching}
}

// derived returns a value with the text to that is computed from v, one of the files that match a
// pattern. It records the pattern as the origin.
func (v value) derived(to string) value {
	if v.origin == "" {
		v.origin = v.words[0]
	}
	v.words = []string{to}
	return v
}

// maxBindings is the number of assignments that are searched for a variable.
const maxBindings = 500

// clone returns the environment of a subshell: a copy whose changes do not affect e.
func (e *env) clone() *env {
	c := *e
	return &c
}

// set assigns v to the variable name.
func (e *env) set(name string, v value) {
	e.vars = &binding{name: name, value: v, next: e.vars}
}

// export makes a variable part of the environment of the commands that follow.
func (e *env) export(name string) {
	v, ok := e.get(name)
	if !ok {
		e.pending = append(slices.Clip(e.pending), name)
		return
	}
	e.exported = append(slices.Clip(e.exported), name+"="+asSource(strings.Join(v.words, " ")))
}

// assign sets a variable by an assignment of the line, which exports it if an option or an earlier command says so.
func (e *env) assign(b binding) {
	e.set(b.name, b.value)
	if e.allexport || slices.Contains(e.pending, b.name) {
		e.export(b.name)
	}
}

// setUnknown makes the value of the variable name unknown.
func (e *env) setUnknown(name string) { e.set(name, value{words: []string{unknownMark}}) }

// setField assigns a single word to the variable name. A glob pattern is assigned only if the word
// is one of the files that match it.
func (e *env) setField(name string, f field) {
	switch {
	case f.known():
		e.set(name, value{words: []string{f.text}})
	case f.glob && !f.hasUnknown():
		v := value{words: []string{f.text}, matching: f.matching}
		v.match = true
		e.set(name, v)
	default:
		e.setUnknown(name)
	}
}

// setFrom notes the commands whose output the variable name is.
func (e *env) setFrom(name string, lists []int) {
	if v, ok := e.get(name); ok && len(lists) > 0 {
		v.lists = lists
		e.set(name, v)
	}
}

// get returns the value of the variable name, and false if the line does not assign it.
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

// merge reduces e to what e and other have in common. It yields the environment after two branches
// meet.
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
	e.dotglob, e.allexport = e.dotglob || other.dotglob, e.allexport || other.allexport
	if e.vars == other.vars {
		return
	}
	if e.last != other.last {
		e.last = field{text: unknownMark}
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
		if !inA || !inB || a.array != b.array || a.matching != b.matching || !slices.Equal(a.words, b.words) {
			e.setUnknown(name)
		}
	}
}

// chdir makes target the working directory.
func (e *env) chdir(target field) {
	e.oldDir, e.dir = e.dir, resolve(e.dir, target)
}

// forgetAssigned makes the variables that are assigned in the body of a loop unknown, since an
// iteration may see the values that an earlier one assigned.
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
