package demands

import (
	"slices"
	"strings"
)

// A passage is a sentence as it is read in its place: with what the heading, the list, the table or the fence that it belongs to says
// of it, or with what these name for it.
type passage struct {
	of     *block
	tokens []token
	nth    int  // of the sentences of its block
	line   int  // where it begins
	told   bool // an item whose command is demanded with what introduces its list
}

// before returns the sentence before it, nil if it is the first one.
func (p passage) before() []token {
	if p.nth == 0 {
		return nil
	}
	return p.of.sentences[p.nth-1]
}

// maxTitle is how many tokens a heading or an introduction has at most that is said of each item below it.
const maxTitle = 6

// walk returns the sentences of a text, each with its context. It is the one place that knows of the structure of a text.
func walk(list []*block) (all []passage) {
	for _, b := range list {
		yield := func(tokens ...[]token) {
			said := slices.Concat(tokens...)
			all = append(all, passage{of: b, tokens: said, line: said[len(said)-1].line})
		}
		switch b.kind {
		case fence:
			comments(b, yield)
		case heading:
			below(b, yield)
		case row:
			cells(b, yield)
		case item:
			steps(b, yield)
		}
		for i, tokens := range b.sentences {
			p := passage{of: b, tokens: withoutExample(tokens), nth: i, line: tokens[0].line}
			if len(p.tokens) > 0 && (b.kind == item || b.kind == paragraph) {
				p.place()
			}
			p.tokens = affirmed(p.tokens)
			all = append(all, p)
		}
	}
	return all
}

// words returns words as tokens in the place of a sentence.
func words(at []token, text string) (list []token) {
	for _, w := range strings.Fields(text) {
		kind := word
		if strings.ContainsAny(w, ",:;—") {
			kind = sign
		}
		list = append(list, token{kind: kind, text: w, raw: w, line: at[0].line})
	}
	return list
}

// spans returns names as a list of code in a sentence.
func spans(at []token, names []string, kind func(*token, string)) (list []token) {
	for i, name := range names {
		if i > 0 {
			list = append(list, token{kind: sign, text: ",", line: at[0].line})
		}
		t := token{kind: code, text: name, line: at[0].line}
		kind(&t, name)
		list = append(list, t)
	}
	return list
}

func asCommand(t *token, name string) { t.commands = []string{name} }

func asFile(t *token, name string) { t.glob = name }

// place puts into a sentence what its place adds.
func (p *passage) place() {
	b := p.of
	if p.nth == 0 && b.kind == item {
		for _, over := range []*block{b.intro, b.under, listed(b)} {
			if over == nil || len(over.sentences) == 0 {
				continue
			}
			if said := under(over, p.tokens); said != nil {
				p.tokens = said
				return
			}
		}
	}
	if at := signAt(p.tokens); at > 0 && at < maxTitle && at+1 < len(p.tokens) && p.tokens[at].text == ":" && p.nth == 0 {
		label := p.tokens[:at]
		_, handing := handingOn(slices.Concat(words(label, "when"), label))
		switch {
		case hasAny(label[:1], "ask"): // "Ask first: editing `x`"
			p.tokens = slices.Concat(words(label, "ask before"), p.tokens[at+1:])
		case handing == at+1: // "Creating PRs: use the `x` skill"
			p.tokens = slices.Concat(words(label, "before"), p.tokens)
		case len(paths(label))+len(programsIn(label)) == 0 && !timed(label) && !negates(label) && !cues().Ask.in(label) && !cues().Trigger.Change.in(label) && !hasAny(label, "always", "important", "never", "no", "rule"):
			p.tokens = p.tokens[at+1:] // "Validation: all PRs must pass `x`"
		}
	}
	if p.nth == 0 && b.kind == item {
		if b.intro != nil && opensGate(b.intro) {
			said := b.intro.last()
			from, to := condition(p.tokens)
			p.told = from >= 0 || !timed(p.tokens)
			switch {
			case from >= 0: // "Before committing: - Lint (if you changed Go files): `make lint`"
				_, at, end := moment(said)
				p.tokens, p.told = slices.Concat(p.tokens[from+1:to], words(said, ","), said[max(at, 0):max(end, 0)], words(said, ":"), p.tokens[:from], p.tokens[to+1:]), false
			case cues().Reading.Verb.at(p.tokens) > 0 && len(docsIn(p.tokens)) > 0 && p.told: // "Before changing `x`: - Read `y`"
				p.tokens, p.told = slices.Concat(p.tokens, said[:len(said)-1]), false
				return
			}
			if p.told || from >= 0 {
				return // an item with a moment of its own goes on as any other
			}
		}
	}
	if p.nth > 0 && b.kind == item && (len(p.tokens) < maxRemark || phrases{{"run", "it"}}.in(p.tokens)) && len(programsIn(p.tokens)) == 0 && timed(p.tokens) && !negates(p.tokens) {
		if run := leading(b); len(run) > 0 { // "`make fmt` - formats. Run before every commit."
			p.tokens = slices.Concat(p.tokens, words(p.tokens, ":"), spans(p.tokens, run[:1], asCommand))
		}
	}
	short := hasAny(p.tokens[:1], "run", "execute") && len(p.tokens) < maxTitle // "Run before every commit."
	if p.nth == len(b.sentences)-1 || short {
		p.named(short)
	}
}

