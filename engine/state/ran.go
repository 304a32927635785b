package state

import (
	"context"
	"maps"
	"slices"

	"witness/engine/facts"
	"witness/engine/readers"
	"witness/engine/runs"
	"witness/engine/store"
)

// A Run is a run of the table runs, with what the session knew before it.
type Run struct {
	readers.Run
	Call    *facts.Call
	Command facts.Command
	Stashed bool  // it did not run what is there: git stash has put the edits away, or it passed on what was built before the last change
	Tree    int64 // how often the tree was changed

	outdated  bool // it passed on what was built before the last change
	tested    bool // tests have run in the project before
	failing   bool // a test is known to fail
	edited    bool // ran_after_edits.sql has a count to update
	redBefore bool // an earlier run of the same command failed
	settled   bool // it is known since when the project had been as this session's first edit found it
}

// beforeRun is what the session and the project knew before a run.
const beforeRun = `
	SELECT coalesce(max(changes), 0), coalesce(max(tests), 0),
	       EXISTS (SELECT 1 FROM failing WHERE session = :session AND root = :root),
	       EXISTS (SELECT 1 FROM tally WHERE session = :session AND root <> :root AND edits > 0)
	         OR EXISTS (SELECT 1 FROM rounds WHERE session = :session AND root = :root AND edits > 0),
	       EXISTS (SELECT 1 FROM runs WHERE session = :session AND t = :t AND command = :command AND n < :n AND outcome = 'fail'),
	       EXISTS (SELECT 1 FROM tally WHERE session = :session AND root = :root AND settled IS NOT NULL AND first_edit IS NOT NULL)
	FROM   trees WHERE root = :root`

// outdated has a row if a program has changed in the project since something was last built there: by an edit, or by version
// control, also behind the build on its line. A build that failed built nothing.
const outdated = `
	WITH built (t, n) AS (
	  SELECT c.t, c.n FROM commands c
	  WHERE  c.session = :session AND c.root = :root AND (c.t, c.n) < (:t, :command)
	    AND (c.kind = 'build' OR c.program IN ('make', 'gmake', 'ninja', 'cmake', 'tsc') AND instr(c.args, '"--noEmit"') = 0
	         OR NOT c.inert AND c.kind <> 'test' AND c.program || ' ' || c.task || ' ' || coalesce(c.args ->> 0, '') GLOB '*build*')
	    AND  NOT EXISTS (SELECT 1 FROM events e WHERE e.session = c.session AND e.t = c.t AND e.moment = 'after' AND e.outcome NOT IN ('ok', 'unknown'))
	  ORDER  BY c.t DESC, c.n DESC LIMIT 1)
	SELECT 1
	WHERE  EXISTS (SELECT 1 FROM touches e INDEXED BY touches_in_order
	               WHERE  e.session = :session AND e.t > coalesce((SELECT t FROM built), 0) AND e.root = :root AND e.outcome = 'ok'
	                 AND  e.kind IN ('edit', 'write', 'delete', 'rewrite') AND e.manner <> 'same' AND e.class IN ('code', 'test')
	                 AND  e.file NOT GLOB '*.py' AND e.file NOT GLOB '*.js' AND e.file NOT GLOB '*.sh')
	  OR   EXISTS (SELECT 1 FROM changes v
	               CROSS  JOIN commands c ON c.session = v.session AND c.t = v.t AND c.program GLOB 'git *'
	               WHERE  v.session = :session AND v.root = :root AND v.kind = 'checkout'
	                 AND (c.t, c.n) > (coalesce((SELECT t FROM built), 0), coalesce((SELECT n FROM built), 0)))`

// Before returns a run that is about to be recorded, with what was known before it.
func (k Keeper) Before(ctx context.Context, c *facts.Call, run readers.Run, stashed bool) (*Run, error) {
	r := &Run{Run: run, Call: c, Command: c.Commands[run.Command], Stashed: stashed}
	a := store.Args{"session": c.Session, "t": c.T, "root": r.Command.Root, "command": run.Command, "n": run.N}
	if r.Command.Prebuilt && r.Outcome == "pass" && !stashed {
		if err := k.DB.Each(ctx, outdated, a, func([]string, []store.Value) error { r.Stashed, r.outdated = true, true; return nil }); err != nil {
			return r, err
		}
	}
	return r, k.DB.Each(ctx, beforeRun, a, func(_ []string, row []store.Value) error {
		r.Tree, _ = row[0].(int64)
		r.tested, r.failing, r.edited, r.redBefore = row[1] == int64(1), row[2] == int64(1), row[3] == int64(1), row[4] == int64(1)
		r.settled = row[5] == int64(1)
		return nil
	})
}

// Columns returns the columns of the table runs, as the parameters of a statement.
func (r *Run) Columns() store.Args {
	of := r.Command.Params(r.Run.Command, store.Args{})
	return store.Args{
		"session": r.Call.Session, "t": r.Call.T, "n": r.N, "tool": r.Tool, "kind": r.Kind, "root": r.Command.Root,
		"command": r.Run.Command, "program": of["program"], "dir": r.Command.RelDir, "selection": of["selection"],
		"variant": of["variant"], "task": of["task"], "env": of["env"], "listed": r.Command.Runner != "", "origin": r.Origin,
		"passed": orNull(r.Passed), "failed": orNull(r.Failed), "skipped": orNull(r.Skipped), "language": r.Language,
		"outcome": r.Outcome, "ended": r.Ended, "complete": r.Complete, "how": r.How, "tree": r.Tree, "stashed": r.Stashed,
	}
}

