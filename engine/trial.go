package engine

import (
	"context"
	"io/fs"
	"strings"
)

// recordTrial counts the edits anew where a call tries them out on what the session made
// for it. Which command does that is trial.sql's to say; here it is told what each is given.
// A call that was seen to change files is none. What a reader knows is none either: a run of
// tests counts as such, and a linter or compiler tries nothing out.
func (c *conn) recordTrial(ctx context.Context, call *call) error {
	if call.Moment != After || call.Outcome == Denied || len(call.observed) > 0 {
		return nil
	}
	var trial []byte
	for _, cmd := range call.commands {
		if cmd.Inert || cmd.keeps || cmd.runner != "" || call.neverRan(cmd) {
			continue
		}
		given := call.given(cmd)
		if len(given) == 0 {
			continue
		}
		if trial == nil {
			var err error
			if trial, err = fs.ReadFile(c.brain, "trial.sql"); err != nil {
				return err
			}
		}
		base, _, _ := strings.Cut(cmd.own(), " ")
		a := args{
			"session": call.Session, "t": call.t, "root": call.place.Root,
			"program": base, "given": list(given), "alters": list(cmd.alters),
		}
		if _, err := c.execNamed(ctx, string(trial), a); err != nil {
			return err
		}
	}
	return nil
}

// given are the files and folders of the project that a command is, or is given.
func (c *call) given(cmd command) (paths []string) {
	names := []string{cmd.File}
	for _, name := range cmd.Names {
		if !name.Glob {
			names = append(names, name.Path)
		}
	}
	for _, name := range names {
		if path := c.place.path(name); name != "" && path != c.place.Root && within(path, c.place.Root) {
			paths = append(paths, path)
		}
	}
	return paths
}

// neverRan tells whether the output says that a command was not reached, or not found.
func (c *call) neverRan(cmd command) bool {
	return c.Outcome == Failed && (len(cmd.Gates) > 0 && strings.Contains(c.Output, "cd: ") ||
		cmd.Last && c.Exit != nil && (*c.Exit == 126 || *c.Exit == 127))
}
