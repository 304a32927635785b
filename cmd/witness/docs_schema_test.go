package main

import (
	"cmp"
	"fmt"
	"io/fs"
	"regexp"
	"slices"
	"strings"
	"testing"

	"witness"
	"witness/engine/bundle"
	"witness/engine/eval"
	"witness/engine/hook"
	"witness/engine/runs"
	"witness/engine/sqltext"
	"witness/engine/store"
)

// schemaDocs returns the reference for the authors of rules, readers and questions in Markdown: the
// keys of the header, the parameters, and the tables and views.
func schemaDocs(t *testing.T) string {
	db, err := store.OpenMemory(t.Context(), witness.Files)
	if err != nil {
		t.Fatal(err)
	}
	defer db.Close()
	var b strings.Builder
	b.WriteString("# Header, parameters and tables\n\n`witness rules docs schema` generates this file from `schema.sql`, `fleet.sql`, the folder `views` and the table of header keys.\n")
	documentKeys(&b)
	documentParameters(&b)
	documentNouns(t, &b, db)
	b.WriteString("\n## Tables\n")
	for _, file := range []string{"schema.sql", "fleet.sql"} {
		text, err := fs.ReadFile(witness.Files, file)
		if err != nil {
			t.Fatal(err)
		}
		documentSQL(&b, string(text))
	}
	documentViews(t, &b, db)
	return b.String()
}

// documentKeys writes the keys of the header for each kind of file.
func documentKeys(b *strings.Builder) {
	b.WriteString("\n## The header\n\nThe lines of a `.sql` file that begin with `---` are TOML, and so is a reader, a `.toml` file, as a whole. A key that is not listed here is a mistake.\n")
	for _, kind := range []string{bundle.Rules, bundle.Facts, bundle.Queries} {
		fmt.Fprintf(b, "\nIn `%s.d`:\n\n| key | meaning |\n|---|---|\n", kind)
		for _, k := range bundle.HeaderKeys {
			if !slices.Contains(strings.Fields(k.Kinds), kind) {
				continue
			}
			doc := k.Doc
			if len(k.Allowed) > 0 && k.Name != "severity" {
				doc += " One or more of `" + strings.Join(k.Allowed, "`, `") + "`."
			}
			fmt.Fprintf(b, "| `%s` | %s |\n", k.Name, cell(doc))
		}
	}
}

// documentParameters writes the parameters of a query and the columns of a reader.
func documentParameters(b *strings.Builder) {
	parameters := func(f *bundle.File) string {
		names := eval.Parameters(f)
		slices.Sort(names)
		return "`:" + strings.Join(slices.Compact(names), "`, `:") + "`"
	}
	b.WriteString("\n## Parameters\n\nA parameter has the value of the call for which the query is evaluated. It means the same as the column of\n" +
		"that name in `events`, `touches` or `commands`. `:now` is the time of the call in milliseconds since 1970.\nThe file's own options are parameters, too.\n\n| the query is evaluated for | parameters |\n|---|---|\n")
	for _, row := range []struct {
		target string
		file   bundle.File
	}{
		{"a file: a rule with `paths`, or with `read`, `edit`, `write` or `delete` among its `tools`", bundle.File{Kind: bundle.Rules, Header: bundle.Header{Tools: []string{hook.Edit}}}},
		{"a simple command: a rule with `commands`, or with `run` among its `tools`", bundle.File{Kind: bundle.Rules, Header: bundle.Header{Tools: []string{hook.Run}}}},
		{"a call: a rule that selects both files and commands, or neither", bundle.File{Kind: bundle.Rules}},
		{"the output of a finished command: a reader in `facts.d`", bundle.File{Kind: bundle.Facts}},
		{"one or all sessions: a question in `queries.d`, which also has its `args`; `:session` is NULL for all sessions", bundle.File{Kind: bundle.Queries}},
	} {
		fmt.Fprintf(b, "| %s | %s |\n", row.target, parameters(&row.file))
	}
	fmt.Fprintf(b, "\n## What a reader returns\n\nA reader returns any of these columns: `n`, `%s`.\n"+
		"A row with a `test` is the outcome of one test, and a row with `tests` (a JSON array of names) that of several.\n"+
		"A row with a `message` and no `test` is a finding of a linter or compiler. Any other row is the summary of the\n"+
		"run. `n` numbers the runs in one output from 0. A reader into `changes` returns the `kind` of each change.\n\n"+
		"`matches(text, pattern)` returns all matches of a regular expression as a JSON array of objects with the named\n"+
		"groups, `at` (the byte offset of the match) and `line`. It is for texts within a document; what a whole output says\n"+
		"is read by the patterns of the header.\n", strings.Join(runs.Columns, "`, `"))
}

// common are the columns that mean the same in all tables. schema.sql describes each once.
var common = []string{"session", "t", "at", "actor", "root", "path", "dir", "selection", "variant"}

