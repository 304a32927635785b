package engine

import (
	"context"
	"slices"
)

// recordEvent remembers one moment and what the call does, and gives it its tick: a call
// that ends shares the tick of its beginning. It tells whether the event is new; the
// second of two hooks that fire for one call is not.
func (c *conn) recordEvent(ctx context.Context, call *call, now int64) (fresh bool, err error) {
	if err := c.tick(ctx, call); err != nil {
		return false, err
	}
	a := call.params()
	a["at"] = now
	added, err := c.execNamed(ctx, newEvent, a)
	if err != nil || added == 0 {
		return false, err
	}
	if err := c.recordSession(ctx, call, now); err != nil {
		return true, err
	}
	return true, c.recordCommands(ctx, call)
}

// prepareRecord compiles what is certain to be asked when a call is recorded, before others have
// to wait for it.
func (c *conn) prepareRecord(ctx context.Context, call *call) error {
	if err := c.compile(ctx, tickOf, newEvent); err != nil || len(call.touches) == 0 {
		return err
	}
	return c.compile(ctx, lastLook)
}

// What recordEvent asks of every call.
const (
	tickOf = `
		SELECT (SELECT max(t) FROM events WHERE session = :session),
		       (SELECT t FROM events WHERE session = :session AND call = :call AND call <> '' AND moment IN (:moment, :other)),
		       (SELECT at FROM events WHERE session = :session AND call = :call AND call <> '' AND moment = 'before')`
	newEvent = `
		INSERT OR IGNORE INTO events (session, t, moment, at, agent, actor, call, tool, name, source, command, cwd, root, outcome, exit, duration_ms)
		VALUES (:session, :t, :moment, :at, :agent, :actor, :call, :tool, :name, :source, :command, :cwd, :root, :outcome, :exit, :duration_ms)`
)

// tick gives a call its tick, and when it began if that was told.
func (c *conn) tick(ctx context.Context, call *call) error {
	var last int64
	other := map[string]string{Before: After, After: Before}[call.Moment]
	err := c.each(ctx, tickOf, args{"session": call.Session, "call": call.Call, "moment": call.Moment, "other": other}, func(_ []string, row []driverValue) error {
		last, _ = row[0].(int64)
		call.t, _ = row[1].(int64)
		call.began, _ = row[2].(int64)
		return nil
	})
	if err == nil && call.t == 0 && call.Moment == After {
		err = c.begun(ctx, call)
	}
	if call.t == 0 {
		call.t = last + 1
	}
	return err
}

// recordSession notes the conversation. It is made by whatever is heard of it first: a
// fork begins without a start of its own.
func (c *conn) recordSession(ctx context.Context, call *call, now int64) error {
	if call.t == 1 {
		if _, err := c.exec(ctx, "INSERT OR IGNORE INTO sessions (session, agent, root, started) VALUES (?1, ?2, ?3, ?4)",
			call.Session, call.Agent, call.place.Root, now); err != nil {
			return err
		}
	}
	switch call.Moment {
	case Start:
		_, err := c.exec(ctx, "UPDATE sessions SET ended = NULL WHERE session = ?1", call.Session)
		return err
	case End:
		_, err := c.exec(ctx, "UPDATE sessions SET ended = ?2 WHERE session = ?1", call.Session, now)
		return err
	}
	return nil
}

// recordCommands remembers the simple commands of a shell line. The line that ended
// replaces the one that was announced: another hook may have changed it.
func (c *conn) recordCommands(ctx context.Context, call *call) error {
	for i, cmd := range call.commands {
		a := cmd.params(i, args{"session": call.Session, "t": call.t})
		if _, err := c.execNamed(ctx, `
			INSERT OR REPLACE INTO commands (session, t, n, program, args, text, dir, runner, selection, variant, gates, changed, decides, background, inert)
			VALUES (:session, :t, :n, :program, :args, :text, :dir, :runner, :selection, :variant, :gates, :changed, :decides, :background, :inert)`, a); err != nil {
			return err
		}
	}
	return nil
}

// recordFacts remembers what a call did: first what it changed, then what it ran, so
// that a run follows the edits of its own line.
func (c *conn) recordFacts(ctx context.Context, call *call, found found) error {
	// What happened replaces what was refused: a client may not have obeyed.
	if err := c.recordTouches(ctx, call, call.touches, "REPLACE"); err != nil {
		return err
	}
	// A checkout is a change as a whole; the files it touched are no edits of anybody.
	if len(found.changes) == 0 {
		if err := c.recordTouches(ctx, call, call.observed, "IGNORE"); err != nil {
			return err
		}
	}
	for _, kind := range found.changes {
		if _, err := c.exec(ctx, "INSERT OR IGNORE INTO changes (session, t, kind, root) VALUES (?1, ?2, ?3, ?4)", call.Session, call.t, kind, call.place.Root); err != nil {
			return err
		}
	}
	for _, r := range found.runs {
		if err := c.recordRun(ctx, call, r); err != nil {
			return err
		}
	}
	return nil
}

