package demands

import (
	"slices"
	"strings"
)

// steps reads a guide for something new: a heading or a sentence "Adding a …" and items, of which the first names the new file, and
// later ones the files that take it up.
func (r *reader) steps(b *block) {
	if b.kind != item || b.depth != 0 && b.intro == nil || len(b.sentences) == 0 {
		return
	}
	if b.before != nil && b.before.kind == item && b.before.intro == b.intro && b.before.under == b.under {
		return // it is not the first one
	}
	title := b.intro
	if title == nil {
		title = b.under
	}
	if title == nil || len(title.sentences) == 0 || !cues().Trigger.New.in(title.sentences[len(title.sentences)-1]) || negates(title.sentences[len(title.sentences)-1]) {
		return
	}
	var made []string
	for n := b; n != nil && (n.kind == item || n.kind == fence); n = n.next {
		if n.kind != item || n.depth != b.depth || n.intro != b.intro || len(n.sentences) == 0 {
			continue
		}
		said := n.sentences[0]
		named := paths(said)
		if len(named) == 0 {
			continue
		}
		switch {
		case len(made) == 0 && strings.Contains(named[0], "*"):
			made = named[:1]
		case len(made) == 0:
			return // no new file, but a place in an old one
		case (cues().Trigger.Also.in(said) || cues().Trigger.New.in(said)) && !slices.Contains(made, named[0]):
			r.add(passage{of: n, tokens: said}, Demand{Like: changeTogether, Changed: made, Also: named[:1], Only: "new"})
		}
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
		if said == "" || len(l.commands) == 0 {
			continue
		}
		said = strings.NewReplacer("(", ", ", ")", "").Replace(said)
		for _, tokens := range sentences([]codeLine{{text: said, line: l.line}}) {
			p := passage{of: b, tokens: append([]token{{kind: code, text: l.commands[0], line: l.line, commands: l.commands}}, tokens...)}
			if m, at, _ := moment(tokens); at >= 0 && m != start && m != "" && !negates(tokens) {
				r.add(p, Demand{Like: runBefore, Run: l.commands, Before: m})
			} else if tr, ok := triggered(tokens); ok && (tr.any || len(tr.changed) > 0) && !negates(tokens) {
				r.add(p, Demand{Like: after, Run: l.commands, Changed: tr.changed})
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
	titles, cells := cellsOf(head), cellsOf(b)
	if len(titles) < 2 || len(cells) < 2 || !(cues().Trigger.Change.in(titles[0]) && (cues().Trigger.Opener.in(titles[0]) || len(titles[0]) < 3)) {
		return
	}
	changed := paths(cells[0])
	if len(changed) == 0 {
		return
	}
	p := passage{of: b, tokens: b.sentences[0]}
	if run, _ := wanted(cells[1]); len(run) > 0 && len(run) <= maxCommands {
		r.add(p, Demand{Like: after, Changed: changed, Run: run})
	} else if cues().Trigger.Also.in(titles[1]) {
		r.tie(p, changed, paths(cells[1]), false)
	}
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
