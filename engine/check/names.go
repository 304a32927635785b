package check

import (
	"context"
	"maps"
	"regexp"
	"slices"
	"strings"

	"witness/engine/bundle"
	"witness/engine/sqltext"
	"witness/engine/store"
)

// schemaNames are the names of the schema that a query may use, for suggestions.
type schemaNames struct {
	db        *store.DB
	columns   map[string][]string // of each table and view; of a view nil until columnsIn has asked
	views     map[string]string   // the SQL of each view
	functions []string
}

// readNames reads the names from a store, outside of the sandbox, which hides SQLite's own tables.
func readNames(ctx context.Context, db *store.DB) (names schemaNames, err error) {
	names = schemaNames{db: db, columns: map[string][]string{}, views: map[string]string{}}
	err = db.Each(ctx, `
		SELECT s.name, c.name
		FROM   sqlite_schema s, pragma_table_xinfo(s.name) c
		WHERE  s.type IN ('table', 'view') AND s.name NOT LIKE 'sqlite%' AND s.name <> 'schema_version' ORDER BY s.name, c.cid`, nil,
		func(_ []string, row []store.Value) error {
			table := store.Text(row[0])
			names.columns[table] = append(names.columns[table], store.Text(row[1]))
			return nil
		})
	if err != nil {
		return names, err
	}
	for _, v := range db.Views() {
		names.views[v.Name], names.columns[v.Name] = v.Body, nil
	}
	err = db.Each(ctx, "SELECT DISTINCT name FROM pragma_function_list WHERE name GLOB '[a-z]*' ORDER BY name", nil,
		func(_ []string, row []store.Value) error {
			if name := store.Text(row[0]); !slices.Contains(store.Nondeterministic, name) {
				names.functions = append(names.functions, name)
			}
			return nil
		})
	return names, err
}

// has reports whether there is a table or a view of a name.
func (n schemaNames) has(table string) bool {
	_, ok := n.columns[table]
	return ok
}

// columnsIn returns the columns of a table or a view. SQLite compiles a view to tell them: of all views that takes longer than
// everything else that a check of a few files does.
func (n schemaNames) columnsIn(table string) []string {
	if n.columns[table] == nil && n.views[table] != "" {
		n.columns[table], _ = n.db.Columns(n.db.WithViews("SELECT * FROM " + table)) // a test finds a view that does not compile
	}
	return n.columns[table]
}

// tables returns the names of all tables and views that files of a kind may read.
func (n schemaNames) tables(kind string) []string {
	var list []string
	for name := range n.columns {
		if kind == bundle.Queries || !slices.Contains(store.Private, name) {
			list = append(list, name)
		}
	}
	slices.Sort(list)
	return list
}

// aliases maps the names and aliases of the tables in a query to the tables.
func (n schemaNames) aliases(text string) map[string]string {
	found := map[string]string{}
	masked := sqltext.Mask(text)
	for _, pattern := range []string{`(?i)\b(?:from|join)\s+(\w+)(?:\s+(?:as\s+)?(\w+))?`, `,\s*(\w+)(?:\s+(?:as\s+)?(\w+))?`} {
		for _, m := range regexp.MustCompile(pattern).FindAllStringSubmatch(masked, -1) {
			if !n.has(m[1]) {
				continue
			}
			found[m[1]] = m[1]
			if m[2] != "" {
				found[m[2]] = m[1]
			}
		}
	}
	return found
}

// passedTests returns the offset at which a query looks in the table tests for passed tests, which are in the view outcomes, or -1.
// masked is the text with strings and comments blanked out.
func (n schemaNames) passedTests(text, masked string) int {
	aliases := n.aliases(text)
	isTests := func(alias string) bool {
		if alias != "" {
			return aliases[alias] == "tests"
		}
		others := slices.DeleteFunc(slices.Collect(maps.Values(aliases)), func(table string) bool { return table == "tests" })
		return len(others) < len(aliases) && !slices.ContainsFunc(others, func(table string) bool { return slices.Contains(n.columnsIn(table), "outcome") })
	}
	for _, m := range regexp.MustCompile(`(?i)(?:\b(\w+)\.)?\boutcome\s*(?:=\s*'pass'|IN\s*\([^)]*'pass')`).FindAllStringSubmatchIndex(text, -1) {
		alias := ""
		if m[2] >= 0 {
			alias = text[m[2]:m[3]]
		}
		if isTests(alias) && strings.TrimSpace(masked[m[0]:m[0]+1]) != "" {
			return m[0]
		}
	}
	return -1
}

// columnsOf returns the columns of the table with an alias in a query, or of all its tables if the
// alias is "".
func (n schemaNames) columnsOf(text, alias string) []string {
	aliases := n.aliases(text)
	var list []string
	for name, table := range aliases {
		if alias == "" || alias == name {
			list = append(list, n.columnsIn(table)...)
		}
	}
	slices.Sort(list)
	return slices.Compact(list)
}
