package engine

import (
	"context"
	"errors"
	"fmt"
	"slices"
	"strings"
)

// compileRules compiles the rules that will be asked about a call. That takes longer than
// asking them, and need not be done while others wait for the store. A mistake is told
// when the rule is asked.
func (e *Engine) compileRules(ctx context.Context, c *call) error {
	rules := e.loadRules()
	return e.db.guard(Rules, func() error {
		for _, f := range rules {
			subjects, err := e.applies(f, c)
			if err != nil || len(subjects) == 0 || ctx.Err() != nil {
				continue
			}
			if table, err := e.lacks(ctx, f, c); err != nil || table != "" {
				continue
			}
			_ = e.db.compile(ctx, e.db.one(f.Text))
		}
		return nil
	})
}

// lacks is the first of the tables that a rule needs which holds nothing of the session, ""
// if there is none.
func (e *Engine) lacks(ctx context.Context, f *Script, c *call) (string, error) {
	for _, table := range f.Needs {
		if _, known := c.filled[table]; !known {
			if err := e.fill(ctx, f, c); err != nil {
				return "", err
			}
		}
		if !c.filled[table] {
			return table, nil
		}
	}
	return "", nil
}

// fill finds out which of the tables that this rule and the others about a call need hold
// something of its session: one statement for all of them.
func (e *Engine) fill(ctx context.Context, f *Script, c *call) error {
	tables := slices.Clone(f.Needs)
	for _, f := range e.loadRules() {
		if subjects, err := e.applies(f, c); err == nil && len(subjects) > 0 {
			tables = append(tables, f.Needs...)
		}
	}
	slices.Sort(tables)
	tables = slices.Compact(tables)
	question := "SELECT "
	for i, table := range tables {
		name, count, counted := strings.Cut(table, ".")
		question += []string{"", ", "}[min(i, 1)] + "EXISTS (SELECT 1 FROM " + quoteName(name) + " WHERE session = :session"
		if counted {
			question += " AND " + quoteName(count) + " > 0"
		}
		question += ")"
	}
	if err := e.db.compile(ctx, question); err != nil {
		return err
	}
	filled := map[string]bool{}
	err := e.db.each(ctx, question, args{"session": c.Session}, func(_ []string, row []driverValue) error {
		for i, table := range tables {
			filled[table] = row[i] == int64(1)
		}
		return nil
	})
	if err == nil {
		c.filled = filled
	}
	return err
}

// ask puts one rule to one call.
func (e *Engine) ask(ctx context.Context, f *Script, c *call) ([]Finding, error) {
	subjects, err := e.applies(f, c)
	if err != nil {
		return nil, err
	}
	if len(subjects) == 0 {
		return nil, nil
	}
	if table, err := e.lacks(ctx, f, c); err != nil || table != "" {
		return nil, err
	}
	if err := e.db.compile(ctx, e.db.one(f.Text)); err != nil {
		return nil, f.sqlError(err)
	}
	var findings []Finding
	seen := 0
	for _, s := range subjects {
		if len(e.config.excepts) > 0 && e.config.excepted(f.Name, s, e.now()) {
			continue
		}
		for name, option := range f.Options {
			s.args[name] = option
		}
		s.args["now"], s.args["t"] = e.now(), c.t // the call had no tick yet when its subjects were found
		if !s.answers(f) {
			continue
		}
		before := seen
		err := e.db.each(ctx, e.db.one(f.Text), s.args, func(columns []string, row []driverValue) error {
			finding := Finding{Rule: f.Name, Severity: f.Severity, Subject: s.name, Message: fill(f.Message, columns, row), evidence: f.evidence(columns, row)}
			if !slices.ContainsFunc(findings, func(o Finding) bool { return o.Message == finding.Message }) {
				findings = append(findings, finding)
			}
			if seen++; seen >= maxRows {
				return errEnough
			}
			return nil
		})
		if err != nil && !errors.Is(err, errEnough) {
			return nil, f.sqlError(err)
		}
		if e.asked != nil {
			e.asked(f, s, seen-before)
		}
	}
	if more := len(findings) - maxFindings; more > 0 {
		findings = findings[:maxFindings]
		findings[maxFindings-1].Message += fmt.Sprintf(" The rule has %d more findings like this.", more)
	}
	return findings, nil
}
