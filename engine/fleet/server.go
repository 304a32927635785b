package fleet

import (
	"context"
	"errors"
	"fmt"
	"slices"
	"strings"
	"time"

	"witness/engine/project"
	"witness/engine/store"
)

// version is the version of the schema on the server. It is raised by a change that older members cannot live with; a
// new table or column is none, because each member sends and asks for the columns that it and the server have.
const version = 1

// registry are the tables of the server that have no facts. fleet_meta has its version, the name of this fleet, which
// is another one after the server was set up anew, and how many days facts are kept.
var registry = []string{
	"CREATE TABLE IF NOT EXISTS fleet_meta (key TEXT PRIMARY KEY, value TEXT NOT NULL)",
	"CREATE TABLE IF NOT EXISTS fleet_repos (repo TEXT PRIMARY KEY, root TEXT NOT NULL DEFAULT '')",
	"CREATE TABLE IF NOT EXISTS fleet_members (member TEXT NOT NULL, repo TEXT NOT NULL, machine TEXT NOT NULL, user TEXT NOT NULL DEFAULT '', version TEXT NOT NULL DEFAULT '', joined INTEGER NOT NULL, seen INTEGER NOT NULL, PRIMARY KEY (repo, member))",
}

// A column is one of a fact's table, with its declaration.
type column struct{ name, declared string }

// columnsOf returns the columns of the table of a kind of fact, in the store.
func columnsOf(ctx context.Context, db *store.DB, kind string) (list []column, err error) {
	err = db.Each(ctx, `SELECT name, type || iif("notnull", ' NOT NULL', '') || iif(dflt_value IS NULL, '', ' DEFAULT ' || dflt_value) FROM pragma_table_info(:p1) ORDER BY cid`,
		store.Args{"p1": "fleet_" + kind}, func(_ []string, row []store.Value) error {
			list = append(list, column{store.Text(row[0]), store.Text(row[1])})
			return nil
		})
	if err == nil && len(list) == 0 {
		err = fmt.Errorf("the store has no table fleet_%s", kind)
	}
	return list, err
}

// A serverState is what a server says of itself.
type serverState struct {
	version int64
	fleet   string                   // its name
	keep    time.Duration            // how long facts are kept
	keeps   map[string]time.Duration // the same for the repositories that have a time of their own
	columns map[string][]string      // by kind of fact, which it has
	offset  int64                    // what its clock is ahead of this machine's, in milliseconds
}

// errNotSetUp is the error for a server without witness's tables.
var errNotSetUp = errors.New("the server has not been set up: run witness fleet init URL once")

// state asks a server what it is.
func (c *client) state(ctx context.Context, now func() int64) (s serverState, err error) {
	list := []statement{
		{sql: "SELECT CAST(unixepoch('subsec') * 1000 AS INTEGER)"},
		{sql: "SELECT m.name, c.name FROM sqlite_schema m JOIN pragma_table_info(m.name) c WHERE m.type = 'table' AND m.name GLOB 'fleet_*'"},
	}
	before := now()
	results, err := c.query(ctx, list...)
	if err != nil {
		return s, err
	}
	if len(results) != len(list) {
		return s, errors.New("the server did not answer all questions")
	}
	s.offset = results[0].int(0) - (before+now())/2
	s.columns, s.keeps = map[string][]string{}, map[string]time.Duration{}
	for _, row := range results[1].Values {
		kind := strings.TrimPrefix(text(row[0]), "fleet_")
		s.columns[kind] = append(s.columns[kind], text(row[1]))
	}
	if s.columns["meta"] == nil {
		return s, errNotSetUp
	}
	results, err = c.query(ctx, statement{sql: "SELECT key, value FROM fleet_meta"})
	if err != nil {
		return s, err
	}
	for _, row := range results[0].Values {
		switch value := text(row[1]); text(row[0]) {
		case "version":
			_, err = fmt.Sscan(value, &s.version)
		case "fleet":
			s.fleet = value
		case "keep":
			s.keep, err = project.ParseDuration(value)
		default:
			if repo, ok := strings.CutPrefix(text(row[0]), keepOf); ok {
				s.keeps[repo], err = project.ParseDuration(value)
			}
		}
		if err != nil {
			return s, fmt.Errorf("the server's table fleet_meta: %w", err)
		}
	}
	if s.version > version {
		return s, fmt.Errorf("the server has version %d of the schema, and this witness knows version %d: install a newer witness", s.version, version)
	}
	return s, nil
}

