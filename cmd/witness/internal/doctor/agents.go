package doctor

import (
	"context"
	"runtime"
	"slices"
	"time"

	"witness/cmd/witness/internal/install"
	"witness/cmd/witness/internal/replay"
	"witness/cmd/witness/internal/term"
	"witness/engine/agent"
	"witness/engine/inspect"
)

// A wiring is what is found of one agent's hooks.
type wiring struct {
	client   agent.Agent
	findings []finding
	scopes   []string   // the scopes that have hooks: project, user
	lines    [][]string // the installed command lines of each scope
}

// checkWiring checks the settings of one agent and tries the command lines that are installed there.
func checkWiring(ctx context.Context, where agent.Machine, client agent.Agent) (w wiring) {
	w.client = client
	for _, scope := range []string{"project", "user"} {
		if scope == "project" && install.SameFile(where.Project, where.Home) || scope == "user" && where.Home == "" {
			continue // the project is the home directory, or there is none
		}
		some, lines, installed := checkScope(ctx, where, client, scope)
		w.findings = append(w.findings, some...)
		if installed {
			w.scopes, w.lines = append(w.scopes, scope), append(w.lines, lines)
		}
	}
	return w
}

// checkWirings does so for all agents, as many at once as there are processors, because most of the time is spent in the processes that
// the command lines start.
func checkWirings(ctx context.Context, where agent.Machine) map[string]wiring {
	free := make(chan struct{}, runtime.NumCPU())
	ended := make(chan wiring)
	for _, a := range agent.All {
		go func() {
			free <- struct{}{}
			defer func() { <-free }()
			ended <- checkWiring(ctx, where, *a)
		}()
	}
	all := map[string]wiring{}
	for range agent.All {
		w := <-ended
		all[w.client.Name] = w
	}
	return all
}

// checkAgents checks every agent whose hooks are installed or that is detected here.
func checkAgents(ctx context.Context, where agent.Machine, h inspect.Health) (all []finding) {
	wirings := checkWirings(ctx, where)
	scopes := map[string][]string{}
	for name, w := range wirings {
		scopes[name] = w.scopes
	}
	installed := false
	for _, a := range agent.All {
		client := *a
		all = append(all, wirings[client.Name].findings...)
		all = append(all, checkPlugin(where, client)...)
		by, own := calledBy(where, client, scopes)
		if note, fix, isOld := client.VersionNote(); note != "" && by != "" {
			state := map[bool]string{true: stateBroken, false: stateNote}[isOld]
			all = append(all, finding{Check: "calls", Agent: client.Name, State: state, What: note, Fix: fix})
		}
		installed = installed || own
		if f, ok := checkCalls(where, client, h, by, own); ok {
			all = append(all, f)
		}
		if two := wirings[client.Name].lines; len(two) == 2 && !(client.RunsOnce() && slices.Equal(two[0], two[1])) {
			all = append(all, finding{
				Check: "settings", Agent: client.Name, State: stateNote, Fix: install.CommandLine(client, false, true),
				What: "its hooks are in the project's settings and in the user's: each call is reported twice",
			})
		}
	}
	if !installed {
		all = append(all, finding{Check: "settings", State: stateBroken, What: "the hooks of witness are installed for no agent, in this project or for this user", Fix: "witness init"})
	}
	return all
}

// checkPlugin reports the plugin of an agent, if there is one, and why its hooks do not run.
func checkPlugin(where agent.Machine, client agent.Agent) (all []finding) {
	if client.Plugin == nil {
		return nil
	}
	path := client.Plugin(client, where)
	if path == "" {
		return nil
	}
	all = []finding{{Check: "settings", Agent: client.Name, State: stateOK, What: "witness is installed as a plugin", Path: path}}
	for _, d := range client.Problems(where, agent.PluginSettings()) {
		all = append(all, finding{Check: "trust", Agent: client.Name, State: stateBroken, What: "the plugin of witness does not run: " + d.What, Path: d.Path, Fix: d.Fix})
	}
	return all
}

const itsSettings = "its settings"

// unheardDays is on how many days a client is used without a call before its hooks count as broken.
const unheardDays = 3

// calledBy returns what makes an agent call witness: its own settings, a plugin that they name, or
// the settings of another agent, which it reads as well. own is false for the last. It returns "" if
// there is no such configuration, even if calls were received earlier.
func calledBy(where agent.Machine, client agent.Agent, scopes map[string][]string) (by string, own bool) {
	if len(scopes[client.Name]) > 0 {
		return itsSettings, true
	}
	if client.Plugin != nil {
		if path := client.Plugin(client, where); path != "" {
			return "the plugin that " + path + " names", true
		}
	}
	for _, other := range client.RunsHooksOf() {
		if len(scopes[other]) > 0 {
			return "the settings of " + other, false
		}
	}
	return "", false
}

// checkCalls reports whether calls of an agent were received in this project, and if not, why. ok is
// false if there is nothing to report, as for an agent that is not used here.
func checkCalls(where agent.Machine, client agent.Agent, h inspect.Health, by string, own bool) (f finding, ok bool) {
	f = finding{Check: "calls", Agent: client.Name, State: stateOK}
	at, called := h.LastSeen[client.Name]
	sign := where.FindSign(client)
	project := slices.ContainsFunc(client.Settings(), func(s agent.Settings) bool { return s.Scope == "project" })
	wire := install.CommandLine(client, !project, false)
	switch {
	case called && by != "":
		f.What = "last call in this project " + term.Ago(at)
		if by != itsSettings {
			f.What += ", through " + by
		}
		if days := replay.DaysUsed(client, where.Home, where.Project, time.UnixMilli(at)); days >= unheardDays {
			f.State, f.What, f.Fix = stateBroken, f.What+"; it was used here on "+term.Count(days, "day")+" since then, and its hooks did not run", wire
		}
	case own && h.Wrong != nil:
		return f, false // the store cannot be read
	case own:
		f.State, f.What, f.Fix = stateNote, "no call in this project yet", "start "+client.Name+" in "+where.Project+" and let it run a command"
	case len(client.Settings()) == 0:
		return f, false // clients of the plain protocol call witness themselves
	case called:
		f.Check, f.State, f.Fix = "settings", stateNote, wire
		f.What = "last call in this project " + term.Ago(at) + ", but the hooks are no longer in its settings"
		if sign != "" {
			f.State = stateBroken
		}
	case sign != "":
		f.Check, f.State, f.Fix = "settings", stateNote, wire
		f.What = "it is used here (found by " + sign + "), but its hooks are not installed"
	default:
		return f, false
	}
	return f, true
}
