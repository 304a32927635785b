package demands

import (
	"slices"
	"strings"
)

// Kinds of verbs behind a negation.
const (
	toRun = iota + 1
	toEdit
	toCreate
)

// negations reads what a sentence forbids.
func (r *reader) negations(p passage, nth int) {
	if nth == 0 && p.of.kind == item {
		if kind, severity, ok := forbids(p.of); ok {
			r.objects(p, p.tokens, nil, kind, severity)
			return
		}
	}
	from := 0
	for _, clause := range clauses(p.tokens) {
		r.options(p, clause)
		for at := 0; at < len(clause); at++ {
			rest := clause[at:]
			severity := block_
			n := cues().Never.at(rest)
			if n == 0 {
				n, severity = cues().Not.at(rest), warn
			}
			switch {
			case n > 0 && addressed(clause[:at]):
				r.negated(p, rest[n:], p.tokens[:from+at], severity)
				at += n - 1
			case n > 0:
				at += n - 1
			case cues().Banned.at(rest) > 0 && !r.before(p, p.tokens[:from+at]):
			case cues().Beside.at(rest) > 0 && !(rest[0].text == "over" && !cues().Prefer.in(clause[:at])):
				n = cues().Beside.at(rest)
				r.beside(p, rest[n:], p.tokens[from:from+at])
				at += n - 1
			}
		}
		r.asking(p, clause)
		r.through(p, clause)
		r.flagged(p, clause)
		from += len(clause) + 1
	}
}

// addressed reports whether what stands before a negation leaves it to the reader of the text, and does not speak of somebody else.
func addressed(before []token) bool {
	for i := len(before) - 1; i >= 0; i-- {
		t := before[i]
		if t.kind == sign && t.text != "/" || t.kind == code {
			return true
		}
		if t.kind == word && cues().Subject.at(before[i:i+1]) == 0 {
			return false
		}
	}
	return true
}

// negated reads what follows a negation.
func (r *reader) negated(p passage, rest, before []token, severity string) {
	for len(rest) > 0 && cues().Adverb.at(rest) > 0 {
		rest = rest[cues().Adverb.at(rest):]
	}
	if len(rest) == 0 {
		return
	}
	if rest[0].kind == word && r.action(p, rest, severity) {
		return
	}
	kind, n := verbOf(rest)
	for kind != 0 { // create, modify, or suggest
		m := n
		for m < len(rest) && (rest[m].text == "," || rest[m].text == "/" || rest[m].text == "or" || rest[m].text == "and") {
			m++
		}
		k, l := verbOf(rest[min(m, len(rest)):])
		if k == 0 || m == n {
			break
		}
		kind, n = min(max(kind, k), toEdit), m+l
	}
	if kind == 0 {
		if rest[0].kind == word && strings.HasPrefix(rest[0].text, "commit") {
			r.committed(p, rest[1:], severity)
			return
		}
		if rest[0].kind != code && !isWhole(rest[0]) {
			return
		}
		kind = toRun
	}
	r.objects(p, rest[n:], before, kind, severity)
}

// verbOf returns what the verb at the begin of tokens does, and its length.
func verbOf(tokens []token) (kind, n int) {
	for _, v := range []struct {
		kind int
		of   phrases
	}{{toRun, cues().Run}, {toEdit, cues().Edit}, {toCreate, cues().Create}} {
		if m := v.of.at(tokens); m > n {
			kind, n = v.kind, m
		}
	}
	return kind, n
}

func isWhole(t token) bool {
	return t.kind == word && slices.Contains(cues().Bare, t.text)
}

// objects adds what is forbidden by a verb with the code in rest. Before is what precedes the negation.
func (r *reader) objects(p passage, rest, before []token, kind int, severity string) {
	if k, n := verbOf(rest); k != 0 && rest[0].kind == word && before == nil {
		kind, rest = k, rest[n:]
	}
	named, tail := collect(rest, kind)
	d := Demand{Like: never, Severity: severity}
	for _, t := range named {
		switch {
		case kind == toRun && len(cues().Option[t.text]) > 0:
			d.Commands = append(d.Commands, cues().Option[t.text]...)
		case kind == toRun && isWhole(t):
			d.Commands = append(d.Commands, t.text)
		case kind == toRun:
			commands := t.commands
			if len(commands) == 0 && slices.Contains(cues().Code.Programs, t.text) && (slices.Contains(cues().Code.Whole, t.text) || !slices.Contains(cues().Code.Common, t.text)) {
				commands = []string{t.text}
			}
			if len(commands) == 0 && isScript(t.text) && strings.Contains(t.text, "/") {
				commands = []string{t.text}
			}
			d.Commands = append(d.Commands, commands...)
		default:
			d.Edit = append(d.Edit, t.glob)
		}
	}
	d.Commands, d.Edit = unique(d.Commands), unique(d.Edit)
	if kind != toRun && len(named) == 0 && len(before) > 0 && pronoun(rest) { // `x` is generated: do not edit it
		d.Edit = paths(before)
		tail = nil
	}
	if kind != toRun && len(d.Edit) == 0 && pronoun(rest) { // `x` is generated. Do not edit it
		if i := slices.IndexFunc(p.of.sentences, func(s []token) bool { return len(s) > 0 && &s[0] == &p.tokens[0] }); i > 0 && hasAny(rest, "it", "them", "this", "these", "directly", "manually", "hand") || i > 0 && len(rest) == 0 {
			d.Edit, tail = paths(p.of.sentences[i-1]), nil
		}
	}
	if len(d.Edit) > maxTied {
		return
	}
	if len(d.Commands)+len(d.Edit) == 0 {
		return
	}
	if kind == toCreate {
		d.Only = "new"
	}
	if !r.conditions(p, &d, tail) {
		return
	}
	d.Instead = instead(p, before, tail, d)
	r.add(p, d)
}

