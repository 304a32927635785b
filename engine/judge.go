package engine

import (
	"context"
	"errors"
	"fmt"
	"slices"
	"time"
)

// What rules may say about one call.
const (
	maxFindings = 10   // of one rule that are said
	maxRows     = 1000 // rows that are looked at for different messages
	maxStrange  = 20   // findings of one severity that all of a project's rules may have together
)

// errEnough ends the reading of rows.
var errEnough = errors.New("enough")

// A subject is one thing that a rule is asked about: a file that the call reads or
// changes, a simple command that it runs, or the call as a whole.
type subject struct {
	name string
	args args

	// What an exception is compared with: the file, or the command with what it names.
	file         string
	command      *command
	named, above []string
	listed       bool // the header lists the command itself
}

// loadRules reads the rules, once; in a hook, those that may concern its call. A fault in
// the configuration leaves the defaults in force.
func (e *Engine) loadRules() []*Script {
	if e.rules == nil {
		var look func(dir string) *headers // a hook need not read every file
		if e.hears != nil {
			look = e.known
		}
		e.rules = loadKnown(e.layers, Rules, e.config.locked, look)
		for _, err := range e.config.Errs {
			e.fault("config", err)
		}
	}
	return e.rules
}

// judge asks every rule that this moment and this call concern. A rule that cannot
// answer silences itself, not its neighbours.
func (e *Engine) judge(ctx context.Context, c *call) (v Verdict) {
	if err := e.graphFor(ctx, c); err != nil {
		e.fault("imports", err)
	}
	aside, err := e.setAsideRules(ctx, c)
	if err != nil {
		e.fault("overruns", err)
	}
	said := map[*Script][]Finding{}
	err = e.db.guard(Rules, func() error {
		for _, f := range e.inOrder() {
			if aside[f] {
				continue
			}
			if ctx.Err() != nil {
				e.fault(f.Path, errors.New("no time was left to ask this rule"))
				break
			}
			findings, err := e.askInTime(ctx, f, c)
			if err != nil {
				e.fault(f.Path, err)
			}
			if len(findings) > 0 {
				said[f] = findings
			}
		}
		return nil
	})
	if err != nil {
		e.fault("guard", err)
	}
	strange := map[string]int{} // findings of the project's rules, by severity
	for _, f := range e.loadRules() {
		if said[f] == nil {
			continue
		}
		findings, err := e.temper(ctx, f, c, said[f])
		if err == nil {
			findings, err = e.hold(ctx, f, c, findings, &v)
		}
		if err != nil {
			e.fault(f.Path, err)
		}
		for _, finding := range findings {
			if f.Origin == "project" {
				if strange[f.Severity]++; strange[f.Severity] == maxStrange+1 {
					e.fault(f.Path, fmt.Errorf("more than %d findings of the project's rules in one call: the rest is not said", maxStrange))
				}
				if strange[f.Severity] > maxStrange {
					continue
				}
			}
			v.Findings = append(v.Findings, finding)
		}
	}
	slices.SortStableFunc(v.Findings, func(a, b Finding) int { return rank(b.Severity) - rank(a.Severity) })
	return v
}

// inOrder are the rules in the order in which they are asked: witness's own first, then
// the user's, then the project's. One that eats up the time takes it from its like.
func (e *Engine) inOrder() []*Script {
	var rules []*Script
	for _, origin := range []string{"embedded", "user", "project"} {
		for _, f := range e.loadRules() {
			if f.Origin == origin {
				rules = append(rules, f)
			}
		}
	}
	return rules
}

// share is how much of a hook's time one rule that is not witness's own may take.
const share = 4

