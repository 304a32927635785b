package install

import (
	"bytes"
	"errors"
	"fmt"
	"io/fs"
	"slices"
	"strings"

	"witness/cmd/witness/internal/term"
	"witness/engine/agent"
	"witness/engine/bundle"
	"witness/engine/regular"
)

// A target is one settings file to write.
type target struct {
	agent    agent.Agent
	settings agent.Settings
	path     string // "" if the agent has no settings in the scope
	sign     string // how the agent was detected, "" if it was named
}

// targets returns the settings files to write: those of the named agents or else of the detected
// ones. With --remove and no names it returns all files that contain hooks.
func (c *Cmd) targets(where agent.Machine) ([]target, error) {
	scope := "project"
	if c.User {
		scope = "user"
	}
	var targets []target
	add := func(client agent.Agent, sign string) (added bool) {
		for _, settings := range client.Settings() {
			if settings.Scope == scope {
				targets = append(targets, target{client, settings, where.Path(settings), sign})
				added = true
			}
		}
		return added
	}
	for _, name := range c.Agents {
		client, ok := agent.Find(name)
		switch {
		case !ok:
			return nil, term.UsageError{Err: fmt.Errorf("no agent %q%s (known: %s)", name, bundle.DidYouMean(name, AgentNames()), strings.Join(AgentNames(), ", "))}
		case len(client.Settings()) == 0:
			return nil, fmt.Errorf("%s has no settings to write: a client of its protocol calls witness hook %s itself", name, name)
		case !add(client, ""):
			return nil, fmt.Errorf("%s has no %s settings; run %s", name, scope, CommandLine(client, !c.User, c.Remove))
		}
	}
	if len(c.Agents) > 0 {
		return targets, nil
	}
	found := 0
	for _, a := range agent.All {
		client := *a
		sign := where.FindSign(client)
		switch {
		case c.Remove:
			add(client, "")
		case sign != "" && (c.chosen == nil || slices.Contains(c.chosen, client.Name)):
			found++
			if !add(client, sign) {
				targets = append(targets, target{agent: client, sign: sign})
			}
		}
	}
	switch {
	case c.Remove:
		return installed(targets), nil
	case found == 0:
		return nil, fmt.Errorf("no agent was detected: no agent's program is on PATH, and none has settings in %s or %s; name one: witness init AGENT, where AGENT is one of %s",
			where.Project, where.Home, strings.Join(AgentNames(), ", "))
	}
	return targets, nil
}

// installed returns the targets whose files contain hooks, and those whose files cannot be read, for
// which apply reports the error.
func installed(targets []target) (all []target) {
	for _, t := range targets {
		text, err := regular.Read(t.path, agent.MaxSettings)
		if err == nil && bytes.Contains(text, []byte("witness")) || err != nil && !errors.Is(err, fs.ErrNotExist) {
			all = append(all, t)
		}
	}
	return all
}

// AgentNames returns the names of all agents.
func AgentNames() (names []string) {
	for _, a := range agent.All {
		names = append(names, a.Name)
	}
	return names
}
