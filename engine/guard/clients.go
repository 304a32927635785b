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
	program, _, _ := strings.Cut(filepath.Base(words[0]), "@")
	for _, a := range agent.All {
		if slices.Contains(a.ProgramNames(), program) {
			return *a, true
		}
	}
	return agent.Agent{}, false
}

// starts returns the effect of starting a client without its hooks.
func starts(words []string) []Effect {
	a, ok := clientOf(words)
	if !ok || asksForHelp(words[1:]) {
		return nil
	}
	if flag := a.BypassedBy(words[1:]); flag != "" {
		return []Effect{{Does: "starts", What: words[0], By: flag, Of: Hooks}}
	}
	return nil
}

// personal lists the commands of witness that are a person's, each with the flag that makes it one, or after "!" the flag
// with which it only shows something. So are those of db but for shown.
var personal = map[string]string{
	"snooze": "", "unsnooze": "", "allow-once": "", "hook": "", "lint": "", "record": "", "rules new": "", "rules add": "", "rules update": "", "rules remove": "", "rules set": "", "rules enable": "", "config set": "", "fleet leave": "", "fleet policy push": "",
	"wrong": "", "trust": "!--list", "init": "--remove", "suggest": "--write",
}

// shown are the commands about the store that only show or copy something.
const shown = " path info list backup "

// runs returns the effect of running a command of witness that is for a person.
func runs(words []string) []Effect {
	if words[0] != "witness" && words[0] != "witness-hooks" || asksForHelp(words[1:]) {
		return nil
	}
	verbs := verbsOf(words)
	if len(verbs) > 1 && verbs[0] == "db" && !strings.Contains(shown, " "+verbs[1]+" ") {
		return []Effect{{Does: "runs", What: "witness db " + verbs[1], Of: Person}}
	}
	for n := 1; n <= min(3, len(verbs)); n++ {
		command := strings.Join(verbs[:n], " ")
		flag, ok := personal[command]
		flag, unless := strings.CutPrefix(flag, "!")
		given, valued := slices.Contains(words, flag), slices.ContainsFunc(words, func(w string) bool { return strings.HasPrefix(w, flag+"=") })
		if !ok || flag != "" && (unless && given && !valued || !unless && !given && !valued) {
			continue
		}
		if !unless && flag != "" {
			command += " " + flag
		}
		return []Effect{{Does: "runs", What: "witness " + command, Of: Person}}
	}
	return nil
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

// locates returns the effect of a command that changes a file which is not known before the line runs, while the
// line asks for the location of witness: rm "$(witness db path)". What cp copies from there it only reads.
func (g *Guard) locates(cmd shell.Command) []Effect {
	base := wordsOf(cmd)[0]
	copies := strings.Contains(" cp rsync install ln mv truncate dd tee sed sponge patch curl wget duckdb ", " "+base+" ")
	copiesStore := base == "cp" && lastOf(cmd.Args) != "$?" && strings.Contains(g.call.Event.Command, "db path")
	writes := slices.Contains(cmd.Args, "-o") || slices.Contains(cmd.Args, "--output") // witness report -o "$(witness db path)"
	if cmd.Inert || base == "witness" && !writes || !slices.Contains(cmd.Args, "$?") || copiesStore || cmd.LeavesFiles() && !copies {
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
