package engine

import (
	"context"
	"errors"
	"fmt"
	"io/fs"
	"path/filepath"
	"slices"
	"strings"

	"witness/engine/bundle"
	"witness/engine/facts"
	"witness/engine/guard"
	"witness/engine/hook"
	"witness/engine/store"
)

// A fault is an error in a rule, a reader or a step of the pipeline. It does not reach the agent.
type fault struct {
	place   string // the file, or the name of the step
	err     error
	message string // of err, as it is recorded
}

// fault notes an error of a rule, a reader or a step. keepFaults records it.
func (e *Engine) fault(place string, err error) {
	if store.TimedOut(err) {
		err = store.ErrTimeLimit
	}
	e.faults = append(e.faults, fault{place: place, err: err})
}

// maxMistakes is the maximum number of mistakes in files that one hook records. A repository may have
// hundreds of broken files.
const maxMistakes = 20

// keepFaults records the faults that were noted, for the next start of a session and for doctor. A mistake
// in a file is recorded once per change of the file. In strict mode it also returns them as an error.
func (e *Engine) keepFaults(ctx context.Context) error {
	if len(e.faults) == 0 {
		return nil
	}
	var errs []error
	known, err := e.knownFaults(ctx)
	mistakes := 0
	var kept []fault
	for _, f := range e.faults {
		if Strict() {
			errs = append(errs, f.err)
		}
		f.message = hook.Truncate(e.Config.Secrets.Redact(f.err.Error()), store.MaxFaultMessage)
		if _, ok := errors.AsType[*bundle.Mistake](f.err); ok {
			if at, ok := known[[2]string{f.place, f.message}]; ok && !e.changedSince(f.place, at) {
				continue
			}
			if mistakes++; mistakes > maxMistakes {
				continue
			}
		}
		kept = append(kept, f)
	}
	if more := mistakes - maxMistakes; more > 0 {
		kept = append(kept, fault{place: "rules check", message: fmt.Sprintf("%d more mistakes in files; `witness rules check` prints all of them", more)})
	}
	e.faults = nil
	if len(kept) > 0 {
		err = errors.Join(err, e.DB.Within(ctx, func() error {
			for _, f := range kept {
				if err := e.DB.RecordFault(ctx, f.place, f.message, e.Clock()); err != nil {
					return err
				}
			}
			return nil
		}))
	}
	return errors.Join(append(errs, err)...)
}

// knownFaults returns when each fault of the store was last recorded, in milliseconds since 1970, by place
// and message.
func (e *Engine) knownFaults(ctx context.Context) (map[[2]string]int64, error) {
	known := map[[2]string]int64{}
	err := e.DB.Each(ctx, "SELECT place, message, at FROM faults", nil, func(_ []string, row []store.Value) error {
		known[[2]string{store.Text(row[0]), store.Text(row[1])}], _ = row[2].(int64)
		return nil
	})
	return known, err
}

// changedSince reports whether a file of the project or of the user was changed at or after a time.
func (e *Engine) changedSince(place string, at int64) bool {
	if !filepath.IsAbs(place) {
		place = filepath.Join(e.Project.Root, place)
	}
	return bundle.ChangeTime(place) >= at
}

// RecordFault records a fault that happened before an engine was opened, in the store of the project
// around dir.
func RecordFault(ctx context.Context, assets fs.FS, dir, started, place string, fault error) error {
	e, err := Open(ctx, assets, dir, started, store.AnswerWait, nil)
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
	if err := e.takeMarks(ctx); err != nil {
		return v, err
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
	switch {
	case client.TellsUser:
		v.Add(hook.Verdict{Notes: notes})
	case len(notes) > 0:
		v.Add(hook.Verdict{Findings: []hook.Finding{{Rule: "changed", Severity: hook.Warn, Message: relayChanges}}})
	}
}

// relayChanges is what the agent is asked to pass on if the client cannot show a note to the user. It names no file:
// anybody who can change the repository chose those names.
const relayChanges = "Tell your user: files that witness depends on have changed, and no command of witness changed them. `witness doctor` lists them."

// sayable returns what the model may be told of a fault, the end of a sentence. A mistake in a file may quote it, and anybody who
// can change the repository may have written it: of such a fault the model is told the place alone.
func sayable(place, message string) string {
	if !slices.Contains([]string{".sql", ".toml", ".json"}, filepath.Ext(place)) && place != "config" {
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
