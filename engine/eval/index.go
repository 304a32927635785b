package eval

import (
	"context"
	"time"

	"witness/engine/bundle"
	"witness/engine/store"
)

// wants reports whether a rule with a selection may have targets in the call. Only such rules are loaded.
func (v *Evaluation) wants(h *bundle.Header) bool {
	if !h.RunsAt(v.call.Moment) {
		return false
	}
	if v.call.Partial && len(h.Commands)+len(h.Guards)+len(h.Deeds) > 0 {
		return true
	}
	if v.probe == nil {
		v.probe = &bundle.File{Kind: bundle.Rules}
	}
	v.probe.Header = *h
	return len(v.find(&Rule{File: v.probe})) > 0
}

// openIndex opens the index of a folder of rules, which is stored in the table headers.
func (v *Evaluation) openIndex(dir, accepted string) *bundle.Index {
	stored := func(path string) (text string) {
		err := v.DB.Each(context.Background(), "SELECT files FROM headers WHERE dir = :dir", store.Args{"dir": path}, func(_ []string, row []store.Value) error {
			text = store.Text(row[0])
			return nil
		})
		if err != nil {
			v.Faults("headers", err)
		}
		return text
	}
	ix := bundle.OpenIndex(dir, accepted, stored, v.wants, time.UnixMilli(v.Clock()))
	v.indexes = append(v.indexes, ix)
	return ix
}

// SaveIndexes stores what has changed of the indexes. If the store is locked it is not stored,
// and the next hook reads the files again.
func (v *Evaluation) SaveIndexes(ctx context.Context) {
	for _, ix := range v.indexes {
		texts := ix.Changed()
		if texts == nil {
			continue
		}
		_ = v.DB.Transact(ctx, 0, func() error {
			return v.DB.ExecEach(ctx, "INSERT OR REPLACE INTO headers (dir, files) VALUES (?1, ?2)", func(yield func([]any) bool) {
				for path, text := range texts {
					if !yield([]any{path, text}) {
						return
					}
				}
			})
		})
	}
	v.indexes = nil
}
