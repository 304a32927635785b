package check

import (
	"fmt"
	"maps"
	"regexp"
	"slices"
	"strings"
	"sync"

	"witness/engine/bundle"
	"witness/engine/marks"
	"witness/engine/sqltext"
)

// labelUse matches a comparison of a column of labels or marks with a text, or with the first of several.
var labelUse = sync.OnceValue(func() *regexp.Regexp {
	return regexp.MustCompile(`(?i)(?:\b(\w+)\.)?\b(kind|label|mark)\s*(?:=|IN\s*\()\s*'([^']*)'`)
})

// checkLabels reports the kinds, labels and markers in a query that no file gives: the rule would never speak. A reader with a query of its own
// may give any label.
func (c *checker) checkLabels(f *bundle.File, readers []*bundle.File) (errs []error) {
	text := f.Statement()
	masked, _, _ := sqltext.Scan(text)
	given := givenLabels(readers)
	for _, m := range labelUse().FindAllStringSubmatchIndex(text, -1) {
		alias, column, value := "", strings.ToLower(text[m[4]:m[5]]), text[m[6]:m[7]]
		if m[2] >= 0 {
			alias = text[m[2]:m[3]]
		}
		known, what := given[column], "no reader gives the "+column
		if column == "mark" {
			what = "nothing that is counted in files is called"
		}
		switch {
		case known == nil || slices.Contains(known, value):
		case strings.TrimSpace(masked[m[4]:m[5]]) == "": // a comment
		case c.names.isOf(text, alias, map[bool]string{true: "marks", false: "labels"}[column == "mark"]):
			errs = append(errs, &bundle.FileError{Path: f.Path, Line: sqltext.LineAt(text, m[0]), Err: fmt.Errorf("%s %q, so this finds nothing%s", what, value, bundle.DidYouMean(value, known))})
		}
	}
	return errs
}

// isOf reports whether a column with this alias in a query, "" for none, is certainly one of a table.
func (n schemaNames) isOf(text, alias, table string) bool {
	aliases := n.aliases(text)
	if alias != "" {
		return aliases[alias] == table
	}
	return len(aliases) > 0 && !slices.ContainsFunc(slices.Collect(maps.Values(aliases)), func(other string) bool { return other != table })
}

// givenLabels returns what readers give as the columns kind and label of labels and as the column mark of marks, nil for a column that can have any text.
func givenLabels(readers []*bundle.File) map[string][]string {
	kinds, labels, counted := []string{}, []string{}, slices.Clone(marks.Names[:])
	for _, r := range readers {
		if r.Parse() != nil { // nobody has asked for the headers of all
			continue
		}
		counted = append(counted, slices.Sorted(maps.Keys(r.Markers))...)
		if r.Into != "labels" || kinds == nil {
			continue
		}
		if kinds, labels = append(kinds, r.Name), append(labels, slices.Sorted(maps.Keys(r.Label))...); r.HasSelect() {
			kinds, labels = nil, nil
		}
	}
	return map[string][]string{"kind": kinds, "label": labels, "mark": counted}
}
