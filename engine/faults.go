package engine

import (
	"context"
	"errors"
	"fmt"
	"io/fs"

	"witness/engine/facts"
	"witness/engine/hook"
	"witness/engine/store"
)

// A fault is something that went wrong and was kept from the agent.
type fault struct {
	place string // the file or step
	err   error
}

// fault notes what went wrong with a rule, a reader or a step.
func (e *Engine) fault(place string, err error) {
	if store.TimedOut(err) {
		err = store.ErrTimeLimit
	}
	e.faults = append(e.faults, fault{place, err})
}

// keepFaults records what was noted, for the next start of a session and for doctor. In strict
// mode it returns it as an error.
func (e *Engine) keepFaults(ctx context.Context) error {
	var errs []error
	for _, f := range e.faults {
		if Strict() {
			errs = append(errs, f.err)
		}
		if err := e.DB.RecordFault(ctx, f.place, e.Config.Secrets.Redact(f.err.Error()), e.Clock()); err != nil {
			errs = append(errs, err)
		}
	}
	e.faults = nil
	return errors.Join(errs...)
}

// RecordFault records something that went wrong before an engine was opened, in the store of the
// project around dir.
func RecordFault(ctx context.Context, assets fs.FS, dir, started, place string, wrong error) error {
	e, err := Open(ctx, assets, dir, started, nil)
	if err != nil {
		return err
	}
	e.fault(place, wrong)
	return errors.Join(e.keepFaults(ctx), e.Leave(ctx))
}

// reportFaults tells, once and at the start of a session, what went wrong since the last one: a
// guard that does nothing because it is broken must say so.
func (e *Engine) reportFaults(ctx context.Context, c *facts.Call) (v hook.Verdict, err error) {
	if c.Moment != hook.Start {
		return v, nil
	}
	if e.DB.Newer {
		v.Findings = append(v.Findings, hook.Finding{Rule: "faults", Severity: hook.Warn, Message: hook.Sanitize(
			"a newer witness has written the store " + e.DB.Path + ": this one works on with it, but rules may fail that need what has changed. Tell your user to update witness.")})
	}
	places, last := 0, ""
	err = e.DB.Each(ctx, "SELECT place, message FROM faults WHERE told = 0 ORDER BY at", nil, func(_ []string, row []store.Value) error {
		places++
		last = store.Text(row[1])
		return nil
	})
	if err != nil || places == 0 {
		return v, err
	}
	v.Findings = append(v.Findings, hook.Finding{Rule: "faults", Severity: hook.Warn, Message: hook.Sanitize(fmt.Sprintf(
		"witness could not do all of its work since the last session: %s. Tell your user to run `witness doctor`.", last))})
	_, err = e.DB.Exec(ctx, "UPDATE faults SET told = 1 WHERE told = 0")
	return v, err
}

// StoreFailure is the verdict when the store cannot be used, for the moments at which a guard that
// does nothing must say so: when a session starts and when the user submits a prompt.
func StoreFailure(ev hook.Event, err error) (v hook.Verdict) {
	if err != nil && (ev.Moment == hook.Start || ev.Moment == hook.Prompt) {
		v.Findings = []hook.Finding{{Rule: "faults", Severity: hook.Warn, Message: hook.Sanitize(fmt.Sprintf(
			"witness cannot use its store, so nothing is remembered and no rule is asked: %v. Tell your user to run `witness doctor`.", err))}}
	}
	return v
}
