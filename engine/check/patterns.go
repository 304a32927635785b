package check

import (
	"errors"
	"fmt"
	"io/fs"
	"maps"
	"path"
	"regexp"
	"slices"
	"strings"

	"witness/engine/bundle"
	"witness/engine/lines"
	"witness/engine/runs"
)

// checkPatterns reports mistakes in a reader's patterns: an expression that does not compile, a key that
// names a pattern or a section that does not exist, and, if the reader has a test, a pattern that takes
// no line of it.
func checkPatterns(f *bundle.File, source fs.FS) (errs []error) {
	if f.Kind != bundle.Facts || f.Err != nil || !f.HasPatterns() {
		return nil
	}
	set, err := lines.NewSet(f, true)
	if err != nil {
		return []error{err}
	}
	errs = append(checkPatternNames(f, set), checkPatternGroups(f, set)...)
	if source == nil {
		return errs
	}
	script, err := fs.ReadFile(source, path.Join(bundle.Facts+".d", f.Name+".txtar"))
	if err != nil {
		return errs // it has no test
	}
	return append(errs, UntestedPatterns(f, outputs(string(script)))...)
}

// checkPatternNames reports keys that name a pattern, a section or a group that the header does not have.
func checkPatternNames(f *bundle.File, set *lines.Set) (errs []error) {
	known, inBraces := append(slices.Clone(lines.Columns), set.Extra...), regexp.MustCompile(`\{(\w+)\}`)
	var kinds, names []string
	for _, p := range f.Patterns() {
		kinds, names = append(kinds, p.Kind()), append(names, p.Name)
	}
	check := func(line int, key, name, what string, known []string) {
		if !slices.Contains(known, name) {
			errs = append(errs, &bundle.FileError{Path: f.Path, Line: line, Err: fmt.Errorf("%s: no %s %q%s", key, what, name, bundle.DidYouMean(name, known))})
		}
	}
	for _, section := range slices.Sorted(maps.Keys(f.In)) {
		check(f.Line("in."+section), "in", section, "section or heading", append(names, lines.GapSection))
		for _, kind := range bundle.Words(f.In, section) {
			check(f.ValueLine("in."+section, kind), "in."+section, kind, "pattern", kinds)
		}
	}
	for _, name := range slices.Sorted(maps.Keys(f.Set)) {
		check(f.Line("set."+name), "set", name, "pattern with the name", names)
		columns, _ := f.Set[name].(map[string]any)
		for _, column := range slices.Sorted(maps.Keys(columns)) {
			text, _ := columns[column].(string)
			for _, group := range inBraces.FindAllStringSubmatch(text, -1) {
				check(f.Line("set."+name+"."+column), "set."+name+"."+column, group[1], "column or group", known)
			}
		}
	}
	for key, list := range map[string][]string{
		"own": f.Own, "after": f.After, "before": f.Before, "besides": f.Besides, "halts": f.Halts, "ends": f.Ends, "restarts": f.Restarts,
		"placed": f.Placed,
	} {
		for _, kind := range list {
			check(f.ValueLine(key, kind), key, kind, "pattern", kinds)
		}
	}
	for key, list := range map[string][]string{"quote": f.Quote, "lists": f.Lists} {
		for _, name := range list {
			check(f.ValueLine(key, name), key, name, "section", names)
		}
	}
	return errs
}

// outputs returns the files of a test script, which are in the txtar format.
func outputs(script string) (list []string) {
	var name string
	var b strings.Builder
	add := func() {
		if name != "" && !strings.HasSuffix(name, ".facts") {
			list = append(list, b.String())
		}
		b.Reset()
	}
	for line := range strings.Lines(script) {
		if rest, ok := strings.CutPrefix(line, "-- "); ok && strings.HasSuffix(strings.TrimSpace(rest), " --") {
			add()
			name = strings.TrimSuffix(strings.TrimSpace(rest), " --")
			continue
		}
		b.WriteString(line)
	}
	add()
	return list
}

// UntestedPatterns reports the patterns of a reader that take no line of its test, and those that lose
// a line to a pattern above that says less of it.
func UntestedPatterns(f *bundle.File, outputs []string) (errs []error) {
	taken, lost := runs.TakenBy(f, outputs)
	for _, p := range f.Patterns() {
		wrong := ""
		switch by := lost[p.Text]; {
		case by != "":
			wrong = fmt.Sprintf("%s, which is above, takes a line of the reader's test that %s matches more exactly; move this pattern above it", by, p.Kind())
		case !taken[p.Text]:
			wrong = fmt.Sprintf("%s takes no line of the reader's test: %q", p.Kind(), p.Text)
		default:
			continue
		}
		errs = append(errs, &bundle.FileError{Path: f.Path, Line: p.Line, Err: errors.New(wrong)})
	}
	return slices.CompactFunc(errs, func(a, b error) bool { return a.Error() == b.Error() })
}
