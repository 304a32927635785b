package guard

import (
	"path/filepath"
	"regexp"
	"slices"
	"strings"
	"sync"

	"witness/engine/agent"
	"witness/engine/hook"
	"witness/engine/project"
	"witness/engine/shell"
)

// setsVariable returns the effect of setting a variable that witness reads, or the client by.
func setsVariable(name, by string) Effect {
	return Effect{Does: "sets", What: name, By: by, Of: Configuration}
}

// isOfWitness reports whether witness reads a variable, given with or without its value.
func isOfWitness(assignment string) bool { return strings.HasPrefix(assignment, "WITNESS_") }

// later returns the effects of a variable that programs get which are started later: one that witness reads, or with
// which witness or a client looks for its files in another folder, or a client runs no hooks. The folder that it stands
// for anyway moves nothing: XDG_CONFIG_HOME=$HOME/.config.
func later(name, value string) []Effect {
	if isOfWitness(name) {
		return []Effect{setsVariable(name, "")}
	}
	if agent.MovesAll(name) && value != "" {
		value = strings.NewReplacer("${HOME}", project.Home(), "$HOME", project.Home(), "~", project.Home()).Replace(value)
		if own := filepath.Join(value, "witness"); own != project.StateDir() && own != project.UserConfigDir() && value != project.Home() {
			return []Effect{setsVariable(name, "")}
		}
	}
	for _, a := range agent.All {
		if a.SwitchedOff(name, value) || value != "" && a.MovedOwn(name) {
			return []Effect{setsVariable(name, a.ProgramNames()[0])}
		}
	}
	return nil
}

// givers lists programs that give a variable to those that are started later, in a session, a terminal or for a user.
const givers = " setx setenv set-environment unset-environment dbus-update-activation-environment "

// variables returns the effects of variables that a command sets: those that witness reads, for a client those with which
// it reads other settings, and all that move something if programs get them which are started later.
func (g *Guard) variables(cmd shell.Command, words []string) (effects []Effect) {
	declares := strings.Contains(" export declare typeset unset ", " "+cmd.Name+" ") || cmd.Name == "set" && slices.ContainsFunc(cmd.Args, func(a string) bool {
		return strings.HasPrefix(a, "-") && strings.ContainsAny(a, "gx")
	})
	gives := cmd.Name == "mise set" || cmd.Name == "set" && slices.ContainsFunc(cmd.Args, func(a string) bool { return strings.HasPrefix(a, "-") && strings.ContainsAny(a, "xU") }) ||
		cmd.Name == "reg" && slices.Contains(cmd.Args, "/v") || !cmd.Inert && slices.ContainsFunc(words, func(w string) bool { return strings.Contains(givers, " "+w+" ") })
	sets := cmd.Assigns
	if declares || gives {
		sets = append(slices.Clone(cmd.Args), sets...)
	}
	a, isClient := clientOf(words)
	if isClient && !asksForHelp(words[1:]) {
		sets = append(slices.Clone(sets), cmd.Environment...)
	}
	for i, s := range sets {
		name, value, given := strings.Cut(s, "=")
		if !given && i+1 < len(sets) {
			value = sets[i+1]
		}
		switch {
		case isOfWitness(name):
			effects = append(effects, setsVariable(name, ""))
		case isClient && a.BypassVariable(name):
			effects = append(effects, setsVariable(name, words[0]))
		case gives:
			effects = append(effects, later(name, value)...)
		}
	}
	return effects
}

// assignment matches a line that sets a variable which later reports, in the syntax of shells, of .env, TOML and JSON.
var assignment = sync.OnceValue(func() *regexp.Regexp {
	names := []string{`WITNESS_\w+`}
	for _, a := range agent.All {
		names = append(names, a.Movers()...)
	}
	return regexp.MustCompile(`(?m)^(?:[^#\n]*[\s;'"{,\\])?(` + strings.Join(names, "|") + `)(?:["']?\s*[:=]|[ \t])[ \t]*["']?([^"'\s;,}]*)`)
})

// ofStartup returns the effects of a text that is written into a file, if that is a startup file: of the variables that
// it sets, and of an alias that starts a client without its hooks.
func (g *Guard) ofStartup(path, text string) (effects []Effect) {
	if !agent.IsStartup(path) {
		return nil
	}
	base := filepath.Base(path)
	for _, m := range assignment().FindAllStringSubmatch(text, -1) {
		for _, e := range later(m[1], m[2]) {
			// A program that does not read .env itself gets nothing of it, and a container has folders of its own.
			if isOfWitness(m[1]) || base != ".env" && base != "devcontainer.json" || slices.ContainsFunc(agent.All, func(a *agent.Agent) bool { return a.TakesVariablesOf(path) && a.SwitchedOff(m[1], m[2]) }) {
				effects = append(effects, e)
			}
		}
	}
	if strings.Contains(text, "alias") {
		for _, e := range g.spoken(text, "", 0) {
			if e.Does == "starts" || e.Does == "sets" && e.By != "" {
				effects = append(effects, e)
			}
		}
	}
	return effects
}

// writesStartup returns the effects of what a command of a line writes into startup files.
func (g *Guard) writesStartup(line shell.Line, i int) (effects []Effect) {
	for _, t := range line.Touches {
		if t.Command != i || hook.ReadOnly(t.Kind) || !agent.IsStartup(t.Path) {
			continue
		}
		text := writtenBy(line, t.Path)
		if by := line.Commands[i]; by.Name == "sed" || len(by.Literals) > 0 {
			text += strings.Join(append(slices.Clone(by.Args), by.Literals...), "\n") // sed '1i X=1', and code that opens the file
		}
		effects = append(effects, g.ofStartup(t.Path, text)...)
	}
	return effects
}

// writtenBy returns the text that a line writes into a file, as far as it is known: cat > .bashrc <<EOF, echo … >> .bashrc.
func writtenBy(line shell.Line, path string) (text string) {
	for _, t := range line.Touches {
		if t.Path != path || t.Command >= len(line.Commands) || t.Kind != hook.Write && t.Kind != hook.Edit {
			continue
		}
		switch by := line.Commands[t.Command]; by.Name {
		case "cat", "tee":
			text += by.Input
		default:
			text += printed(by)
		}
	}
	return text
}

// printed returns what a command prints that only prints its words, each word of printf on a line of its own.
func printed(c shell.Command) string {
	switch c.Name {
	case "echo":
		return strings.Join(c.Args, " ") + "\n"
	case "printf", "Add-Content", "Set-Content":
		return strings.Join(c.Args, "\n") + "\n"
	}
	return ""
}
