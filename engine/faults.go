package engine

import (
	"context"
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"slices"
	"strings"

	"witness/engine/bundle"
	"witness/engine/eval"
	"witness/engine/hook"
	"witness/engine/redact"
	"witness/engine/store"
)

// A fault is an error in a rule, a reader or a step of the pipeline. It does not reach the agent.
type fault struct {
	place   string // the file, or the name of the step
	err     error
	message string // of err, as it is recorded
}

// Strict reports whether errors are returned and printed instead of only recorded: $WITNESS_STRICT
// is 1.
func Strict() bool { return os.Getenv("WITNESS_STRICT") == "1" }

// A faultLog collects the faults of one hook and writes them into the store.
type faultLog struct {
	db      *store.DB
	secrets *redact.Finder
	root    string // of the project
	clock   func() int64
	list    []fault // not written yet
}

// add notes an error of a rule, a reader or a step. keep records it.
func (l *faultLog) add(place string, err error) {
	if store.TimedOut(err) {
		err = store.ErrTimeLimit
	}
	l.list = append(l.list, fault{place: place, err: err})
}

// maxMistakes is the maximum number of mistakes in files that one hook records. A repository may have
// hundreds of broken files.
const maxMistakes = 20

// keep records the faults that were noted, for the next start of a session and for doctor. A mistake
// in a file is recorded once per change of the file. In strict mode it also returns them as an error.
func (l *faultLog) keep(ctx context.Context) error {
	if len(l.list) == 0 {
		return nil
	}
	var errs []error
	known, err := l.known(ctx)
	mistakes := 0
	var kept []fault
	for _, f := range l.list {
		if Strict() {
			errs = append(errs, f.err)
		}
		f.message = hook.Truncate(l.secrets.Redact(f.err.Error()), store.MaxFaultMessage)
		if _, ok := errors.AsType[*bundle.Mistake](f.err); ok {
			if at, ok := known[[2]string{f.place, f.message}]; ok && !l.changedSince(f.place, at) {
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
	l.list = nil
	if len(kept) > 0 {
		err = errors.Join(err, l.db.Within(ctx, func() error {
			for _, f := range kept {
				if err := l.db.RecordFault(ctx, f.place, f.message, l.clock()); err != nil {
					return err
				}
			}
			return nil
		}))
	}
	return errors.Join(append(errs, err)...)
}

// known returns when each fault of the store was last recorded, in milliseconds since 1970, by place
// and message.
func (l *faultLog) known(ctx context.Context) (map[[2]string]int64, error) {
	known := map[[2]string]int64{}
	err := l.db.Each(ctx, "SELECT place, message, at FROM faults", nil, func(_ []string, row []store.Value) error {
		known[[2]string{store.Text(row[0]), store.Text(row[1])}], _ = row[2].(int64)
		return nil
	})
	return known, err
}

// changedSince reports whether a file of the project or of the user was changed at or after a time.
func (l *faultLog) changedSince(place string, at int64) bool {
	if !filepath.IsAbs(place) {
		place = filepath.Join(l.root, place)
	}
	return bundle.ChangeTime(place) >= at
}

// report returns warnings, for the start of a session, about the faults since the last start: a
// rule that does nothing because it is broken must not go unnoticed. What this start itself has noted is among them: a file that
// was changed between two sessions. Each fault is reported once. That a rule was not evaluated in time happens on any machine that is busy,
// to one rule after the other: until it is often, `witness doctor` has it.
func (l *faultLog) report(ctx context.Context) (v hook.Verdict, err error) {
	strict := l.keep(ctx)
	defer func() { err = errors.Join(err, strict) }()
	if l.db.Unwritable != nil {
		v.Findings = append(v.Findings, hook.Finding{Rule: "faults", Severity: hook.Warn, Message: hook.Sanitize(fmt.Sprintf(
			"witness cannot write to its store, so it judges by what is in it and records nothing: %v. Tell your user to run `witness doctor`.", l.db.Unwritable))})
	}
	if l.db.Newer {
		v.Findings = append(v.Findings, hook.Finding{Rule: "faults", Severity: hook.Warn, Message: hook.Sanitize(
			"The store " + l.db.Path + " has the schema of a newer version of witness. This version continues to use it, but some rules may fail. Tell your user to update witness.")})
	}
	if err := l.recordMarks(ctx); err != nil {
		return v, err
	}
	places, last := 0, ""
	ended, left := store.ErrTimeLimit.Error(), eval.NoTimeLeft
	err = l.db.Each(ctx, "SELECT place, message FROM faults WHERE told = 0 AND (count >= 10 OR message NOT IN (:ended, :left)) AND place NOT LIKE '"+store.NewsOf+"%' ORDER BY at", store.Args{"ended": ended, "left": left}, func(_ []string, row []store.Value) error {
		places++
		last = sayable(store.Text(row[0]), store.Text(row[1]))
		return nil
	})
	if err != nil || places == 0 {
		return v, err
	}
	v.Findings = append(v.Findings, hook.Finding{Rule: "faults", Severity: hook.Warn, Message: hook.Sanitize(fmt.Sprintf(
		"There were errors in witness since the last session. The last one is%s. Tell your user to run `witness doctor`.", last))})
	_, err = l.db.Exec(ctx, "UPDATE faults SET told = 1 WHERE told = 0 AND (count >= 10 OR message NOT IN (?1, ?2))", ended, left)
	return v, err
}

// recordMarks records the errors of hooks that failed before they could open the store.
func (l *faultLog) recordMarks(ctx context.Context) error {
	messages, err := takeMarks(l.db.Path)
	if err != nil || len(messages) == 0 {
		return err
	}
	return l.db.Within(ctx, func() error {
		for _, message := range messages {
			if err := l.db.RecordFault(ctx, "witness hook", strings.TrimSpace(l.secrets.Redact(message)), l.clock()); err != nil {
				return err
			}
		}
		return nil
	})
}

// sayable returns the end of a sentence that describes a fault to the model. For a mistake in a file it names only the place:
// the message may quote the file, and whoever can change the repository could address the model through it.
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
