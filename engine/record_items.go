package engine

import (
	"cmp"
	"context"
	"crypto/sha256"
	"encoding/binary"
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
	alone, lists := split(run.Items)
	if err := r.tests(ctx, c, run, alone); err != nil {
		return err
	}
	return r.lists(ctx, c, run, lists)
}

// tests records tests one by one.
func (r recorder) tests(ctx context.Context, c *facts.Call, run readers.Run, alone []runs.Item) error {
	if len(alone) == 0 {
		return nil
	}
	return r.db.ExecEach(ctx, `
		INSERT OR IGNORE INTO tests (session, t, n, test, suite, tool, outcome, message, file, line, signature, identity)
		SELECT ?1, ?2, ?3, value, ?4, ?5, ?6, ?7, ?8, ?9, ?10, ?11 FROM json_each(?12)`, func(yield func([]any) bool) {
		for _, i := range alone {
			if !yield([]any{c.Session, c.T, run.N, i.Suite, run.Tool, i.Outcome, hook.Truncate(i.Message, runs.MaxItemMessage), i.File, orNull(i.Line), signature(i), identity(i, c.Commands[run.Command]), store.JSONList(i.Tests)}) {
				return
			}
		}
	})
}

// lists records the tests of a run that differ only in their names. The names of a list that an earlier run had are not
// written again.
func (r recorder) lists(ctx context.Context, c *facts.Call, run readers.Run, lists []runs.Item) error {
	if len(lists) == 0 {
		return nil
	}
	err := r.db.ExecEach(ctx, `
		INSERT OR IGNORE INTO test_lists (session, t, n, i, suite, tool, outcome, file, list)
		VALUES (?1, ?2, ?3, ?4, ?5, ?6, ?7, ?8, ?9)`, func(yield func([]any) bool) {
		for i, l := range lists {
			if !yield([]any{c.Session, c.T, run.N, i, l.Suite, run.Tool, l.Outcome, l.File, listOf(l.Tests)}) {
				return
			}
		}
	})
	if err != nil {
		return err
	}
	var unknown []runs.Item
	err = r.db.Each(ctx, "SELECT i FROM test_lists l WHERE session = :session AND t = :t AND n = :n AND NOT EXISTS (SELECT 1 FROM listed_tests m WHERE m.list = l.list)",
		store.Args{"session": c.Session, "t": c.T, "n": run.N}, func(_ []string, row []store.Value) error {
			if i, _ := row[0].(int64); int(i) < len(lists) {
				unknown = append(unknown, lists[i])
			}
			return nil
		})
	if err != nil || len(unknown) == 0 {
		return err
	}
	return r.db.ExecEach(ctx, "INSERT OR IGNORE INTO listed_tests (list, test) SELECT ?1, value FROM json_each(?2)", func(yield func([]any) bool) {
		for _, l := range unknown {
			if !yield([]any{listOf(l.Tests), store.JSONList(l.Tests)}) {
				return
			}
		}
	})
}

// listOf returns the number of a list of tests, a hash of their names.
func listOf(tests []string) int64 {
	sum := sha256.Sum256([]byte(strings.Join(tests, "\x00")))
	return int64(binary.BigEndian.Uint64(sum[:]))
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

// split separates tests that need a row each, because they failed or have a message or a line, from lists of tests that differ
// only in their names. The failed tests come first, because the first row that is inserted for a test is kept. A test that
// failed is in no list.
func split(items []runs.Item) (alone, lists []runs.Item) {
	at := map[[3]string]int{}
	failed := map[[2]string]bool{}
	for _, i := range items {
		switch {
		case i.Outcome == "":
			continue
		case i.Outcome == "fail":
			for _, test := range i.Tests {
				failed[[2]string{i.Suite, test}] = true
			}
			fallthrough
		case i.Message != "" || i.Line != nil:
			alone = append(alone, i)
			continue
		}
		key := [3]string{i.Suite, i.Outcome, i.File}
		n, ok := at[key]
		if !ok {
			n = len(lists)
			at[key] = n
			lists = append(lists, runs.Item{Suite: i.Suite, Outcome: i.Outcome, File: i.File})
		}
		lists[n].Tests = append(lists[n].Tests, i.Tests...)
	}
	slices.SortStableFunc(alone, func(a, b runs.Item) int { return strings.Compare(a.Outcome, b.Outcome) }) // fail, pass, skip
	for i, l := range lists {
		slices.Sort(l.Tests)
		lists[i].Tests = slices.DeleteFunc(slices.Compact(l.Tests), func(test string) bool { return failed[[2]string{l.Suite, test}] })
	}
	return alone, slices.DeleteFunc(lists, func(l runs.Item) bool { return len(l.Tests) == 0 })
}

// orNull returns the value of n, or nil, which is NULL in SQL.
func orNull(n *int64) any {
	if n == nil {
		return nil
	}
	return *n
}
