// Package guard determines what a call would do to witness itself and to the hooks of the clients: the effects that
// a rule with `guards` is evaluated for. It also notices, by size and time, what was done to them (fingerprint.go).
//
// Read places.go for what is protected, files.go for what a command does to it, and clients.go, packages.go, git.go,
// code.go, script.go and text.go for what does not show in the files that a command names. What protects which client is in that
// client's file in package agent.
package guard

import (
	"io/fs"
	"path/filepath"
	"slices"

	"witness/engine/facts"
	"witness/engine/hook"
	"witness/engine/project"
	"witness/engine/shell"
)

// What an effect is on.
const (
	Hooks         = "hooks"         // the settings of a client that hold or switch off its hooks
	Configuration = "configuration" // witness's configuration, rules, readers and questions
	Store         = "store"
	Program       = "program"
	Person        = "person" // a command of witness that is a person's
)

// An Effect is one thing that a call would do to witness or to the hooks of a client.
type Effect struct {
	// Does is changes, removes (with a package manager), runs (a command of witness), starts (a client without its
	// hooks), ends (hooks that run), sets (a variable) or locates (asks where witness is, and changes a file).
	Does string `json:"does"`
	What string `json:"what"` // the file, the command, the variable; of starts the client
	By   string `json:"by"`   // of starts the flag, of sets the client; else ""
	Of   string `json:"of"`   // Hooks, Configuration, Store, Program or Person

	// File is the file that is changed, as in touches.file, "" if it is none.
	File string `json:"-"`
}

// A Guard determines the effects of one call.
type Guard struct {
	call     *facts.Call
	disk     facts.Disk
	store    string // the path of the store
	embedded fs.FS  // witness's own rules, readers and questions

	// ChangedInSession reports whether the session has changed a file before the call. It may be nil.
	ChangedInSession func(path string) bool

	known    []place           // see places
	programs []place           // see programPlaces
	resolved map[string]string // folders of places, with their links resolved
	aliases  map[string]string // links that the line makes, to what they point to
	index    []string          // the files that the line gives to git add
	dropped  []string          // the files that the line takes out of git's index
	moved    map[string]string // what the line makes branches, tags, HEAD and the index stand for; see moves
}

// New returns the guard of a call.
func New(c *facts.Call, disk facts.Disk, store string, embedded fs.FS) *Guard {
	return &Guard{call: c, disk: disk, store: store, embedded: embedded, resolved: map[string]string{}, aliases: map[string]string{}, moved: map[string]string{}}
}

// OfTouch returns the effect of a tool of the client on a file.
func (g *Guard) OfTouch(t facts.Touch) []Effect {
	if t.Via != "tool" || hook.ReadOnly(t.Kind) {
		return nil
	}
	var file hook.File
	for _, f := range g.call.Files {
		if g.call.Project.Path(f.Path) == t.Path {
			file = f
		}
	}
	if p, ok := g.match(t.Path, file.Content); ok && !g.changesEveryday(p, t.Path, file) {
		return []Effect{g.changes(p, t.Path)}
	}
	written := file.Content
	for _, r := range file.Replaced {
		written += "\n" + r.New
	}
	if effects := g.ofStartup(t.Path, written); len(effects) > 0 {
		return effects
	}
	if t.Kind == hook.Delete && g.disk.IsDir(t.Path) {
		return g.changesAll(g.inside(t.Path))
	}
	return nil
}

// OfCommands returns the effects of each command of the call's shell line.
func (g *Guard) OfCommands() [][]Effect {
	line := g.call.Line
	effects := g.line(line, 0)
	// The disk knows more of a copy than the line says: which files are in the folder.
	for _, t := range g.call.Touches {
		if t.Via != "shell" || hook.ReadOnly(t.Kind) || t.Command >= len(effects) {
			continue
		}
		if p, ok := g.match(t.Path, ""); ok && t.Manner != "restore" {
			effects[t.Command] = append(effects[t.Command], g.changes(p, t.Path))
		}
	}
	for i := range effects {
		effects[i] = unique(effects[i])
	}
	return effects
}

// maxNested limits how deep the lines that commands pass to other programs are followed.
const maxNested = 3

// line returns the effects of each command of a line.
func (g *Guard) line(line shell.Line, depth int) [][]Effect {
	effects := make([][]Effect, len(line.Commands))
	locates := slices.ContainsFunc(line.Commands, locatesWitness)
	var finds shell.Command // the last find, which runs the commands of its -exec
	for i, cmd := range line.Commands {
		if cmd.Name == "find" {
			finds = cmd
		}
		add := func(more ...Effect) { effects[i] = append(effects[i], more...) }
		for _, t := range line.Touches {
			if t.Command == i {
				effects := g.touched(t)
				if finds.Text == cmd.Text {
					effects = g.selected(finds, effects)
				}
				add(effects...)
				add(g.writesStartup(line, t)...)
			}
		}
		words := wordsOf(cmd)
		add(g.variables(cmd, words)...)
		add(keeps(cmd, words)...)
		add(g.starts(words)...)
		add(g.defines(cmd)...)
		if locates && words[0] == "$?" {
			words[0] = "witness" // $(which witness) snooze
		}
		add(g.runs(words)...)
		add(g.removes(words)...)
		add(kills(line, words)...)
		add(g.installs(cmd, words)...)
		add(g.git(cmd)...)
		if finds.Text == cmd.Text {
			add(g.selected(finds, g.named(cmd))...)
		} else {
			add(g.named(cmd)...)
		}
		add(g.commanded(cmd)...)
		add(g.patched(line, i)...)
		add(g.repacked(line, i)...)
		add(g.code(cmd, depth)...)
		if locates {
			add(g.locates(cmd)...)
		}
		if depth < maxNested {
			add(g.ofScript(cmd, depth)...)
			dir := cmd.Dir
			if words[0] == "ssh" {
				dir = project.Home()
			}
			for _, spoken := range g.spoken(cmd, words, line.Commands[:i]) {
				add(slices.Concat(g.line(g.parse(spoken, dir), depth+1)...)...)
			}
		}
		g.link(cmd)
	}
	return effects
}

// parse parses a line that a command passes to another program.
func (g *Guard) parse(text, dir string) shell.Line {
	if dir == "" {
		dir = g.call.Project.Dir
	}
	return shell.ParseWithGit(text, dir, project.Home(), g.disk)
}

// changes returns the effect of a change of a protected file.
func (g *Guard) changes(p place, path string) Effect {
	file := g.call.Project.File(path)
	return Effect{Does: "changes", What: file, Of: p.Of, File: file}
}

// absolute returns the canonical path of a file that a line names, through the links that the line has made.
func (g *Guard) absolute(path string) string {
	for from, to := range g.aliases {
		if path == from {
			return to
		}
		if rest, ok := cutFolder(path, from); ok {
			return filepath.Join(to, rest)
		}
	}
	return g.call.Project.Path(path)
}

// unique returns the effects without repetitions, in order.
func unique(effects []Effect) (list []Effect) {
	for _, e := range effects {
		if !slices.Contains(list, e) {
			list = append(list, e)
		}
	}
	return list
}
