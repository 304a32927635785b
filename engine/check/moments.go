package check

import (
	"fmt"
	"maps"
	"regexp"
	"slices"
	"strings"
	"sync"

	"witness/engine/bundle"
	"witness/engine/hook"
	"witness/engine/sqltext"
)

// atEnd and ofCalls are the moments at which the end of a call is known, and those of calls.
var (
	atEnd   = []string{hook.After}
	ofCalls = []string{hook.Before, hook.After}
)

// knownAt are the moments at which a parameter has a value, for those that have none at others.
var knownAt = map[string][]string{"exit": atEnd, "duration_ms": atEnd, "command": ofCalls, "host": ofCalls, "lines": {hook.Before}}

// eventColumns are the moments whose rows of events have a value in a column. A call that was refused has its outcome in the row of before.
var eventColumns = map[string][]string{"exit": atEnd, "duration_ms": atEnd, "command": ofCalls, "host": ofCalls}

// hasAlternatives matches what makes a row, or a value of it, one of several: the moment that is named may not be that of all rows.
var hasAlternatives = sync.OnceValue(func() *regexp.Regexp {
	return regexp.MustCompile(`(?i)\b(?:OR|LEFT|CASE|iif|coalesce)\b`)
})

// checkMoments reports what a rule asks for at a moment that does not have it: parameters at all moments of the rule, and columns of events in
// rows that the query selects by their moment. A comparison with it finds nothing, or everything.
func (c *checker) checkMoments(f *bundle.File) (errs []error) {
	text, masked := f.Statement(), sqltext.Mask(f.Statement())
	if f.Kind == bundle.Rules && len(f.Takes) == 0 && f.Parse() == nil {
		for _, p := range sqltext.Parameters(text) {
			at := knownAt[strings.TrimPrefix(p, ":")]
			if at != nil && !slices.ContainsFunc(at, f.RunsAt) {
				errs = append(errs, &bundle.FileError{Path: f.Path, Line: sqltext.WordLine(text, p), Err: fmt.Errorf("%s has no value at the moments of this rule: it is known at %q", p, strings.Join(at, ", "))})
			}
		}
	}
	if hasAlternatives().MatchString(masked) {
		return errs
	}
	for _, m := range regexp.MustCompile(`(?i)(?:\b(\w+)\.)?\bmoment\s*=\s*'(\w+)'`).FindAllStringSubmatchIndex(text, -1) {
		alias, moment := "", text[m[4]:m[5]]
		if m[2] >= 0 {
			alias = text[m[2]:m[3]]
		}
		if strings.TrimSpace(masked[m[0]:m[0]+1]) == "" || !c.names.isOf(text, alias, "events") {
			continue
		}
		for _, column := range slices.Sorted(maps.Keys(eventColumns)) {
			name, at := column, eventColumns[column]
			if alias != "" {
				name = alias + "." + column
			}
			if i := sqltext.WordIndex(masked, name, 0); i >= 0 && !slices.Contains(at, moment) {
				errs = append(errs, &bundle.FileError{Path: f.Path, Line: sqltext.LineAt(text, i), Err: fmt.Errorf("%s has no value in the rows of events with the moment %q: it is in those of %q", name, moment, strings.Join(at, ", "))})
			}
		}
	}
	return errs
}
