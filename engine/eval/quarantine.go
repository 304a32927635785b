package eval

import (
	"context"
	"path/filepath"

	"witness/engine/bundle"
)

// NoTimeLeft is the fault of a rule that was not evaluated because others had used up the time.
const NoTimeLeft = "no time was left to evaluate this rule"

// SetAside reports whether a file is not used because its SQL exceeded its share of the time too often and the file has not been
// changed since. A file that nobody has accepted is set aside as well once maxSlow others are. witness's own files never are, so
// the store is queried only for others.
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
	return e.isSlow(f.Path, e.overruns) || f.Trust == bundle.Untrusted && e.tooManySlow(e.overruns)
}

// maxSlow is how many files of a project may be set aside one by one. After that all files that nobody has accepted are set
// aside, because a repository could contain any number of slow ones.
const maxSlow = 6

// tooManySlow reports whether maxSlow files of the project are set aside.
func (e *Evaluator) tooManySlow(overruns map[string]int64) bool {
	n := 0
	for path := range overruns {
		if !filepath.IsAbs(path) && e.isSlow(path, overruns) && e.changeTime(path) > 0 { // not deleted
			n++
		}
	}
	return n >= maxSlow
}

// Quarantine returns the files of the rules that are set aside, with the time of their last overrun in
// milliseconds since 1970, 0 for a file that is set aside because of others.
func (e *Evaluator) Quarantine(ctx context.Context, rules []*Rule) (map[string]int64, error) {
	slow, err := e.DB.Overruns(ctx, e.Clock())
	if err != nil {
		return nil, err
	}
	files, all := map[string]int64{}, e.tooManySlow(slow)
	for _, r := range rules {
		switch {
		case r.Origin == "embedded":
		case e.isSlow(r.Path, slow):
			files[r.Path] = slow[r.Path]
		case all && r.Trust == bundle.Untrusted:
			files[r.Path] = 0
		}
	}
	return files, nil
}

// isSlow reports whether a file took too long too often and has not been changed since.
func (e *Evaluator) isSlow(path string, overruns map[string]int64) bool {
	last, often := overruns[path]
	return often && e.changeTime(path) <= last
}

// changeTime returns when a file was changed, in milliseconds since 1970, 0 if it is not there.
func (e *Evaluator) changeTime(path string) int64 {
	if !filepath.IsAbs(path) {
		path = filepath.Join(e.Project.Root, path)
	}
	return bundle.ChangeTime(path)
}
