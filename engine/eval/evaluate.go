package eval

import (
	"context"
	"errors"
	"fmt"
	"slices"
	"time"

	"witness/engine/bundle"
	"witness/engine/facts"
	"witness/engine/guard"
	"witness/engine/hook"
	"witness/engine/store"
)

// Limits on what rules can find for one call.
const (
	maxFindings           = 10   // findings of one rule
	MaxRows               = 1000 // rows of one statement that are read
	maxThirdPartyFindings = 20   // findings of one severity by all rules of the project
)

// ErrEnough is returned by the callback of a statement after MaxRows rows, to read no more.
var ErrEnough = errors.New("enough")

// An Evaluation evaluates the rules for one call.
type Evaluation struct {
	*Evaluator
	call  *facts.Call
	rules []*Rule

	targets   map[*Rule][]Target
	populated map[string]bool   // whether a table has rows of the session, see missingTable
	links     map[string]string // targets of symbolic links, "" for paths that are not links
	indexes   []*bundle.Index   // of the folders that the rules were loaded from
	guard     *guard.Guard      // nil until a rule with guards asks
	effects   [][]guard.Effect  // of the call's commands, once guard is set

	// Results lists the evaluated rules and targets, in order.
	Results []Result
}

// A Result is the result of evaluating a rule for one target.
type Result struct {
	Rule   *Rule
	Target Target
	Rows   int // returned by the rule's statement
}

// Begin starts the evaluation for a call. It loads the rules if e.Rules is nil.
func (e *Evaluator) Begin(c *facts.Call) *Evaluation {
	v := &Evaluation{Evaluator: e, call: c, rules: e.Rules, targets: map[*Rule][]Target{}, links: map[string]string{}}
	if v.rules == nil {
		loader := bundle.Loader{Sources: e.Sources, Locked: e.Config.Locked, Index: v.openIndex}
		var errs []error
		for _, f := range loader.Load(bundle.Rules) {
			r, wrong := NewRule(f, e.Config)
			v.rules, errs = append(v.rules, r), append(errs, wrong...)
		}
		e.ReportConfig(errs)
	}
	return v
}

// Compile compiles the rules that will be evaluated. That takes longer than evaluating them, so it
// is done before the write lock is taken. Mistakes in a statement are reported by Judge.
func (v *Evaluation) Compile(ctx context.Context) error {
	for _, r := range v.rules {
		if len(v.targetsOf(r)) == 0 || ctx.Err() != nil {
			continue
		}
		if table, err := v.missingTable(ctx, r); err != nil || table != "" {
			continue
		}
		_ = v.DB.Sandbox(bundle.Rules).Compile(ctx, r.Text)
	}
	// Another process may add facts before the write lock is taken.
	v.populated = nil
	return nil
}

// Judge evaluates every rule that has targets in the call. A rule that fails is reported as a fault
// and has no findings; the other rules are not affected.
func (v *Evaluation) Judge(ctx context.Context) (verdict hook.Verdict) {
	if err := v.refreshGraph(ctx); err != nil {
		v.Faults("imports", err)
	}
	quarantined, err := v.quarantined(ctx)
	if err != nil {
		v.Faults("overruns", err)
	}
	found := map[*Rule][]hook.Finding{}
	for _, r := range InOrder(v.rules) {
		if quarantined[r] {
			continue
		}
		if ctx.Err() != nil {
			v.Faults(r.Path, errors.New(NoTimeLeft))
			break
		}
		findings, err := v.evaluateInTime(ctx, r)
		if err != nil {
			v.Faults(r.Path, err)
		}
		if len(findings) > 0 {
			found[r] = findings
		}
	}
	thirdParty := map[string]int{} // findings of the project's rules, by severity
	for _, r := range v.rules {
		if found[r] == nil {
			continue
		}
		findings, err := v.throttle(ctx, r, found[r])
		if err == nil {
			findings, err = v.suppress(ctx, r, findings, &verdict)
		}
		if err != nil {
			v.Faults(r.Path, err)
		}
		for _, finding := range findings {
			if r.Origin == "project" {
				if thirdParty[finding.Severity]++; thirdParty[finding.Severity] == maxThirdPartyFindings+1 {
					v.Faults(r.Path, fmt.Errorf("the project's rules have more than %d findings for one call: the others are dropped", maxThirdPartyFindings))
				}
				if thirdParty[finding.Severity] > maxThirdPartyFindings {
					continue
				}
			}
			verdict.Findings = append(verdict.Findings, finding)
		}
	}
	slices.SortStableFunc(verdict.Findings, func(a, b hook.Finding) int { return hook.Rank(b.Severity) - hook.Rank(a.Severity) })
	return verdict
}

