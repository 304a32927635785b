package engine

import (
	"context"
	"slices"
	"time"

	"witness/engine/eval"
	"witness/engine/facts"
	"witness/engine/hook"
	"witness/engine/readers"
)

// A hearing is the state of one event between the two parts of its processing. In the first part witness's own and the user's
// files are asked, and everything is recorded. In the second part the SQL of the project is asked.
type hearing struct {
	ctx        context.Context
	call       *facts.Call
	evaluation *eval.Evaluation
	client     hook.Capabilities

	fresh   bool            // no other hook of the client has been answered for this call
	asks    bool            // the project is asked
	found   readers.Found   // by the readers of the first part
	verdict hook.Verdict    // so far
	notes   hook.Verdict    // what is told besides, and not recorded as a verdict
	limit   time.Duration   // the time limit of the hook
	budget  context.Context // ends when that is used up
	cancel  func()          // releases the budget
}

// deliver returns the part of the verdict that the client can pass on now, with the notes.
func (h *hearing) deliver() hook.Verdict {
	v := h.verdict
	v.Findings = slices.Clone(v.Findings)
	if h.call.Moment == hook.Before && !h.fresh {
		v.Findings = slices.DeleteFunc(v.Findings, func(f hook.Finding) bool { return f.Severity == hook.Warn })
	}
	v = h.client.Deliverable(h.call.Moment, v)
	v.Add(h.notes)
	return v
}
