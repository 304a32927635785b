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
func (r *reader) negations(p passage) {
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
			case cues().Banned.at(rest) > 0 && r.before(p, p.tokens[:from+at]):
			case cues().Uncommitted.at(rest) > 0:
				files := slices.DeleteFunc(slices.Clone(p.tokens[:from+at]), func(t token) bool { return t.glob == "" })
				n = cues().Uncommitted.at(rest)
				r.committed(p, append(files, rest[n:]...), warn)
				at += n - 1
			case n > 0 && (addressed(clause[:at]) || hasAny(rest[n:min(n+1, len(rest))], "be")) && !onTrouble(p.tokens[:from+at]): // "`x` are generated from a schema and should not be edited"
				r.negated(p, rest[n:], p.tokens[:from+at], severity)
				at += n - 1
			case n > 0:
				at += n - 1
			case cues().Beside.at(rest) > 0 && !(rest[0].text == "over" && !cues().Prefer.in(clause[:at])):
				n = cues().Beside.at(rest)
				r.beside(p, rest[n:], p.tokens[from:from+at])
				at += n - 1
			}
		}
		r.asking(p, clause)
		r.frozen(p, clause)
		r.through(p, clause)
		from += len(clause) + 1
	}
	r.flagged(p)
}

// negation returns what stands before and behind the words that forbid something, and how severe these are: "never" blocks, "do not" warns.
func negation(tokens []token) (before, rest []token, severity string, ok bool) {
	severity = block_
	at, n := cues().Never.find(tokens)
	if at < 0 {
		severity = warn
		if at, n = cues().Not.find(tokens); at < 0 {
			return nil, nil, "", false
		}
	}
	return tokens[:at], tokens[at+n:], severity, true
}

// onTrouble reports whether what stands before a clause is a failure on which it depends: "if a check fails, do not commit".
func onTrouble(before []token) bool {
	return hasAny(before[:min(1, len(before))], "if", "when", "while", "until") && cues().Trigger.Trouble.in(before)
}

// addressed reports whether what stands before a negation leaves it to the reader of the text, and does not speak of somebody else.
func addressed(before []token) bool {
	for i := len(before) - 1; i >= 0; i-- {
		t := before[i]
		if t.kind == sign && t.text != "/" || t.kind == code {
			return true
		}
		if hasAny(before[i:i+1], "prs", "commits", "contributions") {
			return true // "feature PRs must not"
		}
		if t.text == "you" && i > 0 && (hasAny(before[i-1:i], "and", "that", "then") || !hasAny(before[:i], "if", "when", "unless", "until", "while")) {
			return true // "as an agent of this project, you must not"
		}
		if t.kind == word && cues().Subject.at(before[i:i+1]) == 0 {
			return false
		}
	}
	return true
}

// negated reads what follows a negation.
func (r *reader) negated(p passage, rest, before []token, severity string) {
	if len(rest) > 0 && rest[0].text == ":" {
		rest = rest[1:] // "Forbidden: `x`"
	}
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
		if len(rest) > 2 && hasAny(rest[:1], "merge", "rebase") && bareWord().MatchString(rest[1].text) && rest[1].kind == code && hasAny(rest[2:3], "into", "in") {
			r.add(p, Demand{Like: never, Commands: []string{"git " + rest[0].text + " " + rest[1].text}, Severity: severity})
			return
		}
		if rest[0].kind == word && strings.HasPrefix(rest[0].text, "commit") || hasAny(rest[:1], "stage") {
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

// conditions puts into a demand on which condition something is forbidden, and reports whether that can be said.
func (r *reader) conditions(p passage, d *Demand, tail []token) bool {
	if cues().Ask.in(p.tokens) && !cues().Anyhow.in(p.tokens) {
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
			if slices.ContainsFunc(d.Commands, func(f string) bool { return strings.HasPrefix(f, c[0]+" ") }) {
				return strings.TrimSpace(placeholder().ReplaceAllString(t.text, "")) // with another option
			}
			return c[0]
		}
		if slices.Contains(cues().Code.Programs, t.text) && !slices.Contains(d.Commands, t.text) {
			return t.text // a program that may be a common word
		}
		return ""
	}
	rest := tail
	if i := slices.IndexFunc(p.tokens, func(t token) bool { return t.kind == sign && (t.text == ";" || t.text == "—") }); i >= 0 {
		rest = slices.Concat(tail, p.tokens[i:])
	}
	if next := p.nth + 1; next < len(p.of.sentences) && hasAny(p.of.sentences[next][:1], "instead", "use") {
		rest = slices.Concat(rest, p.of.sentences[next])
	}
	for i := range rest {
		if n := cues().Use.at(rest[i:]); n > 0 && !(i > 0 && rest[i-1].text == "then") {
			for _, t := range rest[i+n : min(i+n+4, len(rest))] {
				if u := usable(t); u != "" {
					return u
				}
			}
		}
	}
	if cues().Use.in(before) && !negates(before) {
		for i := len(before) - 1; i >= 0; i-- {
			if u := usable(before[i]); u != "" {
				return u
			}
		}
	}
	return ""
}
