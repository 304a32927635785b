package agent

// All lists the agents, in the order in which they are asked whether a call is theirs.
var All = []Agent{Claude, Plain}

// Find returns the agent of that name, and whether there is one.
func Find(name string) (Agent, bool) {
	for _, a := range All {
		if a.Name == name {
			return a, true
		}
	}
	return Agent{}, false
}
