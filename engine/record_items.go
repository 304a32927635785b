package engine

import (
	"cmp"
	"context"
	"slices"
	"strings"

	"witness/engine/facts"
	"witness/engine/hook"
	"witness/engine/readers"
	"witness/engine/runs"
	"witness/engine/store"
)

// items records the tests or diagnostics of a run. Of two results for one test, a failure is kept.
func (r recorder) items(ctx context.Context, c *facts.Call, run readers.Run) error {
	if run.How == "exit" || len(run.Items) == 0 {
		return nil
	}
	if run.Kind == "check" {
		return r.db.ExecEach(ctx, `
			INSERT OR IGNORE INTO diagnostics (session, t, n, i, tool, file, line, col, code, level, message)
			VALUES (?1, ?2, ?3, ?4, ?5, ?6, ?7, ?8, ?9, ?10, ?11)`, func(yield func([]any) bool) {
			for _, i := range run.Items {
				if !yield([]any{c.Session, c.T, run.N, i.I, run.Tool, i.File, orNull(i.Line), orNull(i.Col), i.Code, cmp.Or(i.Level, "error"), hook.Truncate(i.Message, runs.MaxItemMessage)}) {
					return
				}
			}
		})
	}
	return r.db.ExecEach(ctx, `
		INSERT OR IGNORE INTO tests (session, t, n, test, suite, tool, outcome, message, file, line, signature, identity)
		SELECT ?1, ?2, ?3, value, ?4, ?5, ?6, ?7, ?8, ?9, ?10, ?11 FROM json_each(?12)`, func(yield func([]any) bool) {
		for _, i := range grouped(run.Items) {
			if i.Outcome != "" && !yield([]any{c.Session, c.T, run.N, i.Suite, run.Tool, i.Outcome, hook.Truncate(i.Message, runs.MaxItemMessage), i.File, orNull(i.Line), signature(i), identity(i, c.Commands[run.Command]), store.JSONList(i.Tests)}) {
				return
			}
		}
	})
}

// signature returns the signature of a failed test, 0 for any other.
func signature(i runs.Item) int64 {
	if i.Outcome != "fail" {
		return 0
	}
	return readers.Signature(strings.Join(i.Tests, " "), i.File, i.Message)
}

// identity returns the identity of a failed test, "" for any other.
func identity(i runs.Item, cmd facts.Command) string {
	if i.Outcome != "fail" || len(i.Tests) != 1 {
		return ""
	}
	return readers.Identity(i.Tests[0], i, cmd)
}

// grouped merges the tests that did not fail and differ only in their names. The names are sorted in
// the order of the table's key, which makes inserting thousands of them fast. Failed tests come
// first, because the first result inserted for a test is kept.
func grouped(items []runs.Item) (list []runs.Item) {
	at := map[[3]string]int{}
	for _, i := range items {
		if i.Outcome == "fail" || i.Message != "" || i.Line != nil {
			list = append(list, i)
			continue
		}
		key := [3]string{i.Suite, i.Outcome, i.File}
		n, ok := at[key]
		if !ok {
			n = len(list)
			at[key] = n
			list = append(list, runs.Item{Suite: i.Suite, Outcome: i.Outcome, File: i.File})
		}
		list[n].Tests = append(list[n].Tests, i.Tests...)
	}
	for _, n := range at {
		slices.Sort(list[n].Tests)
	}
	slices.SortStableFunc(list, func(a, b runs.Item) int { return strings.Compare(a.Outcome, b.Outcome) }) // fail, pass, skip
	return list
}

// orNull returns the value of n, or nil, which is NULL in SQL.
func orNull(n *int64) any {
	if n == nil {
		return nil
	}
	return *n
}
