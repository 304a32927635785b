package doctor

import (
	"context"
	"errors"
	"os"

	"witness"
	"witness/engine"
	"witness/engine/agent"
	"witness/engine/fleet"
	"witness/engine/hook"
	"witness/engine/project"
)

// checkFleet reports that facts are not exchanged, and that the team's policy does not come; nothing if both do.
func checkFleet(ctx context.Context, where agent.Machine) (all []finding) {
	e, err := engine.OpenToAsk(ctx, witness.Files, where.Project, "")
	if err != nil {
		return nil // the check of the store has reported it
	}
	defer func() { err = errors.Join(err, e.Close()) }()
	note := func(what, fix string) {
		all = append(all, finding{Check: "fleet", State: stateNote, What: hook.Sanitize(what), Fix: fix})
	}
	policy := fleet.ReadPolicyState()
	if e.Config.Fleet.Policy != "" {
		if trouble := policy.Trouble(); trouble != "" {
			note(trouble, "witness sync")
		}
	} else if _, err := os.Stat(project.PolicyDir()); err == nil {
		note("a team's policy is in force in "+project.PolicyDir()+", and fleet.policy names none", "witness sync, which removes it")
	}
	if len(e.Config.Fleet.URLs) > 0 {
		if trouble, err := fleet.Trouble(ctx, e.DB); err == nil && trouble != "" {
			note(trouble, "witness fleet status")
		}
	}
	return all
}
