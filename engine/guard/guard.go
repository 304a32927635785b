// Package guard determines what a call would do to witness itself and to the hooks of the clients: the effects that
// a rule with `guards` is evaluated for. It protects places that a call names, and asks about clients that are started
// without their hooks. It is a linter and no sandbox: a deed that it does not understand is noticed at the next call
// (notice.go), however it was spelt.
//
// Read places.go for what is protected, files.go for what a command does to it, and clients.go, variables.go, given.go
// and git.go for what does not show in the files that a command names. What protects which client is in that client's
// file in package agent.
package guard

import (
	"io/fs"
	"path/filepath"
	"slices"
	"strings"

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

	known    []place           // see places
	programs []place           // see programPlaces
	resolved map[string]string // folders of places, with their links resolved
	aliases  map[string]string // links that the line makes, to what they point to
	added    []string          // the files that the line gives to git add
	dropped  []string          // the files that the line takes out of git's index
}

// New returns the guard of a call.
func New(c *facts.Call, disk facts.Disk, store string, embedded fs.FS) *Guard {
	return &Guard{call: c, disk: disk, store: store, embedded: embedded, resolved: map[string]string{}, aliases: map[string]string{}}
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
	effects := g.line(g.call.Line, 0)
	// The disk knows more of a copy than the line says: which files are in the folder.
	for _, t := range g.call.Touches {
		if t.Via != "shell" || hook.ReadOnly(t.Kind) || t.Command >= len(effects) {
			continue
		}
		if p, ok := g.match(t.Path, ""); ok && t.Manner != "restore" {
			effects[t.Command] = append(effects[t.Command], g.changes(p, t.Path))
		}
	}
	for i, all := range effects {
		effects[i] = nil
		for _, e := range all {
			if !slices.Contains(effects[i], e) {
				effects[i] = append(effects[i], e)
			}
		}
	}
	return effects
}

// maxNested limits how deep the lines that commands pass to other programs are followed.
const maxNested = 3

// line returns the effects of each command of a line.
func (g *Guard) line(line shell.Line, depth int) [][]Effect {
	effects := make([][]Effect, len(line.Commands))
	locates := slices.ContainsFunc(line.Commands, locatesWitness)
	finds := shell.Command{} // the find of the line, whose -exec runs the commands after it
	for i, cmd := range line.Commands {
		add := func(more []Effect) { effects[i] = append(effects[i], more...) }
		if cmd.Name == "find" {
			finds = cmd
		}
		if (depth > 0 || cmd.Via != "") && (cmd.Dir == "" || slices.Contains(cmd.Args, "$?")) {
			cmd.Paths, cmd.Literals = nil, nil // of a script in a folder that is not known, such as a test in one of its own
		}
		words := wordsOf(cmd)
		if locates && words[0] == "$?" {
			words[0] = "witness" // $(which witness) snooze
		}
		if finds.Text != cmd.Text || !choosesByPath(finds) {
			for _, t := range line.Touches {
				if t.Command == i {
					add(g.touched(t))
				}
			}
			if next := i + 1; next == len(line.Commands) || cmd.File == "" || !strings.HasPrefix(line.Commands[next].Via, cmd.File+":") {
				add(g.named(cmd)) // what a script does to its arguments is in the line
			}
		}
		if slices.ContainsFunc(cmd.Uninstalls(), func(name string) bool { return name == "witness" || name == "witness-hooks" }) {
			add([]Effect{{Does: "removes", What: words[0], Of: Program}})
		}
		add(g.writesStartup(line, i))
		add(g.variables(cmd, words))
		add(starts(words))
		add(runs(words))
		add(kills(line, words))
		add(g.git(cmd, line.Commands[i+1:]))
		add(g.code(cmd, depth))
		if locates {
			add(g.locates(cmd))
		}
		if depth < maxNested {
			dir := cmd.Dir
			if words[0] == "ssh" {
				dir = project.Home()
			}
			for _, text := range g.given(line, i) {
				add(g.spoken(text, dir, depth))
			}
		}
		g.link(cmd)
	}
	return effects
}

// spoken returns the effects of a line that a command of another one passes to a program.
func (g *Guard) spoken(text, dir string, depth int) []Effect {
	if dir == "" {
		dir = g.call.Project.Dir
	}
	return slices.Concat(g.line(shell.ParseOn(facts.DiskOf(g.call, g.disk), text, dir, project.Home()), depth+1)...)
}

// changes returns the effect of a change of a protected file.
func (g *Guard) changes(p place, path string) Effect {
	file := g.call.Project.File(path)
	return Effect{Does: "changes", What: file, Of: p.Of, File: file}
}

// changesAll returns the effects of a change of all these places.
func (g *Guard) changesAll(places []place) (effects []Effect) {
	for _, p := range places {
		effects = append(effects, g.changes(p, p.Path))
	}
	return effects
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
