package check

import (
	"regexp"
	"slices"
	"strings"
	"testing"

	"witness/engine/bundle"
	"witness/engine/store"
)

// TestPlans explains, on a large store, every rule, every view by itself, every statement of
// settle.sql and of the triggers, and every statement in the engine's own code that a hook can
// come to. None scans what grows, builds an index for one question, or sorts a session's
// history; but for the views, which are asked about a session, none walks through it either.
//
// SQLite plans otherwise once somebody has run ANALYZE, so both are looked at.
func TestPlans(t *testing.T) {
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
	// What must be found.
	for sql, wrong := range map[string]string{
		"SELECT 1 FROM runs WHERE outcome = :outcome":                                  "SCAN runs",
		"SELECT 1 FROM touches WHERE session = :session":                               "SEARCH touches",
		"SELECT 1 FROM verdicts v INDEXED BY verdicts_said WHERE v.session = :session": "SEARCH v",
		"SELECT 1 FROM events e WHERE e.session = :session AND e.t < :t AND e.at > 7":  "SEARCH e",
		"SELECT t, count(*) FROM commands WHERE session = :session GROUP BY program":   "TEMP B-TREE",
	} {
		s := planned{place: "a mistake", sql: sql}
		if !slices.ContainsFunc(s.mistakes(t, db, names), func(m string) bool { return strings.Contains(m, wrong) }) {
			t.Errorf("%s: it is not found that it does %q", sql, wrong)
		}
	}
}

// A planned statement is one whose plan is looked at.
type planned struct {
	place, sql string
	view       bool // a view, asked about a session
}

// history are the tables that grow with each call. The others hold what is so now, what a
// person said, or, like faults, a bounded number of rows.
var history = []string{"events", "commands", "touches", "looks", "runs", "tests", "diagnostics", "changes", "imports", "sources", "verdicts", "sessions"}

// bounded are the walks through history that end early or are small.
var bounded = []struct{ sql, why string }{
	{"SELECT max(t) FROM events", "reads the end of the index and no more"},
	{"WHERE v.session = s.session ORDER BY v.t DESC LIMIT 1", "reads the end of the index and no more"},
	{" ORDER BY t DESC LIMIT ", "reads as many rows from the end of the index"},
	{" WHERE session = :session LIMIT 1", "reads one row"},
	{"FROM sources WHERE root = :root", "compares every file of the project with the disk, which has as many"},
}

// step is one line of a plan that reads a table.
var step = regexp.MustCompile(`^(SCAN|SEARCH) (\S+)(.*)$`)

// mistakes are the steps of a statement's plan that cost more with each call.
func (s planned) mistakes(t *testing.T, db *store.DB, names schemaNames) (wrong []string) {
	t.Helper()
	a := store.Args{}
	for _, p := range bundle.Parameters(s.sql) {
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
	ends := 0 // walks that end early
	for _, b := range bounded {
		ends += strings.Count(s.sql, b.sql)
	}
	reads := tablesOf(s.sql, names)
	walks := map[string]string{} // through history, by the SELECT that they are part of
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

// tablesOf are the tables that a statement may mean by each name: one name may stand for
// several, in different SELECTs.
func tablesOf(sql string, names schemaNames) map[string][]string {
	found := map[string][]string{}
	text := bundle.Mask(sql)
	for _, pattern := range []string{`(?i)\b(?:from|join|update|into)\s+(\w+)(?:\s+(?:as\s+)?(\w+))?`, `,\s*(\w+)(?:\s+(?:as\s+)?(\w+))?`} {
		for _, m := range regexp.MustCompile(pattern).FindAllStringSubmatch(text, -1) {
			if names.columns[m[1]] != nil {
				found[m[1]] = append(found[m[1]], m[1])
				found[m[2]] = append(found[m[2]], m[1])
			}
		}
	}
	return found
}

// walksThrough tells whether what a step looks for is all of a session or a project, or all of
// it up to some time.
func walksThrough(how string) bool {
	open := strings.LastIndex(how, "(")
	if open < 0 {
		return false
	}
	by := strings.Split(strings.Trim(how[open:], "() "), " AND ")
	by = slices.DeleteFunc(by, func(term string) bool { return strings.HasPrefix(term, "t<") })
	return len(by) == 1 && (by[0] == "session=?" || by[0] == "root=?")
}
