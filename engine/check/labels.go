package check

import (
	"fmt"
	"maps"
	"regexp"
	"slices"
	"strings"
	"sync"

	"witness/engine/bundle"
	"witness/engine/sqltext"
)

// labelUse matches a comparison of a column of labels with a text, or with the first of several.
var labelUse = sync.OnceValue(func() *regexp.Regexp {
	return regexp.MustCompile(`(?i)(?:\b(\w+)\.)?\b(kind|label)\s*(?:=|IN\s*\()\s*'([^']*)'`)
})

// checkLabels reports the kinds and labels in a query that no reader gives: the rule would never speak. A reader with a query of its own
// may give any label.
func (c *checker) checkLabels(f *bundle.File, readers []*bundle.File) (errs []error) {
	text := f.Statement()
	masked, _, _ := sqltext.Scan(text)
	aliases := c.names.aliases(text)
	given := map[string][]string{} // labels by kind
	for _, r := range readers {
		err := r.Parse() // nobody has asked for the headers of all
		switch {
		case r.Into != "labels" || err != nil:
		case r.HasSelect():
			return nil
		default:
			given[r.Name] = slices.Sorted(maps.Keys(r.Label))
		}
	}
	labels := slices.Concat(slices.Collect(maps.Values(given))...)
	for _, m := range labelUse().FindAllStringSubmatchIndex(text, -1) {
		alias, column, value := "", strings.ToLower(text[m[4]:m[5]]), text[m[6]:m[7]]
		if m[2] >= 0 {
			alias = text[m[2]:m[3]]
		}
		only := len(aliases) > 0 && !slices.ContainsFunc(slices.Collect(maps.Values(aliases)), func(table string) bool { return table != "labels" })
		if aliases[alias] != "labels" && (alias != "" || !only) || strings.TrimSpace(masked[m[4]:m[5]]) == "" {
			continue // another table's, or a comment's
		}
		known := labels
		if column == "kind" {
			known = slices.Sorted(maps.Keys(given))
		}
		if !slices.Contains(known, value) {
			errs = append(errs, &bundle.FileError{Path: f.Path, Line: sqltext.LineAt(text, m[0]), Err: fmt.Errorf("no reader gives the %s %q, so this finds nothing%s", column, value, bundle.DidYouMean(value, known))})
		}
	}
	return errs
}
