package demands

import (
	"slices"
	"strings"
)

// maxSteps is how many files a guide for something new may name; one that names more is a map.
const maxSteps = 6

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
	if title != nil && len(title.sentences) > 0 {
		r.editedSteps(b, title)
	}
	if title == nil || len(title.sentences) == 0 || !cues().Trigger.New.in(title.sentences[len(title.sentences)-1]) || negates(title.sentences[len(title.sentences)-1]) {
		return
	}
	var made []string
	var taking []passage // the items with what takes it up
	for n := b; n != nil && (n.kind == item || n.kind == fence); n = n.next {
		if n.kind != item || n.depth != b.depth || n.intro != b.intro || len(n.sentences) == 0 {
			continue
		}
		said := n.sentences[0]
		named := paths(said)
		switch {
		case len(named) == 0 || cues().Trigger.Step.at(skipLabel(said)) == 0:
		case len(made) == 0 && strings.Contains(strings.TrimSuffix(named[0], "/**"), "*") && (b == n || b.ordered):
			made = named[:1]
		case !slices.Contains(made, named[0]):
			taking = append(taking, passage{of: n, tokens: said})
		}
	}
	if len(made) == 0 || len(taking) > maxSteps {
		return // no new file, but places in old ones; or a map
	}
	for _, p := range taking {
		r.add(p, Demand{Like: changeTogether, Changed: made, Also: paths(p.tokens)[:1], Only: "new"})
	}
}

// editedSteps reads a guide for a change: below "Changing the schema" or "To update it:", an item that edits a file and the next ones that
// run something.
func (r *reader) editedSteps(b, title *block) {
	said := title.sentences[len(title.sentences)-1]
	if !b.ordered || !cues().Trigger.Change.in(said) || negates(said) || !hasAny(b.sentences[0][:1], "edit", "modify", "update", "change") {
		return
	}
	changed := paths(b.sentences[0])
	var run []string
	for n := b.next; n != nil && (n.kind == item || n.kind == fence) && len(changed) > 0 && len(changed) <= maxTied; n = n.next {
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
	if run = slices.DeleteFunc(unique(run), handsOn); len(run) > 0 && len(run) <= maxCommands {
		r.add(passage{of: b, tokens: b.sentences[0]}, Demand{Like: after, Changed: changed, Run: run})
	}
}

// skipLabel returns a sentence without the label before its colon: "Tests: add them to `x`".
func skipLabel(tokens []token) []token {
	for i, t := range tokens[:min(4, len(tokens))] {
		if t.kind == sign && (t.text == ":" || t.text == "—") {
			return tokens[i+1:]
		}
	}
	return tokens
}
