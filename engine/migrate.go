package engine

import (
	"context"
	"fmt"
	"strings"
)

// isNewer tells whether a newer witness made the store. Its tables and columns include those
// that this one knows, and its triggers know best how to keep them, so they are left alone:
// two versions at work at once must not make each other's views anew at each call.
func (c *conn) isNewer(ctx context.Context, want schema) (bool, error) {
	have, err := c.int(ctx, "SELECT version FROM schema_version")
	if err != nil && !strings.Contains(err.Error(), "no such table") {
		return false, err
	}
	mine, err := want.version()
	c.newer = have > mine
	return c.newer, err
}

// migrate brings the schema from whatever it is to what is wanted. Tables and columns are
// only ever added; views and triggers hold no data and are made anew, and so do indexes that
// are no longer wanted.
func (c *conn) migrate(ctx context.Context, want schema) error {
	have, err := c.int(ctx, "PRAGMA user_version")
	if err != nil || have == want.sum {
		return err // another process was first
	}
	if newer, err := c.isNewer(ctx, want); err != nil || newer {
		return err
	}
	script, err := want.script()
	if err != nil {
		return err
	}
	var drop []string
	tables := map[string]bool{}
	err = c.each(ctx, "SELECT type, name FROM sqlite_schema WHERE type <> 'index' OR sql IS NOT NULL", nil, func(_ []string, row []driverValue) error {
		kind, name := show(row[0]), show(row[1])
		switch {
		case kind == "table":
			tables[name] = true
		case kind == "index" && strings.Contains(script, "INDEX "+name+" "):
		default:
			drop = append(drop, "DROP "+kind+" "+quoteName(name))
		}
		return nil
	})
	if err != nil {
		return err
	}
	if len(tables) > 0 {
		if _, err := c.exec(ctx, strings.Join(append(drop, "SELECT 1"), ";\n")); err != nil {
			return err
		}
		if err := c.addMissing(ctx, script, tables); err != nil {
			return err
		}
	}
	var all strings.Builder
	for _, statement := range statements(script) {
		if name, ok := creates(statement, "TABLE"); ok && tables[name] {
			continue
		}
		if strings.HasPrefix(statement, "CREATE INDEX") || strings.HasPrefix(statement, "CREATE UNIQUE INDEX") {
			statement = strings.Replace(statement, "INDEX ", "INDEX IF NOT EXISTS ", 1)
		}
		all.WriteString(uncommented(statement) + ";\n")
	}
	fmt.Fprintf(&all, "PRAGMA user_version = %d", want.sum)
	_, err = c.exec(ctx, all.String())
	return err
}

// uncommented is a statement as the store keeps it. SQLite keeps every word, and each process
// that opens the store reads them all.
func uncommented(statement string) string {
	var b strings.Builder
	for line := range strings.Lines(statement) {
		code, _, _ := strings.Cut(line, "--")
		if code = strings.TrimRight(code, " \t\r\n"); code != "" {
			b.WriteString(code + "\n")
		}
	}
	return strings.TrimSuffix(b.String(), "\n")
}

// addMissing adds the columns that an older store lacks. A table with another key is made
// anew from its rows.
func (c *conn) addMissing(ctx context.Context, script string, tables map[string]bool) error {
	fresh, err := openConn("")
	if err != nil {
		return err
	}
	defer fresh.close()
	for _, statement := range statements(script) {
		name, ok := creates(statement, "TABLE")
		if !ok || !tables[name] {
			continue
		}
		if _, err := fresh.exec(ctx, statement); err != nil {
			return err
		}
		have, err := c.tableColumns(ctx, name)
		if err != nil {
			return err
		}
		want, err := fresh.tableColumns(ctx, name)
		if err != nil {
			return err
		}
		var shared []string
		otherKey := false
		for column, as := range want {
			old, known := have[column]
			if known {
				shared = append(shared, quoteName(column))
			} else if _, err := c.exec(ctx, "ALTER TABLE "+quoteName(name)+" ADD COLUMN "+quoteName(column)+" "+as.declared); err != nil {
				return err
			}
			otherKey = otherKey || known && old.key != as.key
		}
		if otherKey {
			list := strings.Join(shared, ", ")
			if _, err := c.exec(ctx, "ALTER TABLE "+quoteName(name)+" RENAME TO former;"+statement+
				"; INSERT OR IGNORE INTO "+quoteName(name)+" ("+list+") SELECT "+list+" FROM former; DROP TABLE former"); err != nil {
				return err
			}
		}
	}
	return nil
}

// A column of a table: how it is declared, and its place in the primary key, 0 for none.
type column struct {
	declared, key string
}

func (c *conn) tableColumns(ctx context.Context, table string) (map[string]column, error) {
	list := map[string]column{}
	err := c.each(ctx, "SELECT name, type || iif(\"notnull\" AND dflt_value IS NOT NULL, ' NOT NULL', '') || iif(dflt_value IS NULL, '', ' DEFAULT ' || dflt_value), pk FROM pragma_table_info(:p1)",
		args{"p1": table}, func(_ []string, row []driverValue) error {
			list[show(row[0])] = column{show(row[1]), show(row[2])}
			return nil
		})
	return list, err
}

// statements splits schema.sql: a statement ends with a semicolon at the end of a line, a
// trigger with END;.
func statements(script string) []string {
	var list []string
	begin, at := -1, 0 // begin is where the statement began, -1 between two
	for line := range strings.Lines(script) {
		code := strings.TrimRight(line, "\r\n")
		if begin < 0 && (strings.TrimSpace(code) == "" || strings.HasPrefix(code, "--")) {
			at += len(line)
			continue
		}
		if begin < 0 {
			begin = at
		}
		at += len(line)
		text, _, _ := strings.Cut(code, "--")
		text = strings.TrimSpace(text)
		trigger := strings.HasPrefix(script[begin:], "CREATE TRIGGER")
		if trigger && text == "END;" || !trigger && strings.HasSuffix(text, ";") {
			list = append(list, strings.TrimSuffix(strings.TrimSpace(script[begin:at]), ";"))
			begin = -1
		}
	}
	return list
}

// creates tells the name of what a CREATE statement makes.
func creates(statement, kind string) (string, bool) {
	rest, ok := strings.CutPrefix(statement, "CREATE "+kind+" ")
	if !ok {
		return "", false
	}
	name, _, _ := strings.Cut(rest, " ")
	return name, true
}

func quoteName(name string) string { return `"` + strings.ReplaceAll(name, `"`, `""`) + `"` }
