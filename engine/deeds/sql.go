package deeds

import (
	"regexp"
	"slices"
	"strings"
	"sync"

	"witness/engine/shell"
)

// A statement is a kind of SQL statement that takes something away.
type statement struct {
	pattern string // of a statement in lower case, with single blanks
	deed    string
	what    string
}

// statements are tried in this order.
var statements = []statement{
	{`^drop (database|keyspace)\b`, "drops", "a database"},
	{`^drop (schema|owned)\b`, "drops", "a schema"},
	{`^(drop( foreign| external| virtual| snapshot)? table|create or replace table)\b`, "drops", "a table"},
	{`^drop (materialized view|collection|index|type|sequence|user|role|stage)\b`, "drops", "a part of a database"},
	{`^alter table\b.*\bdrop (column|partition)\b`, "drops", "a part of a table"},
	{`^alter table\b.*\brename\b`, "alters", "the schema of a database"},
	{`^truncate\b`, "drops", "all rows of a table"},
	{`^grant all\b`, "alters", "who may do what in a database"},
}

// compiled are the patterns of statements, once one is asked for.
var compiled = sync.OnceValue(func() (list []*regexp.Regexp) {
	for _, s := range statements {
		list = append(list, regexp.MustCompile(s.pattern))
	}
	return list
})

// sql returns what the SQL does that a command executes.
func sql(cmd shell.Command) (deed string, e Effect) {
	program, sub, _ := strings.Cut(cmd.Name, " ")
	var texts []string
	switch o := OptionsOf(cmd); {
	case shell.RunsSQL(program):
		if o.Has("help", "version") || o.Has("dry_run") || program == "sqlite3" && (o.Operand(0) == ":memory:" || strings.HasPrefix(o.Operand(0), "/tmp/")) {
			return "", Effect{}
		}
		texts = append(append(slices.Clone(cmd.Args), strings.Fields(sub)...), cmd.Input)
	case program == "wrangler" && o.Operand(0) == "execute" || program == "heroku" || cmd.Name == "turso" || cmd.Name == "supabase" || program == "prisma":
		texts = append(slices.Clone(cmd.Args), cmd.Input)
		for _, option := range o.List {
			texts = append(texts, option.Value)
		}
	case dropsAll(cmd):
		return "drops", Effect{Of: "data", What: "all rows of a table"}
	case cmd.Interprets() && !isOneOf(program, "awk", "sed", "jq", "grep", "echo"):
		if slices.ContainsFunc(cmd.Identifiers, func(name string) bool {
			_, method, _ := cutLast(name)
			return isOneOf(method, "execute", "executemany", "executescript", "query", "exec", "raw", "$executeRawUnsafe", "unsafe", "run", "do")
		}) {
			texts = cmd.Literals
		}
	}
	for _, text := range texts {
		if len(text) < 8 || !strings.Contains(text, " ") {
			continue
		}
		made := "" // the tables that this text itself has created, each between blanks
		for one := range strings.SplitSeq(text, ";") {
			if m := sqlCreate().FindStringSubmatch(one); m != nil {
				made += " " + strings.ToLower(m[1]) + " "
			}
			if deed, what, name := statementDoes(one); deed != "" && (name == "" || !strings.Contains(made, " "+name+" ")) {
				return deed, Effect{Of: "data", What: what, Name: name}
			}
		}
	}
	return "", Effect{}
}

// dropsAll reports whether code calls a method of a library for databases by which all rows go, or all tables. What is in memory or for
// a try is nobody's.
func dropsAll(cmd shell.Command) bool {
	return slices.ContainsFunc(cmd.Identifiers, func(name string) bool {
		_, method, _ := cutLast(name)
		return isOneOf(method, "delete_all", "destroy_all", "drop_all", "drop_database", "dropDatabase", "drop_collection", "dropCollection", "flushall", "flushdb")
	}) && !slices.ContainsFunc(cmd.Literals, func(text string) bool { return strings.Contains(text, ":memory:") || strings.Contains(text, "/tmp/") })
}

// cutLast cuts a name at its last dot.
func cutLast(name string) (owner, last string, ok bool) {
	i := strings.LastIndexByte(name, '.')
	return name[:max(0, i)], name[i+1:], i >= 0
}

// Comments of SQL, conditions that are always true, and tables that a statement creates. One that may have been there
// before (IF NOT EXISTS) is none of these.
var (
	sqlComment = sync.OnceValue(func() *regexp.Regexp { return regexp.MustCompile(`(?s)/\*.*?\*/|--[^\n]*|^\s*(explain|begin)\s`) })
	sqlTrue    = sync.OnceValue(func() *regexp.Regexp {
		return regexp.MustCompile(`\bwhere (1 ?= ?1|true|1|(\w+\.)?id (is not null|(>|>=|<>|!=) ?('[0-]*'|0)))( |$)`)
	})
	sqlCreate = sync.OnceValue(func() *regexp.Regexp {
		return regexp.MustCompile(`(?i)^\s*["']?create\s+(?:(?:local|global|temp|temporary|unlogged)\s+)*table\s+["` + "`" + `]?([\w$]+)["` + "`" + `]?\s*(?:\(|as\b)`)
	})
)

// statementDoes returns what one statement takes away, "" if nothing, and the name of what a DROP names.
func statementDoes(text string) (deed, what, name string) {
	text = strings.ToLower(strings.Trim(strings.Join(strings.Fields(sqlComment().ReplaceAllString(text, " ")), " "), `"' `))
	for i, re := range compiled() {
		if at := re.FindStringIndex(text); at != nil {
			if strings.HasPrefix(text, "drop ") {
				name = dropped(text[at[1]:])
			}
			return statements[i].deed, statements[i].what, name
		}
	}
	_, condition, where := strings.Cut(text, " where ")
	where = where && !sqlTrue().MatchString(text)
	if column, set := strings.CutSuffix(condition, " is not null"); set && strings.Contains(text, " "+column+" = null") {
		where = false // of all rows that have one
	}
	switch {
	case strings.HasPrefix(text, "delete from ") && !where:
		return "drops", "all rows of a table", ""
	case strings.HasPrefix(text, "update ") && strings.Contains(text, " set ") && !where:
		return "drops", "a column of all rows of a table", ""
	}
	return "", "", ""
}

// dropped returns the name at the beginning of what follows DROP TABLE, without its schema; "" if more than one is named.
func dropped(rest string) string {
	words := strings.Fields(strings.TrimPrefix(strings.TrimSpace(rest), "if exists "))
	if len(words) == 0 || strings.Contains(rest, ",") {
		return ""
	}
	name := words[0]
	return strings.Trim(name[strings.LastIndexByte(name, '.')+1:], "\"`'")
}
