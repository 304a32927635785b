package readers

import (
	"slices"

	"witness/engine/bundle"
	"witness/engine/facts"
	"witness/engine/hook"
	"witness/engine/runs"
)

// An Explanation is what the patterns of one reader take of an output.
type Explanation struct {
	Reader *bundle.File
	Lines  []runs.ExplainedLine
}

// Explain returns, for each reader with patterns that reads the output of a call, what its patterns
// take. Readers without patterns are left out.
func (s *Set) Explain(c *facts.Call) (list []Explanation, err error) {
	if c.Tool != hook.Run {
		return nil, nil
	}
	c.Output = shown(c)
	in := reading{Set: s, c: c, bigrams: bigramsOf(c.Output)}
	for _, f := range s.All() {
		listed := slices.ContainsFunc(c.Commands, func(cmd facts.Command) bool { return cmd.Runner == runnerOf(f) })
		own := listed || in.namedIn(f, c.Event.Command)
		if !f.HasPatterns() || !in.matches(f, f.Into) || !in.proven(f, own) {
			continue
		}
		taken, err := runs.Explain(f, runs.Input{Output: c.Output, Own: own, Listed: listed})
		if err != nil {
			return nil, err
		}
		list = append(list, Explanation{f, taken})
	}
	return list, nil
}
