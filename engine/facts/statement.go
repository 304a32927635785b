package facts

import (
	"os"
	"path/filepath"
	"strings"

	"witness/engine/agent"
	"witness/engine/hook"
	"witness/engine/project"
)

// findDatabase turns a call of an MCP tool that runs a statement on a database of witness into the call of a command, so that rules
// see the path. The call does not name the database, but the client's configuration has the path in the words that start the
// server. Calls on other databases stay as they are.
func (r *Resolver) findDatabase(ev *hook.Event, root string) {
	a, ok := agent.Find(ev.Agent)
	if ev.Statement == "" || ev.Tool != hook.Other || !ok {
		return
	}
	machine := agent.Machine{Project: root, Home: project.Home(), Getenv: os.Getenv}
	for _, s := range a.Servers() {
		text := r.Disk.Text(machine.Path(s))
		for name, words := range a.ServersIn(s, []byte(text)) {
			if !strings.Contains(ev.Name, name) && strings.Contains(ev.Name, "__") {
				continue // the tool is another server's
			}
			for _, word := range words {
				if file := fileOfState(word); file != "" {
					agent.SetStatement(ev, file, ev.Statement)
					return
				}
			}
		}
	}
}

// fileOfState returns the file or folder of witness's state that a word names, "" for any other: ~/x, --db=/x, sqlite:////x.
func fileOfState(word string) string {
	if _, value, ok := strings.Cut(word, "="); ok {
		word = value
	}
	word = strings.TrimPrefix(strings.TrimPrefix(word, "sqlite:///"), "file:")
	for _, home := range []string{"~/", "$HOME/", "${HOME}/", "${env:HOME}/", "${userHome}/"} {
		if rest, ok := strings.CutPrefix(word, home); ok {
			word = filepath.Join(project.Home(), rest)
		}
	}
	if file := project.Resolve(word); file != "" && project.Within(file, project.Resolve(project.StateDir())) {
		return file
	}
	return ""
}
