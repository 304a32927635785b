package runs

import (
	"slices"
	"strings"

	"witness/engine/bundle"
	"witness/engine/lines"
)

// An ExplainedLine is one line of an output. Kind is the pattern that takes it, "" if none does; Also
// are the patterns below that would take it, too.
type ExplainedLine struct {
	Number  int
	Text    string
	Kind    string
	Columns [][2]string
	Also    []string
	Gap     bool // the client has cut out the middle of the output here
}

// Explain walks through an output as a reader does and returns which pattern takes each line.
func Explain(f *bundle.File, in Input) (list []ExplainedLine, err error) {
	set, err := lines.NewSet(f, in.Own)
	if err != nil {
		return nil, err
	}
	w := newWalk(f, set, in)
	for i, text := range strings.Split(strings.TrimSuffix(in.Output, "\n"), "\n") {
		list = append(list, ExplainedLine{Number: i + 1, Text: text})
	}
	if documents := w.documents(); documents != nil {
		for _, d := range documents {
			at := strings.Count(in.Output[:d.at], "\n")
			list[at].Kind = d.pattern.Kind()
		}
		return list, nil
	}
	set.Each(in.Output, &w.Context, func(l *lines.Line) {
		w.taken++
		e := &list[l.Number-1]
		if e.Gap = l.Gap; l.Gap {
			w.gap()
			return
		}
		e.Kind = l.Kind()
		for _, name := range slices.Concat(lines.Columns, set.Extra) {
			if text, ok := l.Column(name); ok {
				e.Columns = append(e.Columns, [2]string{name, text})
			}
		}
		for _, p := range set.Others(l, &w.Context) {
			e.Also = append(e.Also, p.Kind())
		}
		w.line(l)
	})
	return list, nil
}

// TakenBy reads outputs with the patterns of a reader. It returns the expressions that
// took a line, and for those that a vaguer pattern above took one from, that pattern.
func TakenBy(f *bundle.File, outputs []string) (taken map[string]bool, lost map[string]string) {
	taken, lost = map[string]bool{}, map[string]string{}
	for _, own := range []bool{true, false} {
		set, err := lines.NewSet(f, own)
		if err != nil {
			return taken, lost
		}
		for _, output := range outputs {
			w := newWalk(f, set, Input{Output: Plain(output), Own: own, Listed: own})
			for _, d := range w.documents() {
				taken[d.pattern.Text] = true
			}
			set.Each(w.in.Output, &w.Context, func(l *lines.Line) {
				w.taken++
				if l.Gap {
					w.gap()
					return
				}
				taken[l.Pattern.Text] = true
				for _, p := range set.Others(l, &w.Context) {
					if l.Role != "line" && l.Vaguer(p) {
						lost[p.Pattern.Text] = l.Kind()
					}
				}
				w.line(l)
			})
		}
	}
	return taken, lost
}
