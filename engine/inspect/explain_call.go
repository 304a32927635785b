package inspect

import (
	"context"
	"fmt"
	"io"
	"slices"
	"strings"

	"witness/engine"
	"witness/engine/bundle"
	"witness/engine/eval"
	"witness/engine/facts"
	"witness/engine/hook"
	"witness/engine/project"
	"witness/engine/store"
)

// ExplainCall processes an event as a hook does and writes for each rule, or only for the rule named
// by only, why it has a finding or not: which key of its header did not match, or what it was
// evaluated for and how many rows it returned. It changes the engine's store, which must be a copy.
func ExplainCall(ctx context.Context, e *engine.Engine, ev hook.Event, client hook.Capabilities, only string, out io.Writer) error {
	if _, err := e.DB.Exec(ctx, "DELETE FROM faults"); err != nil { // only the faults of this call matter
		return err
	}
	e.Eval.LoadAll()
	verdict, evaluation, err := e.Evaluate(ctx, ev, client)
	if err != nil {
		return err
	}
	broken := map[string]string{}
	if err := e.DB.Each(ctx, "SELECT place, message FROM faults", nil, func(_ []string, row []store.Value) error {
		broken[store.Text(row[0])] = store.Text(row[1])
		return nil
	}); err != nil {
		return err
	}
	c := e.Resolve(ev)
	var reported, silent, notEvaluated strings.Builder
	for _, r := range e.Eval.Rules {
		if only != "" && r.Name != only {
			continue
		}
		questions := slices.DeleteFunc(slices.Clone(evaluation.Results), func(q eval.Result) bool { return q.Rule != r })
		findings := slices.DeleteFunc(slices.Clone(verdict.Findings), func(f hook.Finding) bool { return f.Rule != r.Name })
		rows := 0
		for _, q := range questions {
			rows += q.Rows
		}
		b := &silent
		switch {
		case len(findings) > 0:
			b = &reported
			fmt.Fprintf(b, "\n%s has a finding.\n", r.Name)
		case broken[r.Path] != "":
			b = &reported
			fmt.Fprintf(b, "\n%s is broken: %s\n", r.Name, broken[r.Path])
		case len(questions) == 0:
			why := whyNotEvaluated(r, c)
			if evaluation.Concerns(r) && len(r.Needs) > 0 {
				why = "it needs rows of this session in " + bundle.Listed(neededTables(r)) + ", and there are none"
			}
			b = &notEvaluated
			fmt.Fprintf(b, "\n%s was not evaluated: %s.\n", r.Name, why)
		case rows == 0:
			fmt.Fprintf(b, "\n%s has no finding: its query returns no row.\n", r.Name)
		default:
			fmt.Fprintf(b, "\n%s has no finding: its query returns a row, but repeat, a setting or a limit of the client suppresses it.\n", r.Name)
		}
		for _, f := range findings {
			fmt.Fprintf(b, "  %s: %s\n", f.Severity, f.Message)
		}
		for _, q := range questions {
			writeQuestion(b, q)
		}
	}
	_, err = fmt.Fprintf(out, "call: %s\n%s%s%s", summary(c), reported.String(), silent.String(), notEvaluated.String())
	return err
}

// writeQuestion writes what a rule was evaluated for, its parameters and its number of rows.
func writeQuestion(b *strings.Builder, q eval.Result) {
	name, answer := q.Target.Name, fmt.Sprintf("%d rows", q.Rows)
	if name == "" {
		name = "the call as a whole"
	}
	if q.Rows == 1 {
		answer = "1 row"
	}
	fmt.Fprintf(b, "  evaluated for %s: %s\n", name, answer)
	for _, p := range bundle.Parameters(q.Rule.Text) {
		fmt.Fprintf(b, "    %s = %s\n", p, literal(q.Target.Args[p[1:]]))
	}
}

// whyNotEvaluated returns the key of a rule's header that a call does not match, in words.
func whyNotEvaluated(f *eval.Rule, c *facts.Call) string {
	if f.Severity == hook.Off {
		if f.DecidedBy != "" {
			return "it is off, by " + f.DecidedBy
		}
		if f.Pack != "" && f.ChosenBy == "" {
			return fmt.Sprintf("its pack is off; to turn it on: packs = [%q]", f.Pack)
		}
		return "it is off by default"
	}
	if !f.RunsAt(c.Moment) {
		when := f.When
		if len(when) == 0 {
			when = []string{hook.Before}
		}
		return fmt.Sprintf("it runs at the moment %s, and this is %s", bundle.Listed(when), c.Moment)
	}
	kinds, files, commands := []string{c.Tool}, []string{}, []string{}
	for _, t := range c.Touches {
		kinds, files = append(kinds, t.Kind), append(files, t.File)
	}
	for _, cmd := range c.Commands {
		kinds, commands = append(kinds, hook.Run), append(commands, cmd.Names()...)
	}
	slices.Sort(kinds)
	kinds = slices.DeleteFunc(slices.Compact(kinds), func(s string) bool { return s == "" })
	words := func(list []string) string {
		if len(list) == 0 {
			return "nothing"
		}
		return strings.Join(list, ", ")
	}
	switch {
	case len(f.Tools) > 0 && !slices.ContainsFunc(kinds, func(kind string) bool { return slices.Contains(f.Tools, kind) }):
		return fmt.Sprintf("tools lists %s, and the call is %s", strings.Join(f.Tools, ", "), words(kinds))
	case len(f.Commands) > 0 && !slices.ContainsFunc(commands, func(name string) bool { return facts.Lists(f.Commands, name) }):
		return fmt.Sprintf("commands lists %s, and the call runs %s", strings.Join(f.Commands, ", "), words(commands))
	case len(f.Paths) > 0 && !slices.ContainsFunc(files, func(file string) bool { return project.Selects(f.Paths, file) }):
		return fmt.Sprintf("paths lists %s, and the call touches %s", strings.Join(f.Paths, ", "), words(files))
	case c.Moment == hook.After:
		return "the store already has the end of this call, and rules are evaluated only once"
	}
	return "no file or command of the call matches all keys of its header"
}

// summary describes a call on one line.
func summary(c *facts.Call) string {
	words := []string{c.Moment}
	if c.Tool != "" {
		words = append(words, c.Tool)
	}
	if c.Event.Command != "" {
		words = append(words, "`"+hook.Truncate(strings.Join(strings.Fields(c.Event.Command), " "), 200)+"`")
	}
	for _, t := range c.Touches {
		words = append(words, fmt.Sprintf("(%s %s)", t.Kind, t.File))
	}
	return hook.Sanitize(strings.Join(words, " "))
}

// literal returns a value as an SQL literal.
func literal(v any) string {
	switch v := store.SQLValue(v).(type) {
	case nil:
		return "NULL"
	case string:
		return "'" + strings.ReplaceAll(hook.Printable(v), "'", "''") + "'"
	default:
		return fmt.Sprint(v)
	}
}

// neededTables returns the needs key of a rule in words.
func neededTables(f *eval.Rule) []string {
	list := slices.Clone(f.Needs)
	for i, table := range list {
		if name, count, counted := strings.Cut(table, "."); counted {
			list[i] = name + " with " + count + " above 0"
		}
	}
	return list
}
