package sqltext

import "testing"

// TestPrecondition checks which condition of a statement is asked alone.
func TestPrecondition(t *testing.T) {
	views := map[string]string{
		"plain":  "SELECT 'x' AS why WHERE :mode = 'plan' AND NOT EXISTS (SELECT 1 FROM words WHERE t = :t)",
		"failed": "SELECT t FROM runs WHERE session = :session",
		"itself": "SELECT why FROM itself",
	}
	for _, c := range []struct{ statement, want string }{
		{"SELECT :file AS file WHERE :seen AND NOT EXISTS (SELECT 1 FROM touches -- of it\n  WHERE path = :path) AND EXISTS (SELECT 1 FROM runs)", "NOT EXISTS (SELECT 1 FROM touches WHERE path = :path)"},
		{"SELECT 1 WHERE EXISTS (SELECT 1 FROM failed) AND (:a OR EXISTS (SELECT 1 FROM runs WHERE program = 'it''s'))", "(:a OR EXISTS (SELECT 1 FROM runs WHERE program = 'it''s'))"},
		{"SELECT why FROM plain WHERE :class = 'code'", "NOT EXISTS (SELECT 1 FROM words WHERE t = :t)"},
		{"SELECT why FROM plain p LIMIT 1", "NOT EXISTS (SELECT 1 FROM words WHERE t = :t)"},

		{"SELECT 1 WHERE :seen AND :path = 'x'", ""},
		{"SELECT 1 WHERE EXISTS (SELECT 1 FROM runs) OR :seen", ""},
		{"SELECT 1 WHERE EXISTS (SELECT 1 FROM FAILED)", ""},
		{"SELECT t FROM runs WHERE EXISTS (SELECT 1 FROM tests)", ""},
		{"SELECT why FROM plain, runs", ""},
		{"SELECT why FROM itself", ""},
		{"SELECT count(*) WHERE EXISTS (SELECT 1 FROM runs)", ""},
		{"SELECT count(*) FROM plain", ""},
		{"SELECT 1 WHERE EXISTS (SELECT 1 FROM runs) UNION ALL SELECT 2", ""},
		{"WITH a AS (SELECT 1) SELECT 1 WHERE EXISTS (SELECT 1 FROM a)", ""},
		{"SELECT 1 WHERE EXISTS (WITH runs AS (SELECT 1) SELECT 1 FROM runs)", ""},
	} {
		if got := Precondition(c.statement, func(name string) string { return views[name] }); got != c.want {
			t.Errorf("%s\n got %q\nwant %q", c.statement, got, c.want)
		}
	}
}
