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
	"witness/engine/facts"
	"witness/engine/store"
)

// checkSQL compiles the statement as a hook would and compares it with the header. Without
// a header that can be read it looks at the statement alone, and of what rests on a header
// that is in doubt it says nothing.
func (c *checker) checkSQL(ctx context.Context, f *bundle.File, header bool, unsure doubt) (errs []error) {
	masked, at, unclosed := bundle.Scan(f.Text)
	if strings.TrimSpace(masked) == "" && unclosed == "" {
		return []error{&bundle.FileError{Path: f.Path, Line: max(1, strings.Count(f.Text, "\n")), Err: errors.New("no query: after the header stands one SELECT")}}
	}
	if unclosed != "" {
		return []error{&bundle.FileError{Path: f.Path, Line: bundle.LineAt(f.Text, at), Err: errors.New(unclosed)}}
	}
	beginnings := []string{"SELECT", "WITH", "VALUES"}
	if first := strings.ToUpper(firstWord(masked)); !slices.Contains(beginnings, first) {
		return []error{&bundle.FileError{Path: f.Path, Line: bundle.WordLine(f.Text, ""), Err: fmt.Errorf("a file holds one SELECT and changes nothing; this one begins with %q%s", first, bundle.DidYouMean(first, beginnings))}}
	}
	if i := strings.Index(masked, "::"); i >= 0 {
		return []error{&bundle.FileError{Path: f.Path, Line: bundle.LineAt(masked, i), Err: errors.New("SQLite has no ::; a type is changed with CAST(… AS …)")}}
	}
	for _, at := range regexp.MustCompile(`(?i)(=|<>)\s*NULL\b`).FindAllStringIndex(masked, -1) {
		errs = append(errs, &bundle.FileError{Path: f.Path, Line: bundle.LineAt(masked, at[0]), Err: errors.New("a comparison with NULL is never true; write IS NULL or IS NOT NULL")})
	}
	if header {
		errs = append(errs, c.checkParameters(f, unsure)...)
	}
	columns, text, wrong := c.compileAll(f)
	errs = append(errs, wrong...)
	if text == "" || !header {
		return errs
	}
	for _, p := range eval.Placeholders(f.Message) {
		if slices.Contains(columns, p) {
			continue
		}
		hint := bundle.DidYouMean(p, columns)
		if hint == "" && slices.ContainsFunc(columns, func(c string) bool { return regexp.MustCompile(`\W`).MatchString(c) }) {
			hint = fmt.Sprintf("; name an expression with AS %s", p)
		}
		errs = append(errs, &bundle.FileError{Path: f.Path, Line: f.Line("message"), Err: fmt.Errorf("message names {%s}, but the query returns %s%s", p, strings.Join(columns, ", "), hint)})
	}
	if f.Kind == bundle.Facts && f.Into != "changes" {
		for _, name := range columns {
			if name != "n" && !slices.Contains(facts.ReadingColumns, name) {
				errs = append(errs, &bundle.FileError{Path: f.Path, Line: bundle.WordLine(f.Text, name), Err: fmt.Errorf("a reader returns no column %q%s", name, bundle.DidYouMean(name, facts.ReadingColumns))})
			}
		}
	}
	if f.Kind == bundle.Rules {
		errs = append(errs, c.checkPlan(ctx, f, text)...)
		errs = append(errs, c.checkNeeds(f, text)...)
	}
	if len(errs) == 0 && !unsure.options {
		errs = c.checkRun(ctx, f)
	}
	return errs
}

// firstWord is the keyword with which a statement begins.
func firstWord(masked string) string {
	masked = strings.TrimLeft(masked, "( \t\r\n")
	if i := strings.IndexFunc(masked, func(r rune) bool { return !unicode.IsLetter(r) }); i >= 0 {
		return masked[:i]
	}
	return masked
}

