package engine

import (
	"context"

	"witness/engine/facts"
	"witness/engine/guard"
	"witness/engine/hook"
	"witness/engine/store"
)

// A fileWatch compares the files that witness depends on with what was last seen.
type fileWatch struct {
	db     *store.DB
	clock  func() int64
	faults *faultLog
	trace  *Trace
	on     bool
}

// compare adds to a verdict what the user is to be told about changes of the files that witness depends on.
func (w *fileWatch) compare(ctx context.Context, c *facts.Call, client hook.Capabilities, v *hook.Verdict) {
	if !w.on {
		return
	}
	defer w.trace.Start("compare files")()
	speak := hook.CarriesNotes(c.Moment) && (client.TellsUser || !client.DropsContext(c.Moment))
	notes, err := guard.Notice(ctx, w.db, c, w.clock(), speak)
	if err != nil {
		w.faults.add("fingerprints", err)
	}
	switch {
	case client.TellsUser:
		v.Add(hook.Verdict{Notes: notes})
	case len(notes) > 0:
		v.Add(hook.Verdict{Findings: []hook.Finding{{Rule: "changed", Severity: hook.Warn, Message: relayChanges}}})
	}
}

// relayChanges asks the agent to pass on that files have changed, for clients that cannot show a note to the user. It names
// no file, because whoever can change the repository chooses the names of its files and could address the model with them.
const relayChanges = "Tell your user: files that witness depends on have changed, and no command of witness changed them. `witness doctor` lists them."