// Init sets up a server: it creates what is missing, and never removes or changes anything. keep is how long the server
// keeps facts, such as 90d.
func Init(ctx context.Context, db *store.DB, c project.Fleet, keep string) (err error) {
	if err := db.JoinFleet(ctx); err != nil {
		return err
	}
	server, err := newClient(c)
	if err != nil {
		return err
	}
	defer server.transport.Close()
	now := func() int64 { return time.Now().UnixMilli() }
	have, err := server.state(ctx, now)
	if err != nil && !errors.Is(err, errNotSetUp) {
		return err
	}
	var list []statement
	for _, sql := range registry {
		list = append(list, statement{sql: sql})
	}
	for _, kind := range project.Shares {
		columns, err := columnsOf(ctx, db, kind)
		if err != nil {
			return err
		}
		list = append(list, tableStatements(kind, columns, have.columns[kind])...)
	}
	set := "INSERT INTO fleet_meta (key, value) VALUES (:key, :value) ON CONFLICT (key) DO "
	list = append(list,
		statement{set + "UPDATE SET value = excluded.value", map[string]any{"key": "version", "value": fmt.Sprint(version)}},
		statement{set + "NOTHING", map[string]any{"key": "fleet", "value": randomName()}},
	)
	if keep != "" {
		list = append(list, statement{set + "UPDATE SET value = excluded.value", map[string]any{"key": "keep", "value": keep}})
	} else {
		list = append(list, statement{set + "NOTHING", map[string]any{"key": "keep", "value": "90d"}})
	}
	return server.execute(ctx, list...)
}

// keepOf begins the key of how long the facts of one repository are kept, in fleet_meta.
const keepOf = "keep/"

// KeepHere sets how long the server keeps the facts of this repository.
func (s *Syncer) KeepHere(ctx context.Context, keep string) error {
	err := s.prepare(ctx)
	if err == nil {
		err = s.connect(ctx)
	}
	if err != nil {
		return err
	}
	return s.client.execute(ctx, statement{
		"INSERT INTO fleet_meta (key, value) VALUES (:key, :value) ON CONFLICT (key) DO UPDATE SET value = excluded.value",
		map[string]any{"key": keepOf + s.repo, "value": keep},
	})
}

// keepTime returns how long the facts of a repository are kept.
func (s serverState) keepTime(repo string) time.Duration {
	if own, ok := s.keeps[repo]; ok {
		return own
	}
	return s.keep
}

// tableStatements returns the statements that create the table of a kind of fact, or add the columns that it lacks. seq is
// the order in which facts arrived: a member asks for those after the last one that it has.
func tableStatements(kind string, columns []column, have []string) (list []statement) {
	table := "fleet_" + kind
	if have == nil {
		declared := "seq INTEGER PRIMARY KEY AUTOINCREMENT, repo TEXT NOT NULL"
		for _, c := range columns {
			declared += ", " + store.QuoteName(c.name) + " " + c.declared
		}
		list = append(list, statement{sql: "CREATE TABLE IF NOT EXISTS " + table + " (" + declared + ", UNIQUE (uid))"})
	}
	for _, c := range columns {
		if have != nil && !slices.Contains(have, c.name) {
			list = append(list, statement{sql: "ALTER TABLE " + table + " ADD COLUMN " + store.QuoteName(c.name) + " " + c.declared})
		}
	}
	return append(list,
		statement{sql: "CREATE INDEX IF NOT EXISTS " + table + "_of_repo ON " + table + " (repo, seq)"},
		statement{sql: "CREATE INDEX IF NOT EXISTS " + table + "_by_age ON " + table + " (at)"},
	)
}
