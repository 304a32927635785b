package sqltext

import (
	"fmt"
	"strings"
	"testing"
)

// TestRequiredIsBounded checks that a statement whose queries name each other many times is not followed for long.
func TestRequiredIsBounded(t *testing.T) {
	parts := []string{"a0 AS (SELECT 1 FROM failing WHERE session = :session)"}
	for i := range 11 {
		parts = append(parts, fmt.Sprintf("a%d AS (SELECT 1 FROM %s)", i+1, strings.TrimSuffix(strings.Repeat(fmt.Sprintf("a%d, ", i), 20), ", ")))
	}
	calls := 0
	Required("WITH "+strings.Join(parts, ", ")+" SELECT 1 FROM a11", func(string) string { calls++; return "" })
	if calls > maxQueries {
		t.Errorf("%d relations were looked up", calls)
	}
}

// TestRequired checks what statements are known to require, and that what is not understood requires nothing.
func TestRequired(t *testing.T) {
	views := map[string]string{
		"own_edits": "SELECT e.t, e.path FROM touches e WHERE e.session = :session AND e.kind = 'edit'",
		"everyones": "SELECT e.session, e.t FROM touches e WHERE e.outcome = 'ok'",
		"known_red": "SELECT f.*, f.suite || f.test AS name FROM failing f",
		"claimed":   "SELECT label FROM labels WHERE session = :session AND t = :t UNION SELECT 'done' FROM labels WHERE session = :session AND t = :t AND label = 'fixed'",
		"endless":   "SELECT t FROM endless",
	}
	for statement, want := range map[string]string{
		// Whose rows they are.
		"SELECT 1 FROM failing WHERE session = :session":                                                   "failing",
		"SELECT 1 FROM failing":                                                                            "",
		"SELECT 1 FROM failing WHERE session <> :session":                                                  "",
		"SELECT 1 FROM failing WHERE session = :session OR flaky":                                          "",
		"SELECT 1 FROM runs r JOIN tests x ON x.session = r.session WHERE r.session = :session":            "runs tests",
		"SELECT 1 FROM runs r LEFT JOIN tests x ON x.session = r.session WHERE r.session = :session":       "runs",
		"SELECT 1 FROM failing WHERE session = :session AND passed > 0":                                    "failing failing.passed",
		"SELECT 1 FROM runs r WHERE r.session = :session AND r.program = :program AND r.t BETWEEN 1 AND 2": "runs",
		"SELECT 1 FROM runs WHERE session = :session AND program = :program AND root = :root":              "runs runs.program",
		// Views, common table expressions and subqueries.
		"SELECT 1 FROM own_edits":                              "touches",
		"SELECT 1 FROM everyones":                              "",
		"SELECT 1 FROM everyones x WHERE x.session = :session": "touches",
		"SELECT 1 FROM known_red r JOIN own_edits e ON e.t > r.passed WHERE r.session = :session": "failing touches",
		"SELECT 1 FROM claimed": "labels labels.call",
		"SELECT 1 FROM endless": "",
		"WITH a (n) AS (SELECT path FROM own_edits) SELECT n FROM a": "touches",
		"SELECT 1 FROM (SELECT t FROM own_edits) x, turn":            "touches",
		"SELECT 1 FROM own_edits UNION ALL SELECT 1 FROM claimed":    "",
		"SELECT 1 FROM own_edits UNION SELECT 2 FROM own_edits e":    "touches",
		// Conditions.
		"SELECT 1 WHERE EXISTS (SELECT 1 FROM own_edits)":                                                                "touches",
		"SELECT 1 WHERE :t = (SELECT max(e.t) FROM own_edits e)":                                                         "",
		"SELECT 1 WHERE NOT EXISTS (SELECT 1 FROM own_edits)":                                                            "",
		"SELECT 1 FROM runs r WHERE r.session = :session AND EXISTS (SELECT 1 FROM tests x WHERE x.session = r.session)": "runs tests",
		"SELECT 1 WHERE :commits AND :class <> 'scratch' AND NOT :seen AND :manner = ''":                                 ":class<>scratch :commits :manner= :seen=0",
		"SELECT 1 WHERE :kind NOT IN ('a', 'b') AND :budget > 0":                                                         ":budget>0 :kind<>a :kind<>b",
		"SELECT 1 WHERE (:commits OR :pushes)":                                                                           "",
		"SELECT value FROM json_each(:files) f":                                                                          ":files<>[]",
		"SELECT 1 WHERE json_array_length(:files) > 0 -- AND :no":                                                        ":files<>[]",
		// Aggregates make a row of nothing.
		"SELECT count(*) FROM own_edits":                                   "",
		"SELECT max(t, 1) FROM own_edits":                                  "touches",
		"SELECT count(*) OVER () FROM own_edits":                           "touches",
		"SELECT count(*) FROM own_edits HAVING count(*) > 2":               "touches",
		"SELECT count(*) FROM own_edits HAVING count(*) = 0":               "",
		"SELECT count(*) FROM own_edits GROUP BY path HAVING count(*) = 0": "touches",
		"SELECT 1 FROM own_edits e ORDER BY count(*)":                      "",
		"SELECT (SELECT max(e.t) FROM turn) FROM own_edits e":              "",
		"SELECT (SELECT max(w.t) FROM work w) FROM own_edits e":            "touches",
		"SELECT count(*) FROM own_edits HAVING count(*) > -1":              "",
		"SELECT count(*) FROM own_edits HAVING count(*) >= 0":              "",
		"SELECT count(*) FROM own_edits HAVING count(*) >= :most":          "",
		"SELECT sum(t) FROM own_edits HAVING sum(t) >= :most":              "touches",
		"SELECT count(*) FROM own_edits HAVING NOT max(t = :t)":            "touches",
		// What could be taken for more than it says.
		"SELECT 1 WHERE EXISTS (SELECT 1 FROM own_edits) = 0":                                                                                        "",
		"SELECT 1 WHERE (SELECT 1 FROM own_edits) = :t IS NULL":                                                                                      "",
		"SELECT 1 WHERE :text <> 'it''s'":                                                                                                            "",
		"SELECT 1 FROM runs r WHERE r.session = :session AND r.\"end\" OR 1":                                                                         "",
		"SELECT 1 FROM runs r WHERE r.session = :session AND r.end OR 1":                                                                             "",
		"SELECT 1 FROM runs r WHERE r.t BETWEEN 0 BETWEEN 0 AND 1 AND :x":                                                                            "",
		"SELECT 1 FROM runs r, everyones e WHERE r.session > 0 AND e.session = r.session":                                                            "",
		"SELECT 1 FROM (SELECT * FROM turn, failing) x WHERE x.session = :session":                                                                   "",
		"SELECT 1 FROM (SELECT program AS session, * FROM runs) x WHERE x.session = :session":                                                        "",
		"WITH a (session) AS (SELECT program, session FROM runs) SELECT 1 FROM a WHERE session = :session":                                           "",
		"SELECT 1 FROM (SELECT session, program FROM runs UNION SELECT program, session FROM runs) x WHERE x.session = :session":                     "",
		"WITH a AS (SELECT 1), b AS (SELECT 1 FROM a) SELECT 1 WHERE EXISTS (WITH a AS (SELECT 1 FROM own_edits) SELECT 1 FROM b)":                   "",
		"SELECT 1 FROM runs r WHERE r.session = :session AND EXISTS (SELECT 1 FROM turn LEFT JOIN work r ON 1, tests x WHERE x.session = r.session)": "runs",
		"SELECT 'no':x FROM":  "",
		"WITH a AS (SELECT 1": "",
		"":                    "",
	} {
		got := strings.Join(Required(statement, func(name string) string { return views[name] }), " ")
		for i := range statement { // mistakes are no matter
			Required(statement[i:], func(name string) string { return views[name] })
			Required(statement[:i]+")"+statement[i:], func(name string) string { return views[name] })
			Required(statement[:i]+"("+statement[i:], func(name string) string { return views[name] })
		}
		if got != want {
			t.Errorf("%s\nrequires %q, want %q", statement, got, want)
		}
	}
}
