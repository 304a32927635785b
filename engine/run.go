package engine

import "context"

// found is what the readers make of one call. The single tests and diagnostics stay in
// temporary tables, from which recordFacts moves them.
type found struct {
	runs    []run
	changes []string
}

// next is the number of the next run of the call.
func (all *found) next() int64 {
	if len(all.runs) == 0 {
		return 0
	}
	return all.runs[len(all.runs)-1].n + 1
}

// A run is one row of `runs`.
type run struct {
	n                       int64
	tool, kind, how         string
	command                 int
	passed, failed, skipped *int64
	named                   int64 // failures that were named
	ended, complete         bool
	outcome                 string
	reading                 string // what selects its tests and diagnostics
}

// empty tells that a runner was seen to run no test at all.
func (r run) empty() bool {
	none := func(n *int64) bool { return n == nil || *n == 0 }
	return r.kind == "test" && r.how != "exit" && r.passed != nil && none(r.passed) && none(r.failed) && none(r.skipped)
}

// summed reads the runs of one reader back from its reading.
func (e *Engine) summed(ctx context.Context, f *Script, reading string, base int64) (runs []run, err error) {
	kind, item, level := "test", "test IS NOT NULL", "outcome"
	if f.Into == "diagnostics" {
		kind, item, level = "check", "message IS NOT NULL", "level"
	}
	bad := map[string]string{"outcome": "fail", "level": "error"}[level]
	err = e.db.each(ctx, `
		SELECT n,
		       sum(CASE WHEN NOT (`+item+`) THEN passed END), sum(CASE WHEN NOT (`+item+`) THEN failed END),
		       sum(CASE WHEN NOT (`+item+`) THEN skipped END),
		       coalesce(min(CASE WHEN NOT (`+item+`) THEN coalesce(ended, 0) END), 0), max(how),
		       count(DISTINCT CASE WHEN `+item+` AND `+level+` = '`+bad+`' THEN coalesce(suite, '') || char(31) || coalesce(test, i) END),
		       sum(`+item+` AND coalesce(outcome, '') = 'pass' AND test <> ''), sum(`+item+` AND coalesce(outcome, '') = 'skip'),
		       max(kind), min(CASE WHEN NOT (`+item+`) THEN coalesce(ended, 0) END) IS NOT NULL
		FROM   `+reading+` WHERE n >= :base GROUP BY n ORDER BY n`,
		args{"base": base}, func(_ []string, row []driverValue) error {
			number := func(i int) *int64 {
				if v, ok := row[i].(int64); ok {
					return &v
				}
				return nil
			}
			r := run{n: *number(0), reading: reading, kind: kind, passed: number(1), failed: number(2), skipped: number(3), ended: *number(4) != 0, how: show(row[5]), named: *number(6)}
			if k := show(row[9]); k != "" {
				r.kind = k
			}
			passed, skipped, summary := *number(7), *number(8), *number(10) != 0
			if r.passed == nil && passed > 0 {
				r.passed = &passed
			}
			if r.skipped == nil && skipped > 0 {
				r.skipped = &skipped
			}
			if r.failed == nil && (r.how != "exit" || !summary) || r.failed != nil && *r.failed < r.named {
				r.failed = &r.named
			}
			if r.how == "" {
				r.how = "items"
			}
			runs = append(runs, r)
			return nil
		})
	return runs, err
}
