package store

import (
	"context"
	"errors"
	"maps"
	"slices"
	"strings"

	"witness/engine/bundle"

	"modernc.org/sqlite"
)

// A Sandbox runs the SQL of the files of one kind. SQLite's authorizer permits only SELECT, reads,
// functions and recursion. It denies functions whose result does not depend on the store alone, and
// tables that the kind may not read. The length of strings is bounded. The text of a statement is
// that of a whole file: a single SELECT, which may name the views.
type Sandbox struct {
	db   *DB
	kind string
}

// Sandbox returns the sandbox for the files of a kind. Only readers may call matches, and only queries
// may read the tables in Private.
func (db *DB) Sandbox(kind string) Sandbox { return Sandbox{db, kind} }

// Compile compiles a file's statement for a later Each.
func (s Sandbox) Compile(ctx context.Context, text string) error {
	statement := s.statement(text)
	return s.run(func() error { return s.db.Compile(ctx, statement) })
}

// Each runs a file's statement and calls yield with every row. yield must not keep the slice. Parameters of the call
// that only views name, and that a lacks, are NULL.
func (s Sandbox) Each(ctx context.Context, text string, a Args, yield func(columns []string, row []Value) error) error {
	statement := s.statement(text)
	a = s.withAsked(text, a)
	return s.run(func() error { return s.db.Each(ctx, statement, a, yield) })
}

// Parameters returns the parameters of a file's statement and of the views that it names, with their colon, each once.
func (s Sandbox) Parameters(text string) []string { return s.db.wrap(text).parameters }

// withAsked returns a with NULL for each parameter that only the views of a file's statement name and that a lacks.
func (s Sandbox) withAsked(text string, a Args) Args {
	w := s.db.wrap(text)
	cloned := false
	for _, p := range w.parameters[w.own:] {
		if _, has := a[p[1:]]; has {
			continue
		}
		if !cloned {
			a, cloned = maps.Clone(a), true
		}
		if a == nil {
			a = Args{}
		}
		a[p[1:]] = nil
	}
	return a
}

// Columns returns the names of the columns of a file's statement. The statement is compiled and not
// run.
func (s Sandbox) Columns(text string) (names []string, err error) {
	statement := s.statement(text)
	err = s.run(func() error {
		names, err = s.db.Columns(statement)
		return err
	})
	return names, err
}

// Tables returns the tables that a file's statement reads, also through views. If it does not compile,
// these are the tables that are read before the mistake.
func (s Sandbox) Tables(text string) (map[string]bool, error) {
	s.db.reads = map[string]bool{}
	defer func() { s.db.reads = nil }()
	_, err := s.Columns(text)
	return s.db.reads, err
}

// Plan returns the steps of the query plan of a file's statement.
func (s Sandbox) Plan(ctx context.Context, text string, a Args) (steps []string, err error) {
	statement := s.statement(text)
	a = s.withAsked(text, a)
	err = s.run(func() error {
		return s.db.Each(ctx, "EXPLAIN QUERY PLAN "+statement, a, func(_ []string, row []Value) error {
			steps = append(steps, Text(row[3]))
			return nil
		})
	})
	return steps, err
}

// ParseBeginning compiles the beginning of a file's statement. The error is a syntax error if
// there is one in it, and otherwise says that the statement is incomplete.
func (s Sandbox) ParseBeginning(text string) error {
	return s.run(func() error {
		_, err := s.db.Columns("SELECT * FROM (\n" + text)
		return err
	})
}

// statement returns the statement of a file's text, with the views and the tables that it names. It is called before run,
// because the sandbox creates no tables.
func (s Sandbox) statement(text string) string {
	statement := s.db.wrap(text).statement
	s.db.emptyFleet(statement)
	return statement
}

// run calls do with the restrictions of the sandbox.
func (s Sandbox) run(do func() error) error {
	db := s.db
	if !db.authorized {
		registerer, ok := db.raw.(sqlite.AuthorizerRegisterer)
		if !ok {
			return errors.New("the SQLite driver has no authorizer")
		}
		// It stays registered: SQLite recompiles every statement when its authorizer changes.
		if err := registerer.RegisterAuthorizer(db.authorize); err != nil {
			return err
		}
		db.authorized = true
		db.limitDepth(maxDepth)
	}
	db.running = s.kind
	db.limitLength(maxText[s.kind])
	defer func() {
		db.running = ""
		db.limitLength(unlimited)
	}()
	return do()
}

// maxDepth bounds how deeply expressions are nested: a chain of so many AND, OR or +. The views that a rule names count with theirs.
const maxDepth = 300

// maxText bounds the strings of a statement of each kind, in bytes. Readers get whole outputs.
var maxText = map[string]int32{bundle.Rules: 1 << 20, bundle.Queries: 16 << 20, bundle.Facts: 64 << 20}

// unlimited is SQLite's default bound, in bytes.
const unlimited = 1_000_000_000

// Nondeterministic are the functions whose result does not depend on the store alone, such as random
// numbers and the clock, and those that describe the machine or load code.
var Nondeterministic = []string{
	"random", "randomblob", "date", "time", "datetime", "julianday", "unixepoch", "strftime", "timediff",
	"current_date", "current_time", "current_timestamp", "load_extension", "fts3_tokenizer",
	"last_insert_rowid", "changes", "total_changes", "sqlite_version", "sqlite_source_id",
	"sqlite_compileoption_get", "sqlite_compileoption_used", "sqlite_offset", "sqlite_log", "zeroblob",
}

// Private are the tables about witness itself, which only queries may read. A rule is about the
// agent's session, and must not depend on the findings of other rules.
var Private = []string{"verdicts", "faults", "snoozes", "allowances", "votes", "objections", "occasions", "notices", "headers", "fingerprints", "links", "answers"}

// authorize is SQLite's authorizer. It restricts the SQL of files and permits everything to witness's
// own statements.
func (c *conn) authorize(action sqlite.AuthorizerActionCode, arg1, arg2, _, _ string) sqlite.AuthorizerReturnCode {
	kind := c.running
	if kind == "" {
		return sqlite.AuthorizerOK
	}
	switch action {
	case sqlite.AuthSelect, sqlite.AuthRecursive:
		return sqlite.AuthorizerOK
	case sqlite.AuthRead:
		if c.reads != nil {
			c.reads[arg1] = true
		}
		if Hidden(kind, arg1) {
			return sqlite.AuthorizerDeny
		}
		return sqlite.AuthorizerOK
	case sqlite.AuthFunction:
		name := strings.ToLower(arg2)
		if slices.Contains(Nondeterministic, name) || name == "matches" && kind != bundle.Facts {
			return sqlite.AuthorizerDeny
		}
		return sqlite.AuthorizerOK
	}
	return sqlite.AuthorizerDeny
}

// Hidden reports whether files of a kind may not read a table.
func Hidden(kind, table string) bool {
	return strings.HasPrefix(table, "pragma_") || strings.HasPrefix(table, "sqlite_") || kind != bundle.Queries && slices.Contains(Private, table)
}
