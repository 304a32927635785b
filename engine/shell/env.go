package shell

import (
	"maps"
	"path"
	"slices"
	"strings"
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

// unknownMark stands in a text for a part that cannot be known. Lines are cleared of it
// before they are parsed.
const unknownMark = "\x00"

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

// resolve is the absolute directory that f names from dir, "" if it cannot be known.
func resolve(dir string, f field) string {
	switch {
	case !f.known() || f.text == "":
		return ""
	case isAbsolute(f.text):
		return cleanPath(f.text)
	case dir == "" || len(dir) > maxPath:
		return ""
	}
	return cleanPath(dir + "/" + f.text)
}

// isAbsolute knows the drive letters of Windows besides the root.
func isAbsolute(p string) bool {
	return strings.HasPrefix(p, "/") || len(p) > 2 && p[1] == ':' && (p[2] == '/' || p[2] == '\\') && isLetter(p[0])
}

func isLetter(c byte) bool { return c >= 'a' && c <= 'z' || c >= 'A' && c <= 'Z' }

// cleanPath is path.Clean that keeps a drive from being climbed out of.
func cleanPath(p string) string {
	if !strings.HasPrefix(p, "/") && isAbsolute(p) {
		return p[:2] + path.Clean("/"+toSlash(p[2:]))
	}
	return path.Clean(p)
}
