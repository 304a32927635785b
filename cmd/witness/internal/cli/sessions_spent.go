package cli

import (
	"context"
	"errors"
	"fmt"
	"slices"
	"strings"
	"time"

	"witness"
	"witness/cmd/witness/internal/term"
	"witness/engine"
	"witness/engine/eval"
	"witness/engine/spent"
	"witness/engine/store"
)

// printBy adds up what the sessions of a table have spent, and prints it.
func (c *sessionsCmd) printBy(ctx context.Context, s term.Streams, e *engine.Engine, t eval.Table, shorten func(string) string) error {
	prices, err := spent.LoadPrices(witness.Files)
	if err != nil {
		return err
	}
	var sessions []string
	for _, row := range t.Rows {
		sessions = append(sessions, store.Text(row[slices.Index(t.Columns, "session")]))
	}
	parts, err := spent.Parts(ctx, e.DB, sessions, time.Local)
	if err != nil {
		return err
	}
	list := spent.Sum(parts, c.By, prices)
	switch format := c.Format.Chosen(); format {
	case "json":
		return term.WriteJSON(s.Out, list)
	case "text":
		if len(list) > 1 && c.By != "tool" { // what is no call of a tool has no row there
			total := spent.Sum(parts, "", prices)[0]
			total.Of = totalRow
			list = append(list, total)
		}
		return printSpent(s, c.By, list, shorten)
	default:
		table := eval.Table{Columns: []string{"of", "sessions", "calls", "failed", "refused", "active_ms", "red_ms", "run_ms", "waited_ms", "interrupts", "input", "cached", "output", "dollars"}}
		for _, one := range list {
			var dollars any
			if one.Dollars != nil {
				dollars = *one.Dollars
			}
			table.Rows = append(table.Rows, []any{
				one.Of, int64(one.Sessions), one.Calls, one.Failed, one.Refused, one.ActiveMS, one.RedMS, one.RunMS, one.WaitedMS, one.Interrupts, one.Input, one.Cached, one.Output, dollars,
			})
		}
		return printTable(s, table, format, shorten)
	}
}

// totalRow is the name of the last row, of all together.
const totalRow = "total"

// failuresFrom is how many columns a terminal must have so that failed and refused calls have columns beside tokens.
const failuresFrom = 100

// known returns which agents and models there are, if none of them is what was asked for.
func (c *sessionsCmd) known(ctx context.Context, e *engine.Engine) (text string, err error) {
	for _, f := range []struct{ what, asked, in, of string }{{"agents", c.Agent, ", " + c.Agent + ",", "SELECT coalesce(group_concat(DISTINCT agent), '') FROM sessions"}, {"models", c.Model, c.Model, "SELECT coalesce(group_concat(DISTINCT model), '') FROM usage"}} {
		if f.asked == "" {
			continue
		}
		names := ""
		err = errors.Join(err, e.DB.Each(ctx, f.of, nil, func(_ []string, row []store.Value) error {
			names = strings.ReplaceAll(store.Text(row[0]), ",", ", ")
			return nil
		}))
		if names != "" && !strings.Contains(", "+names+",", f.in) {
			text += "the " + f.what + " here are " + names + "; "
		}
	}
	return text, err
}

// printSpent prints a line for each, and a note about what the dollars lack.
func printSpent(s term.Streams, by string, list []spent.Total, shorten func(string) string) error {
	g := term.Grid{
		Heading: []string{strings.ToUpper(by), "SESSIONS", "CALLS", "FAILED", "REFUSED", "ACTIVE", "IN RED", "RAN", "WAITED", "INTERRUPTS", "READ", "CACHED", "WRITTEN", "COST"},
		Right:   []bool{false, true, true, true, true, true, true, true, true, true, true, true, true, true},
	}
	g.Style = func(column int, _ string) term.Style {
		if g.Heading[column] == "IN RED" {
			return term.Red
		}
		return term.Plain
	}
	var unpriced []string
	width, failures := term.ScreenWidth(s.Out), int64(0)
	narrow := width > 0 && width < failuresFrom && by != "tool"
	for _, one := range list {
		if narrow {
			if one.Of != totalRow {
				failures += one.Failed + one.Refused
			}
			one.Failed, one.Refused = 0, 0 // empty columns are left out
		}
		name := one.Of
		if by == "session" && name != totalRow {
			name = shorten(name)
		}
		dollars := ""
		if one.Dollars != nil {
			dollars = fmt.Sprintf("$%.2f", *one.Dollars)
		}
		for _, model := range one.Unpriced {
			if !slices.Contains(unpriced, model) {
				unpriced = append(unpriced, model)
			}
		}
		g.Rows = append(g.Rows, []string{
			orUnknown(name, by), fmt.Sprint(one.Sessions), fmt.Sprint(one.Calls), some(one.Failed), some(one.Refused), took(one.ActiveMS), took(one.RedMS), took(one.RunMS), took(one.WaitedMS), some(one.Interrupts),
			spent.Short(one.Input), spent.Short(one.Cached), spent.Short(one.Output), dollars,
		})
	}
	if err := g.Write(s.Out, width, s.Palette(s.Out)); err != nil {
		return err
	}
	if failures > 0 {
		if err := term.Say(s.Err, "witness: %s failed or were refused: --by tool, or a terminal of %d columns", term.Count(int(failures), "call"), failuresFrom); err != nil {
			return err
		}
	}
	if len(unpriced) == 0 {
		return nil
	}
	slices.Sort(unpriced)
	return term.Say(s.Err, "witness: no price is known of %s; rows for ~/.config/witness/prices.tsv: docs/report.md", strings.Join(unpriced, ", "))
}

// orUnknown returns a name to show: of what is not known, that it is not.
func orUnknown(name, by string) string {
	if name == "" {
		return "(no " + by + " known)"
	}
	return name
}

// some returns a number, "" for none.
func some(n int64) string {
	if n == 0 {
		return ""
	}
	return fmt.Sprint(n)
}

// took returns a time, in hours at most, "" for none.
func took(ms int64) string {
	switch minutes := (ms + 30_000) / 60_000; {
	case ms == 0:
		return ""
	case minutes >= 60:
		return fmt.Sprintf("%dh%02dm", minutes/60, minutes%60)
	}
	return term.Took(time.Duration(ms) * time.Millisecond)
}
