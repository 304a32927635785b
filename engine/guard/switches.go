package guard

import (
	"regexp"
	"slices"
	"strings"
	"sync"

	"witness/engine/agent"
	"witness/engine/shell"
)

// keeps returns the effects of a command that gives a variable to programs that are started later: those of a session,
// a terminal or a user. Beside the variables that witness reads these are the ones with which a client runs no hooks or reads other
// settings.
func keeps(cmd shell.Command, words []string) (effects []Effect) {
	args := words[1:]
	switch base := words[0]; {
	case slices.Contains([]string{"setx", "dbus-update-activation-environment"}, base):
	case base == "set" && slices.ContainsFunc(args, func(a string) bool { return strings.HasPrefix(a, "-") && strings.ContainsAny(a, "xU") }): // of fish
	case base == "reg" && slices.Contains(args, "/v"):
		args = slices.DeleteFunc(slices.Clone(args), func(a string) bool { return a == "/d" || a == "/t" || strings.HasPrefix(a, "REG_") })
	default:
		if !slices.ContainsFunc(words, func(w string) bool { return w == "setenv" || w == "set-environment" }) || cmd.Inert {
			return nil
		}
	}
	for i, a := range args {
		name, value, given := strings.Cut(a, "=")
		if !given && i+1 < len(args) {
			value = args[i+1]
		}
		for _, client := range agent.All {
			if client.SwitchedOff(name, value) || value != "" && client.MovedOwn(name) {
				effects = append(effects, setsVariable(name, client.ProgramNames()[0]))
			}
		}
	}
	return effects
}

// settingSwitch matches an assignment that may switch the hooks of a client off, in the syntax of shells, of .env and of JSON.
var settingSwitch = sync.OnceValue(func() *regexp.Regexp {
	var names []string
	for _, a := range agent.All {
		names = append(names, a.Bypass.Off...)
	}
	return regexp.MustCompile(`(?m)^(?:[^#\n]*(?:[\s;'"{,\\]|\\n))?(?:set\s+-\w+\s+|setenv\s+)?(` + strings.Join(names, "|") + `)(?:=|\s+|"\s*:\s*)["']?(\w+)`)
})

// switchesOff returns the effects of a text that is written into a file whose variables clients get.
func switchesOff(path, text string) (effects []Effect) {
	for _, a := range agent.All {
		if !slices.ContainsFunc(a.Bypass.Off, func(name string) bool { return strings.Contains(text, name) }) || !a.TakesVariablesOf(path) {
			continue
		}
		for _, m := range settingSwitch().FindAllStringSubmatch(text, -1) {
			if a.SwitchedOff(m[1], m[2]) {
				effects = append(effects, setsVariable(m[1], a.ProgramNames()[0]))
			}
		}
	}
	return effects
}

// clientFunction matches the head of a function of a shell.
var clientFunction = sync.OnceValue(func() *regexp.Regexp {
	return regexp.MustCompile(`(?m)(?:^|[;\s])(?:function\s+([\w-]+)|([\w-]+)\s*\(\s*\))`)
})

// aliased returns the effects of a startup file of a shell that starts a client without its hooks wherever the client is started: an
// alias or a function.
func (g *Guard) aliased(text string) (effects []Effect) {
	if !strings.Contains(text, "alias") && !strings.Contains(text, "function") && !strings.Contains(text, "()") {
		return nil
	}
	for _, m := range clientFunction().FindAllStringSubmatch(text, 20) {
		if name := m[1] + m[2]; isKnownProgram(name) {
			text += "\n" + name
		}
	}
	for _, e := range slices.Concat(g.line(g.parse(text, g.call.Project.Dir), maxNested)...) {
		if isBypass(e) {
			effects = append(effects, e)
		}
	}
	return effects
}

// defines returns the effects of an alias that starts a client without its hooks: alias claude='claude --bare', in fish without the sign.
func (g *Guard) defines(cmd shell.Command) (effects []Effect) {
	if cmd.Name != "alias" {
		return nil
	}
	for i, a := range cmd.Args {
		_, value, given := strings.Cut(a, "=")
		if !given && i > 0 {
			value = a
		}
		for _, e := range slices.Concat(g.line(g.parse(value, cmd.Dir), maxNested)...) {
			if isBypass(e) {
				effects = append(effects, e)
			}
		}
	}
	return effects
}

// isBypass reports whether an effect is that a client runs without its hooks.
func isBypass(e Effect) bool { return e.Does == "starts" || e.Does == "sets" && e.By != "" }