// askInTime puts one rule to one call and does not wait for a stranger's rule longer than
// its share of the time.
func (e *Engine) askInTime(ctx context.Context, f *Script, c *call) ([]Finding, error) {
	if f.Origin == "embedded" {
		return e.ask(ctx, f, c)
	}
	if subjects, err := e.applies(f, c); err != nil || len(subjects) == 0 {
		return nil, err
	}
	own, cancel := withBudget(ctx, time.Duration(e.config.BeforeMS)*time.Millisecond/share)
	defer cancel()
	findings, err := e.ask(own, f, c)
	if own.Err() != nil && ctx.Err() == nil {
		err = &FileError{f.Path, 0, fmt.Errorf("%s, %d ms; after %d times it is not asked until its file is changed", overrun, e.config.BeforeMS/share, maxOverruns)}
	}
	return findings, err
}



// applies tells what of a call a rule is asked about: nothing, if it is off or does not
// hear this moment.
func (e *Engine) applies(f *Script, c *call) ([]subject, error) {
	if err := f.parse(); err != nil {
		return nil, err
	}
	if !f.settled {
		f.settled = true
		for _, err := range e.config.apply(f) {
			e.fault("config", err)
		}
	}
	if f.Severity == Off || !f.hears(c.Moment) {
		return nil, nil
	}
	if f.about != c {
		f.about, f.subjects = c, c.subjects(f)
	}
	return f.subjects, nil
}

// graphFor reads the import graph if a rule that is about to be asked names it.
func (e *Engine) graphFor(ctx context.Context, c *call) error {
	for _, f := range e.loadRules() {
		if subjects, err := e.applies(f, c); err == nil && len(subjects) > 0 && f.needsGraph() {
			return e.graph(ctx, maxSources)
		}
	}
	return nil
}

// hears tells whether a rule runs at a moment.
func (f *Script) hears(moment string) bool {
	if len(f.When) == 0 {
		return moment == Before
	}
	return slices.Contains(f.When, moment)
}

// subjects are the things of a call that a rule's header selects.
func (c *call) subjects(f *Script) []subject {
	if c.Moment != Before && c.Moment != After {
		return []subject{{args: c.params()}}
	}
	var list []subject
	all := len(f.Tools) == 0 && len(f.Commands) == 0 && len(f.Paths) == 0
	both := func() args { return c.params() }
	if files, commands := f.subjectKinds(); files && commands {
		both = func() args { return command{}.params(0, touch{}.params(c.params())) }
	}
	for _, t := range c.touches {
		byTool := slices.Contains(f.Tools, t.kind) || len(f.Tools) == 0 && len(f.Commands) == 0 && !readOnly(t.kind)
		if t.many && t.kind == Write && t.root == "" {
			continue // what a copy of the project holds is nobody's concern
		}
		if t.kind == Output {
			// Who guards a path guards it against whatever fills it; who judges edits as such has
			// nothing to say of products.
			byTool = len(f.Paths) > 0 && (byTool || slices.Contains(f.Tools, Write))
		}
		if !all && byTool && (len(f.Paths) == 0 || c.selects(f, t)) {
			list = append(list, subject{name: t.file, args: t.params(both()), file: t.file})
		}
	}
	for i, cmd := range c.commands {
		byTool := len(f.Tools) == 0 || slices.Contains(f.Tools, Run)
		byCommand := len(f.Commands) > 0 && cmd.isOneOf(f.Commands) || len(f.Commands) == 0 && slices.Contains(f.Tools, Run)
		if all || !byTool || !byCommand && len(f.Paths) == 0 {
			continue
		}
		var named, above []string
		if len(f.Paths) > 0 && slices.Contains(f.Tools, Run) {
			named, above = c.named(f, cmd)
		}
		listed := byCommand && len(f.Commands) > 0
		if len(f.Paths) > 0 && len(named)+len(above) == 0 && !listed {
			continue
		}
		s := subject{name: cut(cmd.Text, maxWord), args: cmd.params(i, both()), command: &c.commands[i], named: named, above: above, listed: listed}
		s.naming()
		list = append(list, s)
	}
	if all || len(c.commands) == 0 && len(c.touches) == 0 && len(f.Paths) == 0 && len(f.Commands) == 0 && c.Tool != Run && slices.Contains(f.Tools, c.Tool) {
		list = append(list, subject{args: c.params()})
	}
	return list
}
