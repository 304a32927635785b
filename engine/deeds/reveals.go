package deeds

import (
	"regexp"
	"slices"
	"strings"
	"sync"

	"witness/engine/shell"
)

// secretVariable matches the value of a variable that is a key by its name, as a shell is told to put it in: $API_KEY, ${API_KEY:-none}. A
// part of it, its length and whether it is set show no key.
var secretVariable = sync.OnceValue(func() *regexp.Regexp {
	const name = `((?:[A-Z0-9_]*_)?(?:API_?KEY|SECRET(?:_KEY)?|TOKEN|PASSWORD|PASSWD|ACCESS_KEY|PRIVATE_KEY|CREDENTIALS?))`
	return regexp.MustCompile(`\$(?:\{` + name + `(?:\}|:?[-=?])|` + name + `(?:[^A-Za-z0-9_]|$))`)
})

// echoed returns that a command prints a variable that is a key by its name, or the environment of a program that it is given.
func echoed(line shell.Line, cmd shell.Command) (deed string, e Effect) {
	if _, after, ok := strings.Cut(line.Text, cmd.Text+" <"); ok && strings.HasPrefix(strings.TrimLeft(after, " "), "/proc/") && strings.Contains(wordOf(strings.TrimLeft(after, " ")), "/environ") {
		return "reveals", Effect{Of: "secret", What: "the environment of another program"}
	}
	if !isOneOf(cmd.Name, "echo", "printf", "print") || !slices.ContainsFunc(cmd.Args, func(w string) bool { return strings.Contains(w, "$?") }) {
		return "", Effect{}
	}
	m := secretVariable().FindStringSubmatch(cmd.Text)
	if m == nil {
		return "", Effect{}
	}
	return "reveals", Effect{Of: "secret", What: "the value of " + m[1] + m[2]}
}

// secretWord matches what a search for keys asks for.
var secretWord = sync.OnceValue(func() *regexp.Regexp { return regexp.MustCompile(`(?i)key|token|secret|passw|credential`) })

// listedKeys returns that the environment is searched for keys and the lines are shown with their values: env | grep -i api_key.
func listedKeys(line shell.Line, n int) (deed string, e Effect) {
	if cmd := line.Commands[n]; !isOneOf(cmd.Name, "env", "printenv", "export", "set", "declare") || len(OptionsOf(cmd).Operands) > 0 {
		return "", Effect{}
	}
	for i := n + 1; i < len(line.Commands); i++ {
		next := line.Commands[i]
		if Feeds(line, n, i) && isOneOf(next.Name, "grep", "egrep", "rg", "ag", "awk", "sed", "Select-String") && secretWord().MatchString(strings.Join(next.Args, " ")) {
			return "reveals", Effect{Of: "secret", What: "variables that are keys by their names"}
		}
	}
	return "", Effect{}
}

// printed reports whether the output of the n-th command may be shown, by itself or by what it goes through: not in a file, nor
// as the value of a variable or in the words of a command that prints none of them.
func printed(line shell.Line, n int) bool {
	cmd := line.Commands[n]
	if !cmd.OutputHidden {
		return true
	}
	if strings.HasPrefix(cmd.Filter, ">") {
		return strings.HasPrefix(cmd.Filter, "> /dev/")
	}
	for i := n + 1; i < len(line.Commands); i++ {
		switch next := line.Commands[i]; {
		case Feeds(line, n, i):
			return !strings.HasSuffix(next.Name, " login") && !next.ShowsNames() && printed(line, i)
		case slices.Contains(next.Lists, n) && isOneOf(next.Name, "echo", "printf", "cat") && printed(line, i):
			return true
		}
	}
	return cmd.Filter != "" // by what is not known
}

// keepsJobs reports whether a table of jobs is written that has those of before: what crontab -l prints goes into it, through a pipe or a file.
func keepsJobs(line shell.Line, n int) bool {
	cmd := line.Commands[n]
	for i, earlier := range line.Commands[:n] {
		if cmd.Name != "crontab" || earlier.Name != "crontab" || !OptionsOf(earlier).Has("list") {
			continue
		}
		if Feeds(line, i, n) || slices.ContainsFunc(line.Touches, func(t shell.Touch) bool {
			return t.Command == i && t.Path != "" && t.Path == cmd.PathOf(OptionsOf(cmd).Operand(0))
		}) {
			return true
		}
	}
	return false
}
