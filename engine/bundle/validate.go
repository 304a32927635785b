package bundle

import (
	"errors"
	"fmt"
	"maps"
	"slices"
	"strings"

	"witness/engine/hook"
	"witness/engine/marks"
)

// globPlaces are the places that a glob in the key paths may begin with.
var globPlaces = []string{"$config", "$store", "$program"}

// validate checks the values that a hook relies on. `witness rules check` finds everything else
// that can be wrong with a file.
func (f *File) validate() error {
	v := validator{File: f}
	for _, k := range HeaderKeys {
		if k.Allowed != nil && strings.Contains(k.Kinds, f.Kind) {
			v.allowed(k)
		}
	}
	switch f.Kind {
	case Rules:
		v.rule()
	case Facts:
		v.reader()
	}
	return errors.Join(v.errs...)
}

// A validator collects the mistakes of a header.
type validator struct {
	*File
	errs []error
}

func (v *validator) wrongAt(line int, format string, a ...any) {
	v.errs = append(v.errs, &FileError{v.Path, line, fmt.Errorf(format, a...)})
}

func (v *validator) wrong(key, format string, a ...any) { v.wrongAt(v.Line(key), format, a...) }

// allowed checks that a key has only allowed values.
func (v *validator) allowed(k Key) {
	var values []string
	switch field := k.field(&v.Header).(type) {
	case *string:
		if *field != "" {
			values = []string{*field}
		}
	case *[]string:
		values = *field
	}
	for _, value := range values {
		if !slices.Contains(k.Allowed, value) {
			v.wrongAt(v.ValueLine(k.Name, value), "%s must be %s, not %q%s", k.Name, Listed(k.Allowed), value, DidYouMean(value, k.Allowed))
		}
	}
}

// rule checks the header of a rule.
func (v *validator) rule() {
	for _, listed := range v.Paths {
		g, excludes := strings.CutPrefix(listed, "!")
		if excludes && strings.HasPrefix(g, "~") || excludes && strings.HasPrefix(g, "$") {
			v.wrongAt(v.ValueLine("paths", listed), "%q: a glob after ! is relative to the project or absolute", listed)
			continue
		}
		if err := CheckGlob(g); err != nil {
			v.wrongAt(v.ValueLine("paths", listed), "%q %v", listed, err)
		}
		if place, _, _ := strings.Cut(g, "/"); strings.HasPrefix(g, "$") && !slices.Contains(globPlaces, strings.TrimRight(place, "*")) {
			v.wrong("paths", "%q: a glob begins with %s, or with no $%s", g, Listed(globPlaces), DidYouMean(place, globPlaces))
		}
	}
	for _, name := range slices.Sorted(maps.Keys(v.Options)) {
		if !Bindable(v.Options[name]) {
			v.wrong("options."+name, "option %s must be a number, a string, true or false, or a list of these", name)
		}
	}
	for _, name := range slices.Sorted(maps.Keys(v.Takes)) {
		if _, has := v.Options[name]; !has || !slices.Contains(takes, fmt.Sprint(v.Takes[name])) && v.optionWords(name) == nil {
			v.wrong("takes", "takes.%s must be %s, of an option of the rule", name, Listed(takes))
		}
	}
	if v.Pack != "" && CheckName(v.Pack) != nil {
		v.wrong("pack", "pack must be a name of at most %d lower-case letters, digits and underscores that begins with a letter", maxName)
	}
	if v.Message == "" {
		v.wrongAt(max(v.Line("message"), v.HeaderLine()), "a rule needs a message, which is shown for each row")
	}
	if _, err := ParseRepeat(v.Repeat); err != nil {
		v.wrong("repeat", "%v", err)
	}
	if v.Per != "" && v.Repeat == nil {
		v.wrong("per", "per says what repeat counts by, and there is no repeat")
	}
	v.names()
	if v.Holds < 0 {
		v.wrong("holds", "holds must be 0 or more, not %d", v.Holds)
	}
	if v.Holds > 0 && !slices.Contains(v.When, hook.Stop) && !slices.Contains(v.When, hook.SubagentStop) {
		v.wrong("holds", "holds is about stops, and `when` lists neither \"stop\" nor \"subagent_stop\"")
	}
	if v.Escalate < 0 {
		v.wrong("escalate", "escalate must be 0 or more, not %d", v.Escalate)
	}
}

