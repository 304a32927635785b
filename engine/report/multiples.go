package report

import (
	"cmp"
	"math"
	"slices"
	"strconv"

	"witness/engine/spent"
)

// A Multiple is one figure of all models, or of all agents, side by side.
type Multiple struct {
	By   string  `json:"by" jsonschema:"model or agent"`
	What string  `json:"what" jsonschema:"what is counted, such as: Sessions that ended red"`
	Rows []Share `json:"rows"`
}

// A Share is how much of something one model or agent has: n of so many.
type Share struct {
	Of    string  `json:"of"`
	N     int     `json:"n"`
	All   int     `json:"all" jsonschema:"of how many"`
	Least float64 `json:"least" jsonschema:"the share lies between these two with a probability of 95 %, as far as chance decides"`
	Most  float64 `json:"most"`
}

// Limits of the small multiples.
const (
	maxCompared = 6  // models or agents, those with the most sessions
	fewCounted  = 10 // what a share must be of, to be drawn as one
)

// Few reports whether the share is of so little that it says nothing yet.
func (s Share) Few() bool { return s.All < fewCounted }

// multiples compares the models and the agents of sessions, where there are two or more.
func multiples(sessions []*Session) (list []Multiple) {
	models := spent.Models(partsOf(sessions))
	for _, by := range []struct {
		name string
		of   func(int, *Session) string
	}{{"model", func(i int, _ *Session) string { return models[strconv.Itoa(i)] }}, {"agent", func(_ int, s *Session) string { return s.Agent }}} {
		groups := map[string][]*Session{}
		var names []string
		for i, s := range sessions {
			name := by.of(i, s)
			if groups[name] == nil && name != "" {
				names = append(names, name)
			}
			groups[name] = append(groups[name], s)
		}
		if len(names) < 2 {
			continue
		}
		slices.SortFunc(names, func(a, b string) int { return cmp.Or(cmp.Compare(len(groups[b]), len(groups[a])), cmp.Compare(a, b)) })
		for _, figure := range []struct {
			what string
			of   func(t Totals, failed int) (n, all int)
		}{
			{"Sessions that ended red", func(t Totals, _ int) (int, int) { return t.EndedRed, t.Sessions }},
			{"Sessions that edited code and ran no test", func(t Totals, _ int) (int, int) { return t.Untested, t.Sessions }},
			{"Calls that failed", func(t Totals, failed int) (int, int) { return failed, t.Calls }},
			{"Calls that witness spoke on", func(t Totals, _ int) (int, int) { return t.spoken, t.Calls }},
		} {
			m := Multiple{By: by.name, What: figure.what}
			for _, name := range names[:min(maxCompared, len(names))] {
				n, all := figure.of(count(groups[name]), failedCalls(groups[name]))
				m.Rows = append(m.Rows, share(name, n, all))
			}
			if slices.ContainsFunc(m.Rows, func(s Share) bool { return s.N > 0 }) {
				list = append(list, m)
			}
		}
	}
	return list
}

// failedCalls returns how many calls of sessions failed.
func failedCalls(sessions []*Session) (n int) {
	for _, s := range sessions {
		n += s.Failed
	}
	return n
}

// share returns a share with Wilson's interval, which is right for small numbers, too.
func share(of string, n, all int) Share {
	const z = 1.96
	size, p := float64(max(all, 1)), float64(n)/float64(max(all, 1))
	middle := (p + z*z/(2*size)) / (1 + z*z/size)
	half := z / (1 + z*z/size) * math.Sqrt(p*(1-p)/size+z*z/(4*size*size))
	return Share{of, n, all, max(0, middle-half), min(1, middle+half)}
}

// Widest returns the share at which the scale of a picture ends.
func (m Multiple) Widest() (most float64) {
	for _, s := range m.Rows {
		most = max(most, s.Most)
	}
	return most
}

// Bar returns where the share lies on a scale that ends at a share, and where its interval begins and how wide that is, in percent.
func (s Share) Bar(widest float64) (bar struct{ At, From, Width string }) {
	bar.At = percent(100 * float64(s.N) / float64(max(s.All, 1)) / widest)
	bar.From, bar.Width = percent(100*s.Least/widest), percent(100*(s.Most-s.Least)/widest)
	return bar
}
