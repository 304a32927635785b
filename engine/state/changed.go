package state

import (
	"context"
	"slices"
	"strings"

	"witness/engine/facts"
	"witness/engine/readers"
	"witness/engine/store"
)

// Changed updates the state after a change of a tree that was recorded: changes are of one call, each kind once for each
// project.
func (k Keeper) Changed(ctx context.Context, c *facts.Call, kind, root string) error {
	a := store.Args{"session": c.Session, "t": c.T, "root": root}
	failing, err := k.beginEnding(ctx, a)
	if err != nil {
		return err
	}
	files := []string{"tree_changed.sql"}
	if failing && kind == "checkout" {
		files = append(files, "replaced.sql")
	}
	if failing {
		files = append(files, "merge_given_up.sql")
	}
	files = append(files, "stashed.sql")
	if failing {
		files = append(files, "ended.sql")
	}
	return k.follow(ctx, a, files...)
}

// PutAway updates the pile of untested edits after commands that replaced a tree: git stash takes the whole pile away and
// brings it back, and git reset --hard or git checkout . drops it. A stash of named files is left to their touches.
func (k Keeper) PutAway(ctx context.Context, c *facts.Call, changes []readers.Change) error {
	restores := func(t facts.Touch) bool { return t.Manner == "restore" }
	for _, change := range changes {
		cmd := c.Commands[change.Command]
		named := slices.Contains(cmd.Args, "--") || slices.ContainsFunc(c.Touches, restores)
		file := "pile_dropped.sql"
		switch name := cmd.Program(); {
		case name == "git stash" && !named:
			file = "pile_stashed.sql"
		case name == "git reset" && slices.Contains(cmd.Args, "--hard"),
			(name == "git checkout" || name == "git restore") && cmd.RelDir == "" && slices.Contains(cmd.Args, "."):
		default:
			continue
		}
		if err := k.follow(ctx, store.Args{"session": c.Session, "root": cmd.Root}, file); err != nil {
			return err
		}
	}
	return nil
}

// Stashed returns the projects in which git stash has put the edits away before a call.
func (k Keeper) Stashed(ctx context.Context, session string) (map[string]bool, error) {
	roots := map[string]bool{}
	err := k.DB.Each(ctx, "SELECT root FROM tally WHERE session = :session AND stashed = 1", store.Args{"session": session}, func(_ []string, row []store.Value) error {
		roots[store.Text(row[0])] = true
		return nil
	})
	return roots, err
}

// StashedAt reports whether the edits are put away when a command of the line runs; before is whether they are when the
// line begins.
func StashedAt(c *facts.Call, command int, before bool) bool {
	for _, cmd := range slices.Backward(c.Commands[:command]) {
		if cmd.Program() != "git stash" || cmd.Root != c.Commands[command].Root {
			continue
		}
		switch sub := append(slices.Clip(cmd.Args), "")[0]; {
		case sub == "" || sub == "push" || sub == "save" || strings.HasPrefix(sub, "-"):
			return true
		case sub == "pop" || sub == "apply" || sub == "branch":
			return false
		}
	}
	return before
}

// ForgetRemoved forgets the failures and untested edits in the projects of the session that no longer exist, such as a
// worktree that was removed. It returns the others that have any.
func (k Keeper) ForgetRemoved(ctx context.Context, c *facts.Call) (left []string, err error) {
	roots, err := k.Roots(ctx, c.Session, true)
	for _, root := range roots {
		if !k.Disk.Removed(c, root) {
			left = append(left, root)
		} else if err == nil {
			err = k.follow(ctx, store.Args{"session": c.Session, "root": root}, "project_removed.sql")
		}
	}
	return left, err
}

// Quiet makes doubtful what commands have shown that no reader lists, if they have now succeeded and printed nothing that a
// reader finds: runs are those that were found.
func (k Keeper) Quiet(ctx context.Context, c *facts.Call, runs []readers.Run) error {
	for i, cmd := range c.Commands {
		exit := c.ExitOf(cmd)
		if cmd.Runner != "" || cmd.Inert || cmd.Background || exit == nil || *exit != 0 || c.Cut || slices.ContainsFunc(runs, func(run readers.Run) bool { return run.Command == i && run.How != "exit" }) {
			continue
		}
		if failing, err := k.anyFailing(ctx, c.Session, cmd.Root); err != nil || !failing {
			return err
		}
		of := cmd.Params(i, store.Args{})
		if err := k.follow(ctx, store.Args{
			"session": c.Session, "t": c.T, "root": cmd.Root, "program": of["program"], "dir": cmd.RelDir, "selection": of["selection"], "task": of["task"],
		}, "passed_quietly.sql"); err != nil {
			return err
		}
	}
	return nil
}
