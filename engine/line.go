package engine

import (
	"os"
	"slices"
	"strings"

	"witness/engine/shell"
)

// What is kept, and shown to rules, of a long command: a file that is written with a
// here-document stands in it whole.
const (
	maxCommand = 64 << 10 // bytes of the line
	maxWord    = 4 << 10  // bytes of a word, and of the command on one line
	maxWords   = 200
)

// short bounds the words of a command.
func short(words []string) []string {
	list := make([]string, 0, min(len(words), maxWords))
	for _, w := range words[:min(len(words), maxWords)] {
		list = append(list, cut(w, maxWord))
	}
	return list
}

// line parses the shell line.
func (e *Engine) line(c *call) {
	home, err := os.UserHomeDir()
	if err != nil {
		home = ""
	}
	parse := shell.Parse
	if c.Shell == "powershell" {
		parse = shell.PowerShell
	}
	line := parse(c.Command, c.place.Dir, home)
	e.scrub(c, &line)
	changedAt := len(line.Commands)
	alters, keeps := map[int][]string{}, map[int]bool{}
	var did deeds
	for _, t := range append(line.Touches, e.patched(line)...) {
		if e.printsInto(line, t) {
			t.Kind = Output
		}
		for _, path := range c.expand(t) {
			path = c.place.path(path)
			if t.New && c.live && there(path, c.Moment) {
				continue
			}
			vain := c.inVain(t, path)
			if did.note(t, path, vain); vain {
				continue
			}
			outcome := c.lineOutcome(line.Commands[t.Command], t.Sure)
			if readOnly(t.Kind) && outcome == Failed && line.Commands[t.Command].Inert {
				outcome = OK // grep that finds nothing and diff that finds something have read it
			}
			c.touch(e, path, t.Kind, "shell", outcome)
			if i := c.touched(path, t.Kind); i >= 0 {
				c.touches[i].command, c.touches[i].sure = t.Command, t.Sure
				c.touches[i].many = t.Tree && path != t.Path
			}
			if readOnly(t.Kind) || t.Kind == Output || path == "" {
				continue
			}
			alters[t.Command] = append(alters[t.Command], path)
			keeps[t.Command] = keeps[t.Command] || !t.Sure && line.Commands[t.Command].File == ""
			if within(path, c.place.Root) {
				changedAt = min(changedAt, t.Command)
			}
		}
	}
	for i, sc := range line.Commands {
		cmd := command{Command: sc, root: c.place.Root, changed: i > changedAt, alters: alters[i], keeps: keeps[i]}
		switch {
		case sc.Dir == "":
			cmd.dir = "?"
		case within(sc.Dir, c.place.Root):
			cmd.dir = strings.TrimPrefix(c.place.file(sc.Dir), ".")
		default:
			other := placeOf(sc.Dir, "")
			cmd.root = other.Root
			cmd.dir = strings.TrimPrefix(other.file(other.Dir), ".")
		}
		changes := false
		if !sc.Inert {
			e.recognise(&cmd)
			changes = e.changes(sc.Name)
		}
		if changes {
			changedAt = min(changedAt, i)
		} else if cmd.runner == "" {
			cmd.interpreted()
		}
		c.commands = append(c.commands, cmd)
		for _, gate := range sc.Gates {
			c.commands[gate].decides = c.commands[gate].decides || !sc.Inert
		}
	}
	c.touches = slices.DeleteFunc(c.touches, did.undone)
	c.dropVain()
}

// printsInto tells whether a known runner only prints into the file: `pytest > log` and
// `pytest | tee log` edit nothing of the project.
func (e *Engine) printsInto(line shell.Line, t shell.Touch) bool {
	if readOnly(t.Kind) || t.Kind == Delete {
		return false
	}
	runs := func(cmd shell.Command) bool {
		known := command{Command: cmd}
		if !cmd.Inert {
			e.recognise(&known)
		}
		return known.runner != ""
	}
	if cmd := line.Commands[t.Command]; cmd.Name != "tee" {
		return t.Sure && runs(cmd)
	}
	return t.Command > 0 && runs(line.Commands[t.Command-1])
}

// lineOutcome is what became of a file that a command of the line touches. Only a
// command whose exit status is the line's own is known to have failed when the line
// did; a redirection has happened even then.
func (c *call) lineOutcome(cmd shell.Command, sure bool) string {
	switch {
	case c.Outcome == Failed && cmd.Last && !sure:
		return Failed
	case c.Outcome == Denied:
		return Denied
	default:
		return OK
	}
}
