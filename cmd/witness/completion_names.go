package main

import (
	"witness"
	"witness/cmd/witness/internal/install"
	"witness/cmd/witness/internal/term"
	"witness/engine/agent"
	"witness/engine/bundle"
	"witness/engine/check"
	"witness/engine/eval"
)

// A completion is one way to complete a word, and its description.
type completion struct{ word, help string }

// argumentCompletions returns the names that a command accepts as its first argument, or as each
// argument if it takes a list.
func argumentCompletions(command string) []completion {
	switch command {
	case "witness hook", "witness lint", "witness record":
		return agentCompletions()
	case "witness init":
		return installableCompletions()
	case "witness rules explain", "witness snooze":
		return ruleCompletions()
	case "witness query":
		return queryCompletions()
	}
	return nil
}

func agentCompletions() (list []completion) {
	for _, name := range install.AgentNames() {
		list = append(list, completion{word: name})
	}
	return list
}

// installableCompletions returns the agents that have settings to write.
func installableCompletions() (list []completion) {
	for _, a := range agent.All {
		if len(a.Settings) > 0 {
			list = append(list, completion{word: a.Name})
		}
	}
	return list
}

func ruleCompletions() []completion {
	dir, err := term.WorkDir()
	if err != nil {
		return nil // a completion cannot report an error
	}
	rules, _, _ := check.ListRules(witness.Files, dir)
	var files []*bundle.File
	for _, r := range rules {
		files = append(files, r.File)
	}
	return fileCompletions(files)
}

func queryCompletions() []completion {
	dir, err := term.WorkDir()
	if err != nil {
		return nil
	}
	return fileCompletions(eval.LoadQueries(witness.Files, dir))
}

func fileCompletions(files []*bundle.File) (list []completion) {
	for _, f := range files {
		list = append(list, completion{f.Name, f.Summary()})
	}
	return list
}
