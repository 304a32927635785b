package engine

import (
	"cmp"
	"context"
	"slices"
	"strings"
)

// maxReason bounds what is kept of the message of a test or diagnostic, in bytes.
const maxReason = 300

// recordItems adds the tests or diagnostics of a run. A test that is named twice failed if
// it failed once.
func (c *conn) recordItems(ctx context.Context, call *call, r run) error {
	if r.how == "exit" || len(r.items) == 0 {
		return nil
	}
	if r.kind == "check" {
		return c.execEach(ctx, `
			INSERT OR IGNORE INTO diagnostics (session, t, n, i, tool, file, line, col, code, level, message)
			VALUES (?1, ?2, ?3, ?4, ?5, ?6, ?7, ?8, ?9, ?10, ?11)`, func(yield func([]any) bool) {
			for _, i := range r.items {
				if !yield([]any{call.Session, call.t, r.n, i.i, r.tool, i.file, orNull(i.line), orNull(i.col), i.code, cmp.Or(i.level, "error"), cut(i.message, maxReason)}) {
					return
				}
			}
		})
	}
	return c.execEach(ctx, `
		INSERT OR IGNORE INTO tests (session, t, n, test, suite, tool, outcome, message, file, line)
		SELECT ?1, ?2, ?3, value, ?4, ?5, ?6, ?7, ?8, ?9 FROM json_each(?10)`, func(yield func([]any) bool) {
		for _, i := range alike(r.items) {
			if i.outcome != "" && !yield([]any{call.Session, call.t, r.n, i.suite, r.tool, i.outcome, cut(i.message, maxReason), i.file, orNull(i.line), namesOf(i.tests)}) {
				return
			}
		}
	})
}

// alike puts the tests together that did not fail and differ in nothing but their names,
// each list in the order of the table's key, which makes a long one cheap to add. What fails
// comes first, then what passes; otherwise the first of a name.
func alike(items []item) (list []item) {
	at := map[[3]string]int{}
	for _, i := range items {
		if i.outcome == "fail" || i.message != "" || i.line != nil {
			list = append(list, i)
			continue
		}
		key := [3]string{i.suite, i.outcome, i.file}
		n, ok := at[key]
		if !ok {
			n = len(list)
			at[key] = n
			list = append(list, item{suite: i.suite, outcome: i.outcome, file: i.file})
		}
		list[n].tests = append(list[n].tests, i.tests...)
	}
	for _, n := range at {
		slices.Sort(list[n].tests)
	}
	slices.SortStableFunc(list, func(a, b item) int { return strings.Compare(a.outcome, b.outcome) }) // fail, pass, skip
	return list
}

// namesOf is a JSON array of names.
func namesOf(names []string) string {
	out := []byte{'['}
	for i, name := range names {
		if i > 0 {
			out = append(out, ',')
		}
		out = appendJSON(out, name)
	}
	return string(append(out, ']'))
}

func orNull(n *int64) any {
	if n == nil {
		return nil
	}
	return *n
}
