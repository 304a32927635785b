// Package facts determines what one call did: the commands of its shell line, and the files that it read
// and changed.
//
// Read call.go for the result, resolve.go for how an event becomes a call, and disk.go for what is asked
// of the file system.
package facts

import (
	"path/filepath"
	"slices"
	"strings"

	"witness/engine/agent"
	"witness/engine/deeds"
	"witness/engine/hook"
	"witness/engine/project"
	"witness/engine/shell"
	"witness/engine/store"
)

// A Call is an event with its paths resolved and its shell line parsed.
type Call struct {
	hook.Event
	Project  project.Project // around the call's working directory
	T        int64           // the tick of the call, the session's logical time; 0 until SetTick
	Start    Start           // of a call that has ended, if it was found before the store was locked
	Started  int64           // when it started, in milliseconds since 1970; 0 if unknown
	Line     shell.Line      // what the text of the shell line says, before the disk is asked
	Commands []Command
	Partial  bool   // a part of the shell line was not read
	Head     string // the commit that is checked out, once CheckedOut has set it
	Touches  []Touch
	Observed []Touch           // changes of files that were seen on disk and that the call does not report
	Listing  *Listing          // what git status has listed, nil if nothing
	Deleting []string          // files that match a delete of a subset, such as find -name … -delete
	made     []string          // repositories that the line makes: worktrees, clones
	folders  []folder          // that the call makes
	roots    map[string]string // cached by rootOf

	Classes *project.Classes
	Kept    any               // what the Disk keeps of the call
	Meter   *agent.TokenMeter // what the Disk has read of the tokens that were used, nil if nothing
	answers map[[2]string]any // of Ask, by root and parameter
	deeds   *deeds.Line       // cached by deedsOf
}

// A Start is what is recorded of the beginning of a call. T is 0 if nothing is, or if it is not known which beginning is the call's.
type Start struct {
	T, At  int64
	Call   string // its id in the store
	Denied bool
}

// A Command is one simple command of the line, as in the table commands.
type Command struct {
	shell.Command
	RelDir             string // relative to Root, "?" if unknown
	Root               string // the project that it runs in
	Runner             string // the name of the reader that lists the command, "" if none does
	NamedBy            string // the reader that lists the name of the task or script that it runs; Runner is then ""
	Kind               string // test, check or build, "" for any other
	Known              bool   // the arguments make it a run and not, for example, a listing of tests
	Selection, Variant []string
	Inside             bool     // it may leave out tests within what its runner names as one
	Prebuilt           bool     // it tests what was built before, and does not build
	More               []string // flags of Variant with which more tests run or can fail
	Shows              []string // flags that only change how much is shown, and what the output goes through
	Alters             []string // files that it changes according to the line
	Changed            bool     // an earlier command of the line changed something
	Decides            bool     // the exit status of the line depends on it
	Commits            bool     // it makes a commit
	Maintains          bool     // its purpose is to change files: cp, rm, sed -i
	AltersTree         bool     // a reader lists it as changing the tree: git checkout, npm install

	script     string   // the script that is run, if Name is its interpreter
	scriptArgs []string // the script's arguments
}

// A Touch is one file that the call reads or changes, as in the table touches.
type Touch struct {
	Path, File, Root string
	Kind, Via        string
	Outcome          string
	Manner           string // see the column of touches
	First, Last      int64  // the lines that a read shows, 0 if unknown
	Lines            int64  // of the whole file, 0 if unknown
	Class            string // of the file: test, document, …
	OnDisk           bool   // the file existed before
	Seen             bool   // the same call read it before
	Actor            string // "" for the actor of the call
	Command          int    // index of the simple command
	Sure             bool   // it happens even if the command fails
	Many             bool   // it is one of the files of a folder that the line names
	Before, After    State  // of the file, of a change that happened

	from    string // what it is a copy of: a file, a folder, or a pattern of them
	again   bool   // several commands of the line touch it in this way
	counted bool   // which lines a read shows follows from its command
	tail    int64  // it shows so many lines at the end, 0 if that is not what limits it
}

// touchIndex returns the index of the touch of a file, or -1.
func (c *Call) touchIndex(path, kind string) int {
	return slices.IndexFunc(c.Touches, func(t Touch) bool { return t.Path == path && t.Kind == kind })
}

