package engine

import (
	"context"
	"slices"
	"strings"

	"witness/engine/facts"
	"witness/engine/hook"
	"witness/engine/project"
	"witness/engine/store"
)

// trial resets the count of untested edits if a call tries them out, by running a program or script
// that the session created or changed. trial.sql decides that for each command, from the files that
// the command names. A call that was seen to change files is not a trial. Neither is a run of what
// a reader lists: test runs are counted separately, and a linter or compiler tries nothing out.
func (r recorder) trial(ctx context.Context, c *facts.Call) error {
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
	roots, err := r.roots(ctx, c, false)
	if err != nil || len(roots) == 0 {
		return err
	}
	if browses(c) {
		return r.try(ctx, roots, nil, store.Args{"session": c.Session, "t": c.T, "program": "", "full": "browser", "text": "", "file": "", "alters": "[]"})
	}
	for _, cmd := range trials {
		program, _, _ := strings.Cut(cmd.Program(), " ")
		if err := r.try(ctx, roots, c.Given(r.disk, cmd), store.Args{
			"session": c.Session, "t": c.T, "program": program, "full": cmd.Program(),
			"text": hook.Truncate(strings.TrimSpace(cmd.Text+"\n"+cmd.Input), facts.MaxWord), "file": c.Project.Path(cmd.File), "alters": store.JSONList(cmd.Alters),
		}); err != nil {
			return err
		}
	}
	return nil
}

// try executes trial.sql for one command in each of the projects with untested edits. given are the files
// that the command names, by project. A project uses the repositories inside of it, except worktrees, as in the
// view parts, which has only projects that were changed or tested.
func (r recorder) try(ctx context.Context, roots []string, given map[string][]string, a store.Args) (err error) {
	file := a["file"]
	for _, root := range roots {
		paths := given[root]
		here := false
		for from := range given {
			here = here || root == from || project.Within(root, from) && !strings.Contains(strings.TrimPrefix(root, from), "worktree")
		}
		a["root"], a["here"], a["given"], a["file"] = root, here, store.JSONList(paths), ""
		if slices.ContainsFunc(paths, func(path string) bool { return path == file }) {
			a["file"] = file
		}
		if err == nil {
			err = r.settle(ctx, a, "trial.sql")
		}
	}
	return err
}

// browses reports whether a call is one of a tool that drives a browser or takes a screenshot.
func browses(c *facts.Call) bool {
	name := strings.ToLower(c.Name)
	return c.Tool == hook.Other && slices.ContainsFunc([]string{"browser", "screenshot", "playwright", "puppeteer", "chrome"}, func(word string) bool { return strings.Contains(name, word) })
}
