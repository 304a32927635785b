package script

import (
	"fmt"
	"slices"
	"strings"
)

// A command is a word that a line begins with.
type command struct {
	name     string
	args     string // how its arguments are written
	min, max int    // how many there are; a negative max is none
	can      bool   // it can be negated
	run      func(r *run, not bool, args []string) error
}

// commands are those that every script has. It is no variable: that would be made at the start of
// every program that holds this package.
func commands() []command {
	return []command{
		{"cd", "dir", 1, 1, false, (*run).cd},
		{"chmod", "perm path...", 2, -1, false, (*run).chmod},
		{"cmp", "file1 file2", 2, 2, true, (*run).cmp},
		{"cmpenv", "file1 file2", 2, 2, true, (*run).cmpenv},
		{"cp", "src... dst", 2, -1, false, (*run).cp},
		{"env", "[name=value...]", 0, -1, false, (*run).setenv},
		{"exec", "program [args...] [&]", 1, -1, true, (*run).exec},
		{"exists", "[-readonly] file...", 1, -1, true, (*run).exists},
		{"grep", "[-count=N] 'pattern' file", 2, 3, true, (*run).grep},
		{"kill", "[-SIGNAL] [name]", 0, 2, false, (*run).kill},
		{"mkdir", "dir...", 1, -1, false, (*run).mkdir},
		{"mv", "old new", 2, 2, false, (*run).mv},
		{"rm", "file...", 1, -1, false, (*run).rm},
		{"skip", "[msg]", 0, 1, false, (*run).skip},
		{"stderr", "[-count=N] 'pattern'", 1, 2, true, (*run).matchStderr},
		{"stdin", "file", 1, 1, false, (*run).setStdin},
		{"stdout", "[-count=N] 'pattern'", 1, 2, true, (*run).matchStdout},
		{"stop", "[msg]", 0, 1, false, (*run).stop},
		{"symlink", "file -> target", 3, 3, false, (*run).symlink},
		{"unix2dos", "file...", 1, -1, false, (*run).unix2dos},
		{"unquote", "file...", 1, -1, false, (*run).unquote},
		{"wait", "[name]", 0, 1, false, (*run).wait},
	}
}

// do runs the command of a step.
func (r *run) do(s step) error {
	known := commands()
	i := slices.IndexFunc(known, func(c command) bool { return c.name == s.command })
	switch {
	case i >= 0:
	case slices.Contains(r.Words, s.command):
		return r.word(s.not, s.command, s.args)
	default:
		return r.unknown(s.command, known)
	}
	c := known[i]
	if s.not && !c.can {
		return fmt.Errorf("unsupported: ! %s", c.name)
	}
	if len(s.args) < c.min || c.max >= 0 && len(s.args) > c.max {
		return misused(c.name)
	}
	return c.run(r, s.not, s.args)
}

// misused tells how a command is written.
func misused(name string) error {
	known := commands()
	i := slices.IndexFunc(known, func(c command) bool { return c.name == name })
	return fmt.Errorf("usage: %s %s", name, known[i].args)
}

// unknown says what is known instead.
func (r *run) unknown(name string, known []command) error {
	names := slices.Clone(r.Words)
	for _, c := range known {
		names = append(names, c.name)
	}
	slices.Sort(names)
	if plain, ok := strings.CutPrefix(name, "!"); ok && slices.Contains(names, plain) {
		return fmt.Errorf("unknown command %q (did you mean %q?)", name, "! "+plain)
	}
	return fmt.Errorf("unknown command %q; known are %s; exec runs a program", name, strings.Join(names, ", "))
}

// skip ends the script as not run.
func (r *run) skip(_ bool, args []string) error {
	for _, message := range args {
		r.note(message)
	}
	return errSkipped
}

// stop ends the script as passed.
func (r *run) stop(_ bool, args []string) error {
	r.note(strings.Join(append([]string{"stop"}, args...), ": "))
	return errStopped
}
