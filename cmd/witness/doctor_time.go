package main

import (
	"context"
	"fmt"
	"maps"
	"slices"
	"strings"
	"time"

	"witness"
	"witness/engine"
	"witness/engine/agent"
)

// slowest is how many rules are told of, where none is too slow.
const slowest = 3

// paces tells how the rules fare with the time that a hook has.
func paces(ctx context.Context, where agent.Where, h engine.Health) (all []symptom) {
	if h.Wrong != nil || h.Bytes < 0 || h.Old {
		return nil // there is nothing to measure with
	}
	p, err := engine.MeasureRules(ctx, witness.Brain, where.Project)
	if err != nil {
		return []symptom{{Check: "time", State: stateNote, What: "how long the rules take cannot be measured: " + err.Error()}}
	}
	for _, path := range slices.Sorted(maps.Keys(p.Aside)) {
		all = append(all, symptom{
			Check: "time", State: stateBroken, Path: path, Mend: "make its query faster: when the file is saved it is asked again",
			What: "this rule is not asked any more: it took too long again and again, last " + ago(p.Aside[path]),
		})
	}
	var quick []string
	for _, rule := range p.Rules {
		if !rule.Slow() {
			quick = append(quick, rule.Rule+" "+rounded(rule.Took))
			continue
		}
		f := symptom{Check: "time", State: stateNote, Path: rule.Path, Mend: "make its query faster; witness rules check tells what it scans"}
		took := rounded(rule.Took)
		if !rule.Ended {
			took = "more than " + took
		}
		f.What = fmt.Sprintf("this rule takes %s for a call, and a hook gives it %s: then the call goes on without it", took, rounded(rule.Limit))
		all = append(all, f)
	}
	if len(quick) > 0 {
		which := "the slowest rules take"
		if len(quick) < len(p.Rules) {
			which = "the others take at most"
		}
		all = append(all, symptom{
			Check: "time", State: stateOK,
			What: fmt.Sprintf("for one of the last %s %s: %s; a hook has %s for all of them", count(p.Calls, "call"), which,
				strings.Join(quick[:min(len(quick), slowest)], ", "), rounded(p.Limit)),
		})
	}
	if p.Unmeasured > 0 {
		all = append(all, symptom{
			Check: "time", State: stateNote, Mend: "make those that are too slow faster, and ask again",
			What: count(p.Unmeasured, "rule") + " could not be measured: the others took all of the time",
		})
	}
	if p.Late > 0 {
		all = append(all, symptom{
			Check: "time", State: stateNote,
			What: fmt.Sprintf("in the last week the time limit ended a rule or a reader %s, last %s", count(int(p.Late), "time"), ago(p.LateAt)),
		})
	}
	return all
}

// rounded is a duration as a person says it.
func rounded(d time.Duration) string {
	switch {
	case d < time.Millisecond:
		return "less than 1 ms"
	case d < 100*time.Millisecond:
		return fmt.Sprintf("%d ms", d.Round(time.Millisecond).Milliseconds())
	case d < time.Second:
		return fmt.Sprintf("%d ms", d.Round(10*time.Millisecond).Milliseconds())
	}
	return fmt.Sprintf("%.1f s", d.Seconds())
}
