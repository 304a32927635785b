package check

import (
	"fmt"
	"maps"
	"slices"
	"strings"

	"witness/engine/bundle"
	"witness/engine/lines"
	"witness/engine/runs"
)

// checkPatternGroups reports patterns that cannot have an effect: groups that are no columns, names of
// tests or outcomes that nothing gives, words without a meaning, and a reader that reads no output.
func checkPatternGroups(f *bundle.File, set *lines.Set) (errs []error) {
	wrong := func(line int, format string, args ...any) {
		errs = append(errs, &bundle.FileError{Path: f.Path, Line: line, Err: fmt.Errorf(format, args...)})
	}
	if len(f.Contains) == 0 && !f.HasSelect() { // a query may interpret the exit code alone
		wrong(f.HeaderLine(), "patterns need contains: an output is read only if it has one of these literals, such as contains = [%q]", " failed")
	}
	for _, word := range slices.Sorted(maps.Keys(f.Header.Words)) {
		if !slices.Contains(runs.Meanings, word) {
			wrong(f.Line("words."+word), "words: no meaning %q%s; the meanings are %s", word, bundle.DidYouMean(word, runs.Meanings), strings.Join(runs.Meanings, ", "))
		}
	}
	for _, p := range set.All {
		if p.Role == "line" || p.Role == "json" || p.Role == "xml" {
			continue // a query may read any group
		}
		gives := func(place int) bool { return slices.Contains(p.Groups(), lines.Columns[place]) || p.Gives(place) }
		for _, group := range p.Groups() {
			if of, _, several := strings.Cut(group, "_"); group != "" && group != "plan" && !slices.Contains(lines.Columns, group) && (!several || !slices.Contains(lines.Columns, of)) {
				wrong(p.Line, "%s: the group %q is no column%s", p.Kind(), group, bundle.DidYouMean(group, lines.Columns))
			}
		}
		if p.Role != "test" {
			continue
		}
		if !gives(lines.Test) && !gives(lines.Short) && !gives(lines.Sub) && !gives(lines.Outcome) { // an outcome alone is that of the open test
			wrong(p.Line, "%s names no test: put its name into a group, such as {test}", p.Kind())
		}
		if !gives(lines.Outcome) && !runs.IsOutcome(f.Header.Words, p.Name) {
			wrong(p.Line, "%s gives no outcome: call it test.pass, test.fail, test.skip or test.begin, or put the word into a group, (?<outcome>…)", p.Kind())
		}
	}
	return errs
}
