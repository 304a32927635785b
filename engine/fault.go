package engine

import (
	"context"
	"errors"
	"fmt"
	"io/fs"
	"os"
)

// A fault is something that went wrong and was kept from the agent.
type fault struct {
	place string
	err   error
}

// fault notes what went wrong with one rule, reader or step.
func (e *Engine) fault(place string, err error) {
	if overtime(err) {
		err = errOvertime
	}
	e.faults = append(e.faults, fault{place, err})
}

// keepFaults counts what was swallowed, for the next session's start and for doctor; in
// strict mode it is an error.
func (e *Engine) keepFaults(ctx context.Context) error {
	var errs []error
	for _, f := range e.faults {
		if Strict() {
			errs = append(errs, f.err)
		}
		if err := e.db.recordFault(ctx, f.place, e.config.secrets.Hide(f.err.Error()), e.now()); err != nil {
			errs = append(errs, err)
		}
	}
	e.faults = nil
	return errors.Join(errs...)
}

// maxFaults bounds how many different faults of one place are kept, the latest: a message may
// quote what the call was about, and would be another with each.
const maxFaults = 20

// recordFault counts one fault.
func (c *conn) recordFault(ctx context.Context, place, message string, now int64) error {
	if _, err := c.exec(ctx, `
		INSERT INTO faults (place, message, at) VALUES (?1, ?2, ?3)
		ON CONFLICT (place, message) DO UPDATE SET count = count + 1, at = excluded.at, told = 0`,
		place, cut(message, 300), now); err != nil {
		return err
	}
	// A rule that was too slow too often must not be forgotten for what else it does.
	_, err := c.exec(ctx, `
		DELETE FROM faults
		WHERE  place = ?1 AND message <> ?2 AND instr(message, ?3) = 0
		  AND  message NOT IN (SELECT message FROM faults WHERE place = ?1 ORDER BY at DESC, message LIMIT ?4)`,
		place, cut(message, 300), overrun, maxFaults)
	return err
}

// confess says, once and at the start of a session, what went wrong since the last: a
// guard that is silent because it is broken must say that it is.
func (e *Engine) confess(ctx context.Context, c *call) (v Verdict, err error) {
	if c.Moment != Start {
		return v, nil
	}
	if e.db.newer {
		v.Findings = append(v.Findings, Finding{Rule: "faults", Severity: Warn, Message: speakable(
			"a newer witness has written the store " + e.path + ": this one works on with it, but rules may fail that need what has changed. Tell your user to update witness.")})
	}
	places, last := 0, ""
	err = e.db.each(ctx, "SELECT place, message FROM faults WHERE told = 0 ORDER BY at", nil, func(_ []string, row []driverValue) error {
		places++
		last = show(row[1])
		return nil
	})
	if err != nil || places == 0 {
		return v, err
	}
	v.Findings = append(v.Findings, Finding{Rule: "faults", Severity: Warn, Message: speakable(fmt.Sprintf(
		"witness could not do all of its work since the last session: %s. Tell your user to run `witness doctor`.", last))})
	_, err = e.db.exec(ctx, "UPDATE faults SET told = 1 WHERE told = 0")
	return v, err
}

// Note counts something that went wrong before an engine was opened, in the store of the
// project around dir.
func Note(ctx context.Context, brain fs.FS, dir, place string, wrong error) error {
	e, err := Open(ctx, brain, dir, os.Getenv("CLAUDE_PROJECT_DIR"))
	if err != nil {
		return err
	}
	e.fault(place, wrong)
	return errors.Join(e.keepFaults(ctx), e.Leave(ctx))
}
