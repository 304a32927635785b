package demands

import (
	"slices"
	"strings"
)

// arrows reads an item that says what follows a change, below a heading or a sentence that says so: "- `a/*.proto` → `make gen`".
func (r *reader) arrows(b *block) {
	title := b.intro
	if title == nil {
		title = b.under
	}
	if title == nil || len(title.sentences) == 0 || len(b.sentences) == 0 {
		return
	}
	said, head := b.sentences[0], title.sentences[len(title.sentences)-1]
	if cues().Trigger.Opener.at(head) == 0 || !cues().Trigger.Change.in(head) || len(paths(head)) > 0 || len(head) > 6 {
		return
	}
	at := slices.IndexFunc(said, func(t token) bool { return t.kind == sign && (t.text == "—" || t.text == ":") })
	if at < 1 {
		return
	}
	changed := changedIn(said[:at])
	if len(changed) == 0 {
		changed = kinds(said[:at])
	}
	if run, anyOf := wanted(said[at:]); len(changed) > 0 && len(run) > 0 && len(run) <= maxCommands && !anyOf && !negates(said) {
		r.add(passage{of: b, tokens: said}, Demand{Like: after, Changed: changed, Run: run})
	}
}

// comments reads the lines of a fence whose comment names a moment, or says that they follow any change: make fmt # before committing.
func (r *reader) comments(b *block) {
	if b.before != nil && b.before.kind != fence && b.before.opens() && opensGate(b.before) {
		return
	}
	above := ""
	for _, l := range b.code {
		if comment, ok := strings.CutPrefix(l.text, "#"); ok {
			above = comment
			continue
		}
		_, said, _ := strings.Cut(l.text, " #")
		if said == "" {
			said = above
		}
		if l.text == "" {
			above = ""
		}
		if said == "" {
			continue
		}
		r.forbiddenBeside(b, l, said)
		if len(l.commands) == 0 {
			continue
		}
		said = strings.NewReplacer("(", ", ", ")", "").Replace(said)
		for _, tokens := range sentences([]codeLine{{text: said, line: l.line}}) {
			p := passage{of: b, tokens: append([]token{{kind: code, text: l.commands[0], line: l.line, commands: l.commands}}, tokens...)}
			told := func(at int) bool { return at == 0 || hasAny(tokens[:at], "run", "always", "required", "must") } // and no description
			if m, at, _ := moment(tokens); at >= 0 && m != start && m != "" && !negates(tokens) && told(at) {
				r.add(p, Demand{Like: runBefore, Run: l.commands, Before: m})
			} else if tr, ok := triggered(tokens); ok && (tr.any || len(tr.changed) > 0) && !negates(tokens) && told(tr.at) {
				r.add(p, Demand{Like: after, Run: l.commands, Changed: tr.changed})
			}
		}
	}
}

// forbiddenBeside reads a comment that forbids something of what stands before it on its line: an option of the command, or an edit of
// the file.
func (r *reader) forbiddenBeside(b *block, l codeLine, said string) {
	for _, tokens := range sentences([]codeLine{{text: said, line: l.line}}) {
		before, rest, severity, ok := negation(tokens)
		if !ok || !addressed(before) {
			continue
		}
		kind, _ := verbOf(rest)
		line, _, _ := strings.Cut(l.text, "#")
		fields := strings.Fields(line)
		if len(fields) == 0 {
			return
		}
		name := token{kind: code, text: fields[len(fields)-1], line: l.line}
		p := passage{of: b, tokens: slices.Concat([]token{name}, tokens)}
		switch glob := globOf(name.text); {
		case kind == toEdit && len(l.commands) == 0 && glob != "" && len(fields) < 4:
			if !strings.Contains(glob, "/") {
				glob = "**/" + glob // it stands in a tree
			}
			r.add(p, Demand{Like: never, Edit: []string{glob}, Severity: severity})
		case len(l.commands) == 1 && (kind == toRun || kind == 0):
			p.tokens[0].text = l.commands[0]
			words := strings.Fields(l.commands[0])
			command := strings.Join(words[:min(2, len(words))], " ")
			for _, t := range rest {
				if strings.HasPrefix(t.text, "--") {
					r.add(p, Demand{Like: never, Commands: []string{command + " " + t.text}, Severity: severity})
				}
			}
		}
	}
}

