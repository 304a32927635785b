package eval

import (
	"context"
	"os"
	"path/filepath"
	"slices"

	"witness/engine/store"
)

// maxOverruns is how often a third-party rule may exceed its share of the time before it is
// quarantined. Each overrun delays a call.
const maxOverruns = 3

// NoTimeLeft is the fault of a rule that was not evaluated because others had used up the time.
const NoTimeLeft = "no time was left to evaluate this rule"

// quarantined returns the rules that are not evaluated because they exceeded their time too often and
// their files have not been changed since. The store is queried only if a third-party rule has
// targets in the call.
func (v *Evaluation) quarantined(ctx context.Context) (map[*Rule]bool, error) {
	if !slices.ContainsFunc(v.rules, func(r *Rule) bool { return r.Origin != "embedded" && len(v.targetsOf(r)) > 0 }) {
		return nil, nil
	}
	slow, err := v.overruns(ctx)
	if err != nil {
		return nil, err
	}
	list := map[*Rule]bool{}
	for _, r := range v.rules {
		if last, often := slow[r.Path]; often && !v.changedSince(r, last) {
			list[r] = true
		}
	}
	return list, nil
}

// Quarantine returns the files of the rules that are quarantined, with the time of their last
// overrun in milliseconds since 1970.
func (e *Evaluator) Quarantine(ctx context.Context, rules []*Rule) (map[string]int64, error) {
	slow, err := e.overruns(ctx)
	if err != nil {
		return nil, err
	}
	files := map[string]int64{}
	for _, r := range rules {
		if last, often := slow[r.Path]; often && r.Origin != "embedded" && !e.changedSince(r, last) {
			files[r.Path] = last
		}
	}
	return files, nil
}

// overruns returns the files whose rules exceeded their time too often, with the time of the last
// overrun in milliseconds since 1970.
func (e *Evaluator) overruns(ctx context.Context) (map[string]int64, error) {
	slow := map[string]int64{}
	// Most stores have no faults at all, which is faster to find out.
	if some, err := e.DB.Int(ctx, "SELECT EXISTS (SELECT 1 FROM faults)"); err != nil || some == 0 {
		return slow, err
	}
	err := e.DB.Each(ctx, "SELECT place, max(at) FROM faults WHERE instr(message, :overrun) GROUP BY place HAVING sum(count) >= :max",
		store.Args{"overrun": store.Overrun, "max": maxOverruns}, func(_ []string, row []store.Value) error {
			slow[store.Text(row[0])], _ = row[1].(int64)
			return nil
		})
	return slow, err
}

// changedSince reports whether a rule's file was changed after a time.
func (e *Evaluator) changedSince(r *Rule, at int64) bool {
	path := r.Path
	if !filepath.IsAbs(path) {
		path = filepath.Join(e.Project.Root, path)
	}
	info, err := os.Stat(path)
	return err == nil && info.ModTime().UnixMilli() > at
}
