package main

import (
	"context"
	"slices"

	"witness/engine"
	"witness/engine/agent"
)

// agents examines every agent that is wired or found here.
func agents(ctx context.Context, where agent.Where, h engine.Health) (all []symptom) {
	scopes, found := map[string][]string{}, map[string][]symptom{}
	for _, a := range agent.All {
		who := *a
		for _, scope := range []string{"project", "user"} {
			if scope == "project" && sameFolder(where.Project, where.Home) || scope == "user" && where.Home == "" {
				continue // the user's settings stand for both, or there are none
			}
			some, is := wiring(ctx, where, who, scope)
			found[who.Name] = append(found[who.Name], some...)
			if is {
				scopes[who.Name] = append(scopes[who.Name], scope)
			}
		}
	}
	wired := false
	for _, a := range agent.All {
		who := *a
		all = append(all, found[who.Name]...)
		by, own := calledBy(where, who, scopes)
		wired = wired || own
		if f, ok := ear(where, who, h, by, own); ok {
			all = append(all, f)
		}
		if len(scopes[who.Name]) == 2 {
			all = append(all, symptom{
				Check: "settings", Agent: who.Name, State: stateNote, Mend: initLine(who, false, true),
				What: "its hooks are in the project's settings and in the user's: each call is told twice",
			})
		}
	}
	if !wired {
		all = append(all, symptom{Check: "settings", State: stateBroken, What: "no agent has the hooks of witness, in this project or for this user", Mend: "witness init"})
	}
	return all
}

const itsSettings = "its settings"

// calledBy is by what an agent calls witness: its own settings, a plugin that they name, or
// another agent's settings, which it reads too; own is false for the last. "" if nothing is
// known to make it call: that it was heard once proves nothing about the next call.
func calledBy(where agent.Where, who agent.Agent, scopes map[string][]string) (by string, own bool) {
	if len(scopes[who.Name]) > 0 {
		return itsSettings, true
	}
	if who.Plugin != nil {
		if path := who.Plugin(who, where); path != "" {
			return "the plugin that " + path + " names", true
		}
	}
	for _, other := range who.Runs {
		if len(scopes[other]) > 0 {
			return "the settings of " + other, false
		}
	}
	return "", false
}

// ear tells whether an agent is heard, and if not, why. Of one that nobody uses here there is
// nothing to tell.
func ear(where agent.Where, who agent.Agent, h engine.Health, by string, own bool) (f symptom, ok bool) {
	f = symptom{Check: "heard", Agent: who.Name, State: stateOK}
	at, heard := h.Heard[who.Name]
	sign := where.Find(who)
	project := slices.ContainsFunc(who.Settings, func(s agent.Settings) bool { return s.Scope == "project" })
	wire := initLine(who, !project, false)
	switch {
	case heard && by != "":
		f.What = "heard in this project " + ago(at)
		if by != itsSettings {
			f.What += ", by " + by
		}
	case own && h.Wrong != nil:
		return f, false // a store that is not read says nothing of it
	case own:
		f.State, f.What, f.Mend = stateNote, "not heard in this project yet", "start "+who.Name+" in "+where.Project+" and let it run a command"
	case len(who.Settings) == 0:
		return f, false // whoever speaks its protocol calls witness himself
	case heard:
		f.Check, f.State, f.Mend = "settings", stateNote, wire
		f.What = "heard in this project " + ago(at) + ", and its hooks are in none of its settings now"
		if sign != "" {
			f.State = stateBroken
		}
	case sign != "":
		f.Check, f.State, f.Mend = "settings", stateNote, wire
		f.What = "it is here (found by " + sign + "), and its hooks are not in"
	default:
		return f, false
	}
	return f, true
}
