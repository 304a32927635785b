package agent

import "slices"

// All lists the agents, in the order in which they are asked whether a call is theirs. Of
// those whose payloads have Claude's shape Claude is the last: it alone may go by its
// environment. Whoever reads all of a payload to know comes behind it.
//
// An agent is made of constants, and a table that its file has is a function's: each hook would
// pay at its start for those of all agents.
var All = []*Agent{&Codex, &Gemini, &Qwen, &Copilot, &Droid, &Cursor, &Claude, &Opencode, &Pi, &Cline, &VSCode, &Devin, &Kimi, &Kiro, &Goose, &Plain}

// Find returns the agent of that name, and whether there is one.
func Find(name string) (Agent, bool) {
	for _, a := range All {
		if a.Name == name {
			return *a, true
		}
	}
	return Agent{}, false
}

// Caller finds out whose call a hook line answers that was installed for the agent of that
// name, or for none (""): other agents may run it too, and some say nothing of who they
// are but by the shape of what they send.
func Caller(name string, getenv func(string) string, payload []byte) (Agent, bool) {
	for _, a := range All {
		if (name == "" || slices.Contains(a.Runs, name)) && a.Detect(getenv, payload) {
			return *a, true
		}
	}
	return Find(name)
}

// MarkedBy tells which agent an environment is from, "" if it shows none. AI_AGENT is a mark
// that several agents share.
func MarkedBy(getenv func(string) string) string {
	for _, a := range All {
		for _, mark := range a.Marks {
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
