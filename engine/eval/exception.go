package eval

import (
	"iter"
	"slices"
	"time"

	"witness/engine/project"
)

// ExceptionsInForce yields the exceptions from these rules that are valid now and in force.
func ExceptionsInForce(c *project.Config, rules []*Rule) iter.Seq[*project.Exception] {
	return func(yield func(*project.Exception) bool) {
		for x := range c.Exceptions(time.Now().UnixMilli()) {
			if slices.ContainsFunc(rules, func(r *Rule) bool { return c.Excepts(x, r.File) }) && !yield(x) {
				return
			}
		}
	}
}

// excepted applies the exceptions of the configuration to a target. It reports whether the rule is not evaluated there, or else
// which severity its findings get, "" for the rule's own. If a command names several files, those that match an exception
// without a severity are removed from the target, and the rule is evaluated for the others; an exception with a severity must
// match all of them. In a replay no exception has expired, because its clock is always 0.
func (v *Evaluation) excepted(r *Rule, t Target) (excepted bool, severity string) {
	for x := range v.Config.Exceptions(v.Clock()) {
		if !v.Config.Excepts(x, r.File) {
			continue
		}
		matches := func(file string) bool { return x.Path != "" && project.Selects([]string{x.Path}, file) }
		if !x.Off() {
			if t.matchesAll(x, matches) {
				severity = x.Severity
			}
			continue
		}
		switch {
		case t.command == nil:
			if t.file != "" && matches(t.file) {
				return true, ""
			}
		case x.Path == "":
			if t.command.StartsWith(x.Command) {
				return true, ""
			}
		case len(t.effects) > 0:
			if t.effects = without(t.effects, matches); len(t.effects) == 0 {
				return true, ""
			}
			t.nameFiles(t.Args)
		case len(t.named)+len(t.above) > 0:
			t.named, t.above = slices.DeleteFunc(t.named, matches), slices.DeleteFunc(t.above, matches)
			if len(t.named)+len(t.above) == 0 && !t.listed {
				return true, ""
			}
			t.nameFiles(t.Args)
		}
	}
	return false, severity
}

// matchesAll reports whether an exception is about the whole of a target: its file, its command, or all files
// that its command names.
func (t Target) matchesAll(x *project.Exception, matches func(file string) bool) bool {
	switch {
	case t.command == nil:
		return t.file != "" && matches(t.file)
	case x.Path == "":
		return t.command.StartsWith(x.Command)
	}
	files := slices.Concat(t.named, t.above)
	for _, e := range t.effects {
		files = append(files, e.File)
	}
	return len(files) > 0 && !slices.ContainsFunc(files, func(file string) bool { return !matches(file) })
}
