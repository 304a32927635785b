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
	if len(d.Commands) == 0 && hasAny(rest, "it", "them") { // "`examples/` are sandboxes: never commit changes to them"
		for _, g := range meant(p.tokens, rest) {
			d.Commands = append(d.Commands, "git add "+strings.TrimSuffix(g, "/**"))
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

// frozen reads what is not to be edited without a negation: "`x` is read-only", "leave `x` untouched".
func (r *reader) frozen(p passage, clause []token) {
	at, n := cues().Frozen.find(clause)
	if at < 1 || at+n < len(clause) && clause[at+n].kind == word && cues().Reason.at(clause[at+n:]) == 0 && cues().Condition.at(clause[at+n:]) == 0 && !hasAny(clause[at+n:at+n+1], "and") {
		return // "is a read-only view"
	}
	if clause[at].text == "alone" && !hasAny(clause[:at], "leave") || negates(clause) {
		return
	}
	named := paths(clause[:at])
	if len(named) == 0 && hasAny(clause[:at], "it", "them") {
		named = meant(p.tokens, []token{{kind: word, text: "them"}})
	}
	if len(named) > 0 && len(named) <= maxTied {
		r.add(p, Demand{Like: never, Edit: named, Severity: warn})
	}
}

// beside reads "not `a`", which forbids only what follows at once.
func (r *reader) beside(p passage, rest, before []token) {
	for len(rest) > 0 && (cues().Adverb.at(rest) > 0 || slices.Contains([]string{"the", "a", "raw", "bare", "direct", "with", "via", "through", "using", "by", "calling", "running", "invoking"}, rest[0].text)) {
		if rest[0].text == "bare" {
			return
		}
		rest = rest[1:]
	}
	if k, n := verbOf(rest); k == toEdit && n < len(rest) && rest[n].glob != "" && hasAny(rest[:1], "editing", "modifying", "changing", "updating") { // "instead of editing `x`"
		r.add(p, Demand{Like: never, Edit: []string{rest[n].glob}, Severity: warn})
		return
	}
	if len(rest) == 0 || rest[0].kind != code && !isWhole(rest[0]) || rest[0].kind == word && len(rest) > 1 && rest[1].kind == word && !hasAny(rest[1:2], "or", "and", "directly", "here", "for", "to", "as") {
		return // "no ESLint errors"
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

// commandsIn returns the commands that tokens name.
func commandsIn(tokens []token) (list []string) {
	for _, t := range tokens {
		list = append(list, t.commands...)
	}
	return list
}
