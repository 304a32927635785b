package check

import (
	"context"
	"errors"
	"fmt"
	"maps"
	"regexp"
	"slices"
	"strings"
	"time"

	"witness/engine/bundle"
	"witness/engine/eval"
	"witness/engine/facts"
	"witness/engine/sqltext"
	"witness/engine/store"
)

// checkPlan reports the tables that a rule scans, because its cost would grow with the store. text is
// the rule's text with its mistakes repaired.
func (c *checker) checkPlan(ctx context.Context, f *bundle.File, text string) []error {
	a := store.Args{}
	for _, p := range c.sandbox.Parameters(text) {
		a[p[1:]] = nil
	}
	plan, err := c.sandbox.Plan(ctx, text, a)
	if err != nil {
		return []error{&bundle.FileError{Path: f.Path, Line: sqltext.WordLine(f.Statement(), ""), Err: errors.New(store.Message(err))}}
	}
	built := map[string]bool{} // intermediate results, which may be scanned
	for _, step := range plan {
		for _, how := range []string{"MATERIALIZE ", "CO-ROUTINE "} {
			if name, ok := strings.CutPrefix(step, how); ok {
				built[name] = true
			}
		}
	}
	var errs []error
	for _, step := range plan {
		name, ok := strings.CutPrefix(step, "SCAN ")
		if !ok || strings.Contains(name, "VIRTUAL TABLE") || strings.HasPrefix(name, "(") || strings.Contains(name, "CONSTANT ROW") || built[name] {
			continue
		}
		name, _, _ = strings.Cut(name, " ")
		// The plan builds an intermediate result under its own name and scans it under its alias, which a view may have given it.
		if slices.ContainsFunc(slices.Collect(maps.Keys(built)), func(result string) bool {
			return hasAlias(text, result, name) || slices.ContainsFunc(slices.Collect(maps.Values(c.names.aliases(text))), func(view string) bool {
				return hasAlias(c.names.views[view], result, name)
			})
		}) {
			continue
		}
		word, table := c.names.scannedTable(text, name)
		column := "session"
		if columns := c.names.columnsIn(table); len(columns) > 0 && !slices.Contains(columns, column) {
			column = columns[0]
		}
		errs = append(errs, &bundle.FileError{Path: f.Path, Line: sqltext.WordLine(text, word), Err: fmt.Errorf("scans all of %s, which grows with each call: compare its %s with a parameter, or with a row that a parameter selects", table, column)})
	}
	return errs
}

// hasAlias reports whether a query gives a view, or a table that its WITH defines, an alias.
func hasAlias(text, table, alias string) bool {
	if !regexp.MustCompile(`^\w+$`).MatchString(table + alias) {
		return false
	}
	return regexp.MustCompile(`(?i)(\b(from|join)|,)\s*` + table + `\s+(as\s+)?` + alias + `\b`).MatchString(sqltext.Mask(text))
}

// scannedTable returns the table that a plan calls name, which may be inside a view, and the word by
// which the query reads it.
func (n schemaNames) scannedTable(text, name string) (word, table string) {
	aliases := n.aliases(text)
	if table := aliases[name]; table != "" {
		return table, table
	}
	for _, view := range slices.Sorted(maps.Values(aliases)) {
		if inner := n.aliases(n.views[view])[name]; inner != "" {
			return view, inner
		}
	}
	if regexp.MustCompile(`^\w+$`).MatchString(name) && n.has(name) {
		for _, view := range slices.Sorted(maps.Values(aliases)) {
			if sqltext.WordIndex(n.views[view], name, 0) >= 0 {
				return view, name
			}
		}
	}
	return name, name
}

// QueryTimeout is how long a query may run in an empty store.
const QueryTimeout = time.Second

// checkRun runs the query for an empty call in an empty store. An invalid pattern or an endless
// recursion fails there as it would anywhere.
func (c *checker) checkRun(ctx context.Context, f *bundle.File) []error {
	var empty facts.Call
	values := (facts.Command{}).Params(0, facts.Touch{}.Params(empty.Params()))
	values["output"], values["now"] = "", int64(0)
	for _, name := range f.Args {
		values[strings.TrimSuffix(name, "?")] = nil
	}
	for name, v := range f.Options {
		values[name] = eval.Bound(v)
	}
	a := store.Args{}
	for _, p := range c.sandbox.Parameters(f.Statement()) {
		a[p[1:]] = values[p[1:]]
	}
	ctx, cancel := context.WithTimeout(ctx, QueryTimeout)
	defer cancel()
	rows := 0
	err := c.sandbox.Each(ctx, f.Statement(), a, func([]string, []store.Value) error {
		if rows++; rows == eval.MaxRows {
			return eval.ErrEnough
		}
		return nil
	})
	switch {
	case err == nil || errors.Is(err, eval.ErrEnough):
		return nil
	case ctx.Err() != nil:
		return []error{&bundle.FileError{Path: f.Path, Line: sqltext.WordLine(f.Statement(), "RECURSIVE"), Err: fmt.Errorf("the query does not end within %v even in an empty store", QueryTimeout)}}
	}
	return []error{&bundle.FileError{Path: f.Path, Line: sqltext.WordLine(f.Statement(), ""), Err: errors.New(store.Message(err))}}
}
