package doctor

import (
	"context"
	"fmt"
	"maps"
	"slices"
	"strings"
	"time"

	"witness"
	"witness/cmd/witness/internal/term"
	"witness/engine/agent"
	"witness/engine/inspect"
)

// moreTime says what to do about rules and readers that their time limit ended.
const moreTime = "if it happens often: raise before_ms and after_ms in [limits] of ~/.config/witness/config.toml"

// maxListed is the number of rules listed as the slowest.
const maxListed = 3

// checkTiming reports how long the rules take for recent calls, compared to the limits of a hook.
func checkTiming(ctx context.Context, where agent.Machine, h inspect.Health) (all []finding) {
	if h.Wrong != nil || h.Bytes < 0 || h.Old {
		return nil // no calls to measure with
	}
	p, err := inspect.MeasureRules(ctx, witness.Files, where.Project)
	if err != nil {
		return []finding{{Check: "time", State: stateNote, What: "the rules cannot be timed: " + err.Error()}}
	}
	others := 0
	for _, path := range slices.Sorted(maps.Keys(p.Quarantined)) {
		if p.Quarantined[path] == 0 {
			others++
			continue
		}
		all = append(all, finding{
			Check: "time", State: stateBroken, Path: path, Fix: "make its query faster; it is evaluated again once the file is changed",
			What: "this rule is quarantined: it exceeded its time limit repeatedly, last " + term.Ago(p.Quarantined[path]),
		})
	}
	if others > 0 {
		all = append(all, finding{
			Check: "time", State: stateBroken, Fix: "correct or remove the quarantined rules, or accept the project's files: witness trust",
			What: fmt.Sprintf("%d more of the project's rules are not evaluated, because nobody has accepted them and so many others are quarantined", others),
		})
	}
	var quick []string
	for _, rule := range p.Rules {
		if !rule.Slow() {
			quick = append(quick, rule.Rule+" "+rounded(rule.Took))
			continue
		}
		f := finding{Check: "time", State: stateNote, Path: rule.Path, Fix: "make its query faster; witness rules check shows what it scans"}
		took := rounded(rule.Took)
		if !rule.Ended {
			took = "more than " + took
		}
		f.What = fmt.Sprintf("this rule takes %s for a call and has a limit of %s, after which the call continues without it", took, rounded(rule.Limit))
		all = append(all, f)
	}
	if len(quick) > 0 {
		which := "the slowest rules take"
		if len(quick) < len(p.Rules) {
			which = "the others take at most"
		}
		all = append(all, finding{
			Check: "time", State: stateOK,
			What: fmt.Sprintf("for one of the last %s %s: %s; the limit of a hook is %s for all of them", term.Count(p.Calls, "call"), which,
				strings.Join(quick[:min(len(quick), maxListed)], ", "), rounded(p.Limit)),
		})
	}
	if p.Unmeasured > 0 {
		all = append(all, finding{
			Check: "time", State: stateNote, Fix: "make the slow rules faster, then run witness doctor again",
			What: term.Count(p.Unmeasured, "rule") + " could not be timed: the others used up the time",
		})
	}
	if p.Late > 0 {
		all = append(all, finding{
			Check: "time", State: stateNote, Fix: moreTime,
			What: fmt.Sprintf("in the last week a rule or reader was ended by its time limit %s, last %s", term.Count(int(p.Late), "time"), term.Ago(p.LateAt)),
		})
	}
	return all
}

// rounded formats a duration with two or three significant digits.
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