// InOrder returns the rules in the order of evaluation: the embedded rules, the user's, the
// project's. A rule that uses up the time takes it only from rules of its own origin and later ones.
func InOrder(all []*Rule) []*Rule {
	var rules []*Rule
	for _, origin := range []string{"embedded", "user", "project"} {
		for _, r := range all {
			if r.Origin == origin {
				rules = append(rules, r)
			}
		}
	}
	return rules
}

// evaluateInTime evaluates a rule. A third-party rule is ended after its share of the time.
func (v *Evaluation) evaluateInTime(ctx context.Context, r *Rule) ([]hook.Finding, error) {
	if r.Origin == "embedded" || len(v.targetsOf(r)) == 0 {
		return v.Evaluate(ctx, r)
	}
	own, cancel := store.WithBudget(ctx, time.Duration(v.Config.BeforeMS)*time.Millisecond/store.ThirdPartyShare)
	defer cancel()
	findings, err := v.Evaluate(own, r)
	if own.Err() != nil && ctx.Err() == nil {
		err = &bundle.FileError{Path: r.Path, Err: fmt.Errorf("%s, %d ms; after %d times it is not evaluated until its file is changed", store.Overrun, v.Config.BeforeMS/store.ThirdPartyShare, maxOverruns)}
	}
	return findings, err
}

// Evaluate evaluates one rule for each of its targets in the call.
func (v *Evaluation) Evaluate(ctx context.Context, r *Rule) ([]hook.Finding, error) {
	if r.Err != nil {
		return nil, r.Err
	}
	targets := v.targetsOf(r)
	if len(targets) == 0 {
		return nil, nil
	}
	if table, err := v.missingTable(ctx, r); err != nil || table != "" {
		return nil, err
	}
	sandbox := v.DB.Sandbox(bundle.Rules)
	if err := sandbox.Compile(ctx, r.Text); err != nil {
		return nil, store.FileError(r.File, err)
	}
	var findings []hook.Finding
	rows := 0
	for _, t := range targets {
		if v.excepted(r, t) {
			continue
		}
		for name, option := range r.Options {
			t.Args[name] = option
		}
		t.Args["now"], t.Args["t"] = v.Clock(), v.call.T // the tick is set when the call is recorded, after the targets were found
		if !t.suffices(r) {
			continue
		}
		before := rows
		err := sandbox.Each(ctx, r.Text, t.Args, func(columns []string, row []store.Value) error {
			finding := r.finding(t, columns, row)
			if !slices.ContainsFunc(findings, func(o hook.Finding) bool { return o.Message == finding.Message }) {
				findings = append(findings, finding)
			}
			if rows++; rows >= MaxRows {
				return ErrEnough
			}
			return nil
		})
		if err != nil && !errors.Is(err, ErrEnough) {
			return nil, store.FileError(r.File, err)
		}
		v.Results = append(v.Results, Result{r, t, rows - before})
	}
	if more := len(findings) - maxFindings; more > 0 {
		findings = findings[:maxFindings]
		findings[maxFindings-1].Message += fmt.Sprintf(" The rule has %d more findings like this.", more)
	}
	return findings, nil
}

// Concerns reports whether a rule has targets in the call.
func (v *Evaluation) Concerns(r *Rule) bool { return len(v.targetsOf(r)) > 0 }

// AllRules returns the rules that are in force for the call.
func (v *Evaluation) AllRules() []*Rule { return v.rules }

// refreshGraph updates the import graph if a rule that has targets in the call reads it.
func (v *Evaluation) refreshGraph(ctx context.Context) error {
	for _, r := range v.rules {
		if len(v.targetsOf(r)) > 0 && r.ReadsImports() {
			return v.Graph.Refresh(ctx)
		}
	}
	return nil
}
