package engine

import (
	"context"
	"encoding/json"
	"maps"
	"slices"
	"strings"

	"witness/engine/facts"
	"witness/engine/readers"
	"witness/engine/store"
)

// beforeRun is what the session and the project knew before a run: how often the tree was changed, whether tests have run in it, whether one is
// known to fail, and whether ran_after_edits.sql has a count to update.
const beforeRun = `
	SELECT coalesce(max(changes), 0), coalesce(max(tests), 0),
	       EXISTS (SELECT 1 FROM failing WHERE session = :session AND root = :root),
	       EXISTS (SELECT 1 FROM tally WHERE session = :session AND root <> :root AND edits > 0)
	         OR EXISTS (SELECT 1 FROM rounds WHERE session = :session AND root = :root AND edits > 0)
	FROM   trees WHERE root = :root`

// run records a run: first its tests or diagnostics, then the run itself. Then it executes ran.sql, which
// updates the counters, and settle.sql, which updates what is known to fail. The latter is skipped, without
// compiling its statements, for most runs: those that did not fail while no test is known to fail. stashed is true if git stash has put the edits away.
func (r recorder) run(ctx context.Context, c *facts.Call, run readers.Run, stashed bool) error {
	if err := r.items(ctx, c, run); err != nil {
		return err
	}
	cmd := c.Commands[run.Command]
	var tree int64
	var tested, failing, edited bool
	err := r.db.Each(ctx, beforeRun, store.Args{"session": c.Session, "root": cmd.Root}, func(_ []string, row []store.Value) error {
		tree, _ = row[0].(int64)
		tested, failing, edited = row[1] == int64(1), row[2] == int64(1), row[3] == int64(1)
		return nil
	})
	if err != nil {
		return err
	}
	of := cmd.Params(run.Command, store.Args{})
	a := store.Args{
		"session": c.Session, "t": c.T, "n": run.N, "tool": run.Tool, "kind": run.Kind, "root": cmd.Root,
		"command": run.Command, "program": of["program"], "dir": cmd.RelDir, "selection": of["selection"], "variant": of["variant"],
		"task": of["task"], "env": of["env"], "listed": cmd.Runner != "", "origin": run.Origin,
		"passed": orNull(run.Passed), "failed": orNull(run.Failed), "skipped": orNull(run.Skipped),
		"language": run.Language, "outcome": run.Outcome, "ended": run.Ended, "complete": run.Complete, "how": run.How, "tree": tree, "stashed": stashed,
	}
	added, err := r.db.ExecNamed(ctx, `
		INSERT OR IGNORE INTO runs (session, t, n, tool, kind, root, command, program, dir, selection, variant, task, env, listed, origin, passed, failed, skipped, outcome, ended, complete, language, how, tree, stashed)
		VALUES (:session, :t, :n, :tool, :kind, :root, :command, :program, :dir, :selection, :variant, :task, :env, :listed, :origin, :passed, :failed, :skipped, :outcome, :ended, :complete, :language, :how, :tree, :stashed)`, a)
	if err != nil || added == 0 || run.Kind != "test" || run.Outcome == readers.Unstarted {
		return err
	}
	if run.Origin != "" {
		// A hook of version control has tried the edits, but what fails in it is not the commit's own failure.
		if _, err := r.db.Exec(ctx, "UPDATE tally SET edits = 0 WHERE session = ?1 AND root = ?2", c.Session, cmd.Root); err != nil {
			return err
		}
		return r.hasTests(ctx, cmd.Root)
	}
	if err := r.settle(ctx, a, "ran.sql"); err != nil {
		return err
	}
	if !tested {
		err = r.hasTests(ctx, cmd.Root)
	}
	if err == nil && edited {
		err = r.settle(ctx, a, "ran_after_edits.sql")
	}
	if err != nil || !failing && run.Outcome != "fail" {
		return err
	}
	a["listed"] = cmd.Runner != "" || run.Outcome == "pass" && len(cmd.Tasks) == 0 && r.runs(c, cmd)
	a["runner"], a["signature"] = cmd.Runner, readers.OutputSignature(c.Output)
	a["passing"], a["more"], a["outside"] = store.JSONList(passing(run, cmd)), store.JSONList(cmd.More), cmd.Outside()
	gone, err := r.gone(ctx, c.Session, cmd.Root, run)
	if err != nil {
		return err
	}
	a["gone"] = store.JSONList(gone)
	return r.settle(ctx, a, "settle.sql", "ended.sql")
}

// hasTests records that a project has tests.
func (r recorder) hasTests(ctx context.Context, root string) error {
	_, err := r.db.Exec(ctx, "INSERT INTO trees (root, tests) VALUES (?1, 1) ON CONFLICT (root) DO UPDATE SET tests = 1", root)
	return err
}

// failing reports whether a test of a project is known to fail.
func (r recorder) failing(ctx context.Context, session, root string) (bool, error) {
	n, err := r.db.Int(ctx, "SELECT EXISTS (SELECT 1 FROM failing WHERE session = :p1 AND root = :p2)", session, root)
	return n != 0, err
}