// documentSQL writes the tables of schema.sql or fleet.sql with their comments.
func documentSQL(b *strings.Builder, text string) {
	createPattern := regexp.MustCompile(`^CREATE (TABLE|VIEW) (\w+)`)
	columnPattern := regexp.MustCompile(`^  (\w+)\s+(TEXT|INTEGER)\b([^-]*?),?\s*(?:-- (.*))?$`)
	keyPattern := regexp.MustCompile(`^  PRIMARY KEY \((.*)\)`)
	indexPattern := regexp.MustCompile(`^CREATE (?:UNIQUE )?INDEX \w+ ON (\w+) \((.*?)\)(?: WHERE (.*))?;`)
	indexes, meanings := map[string][]string{}, map[string]string{}
	for line := range strings.Lines(text) {
		if m := indexPattern.FindStringSubmatch(line); m != nil {
			where := ""
			if m[3] != "" {
				where = " where `" + m[3] + "`"
			}
			indexes[m[1]] = append(indexes[m[1]], "(`"+m[2]+"`)"+where)
		}
	}
	var comment []string
	table := ""
	for line := range strings.Lines(text) {
		line = strings.TrimRight(line, "\r\n")
		if rest, ok := strings.CutPrefix(line, "--"); ok {
			if rest = strings.TrimPrefix(rest, " "); strings.Trim(rest, "-") != "" || rest == "" {
				comment = append(comment, rest)
			}
			continue
		}
		switch m := createPattern.FindStringSubmatch(line); {
		case m != nil:
			table = m[2]
			fmt.Fprintf(b, "\n### %s\n\n%s\n", table, paragraph(comment))
			if slices.Contains(store.Private, table) {
				b.WriteString("\nOnly questions in `queries.d` can read it.\n")
			}
			if m[1] == "TABLE" { // the only view is schema_version, which no file may ask
				b.WriteString("\n| column | type | meaning |\n|---|---|---|\n")
			}
		case line == "" && table == "" && len(comment) > 0:
			fmt.Fprintf(b, "\n%s\n", paragraph(comment))
		case strings.HasPrefix(line, ")") && table != "":
			if len(indexes[table]) > 0 {
				fmt.Fprintf(b, "\nIndexed also by %s.\n", strings.Join(indexes[table], ", "))
			}
		}
		if m := columnPattern.FindStringSubmatch(line); m != nil && table != "" {
			if slices.Contains(common, m[1]) {
				if meanings[m[1]] == "" {
					meanings[m[1]] = m[4]
				}
				m[4] = cmp.Or(m[4], meanings[m[1]])
			}
			documentColumn(b, m[1], m[2], m[3], m[4])
		}
		if m := keyPattern.FindStringSubmatch(line); m != nil {
			fmt.Fprintf(b, "\nOne row for each (`%s`).\n", m[1])
		}
		comment = nil
		if line == "" {
			table = ""
		}
	}
}

// documentNouns writes the views that are about the call that is judged and its session: they name parameters.
func documentNouns(t *testing.T, b *strings.Builder, db *store.DB) {
	b.WriteString("\n## Nouns\n\nWhat a rule is about has a name: begin here, and go to the tables if no noun says it. A noun is a view that knows the call which\n" +
		"is judged: its rows are those of `:session`, so that a rule never compares the session. Each is a file of the folder `views` and has a\n" +
		"script in `testscripts/views`. Compare its root, its path or its tick, as its sentence says; without that it reads the whole session.\n")
	for _, v := range db.Views() {
		if parameters := sqltext.Parameters(v.Body); len(parameters) > 0 {
			documentView(t, b, db, v)
			fmt.Fprintf(b, "Parameters: `%s`.\n", strings.Join(parameters, "`, `"))
		}
	}
}

// documentViews writes the other views with their comments.
func documentViews(t *testing.T, b *strings.Builder, db *store.DB) {
	b.WriteString("\n## Views\n\nThe other views over the facts and the state, each a file of the folder `views`. All but `parts` have a `session` column: a query that compares\n" +
		"it with a parameter scans no table. They are not stored, because each process that opens the store would parse all of\n" +
		"them: a statement gets those that it names as common table expressions.\n\n" +
		"The views named `team_` unite what the sessions of this store know with what others of the team did (`witness sync`), so\n" +
		"that a query is the same with and without a fleet. `machine` is '' for this store; the sessions in all worktrees of a\n" +
		"repository share one. `worktree` is the root of a working tree here, and the name of its folder elsewhere.\n")
	for _, v := range db.Views() {
		if len(sqltext.Parameters(v.Body)) == 0 {
			documentView(t, b, db, v)
		}
	}
}

// documentView writes a view with its comment.
func documentView(t *testing.T, b *strings.Builder, db *store.DB, v store.View) {
	t.Helper()
	columns, err := db.Columns(db.WithViews("SELECT * FROM " + v.Name))
	if err != nil {
		t.Fatal(err)
	}
	var comment []string
	for line := range strings.Lines(v.Comment) {
		comment = append(comment, strings.TrimPrefix(strings.TrimRight(strings.TrimPrefix(line, "--"), "\r\n"), " "))
	}
	fmt.Fprintf(b, "\n### %s\n\n%s\n\nColumns: `%s`.\n", v.Name, paragraph(comment), strings.Join(columns, "`, `"))
}

// documentColumn writes the row for one column of a table.
func documentColumn(b *strings.Builder, name, kind, constraint, doc string) {
	kind = strings.ToLower(kind)
	if kind == "integer" {
		kind = "number"
	}
	if !strings.Contains(constraint, "NOT NULL") && !strings.Contains(constraint, "PRIMARY KEY") {
		kind += " or NULL"
	}
	fmt.Fprintf(b, "| `%s` | %s | %s |\n", name, kind, cell(doc))
}

// paragraph returns the text of a comment.
func paragraph(lines []string) string { return strings.TrimSpace(strings.Join(lines, "\n")) }

// cell escapes a text for a Markdown table.
func cell(text string) string { return strings.ReplaceAll(text, "|", `\|`) }
