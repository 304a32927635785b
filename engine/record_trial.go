package engine

import (
	"context"
	"io/fs"
	"slices"
	"strings"

	"witness/engine/facts"
	"witness/engine/hook"
	"witness/engine/store"
)

// trial resets the count of untested edits if a call tries them out, by running a program or script
// that the session created or changed. trial.sql decides that for each command, from the files that
// the command names. A call that was seen to change files is not a trial. Neither is a command that
// a reader lists: test runs are counted separately, and a linter or compiler tries nothing out.
func (r recorder) trial(ctx context.Context, c *facts.Call, disk facts.Disk) error {
	if c.Moment != hook.After || c.Outcome == hook.Denied || len(c.Observed) > 0 {
		return nil
	}
	if len(c.Commands) == 0 && !browses(c) {
		return nil
	}
	roots, err := r.worked(ctx, c)
	if err != nil {
		return err
	}
	roots = append(roots, c.Project.Root)
	if browses(c) {
		for _, root := range roots {
			if err := r.try(ctx, store.Args{"session": c.Session, "t": c.T, "root": root, "here": false, "program": "", "full": "browser", "text": "", "file": "", "given": "[]", "alters": "[]"}); err != nil {
				return err
			}
		}
		return nil
	}
	for _, cmd := range c.Commands {
		if cmd.Inert || cmd.Maintains || cmd.Runner != "" || c.NeverRan(cmd) {
			continue
		}
		given := c.Given(disk, cmd)
		program, _, _ := strings.Cut(cmd.Program(), " ")
		for _, root := range roots {
			_, here := given[root]
			file := ""
			if cmd.File != "" && slices.Contains(given[root], c.Project.Path(cmd.File)) {
				file = cmd.File
			}
			if err := r.try(ctx, store.Args{
				"session": c.Session, "t": c.T, "root": root, "here": here, "program": program, "full": cmd.Program(),
				"text": hook.Truncate(cmd.Text, facts.MaxWord), "file": file, "given": facts.JSONList(given[root]), "alters": facts.JSONList(cmd.Alters),
			}); err != nil {
				return err
			}
		}
	}
	return nil
}

// try executes trial.sql for one command.
func (r recorder) try(ctx context.Context, a store.Args) error {
	edits, err := r.db.Int(ctx, "SELECT edits FROM tally WHERE session = :p1 AND root = :p2", a["session"], a["root"])
	if err != nil || edits == 0 {
		return err
	}
	trial, err := fs.ReadFile(r.assets, "trial.sql")
	if err == nil {
		_, err = r.db.ExecNamed(ctx, string(trial), a)
	}
	return err
}

// browses reports whether a call is one of a tool that drives a browser or takes a screenshot.
func browses(c *facts.Call) bool {
	name := strings.ToLower(c.Name)
	return c.Tool == hook.Other && slices.ContainsFunc([]string{"browser", "screenshot", "playwright", "puppeteer", "chrome"}, func(word string) bool { return strings.Contains(name, word) })
}