// passedQuietly makes the failures doubtful that a command which no reader lists was the last to print, now that it has
// succeeded and no reader finds anything in what it prints. It clears none: what it ran is not known. Without this, only a
// command that prints its tests could end a failure that a script has shown.
const passedQuietly = `
	UPDATE failing SET doubtful = 3
	WHERE  session = :session AND root = :root AND doubtful = 0 AND last < :t
	  AND  program = :program AND dir = :dir AND selection = :selection AND task = :task`

// quiet records that commands which no reader lists have succeeded.
func (r recorder) quiet(ctx context.Context, c *facts.Call, runs []readers.Run) error {
	for i, cmd := range c.Commands {
		exit := c.ExitOf(cmd)
		if cmd.Runner != "" || cmd.Inert || cmd.Background || exit == nil || *exit != 0 || c.Cut || slices.ContainsFunc(runs, func(run readers.Run) bool { return run.Command == i }) {
			continue
		}
		if failing, err := r.failing(ctx, c.Session, cmd.Root); err != nil || !failing {
			return err
		}
		of := cmd.Params(i, store.Args{})
		if _, err := r.db.ExecNamed(ctx, passedQuietly, store.Args{
			"session": c.Session, "t": c.T, "root": cmd.Root, "program": of["program"], "dir": cmd.RelDir, "selection": of["selection"], "task": of["task"],
		}); err != nil {
			return err
		}
	}
	return nil
}

// editedTests are the known failures whose file was edited after they last failed, and the path of that
// file. A Go file belongs to the package of its folder.
const editedTests = `
	SELECT json_array(f.tool, f.suite, f.test) AS key, f.test, f.file, e.path
	FROM   failing f
	JOIN   touches e ON e.session = f.session AND e.root = f.root AND e.class = 'test'
	WHERE  f.session = :session AND f.root = :root AND f.test <> '' AND f.file <> ''
	  AND  e.t >= f.last AND e.kind IN ('edit', 'write', 'rewrite') AND e.outcome = 'ok'
	  AND  (e.file = f.file AND (f.suite IN ('', f.file) OR f.dir = '') OR e.file = f.dir || '/' || f.file
	        OR f.suite <> '' AND substr('/' || f.suite || '/' || f.file, -1 - length(e.file)) = '/' || e.file)`

// gone returns the keys of the known failures whose name is no longer in their file, as JSON arrays:
// the test was renamed or deleted. Only a green run is asked for them.
func (r recorder) gone(ctx context.Context, session, root string, run readers.Run) (keys []json.RawMessage, err error) {
	if run.Outcome != "pass" {
		return nil, nil
	}
	there := map[string]bool{} // the keys whose name one of the files has
	err = r.db.Each(ctx, editedTests, store.Args{"session": session, "root": root}, func(_ []string, row []store.Value) error {
		key, word := store.Text(row[0]), readers.WrittenName(store.Text(row[1]), store.Text(row[2]))
		there[key] = there[key] || word == "" || !r.disk.Lacks(store.Text(row[3]), word)
		return nil
	})
	for _, key := range slices.Sorted(maps.Keys(there)) {
		if !there[key] {
			keys = append(keys, json.RawMessage(key))
		}
	}
	return keys, err
}

// passing returns the identities of the tests that a run names as passed.
func passing(run readers.Run, cmd facts.Command) (list []string) {
	for _, i := range run.Items {
		if i.Outcome != "pass" {
			continue
		}
		for _, test := range i.Tests {
			if id := readers.Identity(test, i, cmd); id != "" {
				list = append(list, id)
			}
		}
	}
	return list
}

// stashed returns the projects in which git stash has put the edits away before a call that runs something.
func (r recorder) stashed(ctx context.Context, c *facts.Call, found readers.Found) (roots map[string]bool, err error) {
	if len(found.Runs) == 0 && !found.Project {
		return nil, nil
	}
	roots = map[string]bool{}
	err = r.db.Each(ctx, "SELECT root FROM tally WHERE session = :session AND stashed = 1", store.Args{"session": c.Session}, func(_ []string, row []store.Value) error {
		roots[store.Text(row[0])] = true
		return nil
	})
	return roots, err
}

// stashedAt reports whether the edits are put away when a command of the line runs; before is whether
// they are when the line begins.
func stashedAt(c *facts.Call, command int, before bool) bool {
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

// settle executes the statements of embedded files.
func (r recorder) settle(ctx context.Context, a store.Args, files ...string) error {
	for _, file := range files {
		statements, err := r.db.FileStatements(file)
		if err != nil {
			return err
		}
		for _, statement := range statements {
			if _, err := r.db.ExecNamed(ctx, statement, a); err != nil {
				return err
			}
		}
	}
	return nil
}

// beginEnding prepares for what may end failures without a run, and returns whether tests are known to fail: then ended.sql has to
// follow, which keeps those that have ended.
func (r recorder) beginEnding(ctx context.Context, a store.Args) (failing bool, err error) {
	failing, err = r.failing(ctx, store.Text(a["session"]), store.Text(a["root"]))
	if err == nil && failing {
		err = r.settle(ctx, a, "may_end.sql")
	}
	return failing, err
}