// names checks what a rule and its options were called before.
func (v *validator) names() {
	for _, was := range v.Was {
		if CheckName(was) != nil || was == v.Name {
			v.wrongAt(v.ValueLine("was", was), "was lists the names that the rule had before, and %q is %s", was, map[bool]string{true: "its present name", false: "no name of a rule"}[was == v.Name])
		}
	}
	for _, present := range slices.Sorted(maps.Keys(v.OptionWas)) {
		key := "option_was." + present
		list, isList := v.OptionWas[present].([]any)
		if _, is := v.Options[present]; !is {
			v.wrong(key, "the rule has no options.%s%s", present, DidYouMean(present, slices.Sorted(maps.Keys(v.Options))))
		}
		if !isList || slices.ContainsFunc(list, func(was any) bool { _, ok := was.(string); return !ok }) {
			v.wrong(key, "option_was.%s must be a list of names, such as [\"limit\"]", present)
			continue
		}
		for _, was := range list {
			if _, is := v.Options[was.(string)]; is {
				v.wrong(key, "option_was.%s lists the names that the option had before, and the rule has options.%s", present, was)
			}
		}
	}
}

// Bindable reports whether a value of an option can be a parameter: a number, a string, a boolean or a list of
// these, which is a JSON array in the query.
func Bindable(v any) bool {
	switch v := v.(type) {
	case int64, float64, bool, string:
		return true
	case []any:
		return !slices.ContainsFunc(v, func(item any) bool { _, nested := item.([]any); return nested || !Bindable(item) })
	}
	return false
}

// reader checks the header of a reader, and that a file with markers is none.
func (v *validator) reader() {
	if v.Query != "" && !v.isTOML() {
		v.wrong("query", "in a .sql file the SELECT follows the header; query is a key of .toml files")
	}
	if len(v.Markers) > 0 {
		if v.Into != "" || len(v.Contains)+len(v.Commands)+len(v.Reads)+len(v.Tasks) > 0 || v.Query != "" {
			v.wrong("markers", "a file with markers reads no output: put what says whose output is read into another file")
		}
		if _, name, err := marks.Compile(v.Markers); err != nil {
			v.wrong("markers."+name, "markers.%s: %w", name, err)
		}
		return
	}
	if v.Into == "" {
		v.wrongAt(v.HeaderLine(), "a reader without patterns of tests or findings needs the table that its rows go to, such as into = %q", targetTables[0])
	}
	if (v.Into == "labels") != (len(v.Reads) > 0) {
		v.wrongAt(v.HeaderLine(), "a reader into labels needs reads = [\"message\"] or [\"answer\"], and no other reader has it")
	}
	if len(v.Contains) == 0 && len(v.Commands) == 0 && v.Into != "runs" {
		v.wrongAt(v.HeaderLine(), "a reader needs contains or commands, or it would run on every output")
	}
}

// Doubled is what ParseRepeat returns for "doubled": a warning is given again when the column `count`
// of its row is twice what it was.
const Doubled = -1

// ParseRepeat returns the value of a repeat key as a number, 0 for always, or Doubled.
func ParseRepeat(v any) (int64, error) {
	switch v := v.(type) {
	case nil:
		return 0, nil
	case int64:
		if v > 0 {
			return v, nil
		}
	case string:
		if v == "always" {
			return 0, nil
		}
		if v == "once" {
			return 1, nil
		}
		if v == "doubled" {
			return Doubled, nil
		}
	}
	return 0, fmt.Errorf("repeat must be \"always\", \"once\", \"doubled\" or a number above 0, not %#v", v)
}

// Listed joins words to an alternative, such as `a, b or c`.
func Listed(words []string) string {
	if len(words) < 2 {
		return strings.Join(words, "")
	}
	return strings.Join(words[:len(words)-1], ", ") + " or " + words[len(words)-1]
}
