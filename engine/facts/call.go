// Package facts finds out what one call did: the commands of its shell line, the files that it read
// and changed, and the runs of tests and checks that its output reports.
//
// Read call.go for the result, resolve.go for the way from an event to a call, disk.go for what only
// the file system knows, and read.go for how readers see an output.
package facts

import (
	"encoding/json"
	"slices"
	"strings"

	"witness/engine/hook"
	"witness/engine/project"
	"witness/engine/shell"
	"witness/engine/store"
)

// A Call is an event with its paths resolved and its shell line taken apart.
type Call struct {
	hook.Event
	Project  project.Project // around the call's working directory
	T        int64           // the session's logical time of the call, 0 until it is known
	Started  int64           // when it started, in milliseconds since 1970; 0 if unknown
	Commands []Command
	Touches  []Touch
	Observed []Touch  // changes of files that were seen on disk and not reported by the call
	deleting []string // files of which the call may delete some

	start *start // cached by Live
}

// A Command is one simple command of the line, as in the table commands.
type Command struct {
	shell.Command
	RelDir             string // relative to the project, absolute outside of it, "?" if unknown
	Root               string // the project around it
	Runner             string // the reader that knows the command, "" if none does
	Known              bool   // the runner's reader takes it for a run, not only a listing
	Selection, Variant []string
	Alters             []string // files that the line says it changes
	Changed            bool     // an earlier command of the line changed something
	Decides            bool     // the exit status of the line depends on it
	Maintains          bool     // changing files is its work: cp, rm, sed -i

	script     string   // the script that is run, where Name is its interpreter
	scriptArgs []string // the script's arguments
}

// A Touch is one file that the call reads or changes, as in the table touches.
type Touch struct {
	Path, File, Root string
	Kind, Via        string
	Outcome          string
	OnDisk           bool   // the file was there before
	Seen             bool   // the same call read it before
	Actor            string // "" for the actor of the call
	Command          int    // index of the simple command
	Sure             bool   // it happens even if the command fails
	Many             bool   // it is one of the files of a folder that the line names
}

// touchIndex returns the index of the touch of a file, or -1.
func (c *Call) touchIndex(path, kind string) int {
	return slices.IndexFunc(c.Touches, func(t Touch) bool { return t.Path == path && t.Kind == kind })
}

// touch adds a touch, unless there is one of the same file and kind.
func (c *Call) touch(disk Disk, path, kind, via, outcome string) {
	if path == "" || c.touchIndex(path, kind) >= 0 {
		return
	}
	t := Touch{Path: path, File: c.Project.File(path), Kind: kind, Via: via, Outcome: outcome}
	if project.Within(path, c.Project.Root) {
		t.Root = c.Project.Root
	}
	if outcome == "" {
		t.Outcome = hook.Unknown
	}
	if !hook.ReadOnly(kind) {
		t.Seen = slices.ContainsFunc(c.Touches, func(t Touch) bool { return t.Path == path && t.Kind == hook.Read })
		t.OnDisk = kind == hook.Edit
		if c.Moment == hook.Before {
			t.OnDisk = disk.Existed(path, kind)
		}
	}
	c.Touches = append(c.Touches, t)
}

// Params returns the columns of the table events for this call, which are the parameters of a
// statement.
func (c *Call) Params() store.Args {
	return store.Args{
		"session": c.Session, "t": c.T, "moment": c.Moment, "agent": c.Agent, "actor": c.Actor, "call": c.Call,
		"tool": c.Tool, "name": c.Name, "source": c.Source, "command": c.Event.Command, "cwd": c.Project.Dir, "root": c.Project.Root,
		"outcome": c.Outcome, "exit": c.Exit, "duration_ms": c.Duration,
	}
}

// Params adds the columns of the table touches.
func (t Touch) Params(a store.Args) store.Args {
	a["path"], a["file"], a["kind"], a["via"], a["on_disk"], a["seen"] = t.Path, t.File, t.Kind, t.Via, t.OnDisk, t.Seen
	a["root"] = t.Root
	return a
}

// Params adds the columns of the table commands for the n-th command of the line. The parameters
// named and above hold nothing; package eval fills them.
func (cmd Command) Params(n int, a store.Args) store.Args {
	a["n"], a["program"], a["args"], a["text"], a["dir"] = n, hook.Truncate(cmd.Name, MaxWord), JSONList(short(cmd.Args)), hook.Truncate(cmd.Text, MaxWord), cmd.RelDir
	a["runner"], a["selection"], a["variant"] = cmd.Runner, JSONList(short(cmd.Selection)), JSONList(short(cmd.Variant))
	a["gates"], a["background"], a["inert"], a["changed"], a["decides"] = JSONList(cmd.Gates), cmd.Background, cmd.Inert, cmd.Changed, cmd.Decides
	a["root"] = cmd.Root
	a["sets"], a["named"], a["above"] = JSONList(short(cmd.Assigns)), "[]", "[]"
	return a
}

// list is a JSON array; an empty one is [], never null.
func JSONList[T any](values []T) string {
	if len(values) == 0 {
		return "[]"
	}
	b, err := json.Marshal(values)
	if err != nil {
		return "[]" // strings and ints always marshal
	}
	return string(b)
}

// Bounds of what is kept of a long command: a file written with a here-document is part of it.
const (
	maxCommand = 64 << 10 // bytes of the line
	MaxWord    = 4 << 10  // bytes of a word, and of a command as one line
	maxWords   = 200
)

// short bounds the words of a command.
func short(words []string) []string {
	list := make([]string, 0, min(len(words), maxWords))
	for _, w := range words[:min(len(words), maxWords)] {
		list = append(list, hook.Truncate(w, MaxWord))
	}
	return list
}

// given returns the files and folders of the project that a command is, or is given.
func (c *Call) Given(cmd Command) (paths []string) {
	names := []string{cmd.File}
	for _, name := range cmd.Paths {
		if !name.Glob {
			names = append(names, name.Path)
		}
	}
	for _, name := range names {
		if path := c.Project.Path(name); name != "" && path != c.Project.Root && project.Within(path, c.Project.Root) {
			paths = append(paths, path)
		}
	}
	return paths
}

// neverRan reports whether a command was not reached or not found, as far as the output shows.
func (c *Call) NeverRan(cmd Command) bool {
	return c.Outcome == hook.Failed && (len(cmd.Gates) > 0 && strings.Contains(c.Output, "cd: ") ||
		cmd.Last && c.Exit != nil && (*c.Exit == 126 || *c.Exit == 127))
}
