package engine

import (
	"encoding/json"
	"slices"

	"witness/engine/shell"
)

// A call is an event with everything resolved: where it happens, the simple commands of
// its shell line and the files it reads and changes.
type call struct {
	Event
	place    Place
	engine   *Engine
	live     bool              // there is a disk to ask: it is no replay
	printed  *pairs            // of the output, while it is read
	links    map[string]string // where paths lead to that are links: see linked
	t        int64
	began    int64           // when it began, in milliseconds since 1970; 0 if that was not told
	filled   map[string]bool // the tables that hold something of the session, see lacks; nil if that is not known
	commands []command
	doomed   []string   // files of which some may be deleted
	start    *beginning // see beginning
	touches  []touch
	observed []touch // changes that were seen on the disk, not told
}

// A command is one simple command of the line, as the table has it.
type command struct {
	shell.Command
	dir                string // relative to the project, absolute outside of it
	root               string // the project around dir
	runner             string
	script             string   // the script that is run, where Name is its interpreter
	scriptArgs         []string // and its words
	known              bool     // the runner's reader knows it as a run, and not as a mere listing
	selection, variant []string
	changed            bool
	decides            bool
	alters             []string // the files that its words say it changes
	keeps              bool     // that is its work: cp, rm, sed -i
}

// A touch is one file that the call reads or changes.
type touch struct {
	path, file, root string
	kind, via        string
	outcome          string
	onDisk, seen     bool
	actor            string // "" for the actor of the call
	command          int    // of the line
	sure             bool   // it happens even when the command fails
	many             bool   // it is one of a folder that the line names
}

// call resolves an event.
func (e *Engine) call(ev Event) *call {
	c := &call{Event: ev, place: e.place, engine: e, live: e.path != ""}
	if dir := resolve(ev.CWD); dir != "" && dir != e.place.Dir {
		c.place = placeOf(dir, ev.Project)
	}
	for _, f := range ev.Files {
		path := c.place.path(f.Path)
		c.touch(e, path, f.Kind, "tool", ev.Outcome)
		if f.Existed != nil && path != "" {
			c.touches[c.touched(path, f.Kind)].onDisk = *f.Existed
		}
	}
	if ev.Command != "" {
		e.line(c)
	}
	if len(c.Output) > maxOutput {
		c.Output, c.Cut = c.Output[:maxOutput/2]+"\n"+c.Output[len(c.Output)-maxOutput/2:], true
	}
	c.Output = e.config.secrets.Hide(c.Output)
	return c
}

// touched is the position of the touch of a file, -1 if there is none.
func (c *call) touched(path, kind string) int {
	return slices.IndexFunc(c.touches, func(t touch) bool { return t.path == path && t.kind == kind })
}

// touch adds a file. A later touch of the same kind adds nothing.
func (c *call) touch(e *Engine, path, kind, via, outcome string) {
	if path == "" || c.touched(path, kind) >= 0 {
		return
	}
	t := touch{path: path, file: c.place.file(path), kind: kind, via: via, outcome: outcome}
	if within(path, c.place.Root) {
		t.root = c.place.Root
	}
	if outcome == "" {
		t.outcome = Unknown
	}
	if !readOnly(kind) {
		t.seen = slices.ContainsFunc(c.touches, func(t touch) bool { return t.path == path && t.kind == Read })
		t.onDisk = kind == Edit
		if c.Moment == Before {
			t.onDisk = e.onDisk(path, kind)
		}
	}
	c.touches = append(c.touches, t)
}

// params are the columns of `events` for this call.
func (c *call) params() args {
	return args{
		"session": c.Session, "t": c.t, "moment": c.Moment, "agent": c.Agent, "actor": c.Actor, "call": c.Call,
		"tool": c.Tool, "name": c.Name, "source": c.Source, "command": c.Command, "cwd": c.place.Dir, "root": c.place.Root,
		"outcome": c.Outcome, "exit": c.Exit, "duration_ms": c.Duration,
	}
}

// params adds the columns of `touches`.
func (t touch) params(a args) args {
	a["path"], a["file"], a["kind"], a["via"], a["on_disk"], a["seen"] = t.path, t.file, t.kind, t.via, t.onDisk, t.seen
	a["root"] = t.root
	return a
}

// params adds the columns of `commands`.
func (cmd command) params(n int, a args) args {
	a["n"], a["program"], a["args"], a["text"], a["dir"] = n, cut(cmd.Name, maxWord), list(short(cmd.Args)), cut(cmd.Text, maxWord), cmd.dir
	a["runner"], a["selection"], a["variant"] = cmd.runner, list(short(cmd.selection)), list(short(cmd.variant))
	a["gates"], a["background"], a["inert"], a["changed"], a["decides"] = list(cmd.Gates), cmd.Background, cmd.Inert, cmd.changed, cmd.decides
	a["root"] = cmd.root
	a["sets"], a["named"], a["above"] = list(short(cmd.Sets)), "[]", "[]" // of the last two: see subjects
	return a
}

// list is a JSON array; an empty one is [], never null.
func list[T any](values []T) string {
	if len(values) == 0 {
		return "[]"
	}
	b, err := json.Marshal(values)
	if err != nil {
		return "[]" // strings and ints do not fail to marshal
	}
	return string(b)
}
