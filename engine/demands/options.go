package demands

import (
	"slices"
	"strings"
)

// handedOn are the commands at the moments at which work is handed on.
var handedOn = map[string]string{"commit": "git commit", "push": "git push", "pr": "gh pr create", "merge": "gh pr merge"}

// imperative reads an option that has to be there for no purpose but that it is there: "add `--label` when creating PRs", "use `--repo`
// with `gh` commands".
func (r *reader) imperative(p passage) {
	clause := clauses(p.tokens)[0]
	if len(clause) < 4 || !hasAny(clause[:1], "use", "add", "pass", "include", "set") || clause[1].kind != code || !strings.HasPrefix(clause[1].text, "--") {
		return
	}
	d := Demand{Like: never, Unless: strings.FieldsFunc(clause[1].text, func(c rune) bool { return c == ' ' || c == '=' })[:1], Severity: warn}
	if m, n := handingOn(clause[2:]); n > 0 && n == signAt(clause[2:]) {
		d.Commands = []string{handedOn[m]}
	} else if last := len(clause) - 1; hasAny(clause[last:], "commands", "calls", "invocations") {
		d.Commands = programsIn(clause[2:])
	}
	if len(d.Commands) > 0 {
		r.add(p, d)
	}
}

// flagged reads "always run `x` with `--flag`", which forbids to run it without. The command may stand in the sentence before.
func (r *reader) flagged(p passage) {
	r.imperative(p)
	if negates(p.tokens) || len(p.tokens) > 0 && p.tokens[0].text == "if" {
		return
	}
	at, _ := cues().Always.find(p.tokens)
	if len(p.tokens) > 3 && p.tokens[0].kind == code && p.tokens[1].kind == sign && p.tokens[2].text == "use" {
		at = 2 // "`x`: use `--flag`"
	}
	if at < 0 {
		return
	}
	flag, commands := "", programsIn(p.tokens)
	for _, t := range p.tokens[at:] {
		if words := strings.Fields(t.text); t.kind == code && (strings.HasPrefix(t.text, "-") || variable().MatchString(t.text)) {
			flag = strings.Join(words[:min(2, len(words))], " ")
			break
		}
	}
	if len(commands) == 0 {
		commands = programsIn(p.before())
		for i, c := range commands {
			commands[i] = strings.Join(slices.DeleteFunc(strings.Fields(c), func(w string) bool { return w == flag }), " ")
		}
	}
	unless := []string{flag}
	if signs := slices.Index(cues().Signed, strings.Join(commands, " ")); signs >= 0 {
		commands, unless = []string{"git commit"}, []string{"-s", "--signoff"}
	}
	if unless[0] != "" && len(commands) > 0 && !strings.Contains(strings.Join(commands, " "), unless[0]) {
		r.add(p, Demand{Like: never, Commands: commands, Unless: unless, Severity: warn})
	}
}

// options reads the options that a clause forbids, whatever its verb is: "don't skip hooks with `--no-verify`".
func (r *reader) options(p passage, clause []token) {
	before, rest, severity, ok := negation(clause)
	if !ok || !addressed(before) {
		return
	}
	for _, t := range rest {
		commands := cues().Option[t.text]
		if len(t.commands) == 1 && strings.Contains(t.text, "--no-verify") {
			commands = t.commands
		}
		if t.kind == code && len(commands) > 0 {
			d := Demand{Like: never, Commands: commands, Severity: severity}
			r.conditions(p, &d, nil)
			r.add(p, d)
		}
	}
}

// withOption returns what is forbidden by an option alone, where the command is named with another one: "run `x --file`, never `--text`".
func withOption(before []token, option string) []string {
	for i := len(before) - 1; i >= 0; i-- {
		if t := before[i]; len(t.commands) == 1 && strings.Contains(t.text, " --") {
			command, _, _ := strings.Cut(t.commands[0], " --")
			return []string{command + " " + option}
		}
	}
	return nil
}