// named puts into a sentence what the fence, the list or the table behind it names for it.
func (p *passage) named(short bool) {
	b, next := p.of, p.of.next
	opens := b.opens() || cues().Run.at(p.tokens[max(0, len(p.tokens)-1):]) > 0 // "if the documentation changed, then run"
	always := timed(p.tokens) || cues().Passing.in(p.tokens) || cues().Tried.in(p.tokens) || hasAny(p.tokens[:1], "always")
	switch {
	case next == nil || len(commandsIn(p.tokens)) > 0:
	case negates(p.tokens):
		if run := fenced(next); next.kind == fence && b.opens() && len(run) <= maxTied { // "Never run:"
			p.tokens = slices.Concat(p.tokens, spans(p.tokens, run, asCommand))
		}
	case always && (next.kind == fence && (opens || short) || next.kind == item):
		run := following(b)
		if (short || opens) && next.kind == fence {
			run = fenced(next)
		}
		if len(run) > 0 && !b.opens() {
			p.tokens = slices.Concat(p.tokens, words(p.tokens, ":"))
		}
		p.tokens = slices.Concat(p.tokens, spans(p.tokens, run, asCommand))
	}
	if cues().Reading.Verb.in(p.tokens) && len(docsIn(p.tokens)) == 0 && b.opens() {
		var docs []string
		for next := b.next; next != nil && next.kind == item && next.intro == b; next = next.next {
			docs = append(docs, docsIn(slices.Concat(next.sentences...))...)
		}
		if len(docs) > 0 {
			p.tokens = slices.Concat(p.tokens[:len(p.tokens)-1], spans(p.tokens, docs, func(*token, string) {}))
		}
	}
}

// under returns an item as a heading or an introduction makes it: "Never:" above "Force push", "Do not modify" above "`x/`", "If you
// change" above "`x` → `y`"; nil if it says nothing of it.
func under(over *block, tokens []token) []token {
	said := over.last()
	if n := len(said); n > 0 && said[n-1].text == ":" {
		said = said[:n-1]
	}
	opens := over.kind == heading || over.opens() || hasAny(said, "these", "following", "below", "generated")
	if !opens || negates(tokens) || len(paths(said)) > 0 || len(tokens) == 0 || len(said) == 0 {
		return nil
	}
	at, n := cues().Never.find(said)
	if at < 0 {
		at, n = cues().Not.find(said)
	}
	if at < 0 {
		if _, when, _ := moment(tokens); when < 0 && hasAny(said[:1], "ask", "requires", "needs") && cues().Ask.in(said) && len(said) < maxTitle { // "Ask first:"
			tokens = unlabelled(tokens)
			if i, n := cues().Trigger.Subject.find(tokens); i >= 0 { // "Schema changes to `x`"
				tokens = slices.Concat(words(said, "changing"), tokens[i+n:])
			}
			return slices.Concat(words(said, "ask before"), tokens)
		}
		if trigger := cues().Trigger; trigger.Opener.at(said) > 0 && trigger.Change.in(said) && len(said) < maxTitle && signAt(tokens) > 0 && signAt(tokens) < len(tokens) && len(commandsIn(tokens)) > 0 {
			return slices.Concat(said, tokens)
		}
		return nil
	}
	if !addressed(said[:at]) || over.kind == heading && len(said) > maxTitle+2 {
		return nil
	}
	rest := said[at+n:]
	for len(rest) > 0 && cues().Adverb.at(rest) > 0 {
		rest = rest[cues().Adverb.at(rest):]
	}
	_, m := verbOf(rest)
	if m == 0 && len(rest) > 0 && !hasAny(said, "forbidden", "prohibited") {
		return nil
	}
	verb := rest[:m]
	if m == 0 && tokens[0].glob != "" { // "Off-limits"
		verb = words(said, "edit")
	}
	condition := rest[m:]
	if !cues().Ask.in(condition) {
		condition = nil
	}
	return slices.Concat(said[at:at+n], verb, unlabelled(tokens), condition)
}

// unlabelled returns a sentence without a label that names nothing: "No forced pushes: `git push -f`".
func unlabelled(tokens []token) []token {
	if at := signAt(tokens); at+1 < len(tokens) && at < maxTitle && tokens[at].text == ":" && len(paths(tokens[:at]))+len(programsIn(tokens[:at])) == 0 {
		return tokens[at+1:]
	}
	return tokens
}

// listed returns the paragraph before a list that speaks of what the list names without ending with a colon: "Never edit these files."
func listed(b *block) *block {
	for a := b.before; a != nil; a = a.before {
		switch {
		case a.kind == item && a.depth >= b.depth:
		case a.kind == paragraph && len(a.sentences) > 0 && hasAny(a.last(), "these", "following", "below"):
			return a
		case a.kind == paragraph && len(a.sentences) > 0 && hasAny(a.sentences[0], "generated") && hasAny(b.sentences[0], "generated"):
			return &block{kind: paragraph, sentences: a.sentences[:1]}
		default:
			return nil
		}
	}
	return nil
}
