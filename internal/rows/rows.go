// Package rows fills the tables of a store by hand, for tests and the benchmark.
package rows

import (
	"regexp"
	"strings"

	"witness"
)

var (
	insert  = regexp.MustCompile(`(?s)^(.*INSERT (?:OR \w+ )?INTO (\w+) )\(([^)]*)\)(.*)$`)
	comment = regexp.MustCompile(`--.*`)
	end     = regexp.MustCompile(`\)( WITHOUT ROWID)?;`)
	column  = regexp.MustCompile(`^\s*(\w+)\s+(TEXT|INTEGER)\s+NOT NULL\s*$`)
)

// Complete is CompleteBy with the schema of this version.
func Complete(statement string) string {
	schema, err := witness.Files.ReadFile("schema.sql")
	if err != nil {
		panic(err)
	}
	return CompleteBy(string(schema), statement)
}

// CompleteBy returns an INSERT statement in which the columns that it leaves out, and that are never NULL and
// have no default, are empty or 0. The statement must name its columns, and end with a SELECT or VALUES. It panics
// if the schema has no such table.
func CompleteBy(schema, statement string) string {
	m := insert.FindStringSubmatch(statement)
	if m == nil {
		panic("no INSERT with a list of columns: " + statement)
	}
	head, table, given, values := m[1], m[2], m[3], m[4]
	_, body, found := strings.Cut(schema, "CREATE TABLE "+table+" (")
	if !found {
		panic("the schema has no table " + table)
	}
	body = end.Split(comment.ReplaceAllString(body, ""), 2)[0]
	zeros := ""
	for declared := range strings.SplitSeq(body, ",") {
		c := column.FindStringSubmatch(declared)
		if c != nil && !regexp.MustCompile(`\b`+c[1]+`\b`).MatchString(given) {
			given, zeros = given+", "+c[1], zeros+map[string]string{"TEXT": ", ''", "INTEGER": ", 0"}[c[2]]
		}
	}
	return head + "(" + given + ") SELECT *" + zeros + " FROM (" + values + ")"
}
