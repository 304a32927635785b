package readers

import (
	"fmt"
	"slices"
	"strconv"
	"strings"

	"witness/engine/bundle"
	"witness/engine/facts"
	"witness/engine/hook"
	"witness/engine/runs"
)

// An Explanation is what the patterns of one reader take of an output.
type Explanation struct {
	Reader *bundle.File
	Lines  []runs.ExplainedLine
	Unread string // why the reader of the command does not read the output, "" if it does
}

// Explain returns, for each reader with patterns that reads the output of a call, what its patterns
// take. Readers without patterns are left out, and those of other commands that take nothing.
func (s *Set) Explain(c *facts.Call) (list []Explanation, err error) {
	if c.Tool != hook.Run {
		return nil, nil
	}
	c.Output = shown(c)
	in := reading{Set: s, c: c, bigrams: bigramsOf(c.Output)}
	for _, f := range s.All() {
		listed := slices.ContainsFunc(c.Commands, func(cmd facts.Command) bool { return cmd.Runner == runnerOf(f) })
		own := listed || in.namedIn(f, c.Event.Command) || in.echoes(f)
		if !f.HasPatterns() || f.Into == "labels" { // labels are those of other texts
			continue
		}
		if !in.matches(f, f.Into) || !in.proven(f, own) {
			if listed && c.Output != "" {
				list = append(list, Explanation{Reader: f, Unread: in.unread(f)})
			}
			continue
		}
		taken, err := runs.Explain(f, runs.Input{Output: c.Output, Own: own, Listed: listed})
		if err != nil {
			return nil, err
		}
		if listed || slices.ContainsFunc(taken, func(l runs.ExplainedLine) bool { return l.Kind != "" }) {
			list = append(list, Explanation{Reader: f, Lines: taken})
		}
	}
	return list, nil
}

// unread says why a reader does not read the output of its own command.
func (in *reading) unread(f *bundle.File) string {
	if i := slices.IndexFunc(f.Foreign, in.bigrams.contain); i >= 0 {
		return fmt.Sprintf("does not read this output: %q is foreign to it", f.Foreign[i])
	}
	quoted := make([]string, len(f.Contains))
	for i, literal := range f.Contains {
		quoted[i] = strconv.Quote(literal)
	}
	return fmt.Sprintf("does not read this output: it has none of the literals in contains: %s", strings.Join(quoted, ", "))
}
