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
	"witness/engine/store"
)

// checkPlan refuses a rule that scans a table: its cost would grow with the store. text is
// the rule's, mended where it was wrong.
func (c *checker) checkPlan(ctx context.Context, f *bundle.File, text string) []error {
	a := store.Args{}
	for _, p := range bundle.Parameters(text) {
		a[p[1:]] = nil
	}
	plan, err := c.sandbox.Plan(ctx, text, a)
	if err != nil {
		return []error{&bundle.FileError{Path: f.Path, Line: bundle.WordLine(f.Text, ""), Err: errors.New(store.Message(err))}}
	}
	made := map[string]bool{} // what the statement itself builds may be walked through
	for _, step := range plan {
		for _, how := range []string{"MATERIALIZE ", "CO-ROUTINE "} {
			if name, ok := strings.CutPrefix(step, how); ok {
				made[name] = true
			}
		}
	}
	var errs []error
	for _, step := range plan {
		name, ok := strings.CutPrefix(step, "SCAN ")
		if !ok || strings.Contains(name, "VIRTUAL TABLE") || strings.HasPrefix(name, "(") || name == "CONSTANT ROW" || made[name] {
			continue
		}
		name, _, _ = strings.Cut(name, " ")
		// It is built under its own name, and walked through under the one that is given to it.
		if slices.ContainsFunc(slices.Collect(maps.Keys(made)), func(built string) bool { return calls(text, built, name) }) {
			continue
		}
		word, table := c.names.scanned(text, name)
		column := "session"
		if columns := c.names.columns[table]; len(columns) > 0 && !slices.Contains(columns, column) {
			column = columns[0]
		}
		errs = append(errs, &bundle.FileError{Path: f.Path, Line: bundle.WordLine(text, word), Err: fmt.Errorf("scans all of %s, which grows: compare its %s with a parameter or with a row that one selects", table, column)})
	}
	return errs
}

// calls tells whether a statement gives what it builds, a view or a WITH, another name.
func calls(text, built, name string) bool {
	if !regexp.MustCompile(`^\w+$`).MatchString(built + name) {
		return false
	}
	return regexp.MustCompile(`(?i)(\b(from|join)|,)\s*` + built + `\s+(as\s+)?` + name + `\b`).MatchString(bundle.Mask(text))
}

// scanned tells by which word a statement reads what a plan calls name, and which table
// that is: its own, or one within a view that it reads.
func (n schemaNames) scanned(text, name string) (word, table string) {
	aliases := n.aliases(text)
	if table := aliases[name]; table != "" {
		return table, table
	}
	for _, view := range slices.Sorted(maps.Values(aliases)) {
		if inner := n.aliases(n.views[view])[name]; inner != "" {
			return view, inner
		}
	}
	if regexp.MustCompile(`^\w+$`).MatchString(name) && n.columns[name] != nil {
		for _, view := range slices.Sorted(maps.Values(aliases)) {
			if bundle.WordIndex(n.views[view], name, 0) >= 0 {
				return view, name
			}
		}
	}
	return name, name
}

// patience is how long a statement may take for a call of which there is nothing to tell.
const Patience = time.Second

// checkRun asks the statement about a call of which there is nothing to tell, in an empty
// store: what goes wrong there, a pattern that is none or a count without end, goes wrong
// always.
func (c *checker) checkRun(ctx context.Context, f *bundle.File) []error {
	var nothing facts.Call
	values := (facts.Command{}).Params(0, facts.Touch{}.Params(nothing.Params()))
	values["output"], values["now"] = "", int64(0)
	for _, name := range f.Args {
		values[strings.TrimSuffix(name, "?")] = nil
	}
	for name, v := range f.Options {
		values[name] = v
	}
	a := store.Args{}
	for _, p := range bundle.Parameters(f.Text) {
		a[p[1:]] = values[p[1:]]
	}
	ctx, cancel := context.WithTimeout(ctx, Patience)
	defer cancel()
	rows := 0
	err := c.sandbox.Each(ctx, f.Text, a, func([]string, []store.Value) error {
		if rows++; rows == eval.MaxRows {
			return eval.ErrEnough
		}
		return nil
	})
	switch {
	case err == nil || errors.Is(err, eval.ErrEnough):
		return nil
	case ctx.Err() != nil:
		return []error{&bundle.FileError{Path: f.Path, Line: bundle.WordLine(f.Text, "RECURSIVE"), Err: fmt.Errorf("the query does not end within %v even in an empty store", Patience)}}
	}
	return []error{&bundle.FileError{Path: f.Path, Line: bundle.WordLine(f.Text, ""), Err: errors.New(store.Message(err))}}
}
