package eval

import (
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