// touch adds a touch, unless there is one of the same file and kind already.
func (c *Call) touch(disk Disk, path, kind, via, outcome string) {
	if path == "" || c.touchIndex(path, kind) >= 0 {
		return
	}
	t := c.TouchOf(disk, path, kind, via, outcome)
	if outcome == "" {
		t.Outcome = hook.Unknown
	}
	if !hook.ReadOnly(kind) {
		t.Seen = slices.ContainsFunc(c.Touches, func(t Touch) bool { return t.Path == path && t.Kind == hook.Read })
		t.OnDisk = kind == hook.Edit
		if c.Moment == hook.Before {
			t.OnDisk = disk.Existed(path, kind) && !slices.ContainsFunc(c.Missing, func(name string) bool {
				return path == name || strings.HasSuffix(path, "/"+name)
			})
			if i := c.touchIndex(path, hook.Write); i >= 0 && via == "shell" {
				t.OnDisk = c.Touches[i].OnDisk // an earlier command of the line writes it: cp a b && sed -i … b
			}
		}
	}
	c.Touches = append(c.Touches, t)
}

// TouchOf returns a touch of a file, with what is known from its path alone.
func (c *Call) TouchOf(disk Disk, path, kind, via, outcome string) Touch {
	t := Touch{Path: path, Root: c.rootOf(disk, filepath.Dir(path)), Kind: kind, Via: via, Outcome: outcome}
	t.File = project.File(t.Root, path)
	if t.Class = c.classOf(t); t.Class == "" && (!hook.ReadOnly(kind) && isProgram(disk.Text(path)) ||
		slices.ContainsFunc(c.Event.Files, func(f hook.File) bool { return isProgram(f.Content) && c.Project.Path(f.Path) == path })) {
		t.Class = "code"
	}
	return t
}

// isProgram reports whether a text names the program that runs it, whatever its file is called.
func isProgram(text string) bool { return strings.HasPrefix(text, "#!") }

// findMoved marks the files that a command of the line, or a patch, gives another name in the project, by which they are of the same
// class and not set aside, and by which it is still known for what it is without its folder: a runner takes no add.test.js.off. A patch
// that deletes a file and adds one beside it that differs in its extension gives it that.
func (c *Call) findMoved() {
	for i, d := range c.Touches {
		if d.Kind == hook.Delete && slices.ContainsFunc(c.Touches, func(w Touch) bool {
			return w.Command == d.Command && w.Class == d.Class && w.Root == d.Root && isSetAside(w.File) == isSetAside(d.File) &&
				(c.Classes.Of(filepath.Base(w.File)) != "" || c.Classes.Of(filepath.Base(d.File)) == "") &&
				(d.Via == "shell" && w.isCopyOf(d.Path) || d.Via == "tool" && w.Kind == hook.Write && withoutExt(w.Path) == withoutExt(d.Path))
		}) {
			c.Touches[i].Manner = "move"
		}
	}
}

// withoutExt returns a path without its extension.
func withoutExt(path string) string { return strings.TrimSuffix(path, filepath.Ext(path)) }

// isSetAside reports whether runners pass over a file by its name or that of one of its folders: _cart_test.go, .old/cart_test.go,
// testdata/cart_test.go. __tests__ is where some look.
func isSetAside(file string) bool {
	return slices.ContainsFunc(strings.Split(filepath.ToSlash(file), "/"), func(part string) bool {
		return part == "testdata" || strings.HasPrefix(part, ".") || strings.HasPrefix(part, "_") && !strings.HasPrefix(part, "__")
	})
}

// isCopyOf reports whether the new contents are those of the file at a path.
func (t Touch) isCopyOf(path string) bool {
	if t.Manner != "copy" || t.from == "" {
		return false
	}
	matches, _ := filepath.Match(t.from, path)
	return matches || project.Within(path, t.from)
}

// SetChecked marks the files that a tool in the list changes: it refuses to change a file that the agent
// has not read.
func (c *Call) SetChecked(tools []string) {
	if !slices.Contains(tools, c.Name) {
		return
	}
	for i, t := range c.Touches {
		if t.Via == "tool" && !hook.ReadOnly(t.Kind) {
			c.Touches[i].Manner = "checked"
		}
	}
}

// Params returns the columns of the table events for this call, as the parameters of a statement.
func (c *Call) Params() store.Args {
	var running any
	if c.Running != nil {
		running = store.JSONList(c.Running)
	}
	return store.Args{
		"session": c.Session, "t": c.T, "moment": c.Moment, "agent": c.Agent, "actor": c.Actor, "call": c.Call,
		"tool": c.Tool, "name": c.Name, "source": c.Source, "command": c.Event.Command, "cwd": c.Project.Dir, "root": c.Project.Root,
		"outcome": c.Outcome, "reason": c.Reason, "exit": c.Exit, "duration_ms": c.Duration, "partial": c.Partial,
		"credentials": "[]", "running": running, "mode": c.Mode, "agent_type": c.AgentType, "host": c.Host, "branch": c.Event.Branch, "head": c.Head,
	}
}

