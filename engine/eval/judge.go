package eval

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"slices"
	"time"

	"witness/engine/hook"
	"witness/engine/project"
)

// Judge evaluates every rule that has targets in the call and is not the project's: witness's own, then the
// team's and the user's. A rule that fails is reported as a fault and has no findings; the other rules are not affected.
func (v *Evaluation) Judge(ctx context.Context) (verdict hook.Verdict) {
	var rules []*Rule
	for _, r := range InOrder(v.rules) {
		if !isProjects(r) {
			rules = append(rules, r)
		}
	}
	return v.judge(ctx, rules)
}

// JudgeAgain is Judge for an evaluation whose rules were judged before the latest facts were added.
func (v *Evaluation) JudgeAgain(ctx context.Context) hook.Verdict {
	v.populated, v.pre, v.Asked, v.spoke = nil, nil, nil, map[string]bool{}
	return v.Judge(ctx)
}

// JudgeRule evaluates one rule. The SQL of a project must run outside of any write transaction.
func (v *Evaluation) JudgeRule(ctx context.Context, r *Rule) hook.Verdict {
	return v.judge(ctx, []*Rule{r})
}

// ProjectRules returns the rules of the project that have targets in the call, guard its line or have a
// mistake, the locked ones first, and last those that yield to others, which have to be known by then.
func (v *Evaluation) ProjectRules() []*Rule {
	var locked, others, yielding []*Rule
	for _, r := range v.rules {
		switch {
		case !isProjects(r) || r.Err == nil && len(v.targetsOf(r)) == 0 && !v.guards(r):
		case len(r.Yields) > 0:
			yielding = append(yielding, r)
		case r.Locked:
			locked = append(locked, r)
		default:
			others = append(others, r)
		}
	}
	return slices.Concat(locked, others, yielding)
}

// isProjects reports whether a rule is a file of the project: anybody may have written it.
func isProjects(r *Rule) bool { return r.Origin == "project" }

// InOrder returns the rules in the order of evaluation: the embedded rules, the team's, the user's, the
// project's. A rule that uses up the time takes it only from rules of its own origin and later ones.
func InOrder(all []*Rule) []*Rule {
	return slices.SortedStableFunc(slices.Values(all), func(a, b *Rule) int { return cmp.Compare(project.LayerOf(a.Origin), project.LayerOf(b.Origin)) })
}

// judge evaluates rules in this order. Their findings are in the order of the rules' names, the gravest
// first.
func (v *Evaluation) judge(ctx context.Context, rules []*Rule) (verdict hook.Verdict) {
	found := map[*Rule][]hook.Finding{}
	v.occasions = nil
	for _, r := range rules {
		if ctx.Err() != nil {
			v.Faults(r.Path, errors.New(NoTimeLeft))
			break
		}
		findings, err := v.evaluateInTime(ctx, r)
		if err == nil && len(findings) == 0 {
			findings, err = v.unreadLine(ctx, r)
		}
		if err != nil {
			v.Faults(r.Path, err)
		}
		if len(findings) > 0 {
			found[r] = findings
		}
	}
	verdict.Occasions = v.occasions
	saidUnread := false
	spoken := slices.DeleteFunc(slices.Clone(v.rules), func(r *Rule) bool { return found[r] == nil })
	for _, r := range unreadFirst(yieldersLast(spoken), found) {
		if slices.ContainsFunc(r.Yields, func(other string) bool { return v.spoke[other] }) {
			continue
		}
		if found[r][0].Message == unread && saidUnread { // once is enough
			continue
		}
		findings, err := v.throttle(ctx, r, found[r])
		if err == nil {
			findings, err = v.suppress(ctx, r, findings, &verdict)
		}
		if err != nil {
			v.Faults(r.Path, err)
		}
		v.spoke[r.Name] = len(findings) > 0
		for _, finding := range findings {
			if isProjects(r) {
				if v.projects[finding.Severity]++; v.projects[finding.Severity] == maxThirdPartyFindings+1 {
					v.Faults(r.Path, fmt.Errorf("the project's rules have more than %d findings for one call: the others are dropped", maxThirdPartyFindings))
				}
				if v.projects[finding.Severity] > maxThirdPartyFindings {
					continue
				}
			}
			verdict.Findings = append(verdict.Findings, finding)
			saidUnread = saidUnread || finding.Message == unread
		}
	}
	slices.SortStableFunc(verdict.Findings, func(a, b hook.Finding) int { return hook.Rank(b.Severity) - hook.Rank(a.Severity) })
	return verdict
}

// unreadFirst returns the rules in the order in which their findings are given. Of a line of which only a part was read the rule speaks
// that guards witness itself, if it has found nothing else: what the rest would do is not known, and another rule's name would say it is.
func unreadFirst(rules []*Rule, found map[*Rule][]hook.Finding) []*Rule {
	guards := func(r *Rule) bool { return len(r.Guards) > 0 && found[r] != nil && found[r][0].Message == unread }
	if !slices.ContainsFunc(rules, guards) {
		return rules
	}
	return slices.SortedStableFunc(slices.Values(rules), func(a, b *Rule) int {
		switch {
		case guards(a) == guards(b):
			return 0
		case guards(a):
			return -1
		}
		return 1
	})
}

// maxYields bounds a chain of rules of which each yields to the next, so that rules that yield to each other have an order, too.
const maxYields = 3

// yieldersLast returns rules with each behind those that it yields to, which then have spoken or not.
func yieldersLast(rules []*Rule) []*Rule {
	behind := map[string]int{}
	for range maxYields {
		for _, r := range rules {
			for _, other := range r.Yields {
				behind[r.Name] = max(behind[r.Name], behind[other]+1)
			}
		}
	}
	return slices.SortedStableFunc(slices.Values(rules), func(a, b *Rule) int { return behind[a.Name] - behind[b.Name] })
}

// evaluateInTime evaluates a rule. One that is not embedded is ended after its share of the time.
func (v *Evaluation) evaluateInTime(ctx context.Context, r *Rule) (findings []hook.Finding, err error) {
	if r.Origin == "embedded" || len(v.targetsOf(r)) == 0 {
		return v.Evaluate(ctx, r)
	}
	err = v.Mark.Run(ctx, r.File, time.Duration(v.Config.BeforeMS)*time.Millisecond, func(own context.Context) error {
		findings, err = v.Evaluate(own, r)
		return err
	})
	return findings, err
}
