package eval

import (
	"context"
	"slices"

	"witness/engine/facts"
	"witness/engine/guard"
	"witness/engine/hook"
)

// guarded returns the targets of a rule with guards: the files and commands of the call that have an effect on
// what it protects.
func (v *Evaluation) guarded(r *Rule) (targets []Target) {
	if v.call.Moment != hook.Before || v.call.Tool != hook.Run && len(v.call.Touches) == 0 {
		return nil
	}
	if v.guard == nil {
		v.guard = guard.New(v.call, v.Disk, v.DB.Path, v.Sources[0].FS)
		v.effects = v.guard.OfCommands()
	}
	of := func(effects []guard.Effect) (list []guard.Effect) {
		for _, e := range effects {
			if slices.Contains(r.Guards, e.Of) {
				list = append(list, e)
			}
		}
		return list
	}
	for i, t := range v.call.Touches {
		if effects := of(v.guard.OfTouch(t)); len(effects) > 0 {
			targets = append(targets, Target{Name: t.File, file: t.File, touch: &v.call.Touches[i], effects: effects})
		}
	}
	for i, cmd := range v.call.Commands {
		effects := of(v.effects[i])
		if len(effects) == 0 {
			continue
		}
		targets = append(targets, Target{Name: hook.Truncate(cmd.Text, facts.MaxWord), command: &v.call.Commands[i], place: i, effects: effects})
	}
	return targets
}

// without removes the effects on files that match.
func without(effects []guard.Effect, matches func(file string) bool) []guard.Effect {
	return slices.DeleteFunc(slices.Clone(effects), func(e guard.Effect) bool { return e.File != "" && matches(e.File) })
}

// unread is the message about a line of which only a part was read. Only the first guard that is not suppressed gives it,
// because one message is enough for the line.
const unread = "Only a part of this line was read, because it is too long, nested too deeply or in a form that is not known, and no rule can judge the rest. Write it as several plain lines."

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
