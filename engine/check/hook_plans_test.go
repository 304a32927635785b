package check

import (
	"regexp"
	"slices"
	"strings"
	"testing"

	"witness/engine/sqltext"
	"witness/engine/store"
)

// TestHookQueriesDoNotScanHistory checks the query plans, on a large store, of every rule, every view,
// every statement of the folder state, and every statement in the engine's code that a hook
// can execute. None may scan a table that grows, build an automatic index, or sort the history of a
// session. Only the views may read all rows of a session.
//
// SQLite plans differently after ANALYZE, so both plans are checked.
func TestHookQueriesDoNotScanHistory(t *testing.T) {
	db := largeStore(t)
	names, err := readNames(t.Context(), db)
	if err != nil {
		t.Fatal(err)
	}
	all := hookStatements(t, db)
	if len(all) < 70 {
		t.Errorf("only %d statements were found", len(all))
	}
	for _, store := range []string{"as it is", "analyzed"} {
		if store == "analyzed" {
			if _, err := db.Exec(t.Context(), "ANALYZE"); err != nil {
				t.Fatal(err)
			}
		}
		for _, s := range all {
			for _, wrong := range s.mistakes(t, db, names) {
				t.Errorf("%s, a store %s: %s", s.place, store, wrong)
			}
		}
	}
	// Mistakes that must be found.
	for sql, wrong := range map[string]string{
		"SELECT 1 FROM runs WHERE outcome = :outcome":                                  "SCAN runs",
		"SELECT 1 FROM touches WHERE session = :session":                               "SEARCH touches",
		"SELECT 1 FROM verdicts v INDEXED BY verdicts_said WHERE v.session = :session": "SEARCH v",
		"SELECT 1 FROM events e WHERE e.session = :session AND e.t < :t AND e.at > 7":  "SEARCH e",
		"SELECT t, count(*) FROM commands WHERE session = :session GROUP BY program":   "TEMP B-TREE",
	} {
		s := planned{place: "a mistake", sql: sql}
		if !slices.ContainsFunc(s.mistakes(t, db, names), func(m string) bool { return strings.Contains(m, wrong) }) {
			t.Errorf("%s: no mistake with %q was found", sql, wrong)
		}
	}
}

// A planned is a statement whose plan is checked.
type planned struct {
	place, sql string
	view       bool // a view, selected for one session
}

// history are the tables that grow with each call. The others have the current state, what the user
// ordered, or, like faults, a limited number of rows.
var history = []string{"events", "commands", "touches", "looks", "runs", "tests", "test_lists", "listed_tests", "diagnostics", "changes", "verdicts", "sessions"}

// bounded are parts of queries that read history and end early or read few rows.
var bounded = []struct{ sql, why string }{
	{"SELECT max(t) FROM events", "reads the end of the index and no more"},
	{"WHERE v.session = s.session ORDER BY v.t DESC LIMIT 1", "reads the end of the index and no more"},
	{" ORDER BY t DESC LIMIT ", "reads as many rows from the end of the index"},
	{" WHERE session = :session LIMIT 1", "reads one row"},
}

// step matches a line of a plan that reads a table.
var step = regexp.MustCompile(`^(SCAN|SEARCH) (\S+)(.*)$`)

// mistakes returns the steps of a statement's plan whose cost grows with each call.
func (s planned) mistakes(t *testing.T, db *store.DB, names schemaNames) (wrong []string) {
	t.Helper()
	a := store.Args{}
	for _, p := range sqltext.Parameters(s.sql) {
		a[p[1:]] = nil
	}
	type line struct{ parent, detail string }
	var plan []line
	if err := db.Each(t.Context(), "EXPLAIN QUERY PLAN "+s.sql, a, func(_ []string, row []store.Value) error {
		plan = append(plan, line{store.Text(row[1]), store.Text(row[3])})
		return nil
	}); err != nil {
		t.Errorf("%s: %v", s.place, err)
		return nil
	}
	ends := 0 // the number of steps that are bounded
	for _, b := range bounded {
		ends += strings.Count(s.sql, b.sql)
	}
	if strings.Contains(s.sql, "recent_work") { // twenty sessions, at the first edit of a session or the first failure of a test in it
		ends = len(plan)
	}
	reads := tablesOf(s.sql, names)
	walks := map[string]string{} // steps that read a session's history, by the id of their SELECT in the plan
	for _, l := range plan {
		m := step.FindStringSubmatch(l.detail)
		switch {
		case m == nil || !slices.ContainsFunc(reads[m[2]], func(table string) bool { return slices.Contains(history, table) }):
		case m[1] == "SCAN" && !strings.Contains(l.detail, "VIRTUAL TABLE"), strings.Contains(l.detail, "AUTOMATIC"):
			wrong = append(wrong, l.detail)
		case walksThrough(m[3]) && !slices.Contains(reads[m[2]], "sessions"): // a session is one row of it
			walks[l.parent] = l.detail
			if ends--; ends < 0 && !s.view {
				wrong = append(wrong, l.detail)
			}
		}
	}
	for _, l := range plan { // the last term sorts the rows of one tick
		if strings.HasPrefix(l.detail, "USE TEMP B-TREE") && !strings.Contains(l.detail, "LAST TERM") && walks[l.parent] != "" {
			wrong = append(wrong, l.detail+" of what this finds: "+walks[l.parent])
		}
	}
	return wrong
}

// tablesOf maps the names and aliases in a statement to tables. One name may mean several tables, in
// different SELECTs.
func tablesOf(sql string, names schemaNames) map[string][]string {
	found := map[string][]string{}
	text := sqltext.Mask(sql)
	for _, pattern := range []string{`(?i)\b(?:from|join|update|into)\s+(\w+)(?:\s+(?:as\s+)?(\w+))?`, `,\s*(\w+)(?:\s+(?:as\s+)?(\w+))?`} {
		for _, m := range regexp.MustCompile(pattern).FindAllStringSubmatch(text, -1) {
			if names.has(m[1]) {
				found[m[1]] = append(found[m[1]], m[1])
				found[m[2]] = append(found[m[2]], m[1])
			}
		}
	}
	return found
}

// walksThrough reports whether a step reads all rows of a session or a project, or all up to a tick.
func walksThrough(how string) bool {
	open := strings.LastIndex(how, "(")
	if open < 0 {
		return false
	}
	by := strings.Split(strings.Trim(how[open:], "() "), " AND ")
	by = slices.DeleteFunc(by, func(term string) bool { return strings.HasPrefix(term, "t<") })
	return len(by) == 1 && (by[0] == "session=?" || by[0] == "root=?")
}
