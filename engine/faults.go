package engine

import (
	"context"
	"errors"
	"fmt"
	"io/fs"
	"strings"

	"witness/engine/facts"
	"witness/engine/guard"
	"witness/engine/hook"
	"witness/engine/store"
)

// A fault is an error in a rule, a reader or a step of the pipeline. It does not reach the agent.
type fault struct {
	place string // the file, or the name of the step
	err   error
}

// fault notes an error of a rule, a reader or a step. keepFaults records it.
func (e *Engine) fault(place string, err error) {
	if store.TimedOut(err) {
		err = store.ErrTimeLimit
	}
	e.faults = append(e.faults, fault{place, err})
}

// keepFaults records the faults that were noted, for the next start of a session and for doctor. In
// strict mode it also returns them as an error.
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

// RecordFault records a fault that happened before an engine was opened, in the store of the project
// around dir.
func RecordFault(ctx context.Context, assets fs.FS, dir, started, place string, fault error) error {
	e, err := Open(ctx, assets, dir, started, nil)
	if err != nil {
		return err
	}
	e.fault(place, fault)
	return errors.Join(e.keepFaults(ctx), e.Leave(ctx))
}

// reportFaults returns warnings, at the start of a session, about the faults since the last start: a
// rule that does nothing because it is broken must not go unnoticed. Each fault is reported once.
func (e *Engine) reportFaults(ctx context.Context, c *facts.Call) (v hook.Verdict, err error) {
	if c.Moment != hook.Start {
		return v, nil
	}
	if e.DB.Newer {
		v.Findings = append(v.Findings, hook.Finding{Rule: "faults", Severity: hook.Warn, Message: hook.Sanitize(
			"The store " + e.DB.Path + " has the schema of a newer version of witness. This version continues to use it, but some rules may fail. Tell your user to update witness.")})
	}
	places, last := 0, ""
	err = e.DB.Each(ctx, "SELECT place, message FROM faults WHERE told = 0 ORDER BY at", nil, func(_ []string, row []store.Value) error {
		places++
		last = sayable(store.Text(row[0]), store.Text(row[1]))
		return nil
	})
	if err != nil || places == 0 {
		return v, err
	}
	v.Findings = append(v.Findings, hook.Finding{Rule: "faults", Severity: hook.Warn, Message: hook.Sanitize(fmt.Sprintf(
		"There were errors in witness since the last session. The last one is%s. Tell your user to run `witness doctor`.", last))})
	_, err = e.DB.Exec(ctx, "UPDATE faults SET told = 1 WHERE told = 0")
	return v, err
}

// Watch makes the engine compare the files that witness depends on with what was last seen, at each event.
func (e *Engine) Watch() { e.watches = true }

// noticeChanges adds to a verdict what the user is to be told about changes of the files that witness depends on.
func (e *Engine) noticeChanges(ctx context.Context, c *facts.Call, client hook.Capabilities, v *hook.Verdict) {
	if !e.watches {
		return
	}
	defer e.trace.Start("compare files")()
	speak := hook.CarriesNotes(c.Moment) && (client.TellsUser || !client.DropsContext(c.Moment))
	notes, err := guard.Notice(ctx, e.DB, c, e.Clock(), speak)
	if err != nil {
		e.fault("fingerprints", err)
	}
	for _, note := range notes {
		client.Note(v, "changed", note)
	}
}

// sayable returns what the model may be told of a fault, the end of a sentence. A mistake in a file may quote it, and anybody who
// can change the repository may have written it: of such a fault the model is told the place alone.
func sayable(place, message string) string {
	if place != "config" && !strings.HasSuffix(place, ".sql") {
		return ": " + message
	}
	if where, _, ok := strings.Cut(message, ": "); ok && (place == "config" || strings.HasPrefix(where, place)) {
		return " in " + where
	}
	return " in " + place
}

// StoreFailure returns the verdict if the store cannot be used: a warning when a session starts and
// when the user submits a prompt, nothing at other moments.
func StoreFailure(ev hook.Event, err error) (v hook.Verdict) {
	if err != nil && (ev.Moment == hook.Start || ev.Moment == hook.Prompt) {
		v.Findings = []hook.Finding{{Rule: "faults", Severity: hook.Warn, Message: hook.Sanitize(fmt.Sprintf(
			"witness cannot use its store, so it records nothing and evaluates no rules: %v. Tell your user to run `witness doctor`.", err))}}
	}
	return v
}
