package demands

import (
	"slices"
	"strings"
)

// flagged reads "always run `x` with `--flag`", which forbids to run it without. The command may stand in the sentence before.
func (r *reader) flagged(p passage) {
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
	if next := p.of.next; len(commands) == 0 && p.of.opens() && next != nil { // "commits must be signed off:"
		commands = slices.DeleteFunc(fenced(next), func(c string) bool { return !begins(c, cues().Signed...) })
	}
	unless := []string{flag}
	if begins(strings.Join(commands, " "), cues().Signed...) {
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
