package eval

import (
	"context"

	"witness/engine/bundle"
)

// wants reports whether a rule with a selection may have targets in the call. Only such rules are loaded.
func (v *Evaluation) wants(h *bundle.Header) bool {
	if !h.RunsFor(v.call.Moment, v.call.Outcome) {
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

// openIndex opens the index of a folder of rules.
func (v *Evaluation) openIndex(kind, dir string, version func() string) *bundle.Index {
	ix := v.DB.OpenIndex(kind, dir, version, v.wants, v.Clock(), v.Faults)
	v.indexes = append(v.indexes, ix)
	return ix
}

// SaveIndexes stores what has changed of the indexes.
func (v *Evaluation) SaveIndexes(ctx context.Context) {
	for _, ix := range v.indexes {
		v.DB.SaveIndex(ctx, ix)
	}
	v.indexes = nil
}
