package demands

import (
	"cmp"
	"slices"
	"strings"
)

// committed reads which files are not to be committed: they may be edited.
func (r *reader) committed(p passage, rest []token, severity string) {
	named, tail := collect(rest, toEdit)
	d := Demand{Like: never, Severity: severity}
	for _, t := range named {
		if g := strings.TrimSuffix(t.glob, "/**"); g != "" || fileName().MatchString(t.text) {
			d.Commands = append(d.Commands, "git add "+cmp.Or(g, t.text))
		}
	}
	if len(d.Commands) > 0 && r.conditions(p, &d, tail) {
		r.add(p, d)
	}
}

// through reads "commit via `x`", which forbids to do it otherwise.
func (r *reader) through(p passage, clause []token) {
	for len(clause) > 0 && (clause[0].text == "always" || clause[0].text == "only") {
		clause = clause[1:]
	}
	for _, a := range cues().Action {
		n := a.Say.at(clause)
		if n == 0 || n+1 >= len(clause) || !slices.Contains([]string{"via", "through", "using", "with"}, clause[n].text) {
			continue
		}
		for _, t := range clause[n+1 : min(n+4, len(clause))] {
			if t.kind != code {
				continue
			}
			if c := t.commands; len(c) == 1 && !strings.HasPrefix(c[0], a.Commands[0]) {
				r.add(p, Demand{Like: never, Commands: a.Commands, Instead: c[0], Severity: warn})
			}
			return
		}
	}
}

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

// isAlone reports whether a word in code is surely a program, without any argument.
func isAlone(text string) bool {
	c := cues().Code
	return slices.Contains(c.Programs, text) && (slices.Contains(c.Whole, text) || !slices.Contains(c.Common, text))
}

// programsIn returns the commands that tokens name, also those that are a program alone.
func programsIn(tokens []token) (list []string) {
	for _, t := range tokens {
		list = append(list, t.commands...)
		if t.kind == code && len(t.commands) == 0 && isAlone(t.text) {
			list = append(list, t.text)
		}
	}
	return list
}

// before adds what is forbidden in a sentence that names it first: "`npm` is forbidden". It reports whether that is something.
func (r *reader) before(p passage, named []token) bool {
	n := len(r.list)
	for i, t := range named {
		if t.kind == sign && t.text == ":" {
			named = named[i+1:] // behind a label
			break
		}
	}
	r.objects(p, named, nil, toRun, block_)
	return len(r.list) > n
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

// beside reads "not `a`", which forbids only what follows at once.
func (r *reader) beside(p passage, rest, before []token) {
	for len(rest) > 0 && (cues().Adverb.at(rest) > 0 || slices.Contains([]string{"the", "a", "raw", "bare", "direct", "with", "via", "through", "using", "by"}, rest[0].text)) {
		if rest[0].text == "bare" {
			return
		}
		rest = rest[1:]
	}
	if len(rest) == 0 || rest[0].kind != code && !isWhole(rest[0]) {
		return
	}
	if hasAny(before, "uses", "used") && (len(rest[0].commands) == 0 || len(programsIn(before)) == 0) {
		return // what code uses; "the project uses `x` instead of `y`" is about commands
	}
	kind := toRun
	if k, _ := verbOf(before); k == toEdit && len(rest[0].commands) == 0 {
		kind = toEdit
	}
	if kind == toRun && rest[0].kind == code && len(rest[0].commands) == 0 && strings.Contains(rest[0].text, "/") && !cues().Use.in(before) {
		return // a place, and not what is run
	}
	if len(before) > 0 {
		switch before[len(before)-1].text {
		case "if", "is", "are", "or", "was", "does", "do", "why", "when", "whether", "has":
			return
		}
	}
	r.objects(p, rest, before, kind, warn)
}

// listed returns the paragraph before a list that speaks of what the list names without ending with a colon: "Never edit these files."
func listed(b *block) *block {
	for a := b.before; a != nil && b.kind == item; a = a.before {
		switch {
		case a.kind == item && a.depth >= b.depth:
		case a.kind == paragraph && len(a.sentences) > 0 && hasAny(a.sentences[len(a.sentences)-1], "these", "following", "below"):
			return a
		case a.kind == paragraph && len(a.sentences) > 0 && len(b.sentences) > 0 && hasAny(a.sentences[0], "generated") && hasAny(b.sentences[0], "generated"):
			return &block{kind: paragraph, sentences: a.sentences[:1]}
		default:
			return nil
		}
	}
	return nil
}

// headForbids reports whether an item stands below a heading, or a sentence, that says no more than that all of it is forbidden: "Never:".
func headForbids(b *block) bool {
	for _, over := range []*block{b.intro, b.under} {
		if over != nil && len(over.sentences) > 0 {
			said := over.sentences[len(over.sentences)-1]
			return len(said) < 6 && negates(said) && len(paths(said)) == 0
		}
	}
	return false
}

// forbids reports whether the block that introduces an item, or its heading, forbids what its items name.
func forbids(b *block) (kind int, severity string, ok bool) {
	if head := b.under; b.intro == nil && head != nil && len(head.sentences) == 1 && len(head.sentences[0]) < 6 && negates(head.sentences[0]) && len(b.sentences) > 0 && !negates(b.sentences[0]) {
		kind, _ := verbOf(b.sentences[0])
		if kind == 0 && len(b.sentences[0]) > 0 && len(b.sentences[0][0].commands) > 0 {
			kind = toRun
		}
		return kind, warn, kind != 0
	}
	intro := b.intro
	if intro == nil {
		intro = listed(b)
	}
	if intro == nil || len(intro.sentences) == 0 || !intro.opens() && b.intro != nil {
		return 0, "", false
	}
	before, rest, severity, ok := negation(intro.sentences[len(intro.sentences)-1])
	if !ok || !addressed(before) {
		return 0, "", false
	}
	for len(rest) > 0 && cues().Adverb.at(rest) > 0 {
		rest = rest[cues().Adverb.at(rest):]
	}
	kind, m := verbOf(rest)
	if forbidden := hasAny(intro.sentences[len(intro.sentences)-1], "forbidden", "prohibited"); kind == 0 && !(len(rest) > 0 && rest[0].text == ":") && !(forbidden && signAt(rest) == len(rest)-1) { // "forbidden operations:"
		return 0, "", false
	}
	if kind == 0 {
		kind = toRun
	}
	named, _ := collect(rest[m:], kind)
	return kind, severity, len(named) == 0
}
