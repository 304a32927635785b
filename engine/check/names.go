package check

import (
	"context"
	"fmt"
	"regexp"
	"slices"
	"strings"

	"witness/engine/bundle"
	"witness/engine/eval"
	"witness/engine/store"
)

// schemaNames are the names that a statement may use, for suggestions.
type schemaNames struct {
	columns   map[string][]string // of each table and view
	views     map[string]string   // the SQL of each view
	functions []string
}

// readNames reads the names from a store. It does so outside of the sandbox, in which SQLite's own
// tables cannot be read.
func readNames(ctx context.Context, db *store.DB) (names schemaNames, err error) {
	names = schemaNames{columns: map[string][]string{}, views: map[string]string{}}
	err = db.Each(ctx, `
		SELECT s.name, c.name
		FROM   sqlite_schema s, pragma_table_xinfo(s.name) c
		WHERE  s.type = 'table' AND s.name NOT LIKE 'sqlite%' ORDER BY s.name, c.cid`, nil,
		func(_ []string, row []store.Value) error {
			table := store.Text(row[0])
			names.columns[table] = append(names.columns[table], store.Text(row[1]))
			return nil
		})
	if err != nil {
		return names, err
	}
	for _, v := range db.Views() {
		names.views[v.Name] = v.Body
		if names.columns[v.Name], err = db.Columns(db.WithViews("SELECT * FROM " + v.Name)); err != nil {
			return names, err
		}
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

// tables are the names of all tables and views that files of a kind may read.
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

// aliases are the tables that a statement reads, by the names it gives them.
func (n schemaNames) aliases(text string) map[string]string {
	found := map[string]string{}
	masked := bundle.Mask(text)
	for _, pattern := range []string{`(?i)\b(?:from|join)\s+(\w+)(?:\s+(?:as\s+)?(\w+))?`, `,\s*(\w+)(?:\s+(?:as\s+)?(\w+))?`} {
		for _, m := range regexp.MustCompile(pattern).FindAllStringSubmatch(masked, -1) {
			if n.columns[m[1]] == nil {
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

// columnsOf are the columns that a statement can name behind an alias, "" for none: those of
// the tables it reads, or of all if it reads none that is known.
func (n schemaNames) columnsOf(text, alias string) []string {
	aliases := n.aliases(text)
	var list []string
	for name, table := range aliases {
		if alias == "" || alias == name {
			list = append(list, n.columns[table]...)
		}
	}
	slices.Sort(list)
	return slices.Compact(list)
}

// A complaint is what SQLite says of a statement, in words for whoever wrote it.
type complaint struct {
	word    string // where it is: the word of the statement that it is about
	said    string
	replace string // the word that has to go
	by      string // what to put there to look further, "" if nothing would do
	meant   bool   // by is what was meant, not a stopgap
}

// explain turns SQLite's message about a file's text into a complaint.
func (n schemaNames) explain(f *bundle.File, text, message string) complaint {
	last := message[strings.LastIndex(message, " ")+1:]
	table, column, qualified := strings.Cut(last, ".")
	c := complaint{word: strings.TrimSuffix(last, "()"), said: message, replace: last}
	suggest := func(name string, known []string, prefix string) {
		if best := bundle.Nearest(name, known); best != "" {
			c.said += fmt.Sprintf("; did you mean %q?", best)
			c.by, c.meant = prefix+best, true
		}
	}
	switch {
	case strings.HasPrefix(message, `near "`):
		rest := strings.TrimPrefix(message, `near "`)
		c.word, _, _ = strings.Cut(rest, `"`)
		c.replace = ""
		switch strings.ToUpper(c.word) {
		case ";":
			c.said = `near ";": a file holds one SELECT, without a semicolon`
		case "INSERT", "UPDATE", "DELETE", "REPLACE":
			c.said = fmt.Sprintf("near %q: a file holds one SELECT and changes nothing", c.word)
		}
	case strings.HasPrefix(message, "no such table"):
		made := regexp.MustCompile(`(?i)\b(?:with|recursive|,)\s*(\w+)\s*(?:\([^()]*\)\s*)?as\s*\(`).FindAllStringSubmatch(bundle.Mask(text), -1)
		known := n.tables(f.Kind)
		for _, m := range made {
			known = append(known, m[1])
		}
		suggest(last, known, "")
	case strings.HasPrefix(message, "no such column") && qualified:
		c.by = "NULL"
		if columns := n.columnsOf(text, table); len(columns) > 0 {
			suggest(column, columns, table+".")
		} else if bundle.WordIndex(bundle.Mask(text), table, bundle.WordIndex(bundle.Mask(text), last, 0)+1) < 0 {
			c.said += fmt.Sprintf("; the query reads nothing that it calls %q", table)
		} else {
			suggest(column, n.columnsOf(text, ""), table+".")
		}
	case strings.HasPrefix(message, "no such column"):
		c.by = "NULL"
		if strings.ContainsAny(last, "‘’“”") {
			c.said += "; a text stands in straight single quotes: '…'"
		} else if slices.Contains(eval.Parameters(f), last) {
			c.said += fmt.Sprintf("; did you mean the parameter \":%s\"?", last)
			c.by = ":" + last
		} else {
			suggest(last, n.columnsOf(text, ""), "")
		}
	case strings.HasPrefix(message, "no such function"):
		c.by = "printf"
		if slices.Contains(eval.Parameters(f), last) {
			c.said += fmt.Sprintf("; did you mean the parameter \":%s\"?", last)
			break
		}
		if strings.EqualFold(last, "REGEXP") || strings.EqualFold(last, "MATCH") {
			c.said += "; core SQLite has GLOB and LIKE"
			c.by = ""
		}
		suggest(strings.ToLower(last), n.functions, "")
	case strings.HasPrefix(message, "not authorized to use function"):
		c.said = message + "; " + forbidden(strings.ToLower(last), f.Kind)
		c.by = "printf"
		if strings.HasPrefix(strings.ToLower(last), "current_") {
			c.by = "NULL"
		}
	case strings.HasPrefix(message, "unrecognized token: "):
		c.word, c.replace = strings.Trim(last, `"`), ""
		c.said += "; a value of the call is a parameter, spelled :name"
	case strings.HasPrefix(message, "access to "):
		c.word, _, _ = strings.Cut(strings.TrimPrefix(message, "access to "), ".")
		c.replace = ""
		c.said = fmt.Sprintf("a file of %s.d does not read %s: it reads what schema.sql and views.sql describe", f.Kind, c.word)
		if slices.Contains(store.Private, c.word) {
			c.said = fmt.Sprintf("a file of %s.d does not read %s: what witness itself said or did is for queries.d alone", f.Kind, c.word)
		}
	case strings.HasPrefix(message, "misuse of aggregate"):
		c.said += "; a condition on it stands in HAVING, not in WHERE"
	case strings.HasPrefix(message, "SELECTs to the left and right of "):
		c.word, _, _ = strings.Cut(strings.TrimPrefix(message, "SELECTs to the left and right of "), " ")
	}
	return c
}

// forbidden says why a file may not use a function.
func forbidden(function, kind string) string {
	switch {
	case function == "matches":
		return "it is for readers, in facts.d; " + kind + ".d has GLOB and LIKE"
	case strings.Contains(function, "random"):
		return "the same call must get the same answer"
	case strings.Contains(function, "date") || strings.Contains(function, "time") || slices.Contains([]string{"julianday", "unixepoch"}, function):
		return "the clock is no part of the question; :now is the time of the call, in milliseconds since 1970"
	}
	return "its result does not follow from what witness remembers"
}
