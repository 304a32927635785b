package eval

import (
	"context"
	"path/filepath"

	"witness/engine/bundle"
)

// NoTimeLeft is the fault of a rule that was not evaluated because others had used up the time.
const NoTimeLeft = "no time was left to evaluate this rule"

// SetAside reports whether a file of the project or of the user is not used because its SQL took longer
// than its share of the time too often and the file has not been changed since. The store is queried only
// if there is such a file.
func (e *Evaluator) SetAside(f *bundle.File) bool {
	if f.Origin == "embedded" {
		return false
	}
	if e.overruns == nil {
		slow, err := e.DB.Overruns(context.Background(), e.Clock())
		if err != nil {
			e.Faults("overruns", err)
			slow = map[string]int64{}
		}
		e.overruns = slow
	}
	last, often := e.overruns[f.Path]
	return often && !e.changedSince(f, last)
}

// Quarantine returns the files of the rules that are set aside, with the time of their last overrun in
// milliseconds since 1970.
func (e *Evaluator) Quarantine(ctx context.Context, rules []*Rule) (map[string]int64, error) {
	slow, err := e.DB.Overruns(ctx, e.Clock())
	if err != nil {
		return nil, err
	}
	files := map[string]int64{}
	for _, r := range rules {
		if last, often := slow[r.Path]; often && r.Origin != "embedded" && !e.changedSince(r.File, last) {
			files[r.Path] = last
		}
	}
	return files, nil
}

// changedSince reports whether a file was changed after a time.
func (e *Evaluator) changedSince(f *bundle.File, at int64) bool {
	path := f.Path
	if !filepath.IsAbs(path) {
		path = filepath.Join(e.Project.Root, path)
	}
	return bundle.ChangeTime(path) > at
}
