package check

import (
	"context"
	"errors"
	"fmt"
	"maps"
	"regexp"
	"slices"
	"strings"
	"unicode"

	"witness/engine/bundle"
	"witness/engine/eval"
	"witness/engine/lines"
	"witness/engine/runs"
	"witness/engine/sqltext"
	"witness/engine/store"
)

// checkSQL compiles the query of a file as a hook does, and compares it with the header. If the
// header could not be read, hasHeader is false and only the query is checked. Mistakes that may only
// follow from what is unknown about the header are not reported.
func (c *checker) checkSQL(ctx context.Context, f *bundle.File, hasHeader bool, unknown unknowns) (errs []error) {
	statement := f.Statement()
	masked, at, unclosed := sqltext.Scan(statement)
	if !f.HasSelect() && (f.HasPatterns() || len(f.Markers) > 0 || f.Err != nil && strings.HasSuffix(f.Path, ".toml")) {
		return nil // its patterns say everything, or its query could not be read
	}
	if strings.TrimSpace(masked) == "" && unclosed == "" {
		return []error{&bundle.FileError{Path: f.Path, Line: max(1, strings.Count(f.Text, "\n")), Err: errors.New(noQuery(f))}}
	}
	if unclosed != "" {
		return []error{&bundle.FileError{Path: f.Path, Line: sqltext.LineAt(statement, at), Err: errors.New(unclosed)}}
	}
	beginnings := []string{"SELECT", "WITH", "VALUES"}
	if first := strings.ToUpper(firstWord(masked)); !slices.Contains(beginnings, first) {
		return []error{&bundle.FileError{Path: f.Path, Line: sqltext.WordLine(statement, ""), Err: fmt.Errorf("a file contains one SELECT and cannot change anything; this one begins with %q%s", first, bundle.DidYouMean(first, beginnings))}}
	}
	if i := strings.Index(masked, "::"); i >= 0 {
		return []error{&bundle.FileError{Path: f.Path, Line: sqltext.LineAt(masked, i), Err: errors.New("SQLite has no ::; use CAST(… AS …)")}}
	}
	for _, at := range regexp.MustCompile(`(?i)(=|<>)\s*NULL\b`).FindAllStringIndex(masked, -1) {
		errs = append(errs, &bundle.FileError{Path: f.Path, Line: sqltext.LineAt(masked, at[0]), Err: errors.New("a comparison with NULL is never true; write IS NULL or IS NOT NULL")})
	}
	for _, at := range regexp.MustCompile(`(?i)\bGLOB\s+'`).FindAllStringIndex(masked, -1) {
		pattern, _, _ := strings.Cut(statement[at[1]:], "'")
		if strings.Contains(pattern, "[!") {
			errs = append(errs, &bundle.FileError{Path: f.Path, Line: sqltext.LineAt(masked, at[0]), Err: fmt.Errorf("GLOB negates a set with ^, and in '%s' the ! is one of its characters; write '%s'", pattern, strings.ReplaceAll(pattern, "[!", "[^"))})
		}
	}
	if at := c.names.passedTests(statement, masked); at >= 0 {
		errs = append(errs, &bundle.FileError{Path: f.Path, Line: sqltext.LineAt(masked, at), Err: errors.New("the table tests has those that failed; the tests that passed are in the view outcomes")})
	}
	if hasHeader {
		errs = append(errs, c.checkParameters(f, unknown)...)
	}
	f = withRelations(f)
	columns, text, wrong := c.compileAll(f)
	errs = append(errs, wrong...)
	if text == "" || !hasHeader {
		return errs
	}
	if f.Gather != "" && !slices.Contains(columns, f.Gather) {
		errs = append(errs, &bundle.FileError{Path: f.Path, Line: f.Line("gather"), Err: fmt.Errorf("gather names %q, but the query returns %s%s", f.Gather, strings.Join(columns, ", "), bundle.DidYouMean(f.Gather, columns))})
	}
	errs = append(errs, checkTexts(f, columns)...)
	if f.Per != "" && f.Per != "rule" && !slices.Contains(columns, f.Per) {
		errs = append(errs, &bundle.FileError{Path: f.Path, Line: f.Line("per"), Err: fmt.Errorf("per names %q, but the query returns %s%s", f.Per, strings.Join(columns, ", "), bundle.DidYouMean(f.Per, append([]string{"rule"}, columns...)))})
	}
	if f.Kind == bundle.Facts && f.Into != "changes" && f.Into != "labels" {
		for _, name := range columns {
			if name != "n" && !slices.Contains(runs.Columns, name) {
				errs = append(errs, &bundle.FileError{Path: f.Path, Line: sqltext.WordLine(f.Statement(), name), Err: fmt.Errorf("a reader has no column %q%s", name, bundle.DidYouMean(name, runs.Columns))})
			}
		}
	}
	if f.Kind == bundle.Rules {
		errs = append(errs, c.checkPlan(ctx, f, text)...)
	}
	if len(errs) == 0 && !unknown.options {
		errs = c.checkRun(ctx, f)
	}
	return errs
}