// Params adds the columns of the table touches to a and returns it.
func (t Touch) Params(a store.Args) store.Args {
	a["path"], a["file"], a["kind"], a["via"], a["on_disk"], a["seen"] = t.Path, t.File, t.Kind, t.Via, t.OnDisk, t.Seen
	a["root"], a["class"], a["manner"] = t.Root, t.Class, t.Manner
	a["folder"], a["base"], a["stem"], a["ext"] = nameParts(t.Path)
	a["masked"] = 0
	a["guard"], a["secrets"], a["lines_before"], a["lines_after"], a["loses"], a["gone"], a["lines"], a["tracked"] = "[]", 0, nil, nil, "[]", "[]", "[]", "[]"
	return a
}

// nameParts returns the folder of a file, its name in it, and that without and of it the extension, such as .go; "" if
// it has none.
func nameParts(file string) (folder, base, stem, ext string) {
	if file == "" {
		return "", "", "", ""
	}
	folder, base = filepath.Dir(file), filepath.Base(file)
	ext = filepath.Ext(strings.TrimPrefix(base, "."))
	return folder, base, strings.TrimSuffix(base, ext), ext
}

// Params adds the columns of the table commands to a, for the n-th command of the line, and returns
// it. The parameters that cost something, from named to the deeds, are empty; package eval sets them.
func (cmd Command) Params(n int, a store.Args) store.Args {
	a["n"], a["program"], a["args"], a["text"], a["dir"] = n, hook.Truncate(cmd.Name, MaxWord), store.JSONList(short(cmd.Args)), hook.Truncate(cmd.Text, MaxWord), cmd.RelDir
	a["runner"], a["selection"], a["variant"] = cmd.Runner, store.JSONList(short(cmd.Selection)), store.JSONList(short(cmd.Variant))
	a["gates"], a["background"], a["inert"], a["changed"], a["decides"] = store.JSONList(cmd.Gates), cmd.Background, cmd.Inert, cmd.Changed, cmd.Decides
	a["task"], a["env"], a["shows"], a["looped"] = hook.Truncate(strings.Join(cmd.Tasks, " "), MaxWord), store.JSONList(short(cmd.Environment)), store.JSONList(short(cmd.Shows)), cmd.Looped
	a["commits"], a["kind"], a["hidden"] = cmd.Commits, cmd.Kind, cmd.StatusHidden
	a["root"], a["skips_hooks"] = cmd.Root, deeds.SkipsHooks(cmd.Command)
	a["failed"] = store.JSONList(cmd.Failed)
	a["input"], a["via"] = hook.Truncate(cmd.Input, MaxWord), cmd.Place()
	a["sets"], a["named"], a["above"], a["guard"], a["destroys"], a["adds"], a["awaited"] = store.JSONList(short(cmd.Assigns)), "[]", "[]", "[]", "[]", "[]", "[]"
	a["flags"], a["operands"], a["takes"], a["keyed"], a["loses"] = "{}", "[]", "[]", "[]", "[]"
	for _, name := range deeds.Names {
		a[name] = "[]"
	}
	return a
}

// Place returns the file and line that the command stands on, as FILE:LINE, with the file relative to the command's project; "" if it
// stands on the line itself.
func (cmd Command) Place() string {
	if cmd.Via == "" {
		return ""
	}
	i := strings.LastIndexByte(cmd.Via, ':')
	return hook.Truncate(project.File(cmd.Root, cmd.Via[:i]), MaxWord) + cmd.Via[i:]
}

// Limits on what is kept of a command. A file that is written with a here-document makes it long.
const (
	maxCommand = 64 << 10 // bytes of the line
	MaxWord    = 4 << 10  // bytes of a word, and of a simple command
	maxWords   = 200      // words of a simple command
)

// short applies the limits to the words of a command.
func short(words []string) []string {
	list := make([]string, 0, min(len(words), maxWords))
	for _, w := range words[:min(len(words), maxWords)] {
		list = append(list, hook.Truncate(w, MaxWord))
	}
	return list
}

// Given returns the files and folders that a command names, itself and its arguments, by the project that
// they are in. The project that the command runs in is there even if it names none of its files.
func (c *Call) Given(disk Disk, cmd Command) map[string][]string {
	given := map[string][]string{cmd.Root: nil}
	names := []string{cmd.File}
	for _, name := range cmd.Paths {
		if !name.Glob {
			names = append(names, name.Path)
		}
	}
	for _, name := range names {
		path := c.Project.Path(name)
		if root := c.rootOf(disk, filepath.Dir(path)); name != "" && root != "" && path != root {
			given[root] = append(given[root], path)
		}
	}
	return given
}

// NeverRan reports whether the output and the exit code show that a command was not reached or not found.
func (c *Call) NeverRan(cmd Command) bool {
	return c.Outcome == hook.Failed && (len(cmd.Gates) > 0 && strings.Contains(c.Output, "cd: ") ||
		cmd.Last && c.Exit != nil && (*c.Exit == 126 || *c.Exit == 127))
}
