// Package eval evaluates rules and questions against the facts of a store.
//
// Read rule.go for what a rule in force is, evaluate.go for the way from a call to a verdict, target.go
// for what a rule is evaluated for, and throttle.go, suppress.go and quarantine.go for what becomes of
// its findings.
package eval

import (
	"context"
	"errors"
	"fmt"
	"slices"
	"time"

	"witness/engine/bundle"
	"witness/engine/facts"
	"witness/engine/hook"
	"witness/engine/project"
	"witness/engine/store"
)

// Bounds of what rules may find for one call.
const (
	maxFindings           = 10   // findings of one rule
	MaxRows               = 1000 // rows that are searched for different messages
	maxThirdPartyFindings = 20   // findings of one severity by all of a project's rules
)

// errEnough ends the reading of rows.
var ErrEnough = errors.New("enough")

// An Evaluator evaluates rules and questions against the facts of a store.
type Evaluator struct {
	DB      *store.DB
	Config  *project.Config
	Project project.Project // around the directory that witness was started for
	Sources []bundle.Source
	Graph   *facts.Graph
	Disk    facts.Disk
	Clock   func() int64 // milliseconds since 1970
	Faults  func(place string, err error)

	// Rules are the rules to evaluate for every call. If it is nil, each call loads those that
	// may concern it, as a hook does.
	Rules []*Rule
}

// LoadAll loads all rules, for callers that evaluate many calls or ask about the rules themselves.
func (e *Evaluator) LoadAll() {
	var errs []error
	e.Rules, errs = LoadRules(e.Sources, e.Config)
	e.ReportConfig(errs)
}

// reportConfig reports the mistakes in the configuration.
func (e *Evaluator) ReportConfig(settings []error) {
	for _, err := range slices.Concat(e.Config.Errs, settings) {
		e.Faults("config", err)
	}
}

// An Evaluation is the evaluation of the rules for one call.
type Evaluation struct {
	*Evaluator
	call  *facts.Call
	rules []*Rule

	targets   map[*Rule][]Target
	populated map[string]bool   // whether a table holds something of the session: see missingTable
	links     map[string]string // targets of symbolic links, "" for paths that are none
	indexes   []*bundle.Index   // of the folders that the rules were loaded from

	// Questions lists what the rules were evaluated for.
	Questions []Question
}

// A Question is one evaluation of a rule.
type Question struct {
	Rule   *Rule
	Target Target
	Rows   int
}

// Begin starts the evaluation for a call. The rules are loaded.
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

// Compile compiles the rules that will be evaluated. That takes longer than evaluating them, and
// need not be done while other processes wait for the store. A mistake is reported by Judge.
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

// Judge evaluates every rule that the call concerns. A rule that fails is reported and silent;
// the others are not affected.
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
					v.Faults(r.Path, fmt.Errorf("more than %d findings of the project's rules in one call: the rest is not said", maxThirdPartyFindings))
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

// inOrder returns the rules in the order of evaluation: witness's own, the user's, the project's.
// One that uses up the time takes it from those of its own origin and later ones.
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

// evaluateInTime evaluates a rule; one that is not witness's own within its share of the time.
func (v *Evaluation) evaluateInTime(ctx context.Context, r *Rule) ([]hook.Finding, error) {
	if r.Origin == "embedded" || len(v.targetsOf(r)) == 0 {
		return v.Evaluate(ctx, r)
	}
	own, cancel := store.WithBudget(ctx, time.Duration(v.Config.BeforeMS)*time.Millisecond/store.ThirdPartyShare)
	defer cancel()
	findings, err := v.Evaluate(own, r)
	if own.Err() != nil && ctx.Err() == nil {
		err = &bundle.FileError{Path: r.Path, Line: 0, Err: fmt.Errorf("%s, %d ms; after %d times it is not asked until its file is changed", store.Overrun, v.Config.BeforeMS/store.ThirdPartyShare, maxOverruns)}
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
		t.Args["now"], t.Args["t"] = v.Clock(), v.call.T // the tick is set when the call is recorded
		if !t.suffices(r) {
			continue
		}
		before := rows
		err := sandbox.Each(ctx, r.Text, t.Args, func(columns []string, row []store.Value) error {
			finding := hook.Finding{Rule: r.Name, Severity: r.Severity, Subject: t.Name, Message: render(r.Message, columns, row), Evidence: r.evidence(columns, row)}
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
		v.Questions = append(v.Questions, Question{r, t, rows - before})
	}
	if more := len(findings) - maxFindings; more > 0 {
		findings = findings[:maxFindings]
		findings[maxFindings-1].Message += fmt.Sprintf(" The rule has %d more findings like this.", more)
	}
	return findings, nil
}

// Concerns reports whether a rule has targets in the call.
func (v *Evaluation) Concerns(r *Rule) bool { return len(v.targetsOf(r)) > 0 }

// AllRules returns the rules that were loaded for the call.
func (v *Evaluation) AllRules() []*Rule { return v.rules }

// refreshGraph reads the import graph if a rule that is about to be evaluated uses it.
func (v *Evaluation) refreshGraph(ctx context.Context) error {
	for _, r := range v.rules {
		if len(v.targetsOf(r)) > 0 && r.ReadsImports() {
			return v.Graph.Refresh(ctx)
		}
	}
	return nil
}
