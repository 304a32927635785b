package state

import (
	"context"
	"slices"
	"strings"

	"witness/engine/facts"
	"witness/engine/hook"
	"witness/engine/project"
	"witness/engine/store"
)

// tries are the files that decide whether a command tries the edits out, in the order in which they are asked.
var tries = []string{"tried_started.sql", "tried_asked.sql", "tried_imported.sql", "tried_made.sql"}

// Tried ends the piles of untested edits that a call tries out, by running a program or script that the session created or
// changed, or by driving a browser. A call that was seen to change files is not a trial. Neither is a run of what a reader
// lists: test runs are counted separately, and a linter or compiler tries nothing out.
func (k Keeper) Tried(ctx context.Context, c *facts.Call) error {
	if c.Moment != hook.After || c.Outcome == hook.Denied || len(c.Observed) > 0 {
		return nil
	}
	var trials []facts.Command
	for _, cmd := range c.Commands {
		if !cmd.Inert && !cmd.Maintains && !(cmd.Runner != "" && cmd.Known) && !c.NeverRan(cmd) {
			trials = append(trials, cmd)
		}
	}
	if len(trials) == 0 && !browses(c) {
		return nil
	}
	roots, err := k.Roots(ctx, c.Session, false)
	if err != nil || len(roots) == 0 {
		return err
	}
	for _, cmd := range trials {
		if err := k.try(ctx, c, cmd, roots); err != nil {
			return err
		}
	}
	if !browses(c) {
		return nil
	}
	for _, root := range roots {
		if err := k.follow(ctx, store.Args{"session": c.Session, "root": root}, "pile_dropped.sql"); err != nil {
			return err
		}
	}
	return nil
}

// try asks whether a command tries the edits of projects out.
func (k Keeper) try(ctx context.Context, c *facts.Call, cmd facts.Command, roots []string) error {
	if edits, err := k.edits(ctx, c, cmd); err != nil || edits {
		return err
	}
	given := c.Given(k.Disk, cmd)
	for _, root := range roots {
		a := trialOf(c, cmd, given, root)
		for _, file := range tries {
			if ended, err := k.execute(ctx, a, file); err != nil {
				return err
			} else if ended > 0 {
				break
			}
		}
	}
	return nil
}

// edited tells whether a session has touched one of some files before a call and has not created it.
const edited = `
	SELECT EXISTS (
	  SELECT 1
	  FROM   json_each(:alters) a
	  CROSS  JOIN touches known ON known.session = :session AND known.path = a.value AND +known.t < :t
	  WHERE  NOT EXISTS (SELECT 1 FROM touches own
	                     WHERE  own.session = :session AND own.path = a.value AND own.kind = 'write' AND NOT own.on_disk))`

// edits reports whether a command changes a file that the session did not create: it is an edit itself, and no trial.
func (k Keeper) edits(ctx context.Context, c *facts.Call, cmd facts.Command) (edits bool, err error) {
	if len(cmd.Alters) == 0 {
		return false, nil
	}
	a := store.Args{"session": c.Session, "t": c.T, "alters": store.JSONList(cmd.Alters)}
	err = k.DB.Each(ctx, edited, a, func(_ []string, row []store.Value) error {
		edits = row[0] == int64(1)
		return nil
	})
	return edits, err
}

// trialOf returns the parameters of a command that may try out the edits in a project. given are the files that it names, by
// project. A project uses the repositories inside of it, except worktrees, as in the view parts, which has only projects
// that were changed or tested.
func trialOf(c *facts.Call, cmd facts.Command, given map[string][]string, root string) store.Args {
	here := false
	for from := range given {
		here = here || root == from || project.Within(root, from) && !strings.Contains(strings.TrimPrefix(root, from), "worktree")
	}
	program, _, _ := strings.Cut(cmd.Program(), " ")
	file := c.Project.Path(cmd.File)
	if !slices.Contains(given[root], file) {
		file = ""
	}
	return store.Args{
		"session": c.Session, "t": c.T, "root": root, "here": here, "program": program, "full": cmd.Program(),
		"text": hook.Truncate(strings.TrimSpace(cmd.Text+"\n"+cmd.Input), facts.MaxWord),
		"file": file, "given": store.JSONList(given[root]),
	}
}

// browses reports whether a call is one of a tool that drives a browser or takes a screenshot.
func browses(c *facts.Call) bool {
	name := strings.ToLower(c.Name)
	return c.Tool == hook.Other && slices.ContainsFunc([]string{"browser", "screenshot", "playwright", "puppeteer", "chrome"}, func(word string) bool { return strings.Contains(name, word) })
}
