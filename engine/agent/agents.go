package agent

import "slices"

// All lists the agents in the order in which init and doctor show them. Detection does not
// depend on the order.
//
// An Agent holds constants and functions only. A map at package level would be built when the
// program starts, by every hook and for every agent; tables are therefore returned by functions.
var All = []*Agent{&Codex, &Gemini, &Qwen, &Copilot, &Droid, &Cursor, &Claude, &Opencode, &Kilo, &Pi, &Cline, &Kimi, &Grok, &Vibe, &VSCode, &Devin, &Kiro, &Goose, &Plain}

// Find returns the agent with that name, and whether there is one.
func Find(name string) (Agent, bool) {
	for _, a := range All {
		if a.Name == name {
			return *a, true
		}
	}
	return Agent{}, false
}

// Caller returns the agent that called a hook line, and whether it is known. The name is the
// one in the line, "" if it has none. Other agents may run the line too (see
// Agent.RunsHooksOf()), so the payload and the environment are examined first; otherwise the name decides.
func Caller(name string, getenv func(string) string, payload []byte) (Agent, bool) {
	if a := identify(All, name, getenv, payload); a != nil {
		return *a, true
	}
	return Find(name)
}

// identify returns the agent that a payload comes from, nil if it is none of those that run
// hook lines with that name. A payload that only one client sends decides; the environment,
// which is inherited from agent to agent, decides only if it suggests a single one.
func identify(agents []*Agent, name string, getenv func(string) string, payload []byte) *Agent {
	var suggested []*Agent
	for _, a := range agents {
		if name != "" && !slices.Contains(a.RunsHooksOf(), name) {
			continue
		}
		switch a.Identify(getenv, payload) {
		case ByPayload:
			return a
		case ByEnvironment:
			suggested = append(suggested, a)
		}
	}
	if len(suggested) == 1 {
		return suggested[0]
	}
	return nil
}

// FromEnv returns the name of an agent whose variables are in the environment, "" if there are
// none. The first of All is returned if one agent was started by another. AI_AGENT is a variable
// that several agents set.
func FromEnv(getenv func(string) string) string {
	for _, a := range All {
		for _, mark := range a.EnvMarkers() {
			if getenv(mark) != "" {
				return a.Name
			}
		}
	}
	if getenv("AI_AGENT") != "" {
		return "an agent"
	}
	return ""
}
