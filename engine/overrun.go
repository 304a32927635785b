package engine

import (
	"context"
	"errors"
	"os"
	"path/filepath"
	"slices"
)

// maxOverruns is how often a rule that is not witness's own may take longer than its share
// of the time before it is set aside: whoever waits for it waits at every call.
const maxOverruns = 3

// overrun begins the fault of a rule that took too long.
const overrun = "the rule took longer than its share of the time"

// noTimeLeft is the fault of a rule that was not asked, because those before it had used the time.
const noTimeLeft = "no time was left to ask this rule"

// errOvertime is the fault of what was at work when the time of all was over.
var errOvertime = errors.New("the time limit of the hook ended it")

// setAsideRules are the rules that took too long too often and whose files were not changed
// since. The store is asked only if a rule that is not witness's own is about to be.
func (e *Engine) setAsideRules(ctx context.Context, c *call) (map[*Script]bool, error) {
	aside := map[*Script]bool{}
	if !slices.ContainsFunc(e.loadRules(), func(f *Script) bool {
		if f.Origin == "embedded" {
			return false
		}
		subjects, err := e.applies(f, c)
		return err == nil && len(subjects) > 0
	}) {
		return aside, nil
	}
	slow, err := e.overruns(ctx)
	if err != nil {
		return aside, err
	}
	for _, f := range e.loadRules() {
		if last, often := slow[f.Path]; often && !e.changedSince(f, last) {
			aside[f] = true
		}
	}
	return aside, nil
}

// overruns are the files whose rules took too long too often, with when they last did, in
// milliseconds since 1970.
func (e *Engine) overruns(ctx context.Context) (map[string]int64, error) {
	slow := map[string]int64{}
	// Mostly there is none at all, which is cheaper to ask.
	if some, err := e.db.int(ctx, "SELECT EXISTS (SELECT 1 FROM faults)"); err != nil || some == 0 {
		return slow, err
	}
	err := e.db.each(ctx, "SELECT place, max(at) FROM faults WHERE instr(message, :overrun) GROUP BY place HAVING sum(count) >= :max",
		args{"overrun": overrun, "max": maxOverruns}, func(_ []string, row []driverValue) error {
			slow[show(row[0])], _ = row[1].(int64)
			return nil
		})
	return slow, err
}

// changedSince tells whether a rule's file was changed after a time.
func (e *Engine) changedSince(f *Script, at int64) bool {
	path := f.Path
	if !filepath.IsAbs(path) {
		path = filepath.Join(e.place.Root, path)
	}
	info, err := os.Stat(path)
	return err == nil && info.ModTime().UnixMilli() > at
}

// overtime tells whether it was the time that ended something.
func overtime(err error) bool {
	return errors.Is(err, context.Canceled) || errors.Is(err, context.DeadlineExceeded)
}
