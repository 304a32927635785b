package facts

import (
	"slices"
	"strings"

	"witness/engine/bundle"
	"witness/engine/hook"
	"witness/engine/lines"
)

// An Explanation is what the patterns of one reader take of an output.
type Explanation struct {
	Reader *Reader
	Lines  []ExplainedLine
}

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

// Explain returns, for each reader with patterns that reads the output of a call, what its patterns
// take. Readers without patterns are left out.
func (r *Readers) Explain(c *Call) (list []Explanation, err error) {
	if c.Tool != hook.Run {
		return nil, nil
	}
	c.Output = plainOutput(c.Output)
	in := reading{Readers: r, c: c, bigrams: bigramsOf(c.Output)}
	for _, f := range r.All() {
		listed := slices.ContainsFunc(c.Commands, func(cmd Command) bool { return cmd.Runner == f.runner() })
		own := listed || in.namedIn(f, c.Event.Command)
		if !f.HasPatterns() || !in.matches(f, f.Into) || !in.proven(f, own) {
			continue
		}
		set, err := lines.NewSet(f.File, own)
		if err != nil {
			return nil, err
		}
		list = append(list, Explanation{f, explainLines(f, set, input{output: c.Output, own: own, listed: listed})})
	}
	return list, nil
}

// explainLines walks through an output as a reader does and notes which pattern takes each line.
func explainLines(f *Reader, set *lines.Set, in input) (list []ExplainedLine) {
	w := newWalk(f, set, in)
	for i, text := range strings.Split(strings.TrimSuffix(in.output, "\n"), "\n") {
		list = append(list, ExplainedLine{Number: i + 1, Text: text})
	}
	if documents := w.documents(); documents != nil {
		for _, d := range documents {
			at := strings.Count(in.output[:d.at], "\n")
			list[at].Kind = d.pattern.Kind()
		}
		return list
	}
	set.Each(in.output, &w.Context, func(l *lines.Line) {
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
	return list
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
			w := newWalk(&Reader{File: f}, set, input{output: plainOutput(output), own: own, listed: own})
			for _, d := range w.documents() {
				taken[d.pattern.Text] = true
			}
			set.Each(w.in.output, &w.Context, func(l *lines.Line) {
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
