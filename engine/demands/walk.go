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
			}
			return
		}
	}
	if p.nth > 0 && b.kind == item && len(p.tokens) < maxRemark && len(programsIn(p.tokens)) == 0 && timed(p.tokens) && !negates(p.tokens) {
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
	always := timed(p.tokens) || cues().Passing.in(p.tokens) || cues().Tried.in(p.tokens) || hasAny(p.tokens[:1], "always")
	switch {
	case next == nil || len(commandsIn(p.tokens)) > 0:
	case negates(p.tokens):
		if run := fenced(next); next.kind == fence && b.opens() && len(run) <= maxTied { // "Never run:"
			p.tokens = slices.Concat(p.tokens, spans(p.tokens, run, asCommand))
		}
	case always && (next.kind == fence && (b.opens() || short) || next.kind == row && b.opens() || next.kind == item):
		run := following(b)
		if short && next.kind == fence {
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
			docs = append(docs, docsIn(next.sentences[0])...)
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
		if a, _ := cues().Ask.find(said); a == 0 && len(said) < maxTitle && !timed(tokens) { // "Ask first:"
			return slices.Concat(words(said, "ask before"), unlabelled(tokens))
		}
		if trigger := cues().Trigger; trigger.Opener.at(said) > 0 && trigger.Change.in(said) && len(said) < maxTitle && signAt(tokens) > 0 && signAt(tokens) < len(tokens) && len(commandsIn(tokens)) > 0 {
			return slices.Concat(said, tokens)
		}
		return nil
	}
	if !addressed(said[:at]) || over.kind == heading && len(said) >= maxTitle {
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

// below reads a heading that names a moment, or any change, with the commands below it: "Before committing", "After making changes".
func below(head *block, yield func(...[]token)) {
	if len(head.sentences) == 0 {
		return
	}
	title := slices.DeleteFunc(slices.Clone(head.sentences[0]), func(t token) bool { return t.kind == sign && (t.text == "(" || t.text == ")") })
	m, at, _ := moment(title)
	if at < 0 && hasAny(title, "checklist", "checks", "gate", "gates") { // "Commit checklist"
		for _, moment := range []string{"commit", "push", "pr", "merge"} {
			if cues().Moment[moment].at(title) > 0 {
				m, at = moment, 0
				title = words(title, "before "+moment)
			}
		}
	}
	tr, ok := triggered(title)
	if after := at < 0 && ok && tr.any && title[tr.at].text == "after" && cues().Trigger.Any.in(title[tr.at:tr.end]); !after && (at < 0 || m == start || m == "") {
		return
	}
	var run []string
	for b := head.next; b != nil && b.kind != heading; b = b.next {
		switch {
		case b.kind == fence:
			run = append(run, fenced(b)...)
		case b.kind == item || b.kind == paragraph:
			if opensGate(b) {
				return
			}
			run = append(run, leading(b)...)
		}
	}
	if run = unique(run); len(run) > 0 {
		yield(title, words(title, ":"), spans(title, run, asCommand))
	}
}

// comments reads the lines of a fence whose comment says when they are run, and the one above them: make fmt # before committing.
func comments(b *block, yield func(...[]token)) {
	if b.before != nil && b.before.kind != fence && opensGate(b.before) {
		return
	}
	above := ""
	for _, l := range b.code {
		if comment, ok := strings.CutPrefix(l.text, "#"); ok {
			above = comment
			continue
		}
		text, said, _ := strings.Cut(l.text, " #")
		if said == "" {
			said = above
		}
		if l.text == "" {
			above = ""
		}
		fields := strings.Fields(text)
		if said == "" || len(fields) == 0 {
			continue
		}
		said = strings.NewReplacer("(", ", ", ")", "").Replace(said)
		for _, tokens := range sentences([]codeLine{{text: said, line: l.line}}) {
			name := token{kind: code, text: fields[len(fields)-1], line: l.line}
			_, at, _ := moment(tokens)
			tr, ok := triggered(tokens)
			told := func(at int) bool { return at == 0 || hasAny(tokens[:at], "run", "always", "required", "must") } // and no description
			switch {
			case negates(tokens) && len(l.commands) == 1: // cargo build  # never with --release
				at, n := max(0, slices.IndexFunc(tokens, func(t token) bool { return negationAt([]token{t}) > 0 })), 1
				for _, t := range tokens[at:] {
					if words := strings.Fields(l.commands[0]); strings.HasPrefix(t.text, "--") {
						yield(tokens[at:at+n], spans(tokens, []string{strings.Join(append(words[:min(2, len(words))], t.text), " ")}, asCommand))
					}
				}
			case negates(tokens) && len(l.commands) == 0 && len(fields) < 4:
				if name.glob = globOf(name.text); name.glob != "" && !strings.Contains(name.glob, "/") {
					name.glob = "**/" + name.glob // it stands in a tree
				}
				yield([]token{name}, words(tokens, "—"), tokens)
			case len(l.commands) > 0 && (at >= 0 && told(at) || ok && (tr.any || len(tr.changed) > 0) && told(tr.at)):
				yield(spans(tokens, l.commands, asCommand), words(tokens, ","), tokens)
			}
		}
	}
}

// cells reads a row of a table whose head says what its cells are: | If you change | Run |, | Don't | Do |, | Folder | Guide |.
func cells(b *block, yield func(...[]token)) {
	head := b
	for head.before != nil && head.before.kind == row {
		head = head.before
	}
	titles, cells := cellsOf(head), cellsOf(b)
	if head == b || len(titles) < 2 || len(cells) < 2 {
		return
	}
	c, over := cues(), head.before
	say := func(text string) []token { return words(cells[0], text) }
	switch {
	case over != nil && over.kind == paragraph && over.opens() && readsFirst(over.last()), ofChanges(titles[0]) && c.Reading.Verb.at(titles[1]) > 0,
		slices.ContainsFunc(titles, func(t []token) bool { return c.Reading.Verb.at(t) > 0 && hasAny(t, "when", "before", "first") }): // | File | Read when … |
		var docs, edit []string
		for _, cell := range cells {
			if found := docsIn(cell); len(found) > 0 && len(docs) == 0 {
				docs = found
			} else if slices.ContainsFunc(cell, func(t token) bool { return t.kind == word }) {
				edit = append(edit, paths(cell)...)
			} else {
				edit = append(edit, changedIn(cell)...)
			}
		}
		if len(docs) > 0 && len(edit) > 0 {
			yield(say("read"), spans(cells[0], docs, func(*token, string) {}), say("before editing"), spans(cells[0], edit, asFile))
		}
	case (negates(titles[0]) || c.Beside.at(titles[0]) > 0) && c.Right.at(titles[1]) > 0:
		if wrong := programsIn(cells[0]); len(wrong) == 1 && len(programsIn(cells[1])) > 0 {
			yield(say("do not use"), spans(cells[0], wrong, asCommand), say("; use"), cells[1])
		}
	case ofChanges(titles[0]):
		verb := say("run")
		if len(commandsIn(cells[1])) == 0 {
			verb = titles[1]
		}
		yield(say("after changing"), cells[0], say(":"), verb, cells[1])
	}
}

// ofChanges reports whether a column with this title says what changes: "If you change", "Changed source".
func ofChanges(title []token) bool {
	return cues().Trigger.Change.in(title) && (cues().Trigger.Opener.in(title) || len(title) < 3)
}

// readsFirst reports whether a sentence demands that what follows is read before a work.
func readsFirst(tokens []token) bool {
	_, at, _ := moment(tokens)
	return at >= 0 && cues().Reading.Verb.in(tokens) && !negates(tokens)
}

// cellsOf returns the cells of a row.
func cellsOf(b *block) (cells [][]token) {
	all := slices.Concat(b.sentences...)
	from := 0
	for i, t := range all {
		if t.kind == sign && t.text == "|" {
			if i > from {
				cells = append(cells, all[from:i])
			}
			from = i + 1
		}
	}
	return cells
}

// maxSteps is how many files a guide for something new may name; one that names more is a map.
const maxSteps = 6

// steps reads the first item of a guide, which is numbered or stands below "Adding a …": what edits a file with what is run then, and
// what is new with the files that take it up.
func steps(b *block, yield func(...[]token)) {
	title := b.intro
	if title == nil {
		title = b.under
	}
	if b.depth != 0 && b.intro == nil || title == nil || len(title.sentences) == 0 || b.before.kind == item && b.before.intro == b.intro && b.before.under == b.under || negates(title.last()) {
		return
	}
	said, first := title.last(), b.sentences[0]
	if b.ordered && cues().Trigger.Change.in(said) && hasAny(first[:1], "edit", "modify", "update", "change") {
		var run []string
		for n := b.next; n != nil && (n.kind == item || n.kind == fence); n = n.next {
			step := leading(n)
			if n.kind == fence {
				step = fenced(n)
			} else if len(step) == 0 && n.opens() {
				continue // the fence says it
			}
			if len(step) == 0 {
				break
			}
			run = append(run, step...)
		}
		if run = slices.DeleteFunc(unique(run), handsOn); len(run) > 0 {
			yield(words(first, "edit"), spans(first, paths(first), asFile), words(first, ", then run"), spans(first, run, asCommand))
		}
	}
	if !cues().Trigger.New.in(said) {
		return
	}
	var made []string
	var taking [][]token // what takes it up
	for n := b; n != nil && (n.kind == item || n.kind == fence); n = n.next {
		if n.kind != item || n.depth != b.depth || n.intro != b.intro || len(n.sentences) == 0 {
			continue
		}
		step := unlabelled(n.sentences[0])
		switch named := paths(step); {
		case len(named) == 0 || cues().Trigger.Step.at(step) == 0:
		case len(made) == 0 && strings.Contains(strings.TrimSuffix(named[0], "/**"), "*") && (b == n || b.ordered):
			made = named[:1]
		case !slices.Contains(made, named[0]):
			taking = append(taking, spans(step, named[:1], asFile))
		}
	}
	for _, name := range taking[:min(len(taking), maxSteps+1)] {
		if len(made) > 0 && len(taking) <= maxSteps { // no new file, but places in old ones; or a map
			yield(words(first, "when adding"), spans(first, made, asFile), words(first, ", update"), name)
		}
	}
}