// checkTexts returns the mistakes in the message of a file and in what it says for values, given the columns of its query.
func checkTexts(f *bundle.File, columns []string) (errs []error) {
	wrong := func(key, format string, args ...any) {
		errs = append(errs, &bundle.FileError{Path: f.Path, Line: f.Line(key), Err: fmt.Errorf(format, args...)})
	}
	for _, column := range slices.Sorted(maps.Keys(f.Says)) {
		values := f.Says[column]
		if table, ok := values.(map[string]any); !ok || !allTexts(table) {
			wrong("says."+column, "says.%s needs a text for each value of the column: says.%[1]s.VALUE = \"…\"", column)
		} else if !slices.Contains(columns, column) {
			wrong("says."+column, "says names %q, but the query returns %s%s", column, strings.Join(columns, ", "), bundle.DidYouMean(column, columns))
		}
	}
	for key, text := range eval.Texts(&f.Header) {
		if err := eval.CheckText(text); err != nil {
			wrong(key, "%w", err)
		}
		for _, p := range eval.Placeholders(text) {
			if slices.Contains(columns, p) || f.Gather != "" && p == eval.ColumnCount {
				continue
			}
			hint := bundle.DidYouMean(p, columns)
			if hint == "" && slices.ContainsFunc(columns, func(c string) bool { return regexp.MustCompile(`\W`).MatchString(c) }) {
				hint = fmt.Sprintf("; name an expression with AS %s", p)
			}
			wrong(key, "%s names {%s}, but the query returns %s%s", key, p, strings.Join(columns, ", "), hint)
		}
	}
	return errs
}

// allTexts reports whether all values of a table are texts.
func allTexts(table map[string]any) bool {
	for _, value := range table {
		if _, ok := value.(string); !ok {
			return false
		}
	}
	return true
}

// noQuery returns the message for a file that has no statement and needs one.
func noQuery(f *bundle.File) string {
	if strings.HasSuffix(f.Path, ".toml") {
		return "no pattern of a line and no query: the reader finds nothing"
	}
	return "no query: the header must be followed by one SELECT"
}

// withRelations returns a reader with the relations of its patterns in the statement.
func withRelations(f *bundle.File) *bundle.File {
	set, err := lines.NewSet(f, true)
	if f.Kind != bundle.Facts || err != nil || len(set.All) == 0 {
		return f
	}
	return f.WithStatement(f.Select(lines.SelectColumns(set)))
}

// firstWord returns the keyword with which a query begins.
func firstWord(masked string) string {
	masked = strings.TrimLeft(masked, "( \t\r\n")
	if i := strings.IndexFunc(masked, func(r rune) bool { return !unicode.IsLetter(r) }); i >= 0 {
		return masked[:i]
	}
	return masked
}

