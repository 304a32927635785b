package guard

import (
	"path/filepath"
	"slices"
	"strings"

	"witness/engine/agent"
	"witness/engine/shell"
)

// wordsOf returns the words of a command, at least one: the program, its subcommand, and the other words.
func wordsOf(cmd shell.Command) []string {
	name := strings.Fields(cmd.Name)
	if len(name) == 0 {
		name = []string{cmd.Name} // a program whose name is white space
	}
	return append(name, cmd.Args...)
}

// asksForHelp reports whether a command only prints its help or version.
func asksForHelp(args []string) bool {
	return slices.ContainsFunc(args, func(a string) bool { return a == "--help" || a == "-h" || a == "--version" })
}

// clientOf returns the client whose program a command is.
func clientOf(words []string) (agent.Agent, bool) {
	if len(words) == 0 {
		return agent.Agent{}, false
	}
	program, _, _ := strings.Cut(filepath.Base(words[0]), "@")
	for _, a := range agent.All {
		if slices.Contains(a.ProgramNames(), program) {
			return *a, true
		}
	}
	return agent.Agent{}, false
}

// starts returns the effect of starting a client without its hooks.
func (g *Guard) starts(words []string) []Effect {
	a, ok := clientOf(words)
	if !ok || asksForHelp(words[1:]) {
		return nil
	}
	if flag := a.BypassedBy(words[1:]); flag != "" {
		return []Effect{{Does: "starts", What: words[0], By: flag, Of: Hooks}}
	}
	return nil
}

// variables returns the effects of variables that a command sets: those that witness reads, and for a client those
// with which it reads other settings.
func (g *Guard) variables(cmd shell.Command, words []string) (effects []Effect) {
	set := func(assignment, by string) {
		name, _, _ := strings.Cut(assignment, "=")
		effects = append(effects, setsVariable(name, by))
	}
	sets := cmd.Assigns
	// A variable that a command gives to other programs: launchctl setenv, tmux setenv, systemctl set-environment.
	if slices.ContainsFunc(words, func(w string) bool {
		return slices.Contains([]string{"setenv", "set-environment", "unset-environment"}, w)
	}) || slices.Contains([]string{"export", "declare", "typeset", "unset"}, cmd.Name) || cmd.Name == "set" && slices.ContainsFunc(cmd.Args, func(a string) bool { return strings.HasPrefix(a, "-") && strings.ContainsAny(a, "gx") }) {
		sets = append(slices.Clone(cmd.Args), sets...)
	}
	for _, s := range sets {
		if isVariableOfWitness(s) {
			set(s, "")
		}
	}
	a, ok := clientOf(words)
	if !ok || asksForHelp(words[1:]) {
		return effects
	}
	for _, s := range cmd.Environment {
		if name, value, _ := strings.Cut(s, "="); a.BypassVariable(name) || isVariableOfWitness(name) || name == "PATH" && g.hidesProgram(value) {
			set(s, words[0])
		}
	}
	return effects
}

// setsVariable returns the effect of setting a variable that witness reads, or the client by.
func setsVariable(name, by string) Effect {
	return Effect{Does: "sets", What: name, By: by, Of: Configuration}
}

// isVariableOfWitness reports whether witness reads a variable, given with or without its value.
func isVariableOfWitness(assignment string) bool { return strings.HasPrefix(assignment, "WITNESS_") }

// runs returns the effect of running a command of witness that is for a person.
func (g *Guard) runs(words []string) []Effect {
	if len(words) == 0 || words[0] != "witness" && words[0] != "witness-hooks" || asksForHelp(words[1:]) {
		return nil
	}
	has := func(flag string) bool { return slices.Contains(words, flag) }
	verbs := append(verbsOf(words), "", "", "")
	command := verbs[0]
	switch verbs[0] {
	case "snooze", "unsnooze", "allow-once", "hook", "lint", "record":
	case "trust":
		if has("--list") {
			return nil
		}
	case "wrong":
		// An export prints a vote and changes none.
		if has("--export") && !slices.ContainsFunc(words, func(w string) bool { return strings.HasPrefix(w, "--export=") }) {
			return nil
		}
	case "init":
		if !slices.ContainsFunc(words, func(w string) bool { flag, _, _ := strings.Cut(w, "="); return flag == "--remove" }) {
			return nil
		}
		command += " --remove"
	case "suggest":
		if !slices.ContainsFunc(words, func(w string) bool { return w == "--write" || strings.HasPrefix(w, "--write=") }) {
			return nil
		}
		command += " --write"
	case "rules":
		if command += " " + verbs[1]; verbs[1] != "new" {
			return nil
		}
	case "fleet":
		switch command += " " + verbs[1]; verbs[1] {
		case "leave":
		case "policy":
			if command += " " + verbs[2]; verbs[2] != "push" {
				return nil
			}
		default:
			return nil
		}
	case "db":
		if command += " " + verbs[1]; slices.Contains([]string{"", "path", "info", "list", "backup"}, verbs[1]) {
			return nil
		}
	default:
		return nil
	}
	return []Effect{{Does: "runs", What: "witness " + command, Of: Person}}
}

