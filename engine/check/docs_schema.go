package check

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"io"
	"io/fs"
	"regexp"
	"slices"
	"strings"

	"witness/engine/bundle"
	"witness/engine/eval"
	"witness/engine/facts"
	"witness/engine/hook"
	"witness/engine/store"
)

// SchemaDocs writes what a rule, a reader and a question can ask about, as Markdown: the
// keys of a header, the parameters, and the tables and views, from schema.sql, views.sql and
// the table of keys themselves.
func SchemaDocs(ctx context.Context, out io.Writer, assets fs.FS) (err error) {
	c, err := newChecker(ctx, assets)
	if err != nil {
		return err
	}
	defer func() { err = errors.Join(err, c.db.Close()) }()
	var b strings.Builder
	b.WriteString("# What a rule can ask about\n\nWritten by `witness rules docs schema` from `schema.sql`, `views.sql` and the keys that witness knows.\n")
	documentKeys(&b)
	documentParameters(&b)
	b.WriteString("\n## Tables\n")
	for _, file := range []string{"schema.sql", "views.sql"} {
		text, err := fs.ReadFile(assets, file)
		if err != nil {
			return err
		}
		if file == "views.sql" {
			b.WriteString("\n## Views\n")
		}
		documentSQL(&b, string(text), c.names)
	}
	_, err = io.WriteString(out, b.String())
	return err
}

// documentKeys writes the keys of a header, for each folder.
func documentKeys(b *strings.Builder) {
	b.WriteString("\n## The header\n\nThe lines that begin with `---` are TOML. A key that is not listed here is a mistake.\n")
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

// documentParameters writes which parameters a statement knows.
func documentParameters(b *strings.Builder) {
	spelled := func(f *bundle.File) string {
		names := eval.Parameters(f)
		slices.Sort(names)
		return "`:" + strings.Join(slices.Compact(names), "`, `:") + "`"
	}
	b.WriteString("\n## Parameters\n\nA parameter stands for the call that is judged; its meaning is that of the column of the same name\n" +
		"in `events`, `touches` or `commands`. `:now` is the time of the call in milliseconds since 1970.\nTo these come the file's own options.\n\n| what is asked about | its parameters |\n|---|---|\n")
	for _, row := range []struct {
		about string
		file  bundle.File
	}{
		{"a file: a rule with `paths`, or with `read`, `edit`, `write` or `delete` among its `tools`", bundle.File{Kind: bundle.Rules, Header: bundle.Header{Tools: []string{hook.Edit}}}},
		{"a simple command: a rule with `commands`, or with `run` among its `tools`", bundle.File{Kind: bundle.Rules, Header: bundle.Header{Tools: []string{hook.Run}}}},
		{"either, or neither", bundle.File{Kind: bundle.Rules}},
		{"the output of a command that has ended: a reader in `facts.d`", bundle.File{Kind: bundle.Facts}},
		{"a question in `queries.d`, which also knows its `args`; `:session` is NULL if all are asked about", bundle.File{Kind: bundle.Queries}},
	} {
		fmt.Fprintf(b, "| %s | %s |\n", row.about, spelled(&row.file))
	}
	fmt.Fprintf(b, "\n## What a reader returns\n\nColumns of these names, as many as it has: `n`, `%s`.\n"+
		"A row with a `test` is one test's outcome, one with `tests` (a JSON array of names) that of several; one with a\n"+
		"`message` and no `test` is a finding of a linter or a compiler; one with neither the summary of the run. `n`\n"+
		"counts the runs of one output from 0. A reader into `changes` returns the `kind` of each.\n\n"+
		"`matches(text, pattern)` gives all matches of a regular expression as a JSON array of objects: its named groups,\n"+
		"`at` (the byte where it begins) and `line`. `matches(text, pattern, heads, ends, gathered)` names groups, with\n"+
		"spaces between them. `part` counts the matches before that had a group of `ends`; `head` is what a group of\n"+
		"`heads` matched last in this part. What a group of `gathered` matches (tests that passed, most of a long output)\n"+
		"is not listed one by one: it is the array `gathered` of the match that ends the part, or of one at the text's end.\n"+
		"A sixth argument names groups whose length tells how deep a line stands: then heads are a tree, `head` is the path above a match\n"+
		"(`cart › prices`), what is gathered begins with its path, and `past` counts what was gathered before.\n", strings.Join(facts.ReadingColumns, "`, `"))
}

// common are the columns that mean the same wherever they stand; schema.sql says once what.
var common = []string{"session", "t", "at", "actor", "root", "path", "dir", "selection", "variant"}

// documentSQL writes the tables and views of a script with the comments before and in them.
func documentSQL(b *strings.Builder, text string, names schemaNames) {
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
				b.WriteString("\nFor `queries.d` alone.\n")
			}
			if m[1] == "VIEW" {
				fmt.Fprintf(b, "\nColumns: `%s`.\n", strings.Join(names.columns[table], "`, `"))
			} else {
				b.WriteString("\n| column | type | meaning |\n|---|---|---|\n")
			}
		case line == "" && table == "" && len(comment) > 0:
			fmt.Fprintf(b, "\n%s\n", paragraph(comment))
		case strings.HasPrefix(line, ")") && table != "":
			if len(indexes[table]) > 0 {
				fmt.Fprintf(b, "\nIndexed also by %s.\n", strings.Join(indexes[table], ", "))
			}
		}
		if m := columnPattern.FindStringSubmatch(line); m != nil && table != "" && names.views[table] == "" {
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

// documentColumn writes a row of a table's columns.
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

// paragraph is a comment as it reads.
func paragraph(lines []string) string { return strings.TrimSpace(strings.Join(lines, "\n")) }

// cell is a text as a table of Markdown takes it.
func cell(text string) string { return strings.ReplaceAll(text, "|", `\|`) }
