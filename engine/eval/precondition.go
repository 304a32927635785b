package eval

import (
	"context"
	"slices"
	"strings"

	"witness/engine/sqltext"
	"witness/engine/store"
)

// preconditions are conditions of the statements of rules on one table, and whether they hold; nil before they were asked. All those of a call are
// asked with one statement, which is shorter than those of the rules: nearly every edit is of a file that was read, and is judged without
// compiling the views that decide about another.
type preconditions map[string]bool

// of returns the precondition of a rule, "" if it has none, or is about something else than the only file of the call.
func (preconditions) of(v *Evaluation, r *Rule) string {
	if r.Precondition == "" || len(v.call.Touches) != 1 {
		return ""
	}
	if targets := v.targetsOf(r); len(targets) != 1 || targets[0].touch == nil {
		return ""
	}
	return r.Precondition
}

// hold reports whether the precondition of a rule holds, or is not asked.
func (p *preconditions) hold(ctx context.Context, v *Evaluation, r *Rule) (bool, error) {
	text := p.of(v, r)
	if text == "" {
		return true, nil
	}
	if *p == nil {
		if err := p.ask(ctx, v); err != nil {
			return false, err
		}
	}
	holds, asked := (*p)[text]
	return holds || !asked, nil
}

// ask asks the precondition of each rule that lacks nothing else.
func (p *preconditions) ask(ctx context.Context, v *Evaluation) error {
	var list []string
	args := v.call.Touches[0].Params(v.call.Params())
	for _, r := range v.rules {
		text := p.of(v, r)
		if text == "" || slices.Contains(list, text) || !r.isBound(sqltext.Parameters(text), args) {
			continue
		}
		if need, err := v.missing(ctx, r); err != nil {
			return err
		} else if need == "" && v.Lacking(r) == "" {
			list = append(list, text)
		}
	}
	*p = preconditions{}
	if len(list) == 0 {
		return nil
	}
	query := "SELECT " + strings.Join(list, ", ")
	if err := v.DB.Compile(ctx, query); err != nil {
		return err
	}
	return v.DB.Each(ctx, query, args, func(_ []string, row []store.Value) error {
		for i, text := range list {
			(*p)[text] = row[i] != nil && row[i] != int64(0)
		}
		return nil
	})
}

// isBound reports whether parameters are those of the call alone: no options, and none whose value is not yet known.
func (r *Rule) isBound(parameters []string, args store.Args) bool {
	return !slices.ContainsFunc(parameters, func(p string) bool {
		_, known := args[p[1:]]
		return !known || r.Options[p[1:]] != nil || slices.Contains(lateParameters, p[1:])
	})
}
