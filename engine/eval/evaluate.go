package eval

import (
	"context"
	"errors"
	"fmt"
	"slices"
	"strings"

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
	params    map[subject]store.Args
	populated map[string]bool // whether a table has rows of the session, see missing
	pre       preconditions
	match     matcher
	lookups   lookups
	past      past
	indexes   []*bundle.Index  // of the folders that the rules were loaded from
	probe     *bundle.File     // reused by wants: the rule whose selection it checks
	guard     *guard.Guard     // nil until a rule with guards asks
	effects   [][]guard.Effect // of the call's commands, once guard is set
	projects  map[string]int   // findings of the project's rules so far, by severity
	occasions []hook.Occasion  // of the rules that were judged
	spoke     map[string]bool  // the rules that have said something so far, by name, for the key yields

	// CannotAsk reports whether the client cannot put a question to a user.
	CannotAsk bool

	// Results lists the evaluated rules and targets, in order.
	Results []Result
	// Asked lists the rules that were asked, each with what they have found.
	Asked []Asked
}

// An Asked is a rule that was asked about targets of the call, and the subjects of its rows, before any was left out.
type Asked struct {
	Rule              string
	Targets, Subjects []string
}

// A Result is the result of evaluating a rule for one target.
type Result struct {
	Rule   *Rule
	Target Target
	Rows   int // returned by the rule's statement
}

// Begin starts the evaluation for a call. It loads the rules if e.Rules is nil.
func (e *Evaluator) Begin(c *facts.Call) *Evaluation {
	v := &Evaluation{
		Evaluator: e, call: c, rules: e.Rules, targets: map[*Rule][]Target{}, params: map[subject]store.Args{}, projects: map[string]int{}, spoke: map[string]bool{},
		match:   matcher{c, e.Disk, e.DB.Path, map[string]string{}},
		lookups: lookups{db: e.DB, disk: e.Disk, clock: e.Clock, call: c},
		past:    past{db: e.DB, call: c},
	}
	if v.rules == nil {
		loader := bundle.Loader{Sources: e.Sources, Locked: e.Config.Locked, Aside: e.SetAside, Off: e.Config.PackOff, Index: v.openIndex, Wants: v.wants}
		var errs []error
		for _, f := range loader.Load(bundle.Rules) {
			r, wrong := NewRule(f, e.Config)
			v.rules, errs = append(v.rules, r), append(errs, wrong...)
		}
		e.ReportConfig(errs)
	}
	return v
}

// Compile compiles the rules that Judge will evaluate. That takes longer than evaluating them, so it
// is done before the write lock is taken. Mistakes in a statement are reported by Judge.
func (v *Evaluation) Compile(ctx context.Context) error {
	for _, r := range v.rules {
		if isProjects(r) || len(v.targetsOf(r)) == 0 || ctx.Err() != nil {
			continue
		}
		if need, err := v.missing(ctx, r); err != nil || need != "" || v.Lacking(r) != "" {
			continue
		}
		if may, err := v.pre.hold(ctx, v, r); err != nil || !may {
			continue
		}
		asked := false
		for _, t := range v.bound(r) {
			if t.lacking(r) == "" {
				v.lookups.ask(ctx, r, t) // the answers are kept
				asked = asked || t.lackingAnswer(r) == ""
			}
		}
		if asked {
			_ = v.DB.Sandbox(bundle.Rules).Compile(ctx, r.Statement())
		}
	}
	// Another process may add facts before the write lock is taken.
	v.populated, v.pre = nil, nil
	return nil
}

// Evaluate evaluates one rule for each of its targets in the call.
func (v *Evaluation) Evaluate(ctx context.Context, r *Rule) (findings []hook.Finding, err error) {
	if findings, err = v.evaluate(ctx, r); err != nil || len(v.targetsOf(r)) == 0 {
		return findings, err
	}
	asked := Asked{Rule: r.Name}
	for _, t := range v.targetsOf(r) {
		asked.Targets = append(asked.Targets, t.Name)
	}
	for _, f := range findings {
		asked.Subjects = append(asked.Subjects, f.Subject)
	}
	v.Asked = append(v.Asked, asked)
	return findings, nil
}

// evaluate is Evaluate without a note that the rule was asked.
func (v *Evaluation) evaluate(ctx context.Context, r *Rule) ([]hook.Finding, error) {
	if r.Err != nil {
		return nil, &bundle.Mistake{Err: r.Err}
	}
	if len(v.targetsOf(r)) == 0 {
		return nil, nil
	}
	if need, err := v.missing(ctx, r); err != nil || need != "" || v.Lacking(r) != "" {
		return nil, err
	}
	if may, err := v.pre.hold(ctx, v, r); err != nil || !may {
		return nil, err
	}
	sandbox := v.DB.Sandbox(bundle.Rules)
	var findings []hook.Finding
	rows := 0
	for _, t := range v.bound(r) {
		if t.lacking(r) != "" {
			continue
		}
		excepted, severity := v.excepted(r, t)
		if excepted {
			continue
		}
		if err := bindOptions(r, t.Args); err != nil {
			return nil, &bundle.Mistake{Err: err}
		}
		t.Args["now"], t.Args["t"] = v.Clock(), v.call.T // the tick is set when the call is recorded, after the targets were found
		v.lookups.ask(ctx, r, t)
		if !t.suffices(r) || t.lackingAnswer(r) != "" {
			continue
		}
		if err := v.bindInstance(ctx, r, t); err != nil {
			return nil, err
		}
		var columns []string
		var found [][]store.Value
		err := sandbox.Each(ctx, r.Statement(), t.Args, func(names []string, row []store.Value) error {
			columns, found = names, append(found, slices.Clone(row))
			if rows++; rows >= MaxRows {
				return ErrEnough
			}
			return nil
		})
		if err != nil && !errors.Is(err, ErrEnough) {
			return nil, store.FileError(r.File, err)
		}
		found = v.unkept(r, t, columns, found)
		v.Results = append(v.Results, Result{r, t, len(found)})
		columns, found = r.gather(columns, found)
		for _, row := range found {
			if missing := missingColumn(&r.Header, columns); missing != "" {
				return nil, &bundle.Mistake{Err: &bundle.FileError{Path: r.Path, Line: r.Line("message"), Err: fmt.Errorf("message names {%s}, but the query returns %s", missing, strings.Join(columns, ", "))}}
			}
			finding := r.finding(t, columns, row)
			if severity != "" && (finding.Severity == r.Severity || hook.Rank(severity) < hook.Rank(finding.Severity)) {
				finding.Severity = severity
			}
			if v.CannotAsk && finding.Severity == hook.Ask {
				finding.Called = v.lookups.called(ctx, t)
			}
			if !slices.ContainsFunc(findings, func(o hook.Finding) bool { return o.Message == finding.Message }) {
				findings = append(findings, finding)
			}
		}
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
