package eval

import (
	"database/sql"
	"fmt"
	"math/rand/v2"
	"slices"
	"strings"
	"testing"

	_ "modernc.org/sqlite"

	"witness/engine/facts"
	"witness/engine/sqltext"
	"witness/engine/store"
)

// FuzzRequired checks that a statement returns no row while something is missing that it is found to require: a rule that lacks what it
// needs is not even compiled. One that requires too much would be silent without a word.
func FuzzRequired(f *testing.F) {
	for seed := range uint64(200) {
		f.Add(seed)
	}
	stores := someStores(f)
	f.Fuzz(func(t *testing.T, seed uint64) {
		for n := range 15 {
			w := &writer{Rand: rand.New(rand.NewPCG(seed, uint64(n)))}
			w.relations = []string{"runs", "runs", "tests", "failing"}
			views := map[string]string{}
			var with []string
			for _, name := range []string{"v1", "v2"} {
				views[name] = w.query(false)
				with = append(with, name+" AS NOT MATERIALIZED ("+views[name]+")")
				w.relations = append(w.relations, name)
			}
			text := w.query(true)
			needs := sqltext.Required(text, func(name string) string { return views[name] })
			statement := "WITH " + strings.Join(with, ", ") + "\nSELECT * FROM (\n" + text + "\n)"
			for _, need := range needs {
				for range 4 {
					s := stores[w.IntN(len(stores))]
					args := someArgs(w.Rand)
					if !s.lacks(t, need, args) {
						continue
					}
					if s.returnsRow(statement, args) {
						t.Fatalf("seed %d: the statement requires %s, and returns a row without: %v\n%s\n%s", seed, need, args, statement, s)
					}
				}
			}
		}
	})
}

// A testStore is a database with tables of some rows.
type testStore struct {
	db    *sql.DB
	rows  []string
	known map[string]bool // whether it has what a need says
}

func (s *testStore) String() string { return strings.Join(s.rows, "\n") }

// someStores returns databases in which tables are empty, or have rows of this session, of others, or of both.
func someStores(tb testing.TB) (list []*testStore) {
	r := rand.New(rand.NewPCG(1, 2))
	value := func(of ...any) string { return fmt.Sprint(of[r.IntN(len(of))]) }
	for range 60 {
		s := &testStore{known: map[string]bool{}}
		var err error
		if s.db, err = sql.Open("sqlite", ":memory:"); err != nil {
			tb.Fatal(err)
		}
		tb.Cleanup(func() { _ = s.db.Close() })
		s.db.SetMaxOpenConns(1)
		for _, table := range []string{"runs", "tests", "failing"} {
			s.rows = append(s.rows, "CREATE TABLE "+table+` (session TEXT NOT NULL, root TEXT, t INTEGER NOT NULL, program TEXT, passed INTEGER, "end" INTEGER)`)
			for range r.IntN(4) {
				s.rows = append(s.rows, fmt.Sprintf("INSERT INTO %s VALUES (%s, %s, %s, %s, %s, 0)", table, value("'s'", "'s'", "'o'", "'p'"),
					value("'r'", "'r'", "'o'", "'s'"), value(1, 2, 0), value("'p'", "'q'", "'s'"), value("NULL", 0, 1, 3)))
			}
		}
		if _, err = s.db.Exec(strings.Join(s.rows, ";")); err != nil {
			tb.Fatal(err)
		}
		list = append(list, s)
	}
	return list
}

// someArgs returns parameters of a statement.
func someArgs(r *rand.Rand) map[string]any {
	x := []any{nil, 0, 1, "", "a", "it", "s", "it's", "[]", "5", 5, -1, 0.0, 2.5, "A"}
	l := []any{nil, "[]", `["a"]`, 0, 1, ""}
	return map[string]any{"session": "s", "root": "r", "t": 1, "program": "p", "x": x[r.IntN(len(x))], "l": l[r.IntN(len(l))]}
}

// named returns parameters as database/sql takes them.
func named(args map[string]any) (list []any) {
	for name, value := range args {
		list = append(list, sql.Named(name, value))
	}
	return list
}

// lacks reports whether a store, or parameters, do not have what a need says.
func (s *testStore) lacks(t *testing.T, need string, args map[string]any) bool {
	if isParameter(need) {
		name, _ := parameterOf(need)
		return !satisfies(need, args[name])
	}
	has, known := s.known[need]
	if !known {
		expression := populates(need)
		if table, what, _ := strings.Cut(need, "."); what == "call" {
			expression = ofCall(table)
		} else if what == "program" {
			c := &facts.Call{Commands: []facts.Command{{Root: "r"}}}
			c.Commands[0].Name = "p"
			expression = strings.ReplaceAll(sameProgram(c, store.Args{}), "runs", table)
		}
		all := append(named(args), sql.Named("root0", "r"), sql.Named("program0", "p"), sql.Named("roots", `["r"]`))
		all = slices.DeleteFunc(all, func(a any) bool { return !strings.Contains(expression, ":"+a.(sql.NamedArg).Name) })
		if err := s.db.QueryRow("SELECT "+expression, all...).Scan(&has); err != nil {
			t.Fatalf("%s: %v", need, err)
		}
		s.known[need] = has
	}
	return !has
}

// returnsRow reports whether a statement returns a row. One that is not valid does not.
func (s *testStore) returnsRow(statement string, args map[string]any) bool {
	var used []any
	parameters := sqltext.Parameters(statement)
	for _, a := range named(args) {
		if slices.Contains(parameters, ":"+a.(sql.NamedArg).Name) {
			used = append(used, a)
		}
	}
	rows, err := s.db.Query(statement, used...)
	if err != nil {
		return false
	}
	defer rows.Close()
	return rows.Next()
}
