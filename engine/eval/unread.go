package eval

import (
	"context"

	"witness/engine/facts"
	"witness/engine/hook"
)

// unread is the message about a line of which only a part was read. Only the first guard that is not suppressed gives it,
// because one message is enough for the line.
const unread = "Only a part of this line was read, because it is too long or nested too deeply, and no rule can judge the rest. Run it as several shorter lines."

// guards reports whether a rule is a guard, one that asks about commands or refuses them, and only a part of
// the call's line was read.
func (v *Evaluation) guards(r *Rule) bool {
	return v.call.Partial && v.call.Moment == hook.Before && r.Err == nil && r.RunsAt(hook.Before) &&
		(r.Severity == hook.Ask || r.Severity == hook.Block) && len(r.Commands)+len(r.Guards)+len(r.Deeds) > 0
}

// unreadLine returns the finding of a guard about a line of which only a part was read: the command that it
// guards may be in the rest. A guard that needs a table without rows has none: there is nothing to guard.
func (v *Evaluation) unreadLine(ctx context.Context, r *Rule) ([]hook.Finding, error) {
	if !v.guards(r) {
		return nil, nil
	}
	if need, err := v.missing(ctx, r); err != nil || need != "" {
		return nil, err
	}
	return []hook.Finding{{
		Rule: r.Name, Severity: hook.Ask, Subject: hook.Truncate(v.call.Event.Command, facts.MaxWord), Evidence: r.evidence(Target{}, nil, nil),
		Message: unread,
	}}, nil
}