// recordRun adds what a run named and then the run: the triggers on runs look at its tests.
func (c *conn) recordRun(ctx context.Context, call *call, r run) error {
	cmd := call.commands[r.command]
	if err := c.recordItems(ctx, call, r); err != nil {
		return err
	}
	tree, err := c.int(ctx, "SELECT changes FROM trees WHERE root = :p1", cmd.root)
	if err != nil {
		return err
	}
	a := args{
		"session": call.Session, "t": call.t, "n": r.n, "tool": r.tool, "kind": r.kind, "root": cmd.root,
		"command": r.command, "program": cut(cmd.Name, maxWord), "dir": cmd.dir, "selection": list(short(cmd.selection)), "variant": list(short(cmd.variant)),
		"passed": orNull(r.passed), "failed": orNull(r.failed), "skipped": orNull(r.skipped),
		"outcome": r.outcome, "ended": r.ended, "complete": r.complete, "how": r.how, "tree": tree,
	}
	added, err := c.execNamed(ctx, `
		INSERT OR IGNORE INTO runs (session, t, n, tool, kind, root, command, program, dir, selection, variant, passed, failed, skipped, outcome, ended, complete, how, tree)
		VALUES (:session, :t, :n, :tool, :kind, :root, :command, :program, :dir, :selection, :variant, :passed, :failed, :skipped, :outcome, :ended, :complete, :how, :tree)`, a)
	if err != nil || added == 0 || r.kind != "test" {
		return err
	}
	failing, err := c.int(ctx, "SELECT EXISTS (SELECT 1 FROM failing WHERE session = :p1 AND root = :p2)", call.Session, cmd.root)
	if err != nil || failing == 0 && r.outcome != "fail" {
		return err
	}
	consequences, err := c.consequences()
	for _, statement := range consequences {
		if _, err := c.execNamed(ctx, statement, a); err != nil {
			return err
		}
	}
	return err
}

// recordVerdict remembers what was said, and a refusal as a fact: the call is denied and
// the files it would have changed are not.
func (c *conn) recordVerdict(ctx context.Context, call *call, v Verdict, m Manners, now int64) error {
	for _, f := range slices.Concat(v.Findings, v.suppressed) {
		told := f.Severity != Warn || f.suppressed != "" || !m.dropsContext(call.Moment)
		if _, err := c.exec(ctx, `
			INSERT OR IGNORE INTO verdicts (session, t, rule, subject, moment, at, actor, severity, message, told, id, evidence, unsaid)
			VALUES (?1, ?2, ?3, ?4, ?5, ?6, ?7, ?8, ?9, ?10, ?11, ?12, ?13)`,
			call.Session, call.t, f.Rule, f.Subject, call.Moment, now, call.Actor, f.Severity, f.Message, told,
			verdictID(call, f), f.evidence, f.suppressed); err != nil {
			return err
		}
	}
	if v.Severity() != Block || call.Moment != Before {
		return nil
	}
	if _, err := c.exec(ctx, "UPDATE events SET outcome = 'denied' WHERE session = ?1 AND t = ?2 AND moment = 'before'", call.Session, call.t); err != nil {
		return err
	}
	denied := slices.DeleteFunc(slices.Clone(call.touches), func(t touch) bool { return readOnly(t.kind) })
	for i := range denied {
		denied[i].outcome = Denied
	}
	return c.recordTouches(ctx, call, denied, "IGNORE")
}

// begun finds the tick of the call that an end belongs to, and when it began, where the client
// gives no id: the latest of the same kind that has no end yet. Both stay 0 if there is none.
func (c *conn) begun(ctx context.Context, call *call) error {
	return c.each(ctx, `
		SELECT max(b.t), b.at FROM events b
		WHERE  b.session = :session AND b.t > (SELECT max(t) FROM events WHERE session = :session) - 50
		  AND  b.moment = 'before' AND b.outcome = '' AND b.actor = :actor AND b.name = :name AND b.command = :command AND b.tool = :tool
		  AND  NOT EXISTS (SELECT 1 FROM events a WHERE a.session = b.session AND a.t = b.t AND a.moment = 'after')`,
		args{"session": call.Session, "actor": call.Actor, "name": call.Name, "command": call.Command, "tool": call.Tool},
		func(_ []string, row []driverValue) error {
			call.t, _ = row[0].(int64)
			call.began, _ = row[1].(int64)
			return nil
		})
}

// waiting takes the warnings that wait for this session and actor, and notes that they
// are told now.
func (c *conn) waiting(ctx context.Context, call *call) (v Verdict, err error) {
	a := args{"session": call.Session, "actor": call.Actor}
	err = c.each(ctx, "SELECT rule, subject, severity, message FROM verdicts INDEXED BY verdicts_waiting WHERE session = :session AND actor = :actor AND told = 0 ORDER BY t, rule", a,
		func(_ []string, row []driverValue) error {
			v.Findings = append(v.Findings, Finding{Rule: show(row[0]), Severity: show(row[2]), Subject: show(row[1]), Message: show(row[3])})
			return nil
		})
	if err != nil || len(v.Findings) == 0 {
		return v, err
	}
	_, err = c.execNamed(ctx, "UPDATE verdicts INDEXED BY verdicts_waiting SET told = 1 WHERE session = :session AND actor = :actor AND told = 0", a)
	return v, err
}