// table reads a row of a table whose head says what changes and what follows: | If you change | Run |.
func (r *reader) table(b *block) {
	head := b
	for head.before != nil && head.before.kind == row {
		head = head.before
	}
	if head == b || len(head.sentences) == 0 || len(b.sentences) == 0 {
		return
	}
	if before := head.before; before != nil && before.opens() && before.kind == paragraph && readsFirst(before.sentences[len(before.sentences)-1]) {
		r.guideOf(b)
		return
	}
	titles, cells := cellsOf(head), cellsOf(b)
	if slices.ContainsFunc(titles, func(t []token) bool {
		return cues().Reading.Verb.at(t) > 0 && hasAny(t, "when", "before", "first") // | File | Read when … |
	}) {
		r.guideOf(b)
		return
	}
	if len(titles) > 1 && len(cells) > 1 && (negates(titles[0]) || cues().Beside.at(titles[0]) > 0) && cues().Right.at(titles[1]) > 0 { // | Don't | Do |
		d := Demand{Like: never, Commands: programsIn(cells[0]), Severity: warn}
		if right := programsIn(cells[1]); len(right) > 0 && len(d.Commands) == 1 {
			d.Instead = right[0]
			r.add(passage{of: b, tokens: b.sentences[0]}, d)
		}
		return
	}
	if len(titles) < 2 || len(cells) < 2 || !ofChanges(titles[0]) {
		return
	}
	if cues().Reading.Verb.at(titles[1]) > 0 { // | Editing | Read |
		r.guideOf(b)
		return
	}
	changed := changedIn(cells[0])
	if len(changed) == 0 {
		changed = kinds(cells[0])
	}
	if len(changed) == 0 && !generic(cells[0]) {
		return
	}
	p := passage{of: b, tokens: b.sentences[0]}
	if run, _ := wanted(cells[1]); len(run) > 0 && len(run) <= maxCommands {
		r.add(p, Demand{Like: after, Changed: changed, Run: run})
	} else if cues().Trigger.Also.in(titles[1]) && len(changed) > 0 {
		r.tie(p, changed, paths(cells[1]), false)
	}
}

// ofChanges reports whether a column with this title says what changes: "If you change", "Changed source".
func ofChanges(title []token) bool {
	return cues().Trigger.Change.in(title) && (cues().Trigger.Opener.in(title) || len(title) < 3) // "If you change", "Changed source"
}

// readsFirst reports whether a sentence demands that what follows is read before a work.
func readsFirst(tokens []token) bool {
	_, at, _ := moment(tokens)
	return at >= 0 && cues().Reading.Verb.in(tokens) && !negates(tokens)
}

// guideOf reads a row that names a document and what it is about, below "Read the guide before you change these:".
func (r *reader) guideOf(b *block) {
	d := Demand{Like: readFirst}
	for _, cell := range cellsOf(b) {
		if i := slices.IndexFunc(cell, func(t token) bool { return t.kind == code && isDoc(t.text) }); i >= 0 && len(d.Read) == 0 {
			d.Read = []string{strings.TrimPrefix(cell[i].text, "./")}
		} else {
			d.Edit = append(d.Edit, editedIn(cell)...)
		}
	}
	if len(d.Read) > 0 && len(d.Edit) > 0 {
		r.add(passage{of: b, tokens: b.sentences[0]}, d)
	}
}

// editedIn returns the globs of the files that a cell names as what is worked on. Where it is told in words, a name with a slash need
// not be a folder.
func editedIn(cell []token) []string {
	if slices.ContainsFunc(cell, func(t token) bool { return t.kind == word }) {
		return paths(cell)
	}
	return changedIn(cell)
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
