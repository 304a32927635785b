package shell

import "mvdan.cc/sh/v3/syntax"

// scope is what surrounds a command.
type scope struct {
	background, filtered bool
	errexitIgnored       bool // set -e is ignored here: a condition or the left of && and ||
	container            bool // inside a container: another file system
	external             bool // started by an interpreter or another program, so no builtin
	input                *stream
	src                  string              // the text that the nodes at hand were parsed from
	funcs                map[string]function // the functions of this process
	exit, ret, loop      *exits
	nested               int
	names                []Name   // that a wrapper names for the command inside it
	assigns              []string // variables that the command is given
	interpreter          []field  // the interpreter that starts the script at hand, with its words
	conditional          bool     // in a branch, and nothing says whether it is taken
	tests                []Test   // about files, that the way here was asked
}

type function struct {
	body *syntax.Stmt
	src  string
}

// inSubshell is the scope of a process of its own, whose exit ends only that.
func (sc scope) inSubshell() scope {
	sc.exit, sc.ret, sc.loop = newExits(), nil, nil
	return sc
}

// place is where a command of this scope touches files.
func (sc scope) place(dir string, command int) place {
	return place{dir: dir, command: command, container: sc.container, conditional: sc.conditional, tests: sc.tests}
}

// text is the source from the start of one node to the end of another, on one line.
func (sc scope) text(from, to syntax.Node) string {
	a, b := int(from.Pos().Offset()), int(to.End().Offset())
	if r, ok := to.(*syntax.Redirect); ok && r.Word != nil {
		b = int(r.Word.End().Offset())
	}
	if a < 0 || b > len(sc.src) || a >= b {
		return ""
	}
	return oneLine(sc.src[a:b])
}

// frame gathers the states in which exit, return or break left a part of the line.
type exits struct{ ok, fail state }

func newExits() *exits { return &exits{ok: unreachable, fail: unreachable} }

// closed adds to o the ways in which the part was left early.
func (f *exits) addTo(o outcome) outcome {
	o.ok = join(o.ok, f.ok)
	o.fail = join(o.fail, f.fail)
	return o
}
