package check

import (
	"fmt"
	"go/ast"
	"go/parser"
	"go/token"
	"path/filepath"
	"regexp"
	"slices"
	"strconv"
	"strings"
	"testing"

	"witness"
	"witness/engine/eval"
	"witness/engine/project"
	"witness/engine/store"
	"witness/internal/rows"
	"witness/internal/testfiles"
)

// notInHooks are the files whose statements a hook does not execute, or only to create or upgrade a
// store, to delete old sessions at the end of a session, or to compare the last three sessions with their chains at a start.
var notInHooks = []string{"migrate.go", "prune.go", "check.go", "query.go", "replay.go", "facts_text.go"}

// hookStatements returns all statements that a hook can execute, and a query of each view.
func hookStatements(t *testing.T, db *store.DB) (all []planned) {
	t.Helper()
	dir := t.TempDir()
	rules, _ := eval.LoadRules(project.Sources(witness.Files, "", nil), project.LoadConfig(dir, dir, project.AsHooks))
	for _, f := range rules {
		if f.Err != nil {
			t.Fatal(f.Err)
		}
		all = append(all, planned{place: f.Path, sql: db.WithViews("SELECT * FROM (\n" + f.Statement() + "\n)")})
	}
	for _, v := range db.Views() {
		if v.Name == "judged" || v.Name == "team_verdicts" {
			continue // only people's commands and questions read them
		}
		key := "session"
		if columns, err := db.Columns(db.WithViews("SELECT * FROM " + v.Name)); err != nil || !slices.Contains(columns, key) {
			if key = columns[0]; v.Name == "flaky_tests" {
				continue // groups what many sessions have seen; only questions read it
			}
		}
		all = append(all, planned{"views/" + v.Name, db.WithViews("SELECT * FROM " + v.Name + " WHERE " + key + " = :" + key), true})
	}
	for _, path := range testfiles.Glob(t, "state/*.sql", 30) {
		file := filepath.Base(path)
		consequences, err := db.FileStatements(file)
		if err != nil {
			t.Fatal(err)
		}
		for i, sql := range consequences {
			all = append(all, planned{place: fmt.Sprint(file, ": ", i+1), sql: sql})
		}
	}
	for _, dir := range []string{"engine", "engine/store", "engine/facts", "engine/state", "engine/eval", "engine/chain"} {
		for _, path := range testfiles.Glob(t, dir+"/*.go", 0) {
			if !strings.HasSuffix(path, "_test.go") && !slices.Contains(notInHooks, filepath.Base(path)) {
				all = append(all, ownStatements(t, db, path)...)
			}
		}
	}
	return all
}

// ownStatements returns the statements in a Go file of the engine.
func ownStatements(t *testing.T, db *store.DB, name string) (all []planned) {
	t.Helper()
	set := token.NewFileSet()
	file, err := parser.ParseFile(set, name, nil, 0)
	if err != nil {
		t.Fatal(err)
	}
	ast.Inspect(file, func(n ast.Node) bool {
		x, ok := n.(ast.Expr)
		if !ok {
			return true
		}
		text, ok := sqlText(x)
		if !ok {
			return true
		}
		if regexp.MustCompile(`^\s*(SELECT|INSERT|UPDATE|DELETE|WITH)\s+\S`).MatchString(text) && !strings.Contains(text, "sqlite_schema") && !strings.HasPrefix(text, "SELECT * FROM (") {
			text = regexp.MustCompile(`\?(\d)`).ReplaceAllString(text, ":p$1")
			all = append(all, planned{place: set.Position(n.Pos()).String(), sql: db.WithViews(text)})
		}
		return false
	})
	return all
}

// sqlText returns the value of a string expression, and whether it is one.
func sqlText(x ast.Expr) (string, bool) {
	switch x := x.(type) {
	case *ast.BasicLit:
		text, err := strconv.Unquote(x.Value)
		return text, err == nil && x.Kind == token.STRING
	case *ast.BinaryExpr:
		left, ok := sqlText(x.X)
		right, ok2 := sqlText(x.Y)
		return left + right, x.Op == token.ADD && (ok || ok2)
	case *ast.Ident:
		return map[string]string{"conflict": "REPLACE"}[x.Name], x.Name == "conflict"
	}
	return "", false
}

