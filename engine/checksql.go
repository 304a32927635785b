package engine

import (
	"context"
	"errors"
	"fmt"
	"maps"
	"slices"
	"strings"
)

// checkSQL compiles the statement as a hook would and compares it with the header.
func (e *Engine) checkSQL(ctx context.Context, f *Script) (errs []error) {
	wrong := func(word, format string, a ...any) {
		errs = append(errs, &FileError{f.Path, f.sqlLine(word), fmt.Errorf(format, a...)})
	}
	if f.SQL() == "" {
		return []error{&FileError{f.Path, strings.Count(f.Text, "\n"), errors.New("no query: after the header stands one SELECT")}}
	}
	used := parameters(f.Text)
	known, all := f.parameters(), append(callParameters(), "output")
	for _, p := range used {
		switch {
		case slices.Contains(known, strings.TrimPrefix(p, ":")) && strings.HasPrefix(p, ":"):
		case !strings.HasPrefix(p, ":"):
			wrong(p, "parameters are spelled :name, not %s", p)
		case f.Kind == Rules && slices.Contains(all, p[1:]):
			wrong(p, "%s is not known here: %s", p, f.subjectHint())
		default:
			wrong(p, "no parameter %s%s", p, didYouMean(p[1:], known))
		}
	}
	for _, o := range slices.Sorted(maps.Keys(f.Options)) {
		if !slices.Contains(used, ":"+o) {
			errs = append(errs, &FileError{f.Path, f.line("options." + o), fmt.Errorf("option %q is never used: nothing names :%s", o, o)})
		}
		if slices.Contains(callParameters(), o) {
			errs = append(errs, &FileError{f.Path, f.line("options." + o), fmt.Errorf("option %q has the name of a column", o)})
		}
	}
	columns, err := e.db.columns(e.db.one(f.Text))
	if err != nil {
		message := sqlMessage(err)
		errs = append(errs, &FileError{f.Path, f.sqlLine(complaint(message)), errors.New(message + e.suggest(ctx, message))})
		return errs
	}
	for _, p := range placeholders(f.Message) {
		if !slices.Contains(columns, p) {
			errs = append(errs, &FileError{f.Path, f.line("message"), fmt.Errorf("message names {%s}, but the query returns %s%s", p, strings.Join(columns, ", "), didYouMean(p, columns))})
		}
	}
	if f.Kind == Facts && f.Into != "changes" {
		for _, c := range columns {
			if c != "n" && !slices.Contains(readingColumns, c) {
				wrong(c, "a reader returns no column %q%s", c, didYouMean(c, readingColumns))
			}
		}
	}
	if f.Kind == Rules {
		errs = append(errs, e.checkPlan(ctx, f)...)
	}
	return errs
}

// sqlMessage takes SQLite's own words out of the driver's.
func sqlMessage(err error) string {
	m := strings.TrimPrefix(err.Error(), "SQL logic error: ")
	m = strings.TrimPrefix(m, "authorization denied: ")
	if i := strings.LastIndex(m, " ("); i > 0 && strings.HasSuffix(m, ")") {
		m = m[:i]
	}
	return m
}

// sqlError gives what SQLite says of a file's statement its place.
func (f *Script) sqlError(err error) error {
	message := sqlMessage(err)
	return &FileError{f.Path, f.sqlLine(complaint(message)), errors.New(message)}
}

// complaint is the word of the statement that SQLite names.
func complaint(message string) string {
	if _, rest, ok := strings.Cut(message, `near "`); ok {
		word, _, _ := strings.Cut(rest, `"`)
		return word
	}
	word := message[strings.LastIndex(message, " ")+1:]
	if _, column, ok := strings.Cut(word, "."); ok {
		return column
	}
	return strings.TrimSuffix(word, "()")
}

// sqlLine is the line of the statement on which a word stands, its first if it does not.
func (f *Script) sqlLine(word string) int {
	n, first := 0, 0
	for line := range strings.Lines(f.Text) {
		n++
		code, _, _ := strings.Cut(line, "--")
		if strings.TrimSpace(code) == "" {
			continue
		}
		if first == 0 {
			first = n
		}
		if word != "" && containsWord(code, word) {
			return n
		}
	}
	return first
}

// containsWord tells whether a word stands in a line by itself.
func containsWord(line, word string) bool {
	isName := func(b byte) bool {
		return b == '_' || b >= '0' && b <= '9' || b|0x20 >= 'a' && b|0x20 <= 'z'
	}
	for i := 0; ; {
		j := strings.Index(line[i:], word)
		if j < 0 {
			return false
		}
		i += j
		before := i == 0 || !isName(line[i-1]) || !isName(word[0])
		after := i+len(word) == len(line) || !isName(line[i+len(word)]) || !isName(word[len(word)-1])
		if before && after {
			return true
		}
		i++
	}
}

// suggest finds the name that was meant when SQLite knows no such table or column.
func (e *Engine) suggest(ctx context.Context, message string) string {
	var sql string
	switch {
	case strings.HasPrefix(message, "no such table"):
		sql = "SELECT name FROM sqlite_schema WHERE type IN ('table', 'view')"
	case strings.HasPrefix(message, "no such column"):
		sql = "SELECT DISTINCT c.name FROM sqlite_schema s, pragma_table_xinfo(s.name) c WHERE s.type IN ('table', 'view')"
	case strings.HasPrefix(message, "no such function"):
		sql = "SELECT DISTINCT name FROM pragma_function_list"
	default:
		return ""
	}
	var known []string
	// The names are the schema's own: they are read on a connection without a guard.
	other, err := openStore(ctx, e.brain, "")
	if err != nil {
		return ""
	}
	for _, v := range other.all() {
		if _, err := other.exec(ctx, "CREATE VIEW "+v.name+" AS "+v.body); err != nil {
			return ""
		}
	}
	err = other.each(ctx, sql, nil, func(_ []string, row []driverValue) error {
		known = append(known, show(row[0]))
		return nil
	})
	if errors.Join(err, other.close()) != nil {
		return ""
	}
	slices.Sort(known)
	return didYouMean(complaint(message), known)
}

// checkPlan refuses a rule that scans a table: its cost would grow with the store.
func (e *Engine) checkPlan(ctx context.Context, f *Script) []error {
	a := args{}
	for _, p := range parameters(f.Text) {
		a[p[1:]] = nil
	}
	var plan []string
	err := e.db.each(ctx, "EXPLAIN QUERY PLAN "+e.db.one(f.Text), a, func(_ []string, row []driverValue) error {
		plan = append(plan, show(row[3]))
		return nil
	})
	if err != nil {
		return []error{&FileError{f.Path, 0, errors.New(sqlMessage(err))}}
	}
	made := map[string]bool{} // what the statement itself builds may be walked through
	for _, step := range plan {
		for _, how := range []string{"MATERIALIZE ", "CO-ROUTINE "} {
			if name, ok := strings.CutPrefix(step, how); ok {
				made[name] = true
			}
		}
	}
	var errs []error
	for _, step := range plan {
		name, ok := strings.CutPrefix(step, "SCAN ")
		if !ok || strings.Contains(name, "VIRTUAL TABLE") || strings.HasPrefix(name, "(") || name == "CONSTANT ROW" || made[name] {
			continue
		}
		name, _, _ = strings.Cut(name, " ")
		errs = append(errs, &FileError{f.Path, f.sqlLine(name), fmt.Errorf("scans all of %s: compare its session or root with a parameter", name)})
	}
	return errs
}