// pronoun reports whether what is forbidden was named before: "never edit it by hand".
func pronoun(rest []token) bool {
	for i, t := range rest {
		if t.kind == sign || cues().Reason.at(rest[i:]) > 0 && i > 0 || cues().Use.at(rest[i:]) > 0 {
			return true
		}
		if cues().Pronoun.at(rest[i:]) == 0 {
			return false
		}
	}
	return true
}

// collect returns the code at the begin of tokens that a verb is about, and what follows it.
func collect(rest []token, kind int) (named, tail []token) {
	words, found := 0, 0
	for i, t := range rest {
		switch {
		case kind != toRun && found == 0 && i > 0 && i+1 < len(rest) && rest[i+1].kind == code && strings.HasSuffix(rest[i+1].glob, "*") && (t.text == "in" || t.text == "under" || t.text == "inside" || t.text == "within"): // files in `x/`
			continue
		case t.kind == code:
			named, words, found = append(named, t), 0, i+1
			continue
		case isWhole(t) && kind == toRun:
			named, words, found = append(named, t), 0, i+1
			continue
		case t.kind == sign && (t.text == "," || t.text == "/" || t.text == "("):
			continue
		case t.kind == sign && t.text == ")":
			continue
		case t.kind == sign, cues().Condition.at(rest[i:]) > 0, cues().Reason.at(rest[i:]) > 0, cues().Never.at(rest[i:]) > 0, cues().Use.at(rest[i:]) > 0, t.text == "but":
			return named, rest[i:]
		}
		if words++; words > 5 {
			break
		}
	}
	return named, rest[min(max(found, 0), len(rest)):]
}

// conditions puts into a demand on which condition something is forbidden, and reports whether that can be said.
func (r *reader) conditions(p passage, d *Demand, tail []token) bool {
	if cues().Ask.in(p.tokens) {
		d.Severity = ask
		return true
	}
	if cues().Prefer.in(p.tokens) && d.Severity != block_ {
		d.Severity = warn
	}
	if len(tail) == 0 || tail[0].kind == sign {
		return true
	}
	n := cues().Condition.at(tail)
	switch {
	case n == 0:
		return true
	case tail[0].text == "without" && len(d.Commands) > 0:
		for _, t := range tail[1:] {
			if t.kind == code && strings.HasPrefix(t.text, "-") {
				d.Unless = append(d.Unless, strings.Fields(t.text)[0])
			}
		}
		return len(d.Unless) > 0
	}
	return false
}

// instead returns the command that the sentence, or the one behind it, names in place of what is forbidden.
func instead(p passage, before, tail []token, d Demand) string {
	usable := func(t token) string {
		if t.kind != code {
			return ""
		}
		if len(d.Edit) > 0 {
			if g := t.glob; g != "" && !slices.Contains(d.Edit, g) {
				return t.text
			}
		}
		if c := t.commands; len(c) > 0 && !slices.Contains(d.Commands, c[0]) {
			return c[0]
		}
		return ""
	}
	rest := tail
	if i := slices.IndexFunc(p.tokens, func(t token) bool { return t.kind == sign && (t.text == ";" || t.text == "—") }); i >= 0 {
		rest = slices.Concat(tail, p.tokens[i:])
	}
	for i := range rest {
		if n := cues().Use.at(rest[i:]); n > 0 {
			for _, t := range rest[i+n : min(i+n+4, len(rest))] {
				if u := usable(t); u != "" {
					return u
				}
			}
		}
	}
	if cues().Use.in(before) {
		for i := len(before) - 1; i >= 0; i-- {
			if u := usable(before[i]); u != "" {
				return u
			}
		}
	}
	return ""
}
