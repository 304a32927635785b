package doctor

import (
	"context"

	"witness"
	"witness/engine/agent"
	"witness/engine/check"
	"witness/engine/hook"
	"witness/engine/inspect"
	"witness/engine/project"
)

// checkSilenced reports what keeps rules from reporting something.
func checkSilenced(ctx context.Context, where agent.Machine) (all []finding) {
	list, err := inspect.Silences(ctx, witness.Files, where.Project)
	if err != nil {
		return nil // the check of the store has reported it
	}
	for _, s := range list {
		all = append(all, finding{Check: "silenced", State: stateNote, What: hook.Sanitize(s.What), Fix: s.Fix})
	}
	return all
}

// checkTrust reports what the project's files would relax, and the variables that its settings set for the
// hooks. Neither is in force.
func checkTrust(where agent.Machine) (all []finding) {
	_, withheld, _ := check.ListRules(witness.Files, where.Project)
	for _, held := range withheld {
		all = append(all, finding{
			Check: "project", State: stateNote, Path: hook.Sanitize(held.Place()),
			What: "not in force, because it is not trusted: " + hook.Sanitize(held.What), Fix: "read the file, then: witness trust",
		})
	}
	for _, v := range project.CheckedIn(where.Project) {
		all = append(all, finding{
			Check: "environment", State: stateNote, Path: hook.Sanitize(v.File),
			What: v.What(), Fix: "remove it from " + hook.Sanitize(v.File),
		})
	}
	return all
}
