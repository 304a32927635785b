package replay

import (
	"context"

	"witness"
	"witness/engine"
	"witness/engine/report"
)

// A worker evaluates one recording after another.
type worker struct {
	dir   string // whose project's rules are evaluated
	trial engine.Trial
	names map[string]bool // of the rules
	pages *report.Reader  // of what a page shows of the sessions, nil if none is written
	p     *progress

	replay *engine.Replay // of the recording before, nil if there is none
}

// open returns a replay that has heard nothing.
func (w *worker) open(ctx context.Context) (err error) {
	if w.replay != nil && w.replay.Clear(ctx) == nil {
		return nil
	}
	w.close()
	w.replay, err = engine.NewReplay(ctx, witness.Files, w.dir, w.trial)
	return err
}

// close closes the replay, if one is open. It has nothing that could be lost.
func (w *worker) close() {
	if w.replay != nil {
		_ = w.replay.Close()
		w.replay = nil
	}
}
