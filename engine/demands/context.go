package demands

import (
	"slices"
	"strings"
)

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
				docs = found[:1]
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
	case ofChanges(titles[0]) && (len(changedIn(cells[0]))+len(kinds(cells[0])) > 0 || generic(cells[0])):
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
	if b.depth != 0 && b.intro == nil || title == nil || len(title.sentences) == 0 || len(b.sentences) == 0 || b.before.kind == item && b.before.intro == b.intro && b.before.under == b.under || negates(title.last()) {
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
			if len(step) == 0 && slices.ContainsFunc(n.sentences, func(s []token) bool { return len(paths(s)) > 0 }) {
				break // another file's turn
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
		case len(named) == 0 || cues().Trigger.Step.at(step) == 0 || hasAny(step, "if", "when"): // not for each that is new
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
