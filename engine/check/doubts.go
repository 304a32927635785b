package check

import (
	"reflect"
	"slices"

	"witness/engine/bundle"
	"witness/engine/hook"
	"witness/engine/store"
)

// A doubt is what cannot be told of a file because a key of its header is wrong: that is
// said once, where it is, and not again of what follows from it.
type doubt struct {
	subjects bool     // what it is asked about, and so what it knows of a call
	options  bool     // which options it has
	names    []string // what a wrong key may have meant to set
}

// doubtAbout looks for unknown keys, and for wrong values of known ones.
func doubtAbout(f *bundle.File, tree map[string]any) (d doubt) {
	var known []string
	for _, k := range bundle.HeaderKeys {
		known = append(known, k.Name)
	}
	note := func(key string) {
		d.subjects = d.subjects || slices.Contains([]string{"tools", "commands", "paths", "when"}, key)
		d.options = d.options || key == "options"
	}
	allowed := map[string][]string{"tools": hook.Tools, "when": hook.Moments}
	fields := reflect.VisibleFields(reflect.TypeFor[bundle.Header]())
	for name, v := range tree {
		i := slices.IndexFunc(fields, func(field reflect.StructField) bool { return field.Tag.Get("toml") == name })
		switch {
		case !slices.Contains(known, name):
			note(bundle.Nearest(name, known))
			d.names = append(d.names, name)
		case i >= 0 && mismatch(name, fields[i].Type, v) != "":
			note(name)
		case allowed[name] != nil && slices.ContainsFunc(v.([]any), func(v any) bool { return !slices.Contains(allowed[name], store.Text(v)) }):
			note(name)
		case name == "options" && !bindable(v.(map[string]any)):
			note(name)
		}
	}
	return d
}

// bindable tells whether all options can be parameters.
func bindable(options map[string]any) bool {
	for _, v := range options {
		switch v.(type) {
		case int64, float64, bool, string:
		default:
			return false
		}
	}
	return true
}

// about tells whether it cannot be said that a file does not know a parameter. ofCalls
// tells whether that is a column of some calls.
func (d doubt) about(parameter string, ofCalls bool) bool {
	return ofCalls && d.subjects || !ofCalls && d.options || slices.Contains(d.names, parameter)
}
