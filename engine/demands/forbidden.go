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
		switch said := b.sentences[0]; {
		case kind != 0 || len(said) == 0:
		case len(said[0].commands) > 0:
			kind = toRun
		case said[0].glob != "":
			if _, rest, _, _ := negation(head.sentences[0]); len(rest) == 0 || cues().Edit.at(rest) > 0 {
				kind = toEdit // "Do not modify", "Off-limits"
			}
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
	if cues().Ask.in(rest) && !cues().Anyhow.in(rest) {
		severity = ask
	}
	named, _ := collect(rest[m:], kind)
	return kind, severity, len(named) == 0
}
