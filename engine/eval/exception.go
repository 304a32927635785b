package eval

import (
	"slices"

	"witness/engine/bundle"
	"witness/engine/project"
)

// excepted reports whether an exception of the configuration keeps a rule from being evaluated
// for a target. If a command names several files, those that match an exception are removed from
// the target, and the rule is evaluated for the others. In a replay no exception has expired,
// because its clock is always 0.
func (v *Evaluation) excepted(r *Rule, t Target) bool {
	for x := range v.Config.Exceptions(v.Clock()) {
		if x.Rule != r.Name || x.OwnOnly && r.Trust != bundle.Untrusted {
			continue
		}
		matches := func(file string) bool { return x.Path != "" && project.Selects([]string{x.Path}, file) }
		switch {
		case t.command == nil:
			if t.file != "" && matches(t.file) {
				return true
			}
		case x.Path == "":
			if t.command.StartsWith(x.Command) {
				return true
			}
		case len(t.effects) > 0:
			if t.effects = without(t.effects, matches); len(t.effects) == 0 {
				return true
			}
			t.bindNamed()
		case len(t.named)+len(t.above) > 0:
			t.named, t.above = slices.DeleteFunc(t.named, matches), slices.DeleteFunc(t.above, matches)
			if len(t.named)+len(t.above) == 0 && !t.listed {
				return true
			}
			t.bindNamed()
		}
	}
	return false
}