// ValuedFlags are the flags of witness before its subcommands that have a separate value.
const ValuedFlags = "--color"

// verbsOf returns the subcommands and operands among the words of a command of witness.
func verbsOf(words []string) (verbs []string) {
	for i := 1; i < len(words); i++ {
		if slices.Contains(strings.Fields(ValuedFlags), words[i]) {
			i++
		} else if !strings.HasPrefix(words[i], "-") {
			verbs = append(verbs, words[i])
		}
	}
	return verbs
}

// locatesWitness reports whether a command prints where the store or the program of witness is.
func locatesWitness(cmd shell.Command) bool {
	words := wordsOf(cmd)
	switch words[0] {
	case "witness":
		return slices.Equal(verbsOf(words), []string{"db", "path"})
	case "which", "whereis", "command", "type", "hash", "realpath":
		return slices.Contains(words[1:], "witness")
	}
	return false
}

// readsSQL reports whether the operands of sqlite3 after the database, of which there is one at least, only read it.
func readsSQL(args []string) bool {
	operands := 0
	for _, a := range args {
		if strings.HasPrefix(a, "-") {
			continue
		}
		if operands++; operands == 1 {
			continue
		}
		verb, _, _ := strings.Cut(strings.ToLower(strings.TrimSpace(a)), " ")
		if !slices.Contains([]string{"select", "explain", ".schema", ".tables", ".indexes", ".dump", ".headers", ".mode", ".stats", ".dbinfo"}, verb) || strings.Contains(strings.TrimRight(a, "; \n"), ";") {
			return false
		}
	}
	return operands > 1
}

// locates returns the effect of a command that changes a file which is not known before the line runs, while the
// line asks for the location of witness: rm "$(witness db path)".
func (g *Guard) locates(cmd shell.Command) []Effect {
	words := wordsOf(cmd)
	base := words[0]
	into := strings.Join(strings.Fields(strings.NewReplacer(`"`, "", `'`, "").Replace(g.call.Event.Command)), "")
	for _, opening := range []string{">$(", ">|$(", "of=$("} {
		_, inner, _ := strings.Cut(into, opening)
		inner, _, _ = strings.Cut(inner, ")")
		asks := func(how string) bool { return strings.HasSuffix(inner, how) }
		if slices.ContainsFunc([]string{"witnessdbpath", "command-vwitness", "whichwitness", "type-pwitness"}, asks) && !locatesWitness(cmd) {
			return []Effect{{Does: "locates", What: base, Of: Store}}
		}
	}
	// A copy of the program works under another name.
	changes := slices.Contains([]string{"cp", "rsync", "install", "ln", "mv", "truncate", "dd", "tee", "sed", "sponge", "patch", "curl", "wget", "duckdb"}, base)
	copiesStore := base == "cp" && lastOf(cmd.Args, "") != "$?" && strings.Contains(g.call.Event.Command, "db path")
	if base == "sqlite3" && cmd.Input == "" && readsSQL(cmd.Args) || copiesStore {
		return nil
	}
	if cmd.Inert || base == "witness" || readsOnly(base, cmd.Args) && !changes || !slices.Contains(cmd.Args, "$?") {
		return nil
	}
	return []Effect{{Does: "locates", What: base, Of: Program}}
}

// kills returns the effect of ending the hooks that run, by their name.
func kills(line shell.Line, words []string) []Effect {
	named := slices.Contains([]string{"pkill", "killall"}, words[0]) && slices.ContainsFunc(words[1:], isHook)
	found := words[0] == "kill" && slices.ContainsFunc(line.Commands, func(c shell.Command) bool {
		return slices.Contains([]string{"pgrep", "pidof"}, c.Name) && slices.ContainsFunc(c.Args, isHook)
	})
	if !named && !found {
		return nil
	}
	return []Effect{{Does: "ends", What: words[0], Of: Program}}
}

// isHook reports whether a pattern of a process matches the hooks and no program of a longer name.
func isHook(pattern string) bool {
	pattern = strings.Trim(strings.ReplaceAll(pattern, ".*", " "), "^$")
	return len(pattern) > len("witnes") && (strings.HasPrefix("witness hook", pattern) || strings.HasPrefix(pattern, "witness hook"))
}
