package main

import (
	"witness"
	"witness/engine"
	"witness/engine/agent"
)

// A nameable is what a command line can name, and its help.
type nameable struct{ name, help string }

// nameables are the names that a command takes for its first argument, or for each if it
// takes several.
func nameables(command string) []nameable {
	switch command {
	case "witness hook", "witness lint", "witness record":
		return allAgents()
	case "witness init":
		return wirableAgents()
	case "witness rules explain", "witness snooze":
		return ruleNames()
	case "witness query":
		return queryNames()
	}
	return nil
}

func allAgents() (list []nameable) {
	for _, name := range agentNames() {
		list = append(list, nameable{name: name})
	}
	return list
}

// wirableAgents are the agents that have settings to write.
func wirableAgents() (list []nameable) {
	for _, a := range agent.All {
		if len(a.Settings) > 0 {
			list = append(list, nameable{name: a.Name})
		}
	}
	return list
}

func ruleNames() []nameable {
	dir, err := workDir()
	if err != nil {
		return nil // a shell is not told of errors
	}
	rules, _ := engine.ListRules(witness.Brain, dir)
	return namesOf(rules)
}

func queryNames() []nameable {
	dir, err := workDir()
	if err != nil {
		return nil
	}
	return namesOf(engine.LoadQueries(witness.Brain, dir))
}

func namesOf(scripts []*engine.Script) (list []nameable) {
	for _, f := range scripts {
		list = append(list, nameable{f.Name, f.Summary()})
	}
	return list
}
