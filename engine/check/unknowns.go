package check

import (
	"reflect"
	"slices"

	"witness/engine/bundle"
	"witness/engine/hook"
	"witness/engine/store"
)

// unknowns is what cannot be known about a file because a key of its header is wrong. The wrong key
// is reported once; mistakes that may only follow from it are not reported.
type unknowns struct {
	targets bool     // the calls it is evaluated for, and so which parameters it has
	options bool     // its options
	names   []string // the wrong keys: an option may have been meant
}

// findUnknowns looks for unknown keys and for wrong values of known ones.
func findUnknowns(f *bundle.File, tree map[string]any) (u unknowns) {
	var known []string
	for _, k := range bundle.HeaderKeys {
		known = append(known, k.Name)
	}
	note := func(key string) {
		u.targets = u.targets || slices.Contains([]string{"tools", "commands", "paths", "when"}, key)
		u.options = u.options || key == "options"
	}
	allowed := map[string][]string{"tools": hook.Tools, "when": append(slices.Clone(hook.Moments), bundle.AfterFailure)}
	fields := reflect.VisibleFields(reflect.TypeFor[bundle.Header]())
	for name, v := range tree {
		i := slices.IndexFunc(fields, func(field reflect.StructField) bool { return field.Tag.Get("toml") == name })
		switch {
		case !slices.Contains(known, name):
			note(bundle.Nearest(name, known))
			u.names = append(u.names, name)
		case i >= 0 && mismatch(name, fields[i].Type, v) != "":
			note(name)
		case allowed[name] != nil && slices.ContainsFunc(v.([]any), func(v any) bool { return !slices.Contains(allowed[name], store.Text(v)) }):
			note(name)
		case name == "options" && !bindable(v.(map[string]any)):
			note(name)
		}
	}
	return u
}

// bindable reports whether the values of all options can be bound to parameters.
func bindable(options map[string]any) bool {
	for _, v := range options {
		if !bundle.Bindable(v) {
			return false
		}
	}
	return true
}

// mayHave reports whether the file may have a parameter. ofCall says whether it is the name of a
// parameter that some calls have; any other can only be an option.
func (u unknowns) mayHave(parameter string, ofCall bool) bool {
	return ofCall && u.targets || !ofCall && u.options || slices.Contains(u.names, parameter)
}
