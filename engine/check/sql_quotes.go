package check

import (
	"fmt"
	"regexp"
	"slices"
	"strings"

	"witness/engine/bundle"
	"witness/engine/sqltext"
)

// checkQuotes reports strings in double quotes. To SQLite "x" is the column x, and silently a string
// if there is no such column.
func (c *checker) checkQuotes(f *bundle.File, text string) (errs []error) {
	quotes := slices.Compact(slices.Sorted(slices.Values(regexp.MustCompile(`"[^"\n]*"`).FindAllString(sqltext.Mask(text), -1))))
	bracketed := text
	for _, quoted := range quotes {
		bracketed = sqltext.ReplaceWord(bracketed, quoted, "["+strings.Trim(quoted, `"`)+"]")
	}
	if _, err := c.sandbox.Columns(bracketed); err == nil {
		return nil
	}
	for _, quoted := range quotes {
		name := strings.Trim(quoted, `"`)
		_, err := c.sandbox.Columns(sqltext.ReplaceWord(text, quoted, "["+name+"]"))
		if err != nil && strings.Contains(err.Error(), "no such column: "+name) {
			errs = append(errs, &bundle.FileError{Path: f.Path, Line: sqltext.WordLine(f.Statement(), quoted), Err: fmt.Errorf("no such column: %s; a string is written in single quotes: '%s'", name, name)})
		}
	}
	return errs
}

// targetHint returns which parameters a rule has, by what it selects.
func targetHint(f *bundle.File) string {
	switch files, commands := f.Selects(); {
	case files:
		return "a rule for files has the columns of events and touches"
	case commands:
		return "a rule for commands has the columns of events and commands"
	default:
		return "a rule without tools, commands or paths has only the columns of events"
	}
}