// checkParameters finds parameters that are not known, and options that nothing names.
func (c *checker) checkParameters(f *bundle.File, unsure doubt) (errs []error) {
	wrong := func(line int, format string, a ...any) {
		errs = append(errs, &bundle.FileError{Path: f.Path, Line: line, Err: fmt.Errorf(format, a...)})
	}
	used := bundle.Parameters(f.Text)
	known, all := eval.Parameters(f), append(eval.CallParameters(), "output")
	var spelled []string
	for _, k := range known {
		spelled = append(spelled, ":"+k)
	}
	for _, p := range used {
		switch {
		case slices.Contains(spelled, p):
		case !strings.HasPrefix(p, ":"):
			wrong(bundle.WordLine(f.Text, p), "parameters are spelled :name, not %s", p)
		case unsure.about(p[1:], slices.Contains(all, p[1:])):
		case f.Kind == bundle.Rules && slices.Contains(all, p[1:]):
			wrong(bundle.WordLine(f.Text, p), "%s is not known here: %s", p, targetHint(f))
		default:
			wrong(bundle.WordLine(f.Text, p), "no parameter %s%s", p, bundle.DidYouMean(p, spelled))
		}
	}
	for _, o := range slices.Sorted(maps.Keys(f.Options)) {
		switch line := f.Line("options." + o); {
		case regexp.MustCompile(`\W`).MatchString(o):
			wrong(line, "option %q can be no parameter: its name has letters, digits and _", o)
		case slices.Contains(eval.CallParameters(), o):
			wrong(line, "option %q has the name of a column, and :%s would mean both; choose another name", o, o)
		case !slices.Contains(used, ":"+o):
			wrong(line, "option %q is never used: nothing names :%s", o, o)
		}
	}
	return errs
}

// maxRepairs bounds how many mistakes of one statement are looked for.
const maxRepairs = 20

// compileAll compiles the statement. SQLite stops at the first mistake, so each is mended in
// a copy, and the copy compiled again. text is what compiled in the end, "" if nothing did
// that still means what was meant.
func (c *checker) compileAll(f *bundle.File) (columns []string, text string, errs []error) {
	text = f.Text
	meant := true
	stopgaps := map[string]bool{} // what was put in place of a function
	for range maxRepairs {
		columns, err := c.sandbox.Columns(text)
		if err == nil {
			if !meant {
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
		said := c.names.explain(f, text, message)
		mended := text
		if said.replace != "" && said.by != "" {
			mended = bundle.ReplaceWord(text, said.replace, said.by)
			stopgaps[said.by] = true
		}
		line := bundle.WordLine(text, said.word)
		if strings.HasPrefix(message, "near ") {
			line = c.syntaxLine(text, said.word)
		}
		errs = append(errs, &bundle.FileError{Path: f.Path, Line: line, Err: errors.New(said.said)})
		if mended == text {
			break
		}
		meant = meant && said.meant
		text = mended
	}
	return nil, "", errs
}

// checkNeeds finds tables that a rule says it needs and does not ask: their being empty says
// nothing of what it would find.
func (c *checker) checkNeeds(f *bundle.File, text string) (errs []error) {
	if len(f.Needs) == 0 {
		return nil
	}
	reads, err := c.sandbox.Tables(text)
	if err != nil {
		return nil // reported already
	}
	for _, table := range f.Needs {
		if name, _, _ := strings.Cut(table, "."); !reads[name] {
			errs = append(errs, &bundle.FileError{Path: f.Path, Line: f.ValueLine("needs", table), Err: fmt.Errorf("the query does not read %s, so what it needs cannot be seen from there", table)})
		}
	}
	return errs
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

// syntaxLine is the line of the word at which the parser stops, which may stand in many
// places: the first up to which the statement is not merely incomplete.
func (c *checker) syntaxLine(text, word string) int {
	masked := bundle.Mask(text)
	for i := bundle.WordIndex(masked, word, 0); i >= 0; i = bundle.WordIndex(masked, word, i+1) {
		if err := c.sandbox.ParseBeginning(text[:i+len(word)]); err != nil && strings.HasPrefix(store.Message(err), "near ") {
			return bundle.LineAt(text, i)
		}
	}
	return bundle.WordLine(text, word)
}

// checkQuotes finds texts in double quotes: to SQLite "x" is the column x, and silently a
// text if there is none.
func (c *checker) checkQuotes(f *bundle.File, text string) (errs []error) {
	for _, quoted := range slices.Compact(slices.Sorted(slices.Values(regexp.MustCompile(`"[^"\n]*"`).FindAllString(bundle.Mask(text), -1)))) {
		name := strings.Trim(quoted, `"`)
		_, err := c.sandbox.Columns(bundle.ReplaceWord(text, quoted, "["+name+"]"))
		if err != nil && strings.Contains(err.Error(), "no such column: "+name) {
			errs = append(errs, &bundle.FileError{Path: f.Path, Line: bundle.WordLine(f.Text, quoted), Err: fmt.Errorf("no such column: %s; a text stands in single quotes: '%s'", name, name)})
		}
	}
	return errs
}

// targetHint says what a rule must select to have more parameters.
func targetHint(f *bundle.File) string {
	switch files, commands := f.Selects(); {
	case files:
		return "a rule that is asked about files knows the columns of events and touches"
	case commands:
		return "a rule that is asked about commands knows the columns of events and commands"
	default:
		return "a rule without tools, commands or paths knows only the columns of events"
	}
}
