package shell

import (
	"slices"
	"strings"

	"mvdan.cc/sh/v3/syntax"
)

// scope is the context that a command runs in, as determined by the commands that enclose it. It is
// passed by value: a change affects only what is walked with the changed copy.
type scope struct {
	// background and filtered are those of Command.
	background, filtered bool
	errexitIgnored       bool // errexit does not apply, as in a condition and on the left of && and ||
	container            bool // it runs in a container, which has another file system
	external             bool // it is started by a program instead of a shell, so it is never a builtin
	conditional          bool // it is in a branch that may not be taken
	looped               bool // it is in the body of a loop
	fills                bool // its words are names of files that it deletes: a list of them in a file is read, see filled
	endless              bool // of a loop that nothing ends
	// input is standard input, nil for that of the line.
	input *stream
	// source is the code that contains the command, nil in PowerShell.
	source *source
	// exit, ret and loop collect how exit, return and break leave the enclosing process, function
	// and loop. They are nil if there is none.
	exit, ret, loop *exits
	// nested is the number of enclosing shells and function calls.
	nested      int
	names       []PathWord // names that a wrapper contributes to those of the command
	assigns     []string   // assignments that apply to the command
	settings    []string   // flags of its wrappers that choose what it runs with
	wrappers    []string   // as in Command
	interpreter []field    // the words of the interpreter that runs the command, a script
	tests       []FileTest // file tests that must hold for the branch to be taken
	filter      string     // what its output goes through, as in Command
	inside      string     // the named container that a wrapper runs it in
	entered     string     // the directory in which that wrapper was started
	via         string     // the file and line that the command stands on, as in Command
	opened      int        // the number of files around the command
	failed      []int      // the commands that have certainly failed, as in Command
	backticks   []string   // as in Command
	lists       []int      // the commands whose output its words are taken from, as in Command
	piped       []int      // the commands whose output is its standard input, as far as they are in its pipeline
}

// source is code that a shell runs.
type source struct {
	// text is the text that the syntax nodes were parsed from.
	text string
	// file is the file that text comes from and first the line that it begins on there. Code without a file, such as that of
	// eval, is of the line that runs it.
	file  string
	first int
	// funcs are the functions that the process has defined, nil if there are none.
	funcs map[string]function
}

// function is a function that the line defines.
type function struct {
	body *syntax.Stmt
	// source is the code that contains body.
	source *source
}

// define adds a function to those of the process.
func (s *source) define(name string, body *syntax.Stmt) {
	if s.funcs == nil {
		s.funcs = map[string]function{}
	}
	s.funcs[name] = function{body, s}
}

// inline returns the source of code that runs in the same process, as that of eval does.
func (s *source) inline(code string) *source {
	if s.funcs == nil {
		s.funcs = map[string]function{}
	}
	return &source{text: code, funcs: s.funcs}
}

// inSubshell returns the scope of a separate process, which exit ends without ending the enclosing
// one.
func (sc scope) inSubshell() scope {
	sc.exit, sc.ret, sc.loop = newExits(), nil, nil
	return sc
}

// place returns the place of the touches of a command in this scope that runs in dir.
func (sc scope) place(dir string, command int) place {
	return place{dir: dir, command: command, container: sc.container, conditional: sc.conditional, tests: sc.tests}
}

// insideDir returns the folder of the project that dir is in the container of this scope, as far as it
// is known. A folder at the root of the container (/app, /src) is taken for the one that is mounted.
func (sc scope) insideDir(dir string) string {
	switch {
	case sc.inside == "" || sc.entered == "":
		return ""
	case dir == sc.entered || strings.HasPrefix(dir, sc.entered+"/"):
		return dir
	case strings.Count(strings.TrimRight(dir, "/"), "/") == 1 || has("/usr/src/app /var/www/html", dir):
		return sc.entered
	}
	return ""
}

// text returns the source from the start of one node to the end of another on one line.
func (sc scope) text(from, to syntax.Node) string {
	a, b := int(from.Pos().Offset()), int(to.End().Offset())
	if r, ok := to.(*syntax.Redirect); ok && r.Word != nil {
		b = int(r.Word.End().Offset())
	}
	if a < 0 || b > len(sc.source.text) || a >= b {
		return ""
	}
	return oneLine(sc.source.text[a:b])
}

// exits collects the states in which exit, return or break leaves a part of the line: ok after
// status 0, fail after any other.
type exits struct{ ok, fail state }

// newExits returns exits that have not been taken.
func newExits() *exits { return &exits{ok: unreachable, fail: unreachable} }

// addTo returns o with the exits added.
func (f *exits) addTo(o outcome) outcome {
	o.ok = join(o.ok, f.ok)
	o.fail = join(o.fail, f.fail)
	return o
}

// runsScripts reports whether a wrapper is an interpreter, which is a part of the command: Interpreter, or
// nothing if it runs a module.
func runsScripts(name string) bool {
	return has("python pypy coverage node ruby perl php ts-node tsx pwsh powershell", name)
}

// wrappedBy returns the scope of a command that a wrapper runs.
func (sc scope) wrappedBy(name string) scope {
	if !slices.Contains(sc.wrappers, name) {
		sc.wrappers = append(slices.Clip(sc.wrappers), name)
	}
	return sc
}