// checkParameters reports unknown parameters and unused options.
func (c *checker) checkParameters(f *bundle.File, unknown unknowns) (errs []error) {
	wrong := func(line int, format string, a ...any) {
		errs = append(errs, &bundle.FileError{Path: f.Path, Line: line, Err: fmt.Errorf(format, a...)})
	}
	used := sqltext.Parameters(f.Statement())
	known, all := eval.Parameters(f), append(eval.CallParameters(), "output")
	var spelled []string
	for _, k := range known {
		spelled = append(spelled, ":"+k)
	}
	for _, p := range used {
		switch {
		case slices.Contains(spelled, p):
		case !strings.HasPrefix(p, ":"):
			wrong(sqltext.WordLine(f.Statement(), p), "parameters are written :name, not %s", p)
		case unknown.mayHave(p[1:], slices.Contains(all, p[1:])):
		case f.Kind == bundle.Rules && slices.Contains(all, p[1:]):
			wrong(sqltext.WordLine(f.Statement(), p), "%s is not a parameter here: %s", p, targetHint(f))
		default:
			wrong(sqltext.WordLine(f.Statement(), p), "no parameter %s%s", p, bundle.DidYouMean(p, spelled))
		}
	}
	for _, o := range slices.Sorted(maps.Keys(f.Options)) {
		switch line := f.Line("options." + o); {
		case regexp.MustCompile(`\W`).MatchString(o):
			wrong(line, "option %q cannot be a parameter: a name can only have letters, digits and _", o)
		case slices.Contains(eval.CallParameters(), o):
			wrong(line, "%v", eval.OptionNamedLikeColumn(o))
		case !slices.Contains(used, ":"+o):
			if len(f.Takes) > 0 {
				continue // a view may name it, or what instances are selected by
			}
			wrong(line, "option %q is never used: the query does not contain :%s", o, o)
		}
	}
	return errs
}

// maxRepairs is the maximum number of mistakes that are reported for one query.
const maxRepairs = 20

// compileAll compiles a file. SQLite stops at the first mistake, so each is repaired in a copy, and
// the copy is compiled again. text is the copy that compiled at last, or "" if none did or if a
// repair was only a stopgap; columns are those that it returns.
func (c *checker) compileAll(f *bundle.File) (columns []string, text string, errs []error) {
	text = f.Statement()
	exact := true                 // all repairs are what was meant
	stopgaps := map[string]bool{} // the replacements so far
	for range maxRepairs {
		columns, err := c.sandbox.Columns(text)
		if err == nil {
			if !exact {
				return nil, "", errs
			}
			return columns, text, append(errs, c.checkQuotes(f, text)...)
		}
		message := store.Message(err)
		if message == "not authorized" { // SQLite names the table only where it reads a column
			message = "access to " + c.refused(f.Kind, text) + ". is prohibited"
		}
		if function, ok := strings.CutPrefix(message, "wrong number of arguments to function "); ok && stopgaps[strings.TrimSuffix(function, "()")] {
			break
		}
		d := c.names.diagnose(f, text, message)
		repaired := text
		if d.replace != "" && d.with != "" {
			repaired = sqltext.ReplaceWord(text, d.replace, d.with)
			stopgaps[d.with] = true
		}
		line := sqltext.WordLine(text, d.word)
		if strings.HasPrefix(message, "near ") {
			line = c.syntaxLine(text, d.word)
		}
		errs = append(errs, &bundle.FileError{Path: f.Path, Line: line, Err: errors.New(d.message)})
		if repaired == text {
			break
		}
		exact = exact && d.exact
		text = repaired
	}
	return nil, "", errs
}

// refused returns the table that a statement may not read, "what it names" if that is unknown.
func (c *checker) refused(kind, text string) string {
	reads, _ := c.sandbox.Tables(text) // the error is the reason for this call
	for _, table := range slices.Sorted(maps.Keys(reads)) {
		if store.Hidden(kind, table) {
			return table
		}
	}
	return "what it names"
}

// syntaxLine returns the line of the word at which the parser stops. The word may occur several
// times: it is the first occurrence up to which the query is wrong and not merely incomplete.
func (c *checker) syntaxLine(text, word string) int {
	masked := sqltext.Mask(text)
	for i := sqltext.WordIndex(masked, word, 0); i >= 0; i = sqltext.WordIndex(masked, word, i+1) {
		if err := c.sandbox.ParseBeginning(text[:i+len(word)]); err != nil && strings.HasPrefix(store.Message(err), "near ") {
			return sqltext.LineAt(text, i)
		}
	}
	return sqltext.WordLine(text, word)
}