// Ran updates the state after a run that was recorded. Most runs are green while no test is known to fail: then nothing of
// what settles a run is compiled.
func (k Keeper) Ran(ctx context.Context, r *Run) error {
	if r.Kind != "test" || r.Outcome == readers.Unstarted {
		return nil
	}
	a := r.Columns()
	if r.Origin != "" {
		if err := k.follow(ctx, a, "hooked.sql"); err != nil {
			return err
		}
		return k.HasTests(ctx, r.Command.Root)
	}
	err := k.follow(ctx, a, "ran.sql")
	if err == nil && !r.tested {
		err = k.HasTests(ctx, r.Command.Root)
	}
	if err == nil && r.edited {
		err = k.follow(ctx, a, "ran_after_edits.sql")
	}
	if err != nil || !r.failing && r.Outcome != "fail" {
		return err
	}
	s, err := k.settlement(ctx, r)
	if err != nil {
		return err
	}
	return k.follow(ctx, s.params(), s.steps()...)
}

// A settlement is what a run says of the tests that are known to fail, beside its columns.
type settlement struct {
	*Run
	selection selection
	vouched   bool     // what it prints is believed about the tests of other commands
	passing   []string // identities of the tests that passed by name
	repeated  []string // keys of the failures that the same command showed,
	covered   []string // of those that it would run again,
	admitted  []string // of those that it does not leave out by name,
	included  []string // of those whose file it selects,
	gone      []string // and of those that have lost their name
}

// settlement works out what a run says.
func (k Keeper) settlement(ctx context.Context, r *Run) (s settlement, err error) {
	cmd := r.Command
	s = settlement{Run: r, selection: selectionOf(cmd), passing: passing(r.Run, cmd)}
	s.vouched = cmd.Runner != "" || r.Outcome == "pass" && len(cmd.Tasks) == 0 && r.Call.RunsAllTests(cmd)
	if !r.failing || r.Stashed {
		return s, nil
	}
	known, err := k.failures(ctx, r.Call.Session, cmd.Root)
	if err != nil {
		return s, err
	}
	for _, f := range known {
		if s.selection.repeats(f) {
			s.repeated = append(s.repeated, f.key)
		}
		if s.selection.covers(f) && (f.task == s.selection.task || s.mayRun(f)) {
			s.covered = append(s.covered, f.key)
		}
		if s.selection.admits(f) {
			s.admitted = append(s.admitted, f.key)
		}
		if s.selection.includes(f) {
			s.included = append(s.included, f.key)
		}
	}
	if r.Outcome == "pass" {
		s.gone, err = k.gone(ctx, r.Call.Session, cmd.Root)
	}
	return s, err
}

// mayRun reports whether a task that another command than that of a failure asks for runs the failing test: if the tests that its
// recipe runs are known, one of them does; what checks or builds runs none.
func (s *settlement) mayRun(f failure) bool {
	known := false
	for _, cmd := range s.Call.Commands[s.Run.Run.Command+1:] {
		switch {
		case cmd.Via == "":
			return !known
		case cmd.Inert:
		case cmd.Runner == "" || cmd.Kind == "test" && selectionOf(cmd).covers(f):
			return true
		default:
			known = true
		}
	}
	return !known
}

// steps returns the files that settle a run, in the order in which they are executed: first what no longer fails, then what
// is doubtful, then what fails, then the counts. Those that have nothing to say of the run are left out, because a hook
// compiles what it executes. While git stash has put the edits away, a run clears nothing.
func (s *settlement) steps() (files []string) {
	clears := s.failing && !s.Stashed
	green := clears && s.Outcome == "pass"
	names := slices.ContainsFunc(s.Items, func(i runs.Item) bool { return i.Outcome == "fail" })
	for _, step := range []struct {
		file string
		when bool
	}{
		{"outdated.sql", s.outdated},
		{"was_failing.sql", clears},
		{"steered.sql", clears},
		{"named_passed.sql", clears && !s.Command.Inside},
		{"suite_passed.sql", clears && !s.Command.Inside},
		{"other_runner.sql", s.failing && names},
		{"covered.sql", clears && s.Complete},
		{"renamed.sql", green && s.Ended && len(s.gone) > 0},
		{"counted.sql", green && s.Complete},
		{"broken_off.sql", green && s.Complete},
		{"doubtful.sql", green && s.Complete},
		{"failed.sql", names},
		{"named_now.sql", s.failing && names},
		{"unnamed.sql", true},
		{"passed_earlier.sql", s.settled && !s.Stashed && s.Outcome == "fail"},
		{"rounds.sql", true},
		{"ended.sql", true},
	} {
		if step.when {
			files = append(files, step.file)
		}
	}
	return files
}

// params returns the parameters of the steps: the columns of the run, and what it says.
func (s *settlement) params() store.Args {
	a := s.Columns()
	maps.Copy(a, store.Args{
		"runner": s.Command.Runner, "vouched": s.vouched, "trusted": s.vouched || len(s.Command.Tasks) > 0, "outside": s.Command.Outside(),
		"more": store.JSONList(s.Command.More), "red_before": s.redBefore, "signature": readers.OutputSignature(s.Call.Output),
		"vague": s.vague(), "limited": s.selection.limited(), "absent": s.Absent, "packaged": s.selection.packaged(),
		"passing": store.JSONList(s.passing), "repeated": store.JSONList(s.repeated), "covered": store.JSONList(s.covered),
		"steers": store.JSONList(append(s.Command.Borrowed(), s.Command.Unchecked()...)), "names": store.JSONList(s.Command.Loads()),
		"admitted": store.JSONList(s.admitted), "included": store.JSONList(s.included), "gone": store.JSONList(s.gone),
	})
	return a
}