// largeStore returns a store with 50 sessions and 20,000 calls.
func largeStore(t *testing.T) *store.DB {
	t.Helper()
	db, err := store.OpenMemory(t.Context(), witness.Files)
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { _ = db.Close() })
	if err := db.JoinFleet(t.Context()); err != nil {
		t.Fatal(err)
	}
	const calls = `
		WITH RECURSIVE number (i) AS (SELECT 0 UNION ALL SELECT i + 1 FROM number WHERE i + 1 < 20000),
		call AS (SELECT i, printf('s%02d', i % 50) AS session, i / 50 + 1 AS t, '/p' || (i % 50 % 3) AS root, '/p' || (i % 50 % 3) || '/f' || (i / 50 % 90) AS path FROM number) `
	for _, statement := range []string{
		`INSERT INTO sessions (session, agent, root, started, branch) SELECT session, 'claude', root, i, 'b' || i FROM call WHERE i < 50`,
		`INSERT INTO events (session, t, moment, at, call, tool, root) SELECT session, t, m.value, i, 'c' || i, 'run', call.root FROM call, json_each('["before", "after"]') m`,
		`INSERT INTO commands (session, t, n, program, runner) SELECT session, t, 0, 'go test' || t, 'go_test' FROM call`,
		`INSERT INTO touches (session, path, kind, t, file, root, outcome) SELECT session, path, iif(t % 3, 'read', 'edit'), t, substr(path, 5), root, iif(t % 7, 'ok', 'denied') FROM call`,
		`INSERT INTO looks (session, path, size, mtime, t) SELECT session, path, 1, 1, max(t) FROM call GROUP BY session, path`,
		`INSERT INTO tests (session, t, n, test, suite, tool, outcome) SELECT session, t, 0, 'T' || k.value, 's', 'go_test', 'fail' FROM call, json_each('[1,2,3,4,5,6,7,8]') k WHERE t % 10 = 0 AND (t + k.value) % 7 = 0`,
		`INSERT INTO test_lists (session, t, n, i, suite, tool, outcome, list) SELECT session, t, 0, 0, 's', 'go_test', 'pass', t FROM call WHERE t % 10 = 0`,
		`INSERT INTO listed_tests (list, test) SELECT DISTINCT t, 'T' || k.value FROM call, json_each('[1,2,3,4,5,6,7,8]') k WHERE t % 10 = 0`,
		`INSERT INTO runs (session, t, n, tool, kind, root, program, outcome, how, tree) SELECT session, t, 0, 'go_test', 'test', root, 'go test' || (t / 10 % 20), 'fail', 'items', t FROM call WHERE t % 10 = 0`,
		`INSERT INTO diagnostics (session, t, n, i, tool) SELECT session, t, 0, k.value, 'eslint' FROM call, json_each('[1,2,3,4]') k WHERE t % 10 = 1`,
		`INSERT INTO failing (session, root, tool, suite, test, since, last) SELECT DISTINCT session, root, 'go_test', 's', 'T' || (t % 20), 1, 390 FROM call`,
		`INSERT INTO changes (session, t, kind, root) SELECT session, t, 'install', root FROM call WHERE t % 20 = 0`,
		`INSERT INTO trees (root, changes) SELECT DISTINCT root, 1 FROM call`,
		`INSERT INTO tally (session, root, edits) SELECT DISTINCT session, root, 3 FROM call`,
		`INSERT INTO rounds (session, path, root, file, edits) SELECT DISTINCT session, path, root, substr(path, 5), 2 FROM call`,
		`INSERT INTO verdicts (session, t, rule, subject, moment, at, severity, message, id, told) SELECT session, t, 'r' || (t % 9), 'f' || (t % 90), 'before', i, 'warn', 'm', i, t % 50 > 0 FROM call`,
	} {
		if _, err := db.Exec(t.Context(), rows.Complete(calls+statement)); err != nil {
			t.Fatalf("%v in %s", err, statement)
		}
	}
	return db
}
