package check

import (
	"bytes"
	"errors"
	"fmt"
	"maps"
	"reflect"
	"slices"
	"strings"

	"github.com/BurntSushi/toml"

	"witness/engine/bundle"
	"witness/engine/facts"
	"witness/engine/hook"
	"witness/engine/shell"
)

// checkLines reports lines that look like header lines and are not: with two dashes, with leading
// spaces, or after the query.
func checkLines(f *bundle.File) (errs []error) {
	if strings.HasSuffix(f.Path, ".toml") {
		return nil
	}
	n, inQuery := 0, false
	for line := range strings.Lines(f.Text) {
		n++
		trimmed := strings.TrimSpace(line)
		rest := strings.TrimLeft(trimmed, "-")
		dashes := len(trimmed) - len(rest)
		name, _, _ := strings.Cut(strings.TrimSpace(rest), "=")
		name, _, _ = strings.Cut(strings.TrimSpace(name), ".")
		isKey := strings.Contains(rest, "=") && slices.ContainsFunc(bundle.HeaderKeys, func(k bundle.Key) bool { return k.Name == name })
		wrong := ""
		switch {
		case dashes < 2:
			inQuery = inQuery || trimmed != ""
			continue
		case !isKey && !(dashes > 3 && !inQuery):
			continue
		case inQuery:
			wrong = "a header line after the query is only a comment; move it before the query"
		case dashes == 2:
			wrong = fmt.Sprintf("with two dashes this is a comment; a header line has three: --- %s", strings.TrimSpace(rest))
		case dashes > 3:
			wrong = "this line is read as part of the header; a header line begins with exactly three dashes"
		case !strings.HasPrefix(line, "-"):
			wrong = "a header line must begin in the first column"
		default:
			continue
		}
		errs = append(errs, &bundle.FileError{Path: f.Path, Line: n, Err: errors.New(wrong)})
	}
	return errs
}

// checkKeys reports keys that are unknown, or not valid for this kind of file.
func checkKeys(f *bundle.File, tree map[string]any) (errs []error) {
	var known []string
	kinds := map[string]string{}
	for _, k := range bundle.HeaderKeys {
		kinds[k.Name] = k.Kinds
		if strings.Contains(k.Kinds, f.Kind) {
			known = append(known, k.Name)
		}
	}
	for _, name := range slices.Sorted(maps.Keys(tree)) {
		switch {
		case slices.Contains(bundle.DerivedKeys, name):
		case kinds[name] == "":
			errs = append(errs, f.UnknownKey(name))
		case !slices.Contains(known, name):
			errs = append(errs, &bundle.FileError{Path: f.Path, Line: f.Line(name), Err: fmt.Errorf("key %q is not valid in %s.d; it belongs in %s", name, f.Kind, strings.ReplaceAll(kinds[name], " ", ".d or ")+".d")})
		}
	}
	return errs
}

// checkTypes reports all values of the wrong type, where the TOML decoder stops at the first, and
// then sets the file's header from the other values.
func checkTypes(f *bundle.File, tree map[string]any) (errs []error) {
	header := reflect.TypeFor[bundle.Header]()
	for _, name := range slices.Sorted(maps.Keys(tree)) {
		i := slices.IndexFunc(reflect.VisibleFields(header), func(field reflect.StructField) bool { return field.Tag.Get("toml") == name })
		if i < 0 {
			continue
		}
		if want := mismatch(name, header.Field(i).Type, tree[name]); want != "" {
			errs = append(errs, &bundle.FileError{Path: f.Path, Line: f.Line(name), Err: errors.New(want)})
			if text, ok := tree[name].(string); ok && header.Field(i).Type.Kind() == reflect.Slice {
				tree[name] = []string{text}
			} else {
				delete(tree, name)
			}
		}
	}
	if len(errs) == 0 {
		return nil
	}
	var rest bytes.Buffer
	h := bundle.Header{}
	if err := toml.NewEncoder(&rest).Encode(tree); err != nil {
		return append(errs, &bundle.FileError{Path: f.Path, Line: f.HeaderLine(), Err: err})
	}
	if _, err := toml.Decode(rest.String(), &h); err != nil {
		return append(errs, &bundle.FileError{Path: f.Path, Line: f.HeaderLine(), Err: err})
	}
	if h.Message == "" && f.Line("message") > 0 {
		h.Message = "…" // it is not missing: its type was reported
	}
	_ = f.SetHeader(h) // sets f.Err
	return errs
}

// dottedName returns an error message if the name of a pattern has a dot, which TOML takes for a table in a table.
func dottedName(role string, patterns map[string]any) string {
	for _, name := range slices.Sorted(maps.Keys(patterns)) {
		if inner, ok := patterns[name].(map[string]any); ok {
			rest := slices.Min(slices.Collect(maps.Keys(inner)))
			return fmt.Sprintf("%s.%s.%s: the name of a pattern has no dot; write %s.%s_%s", role, name, rest, role, name, rest)
		}
	}
	return ""
}

// mismatch returns an error message that says how to write a key if its value has the wrong type,
// and "" otherwise.
func mismatch(name string, want reflect.Type, v any) string {
	switch want.Kind() {
	case reflect.String:
		if _, ok := v.(string); !ok {
			return fmt.Sprintf("%s must be a string: %s = \"…\"", name, name)
		}
	case reflect.Int64:
		if _, ok := v.(int64); !ok {
			return fmt.Sprintf("%s must be a whole number: %s = 3", name, name)
		}
	case reflect.Bool:
		if _, ok := v.(bool); !ok {
			return fmt.Sprintf("%s must be true or false", name)
		}
	case reflect.Map:
		table, ok := v.(map[string]any)
		switch isRole := slices.Contains(bundle.PatternRoles, name); {
		case !ok && isRole:
			return fmt.Sprintf("a pattern of the role %s needs a name: %s.NAME = '%v'", name, name, v)
		case !ok:
			return fmt.Sprintf("%s must be a table: %s.limit = %v", name, name, v)
		case isRole:
			return dottedName(name, table)
		}
	case reflect.Slice:
		if text, ok := v.(string); ok {
			return fmt.Sprintf("%s must be a list: %s = [%q]", name, name, text)
		}
		list, ok := v.([]any)
		if !ok || slices.ContainsFunc(list, func(v any) bool { _, ok := v.(string); return !ok }) {
			return fmt.Sprintf("%s must be a list of strings: %s = [\"…\", \"…\"]", name, name)
		}
	}
	return ""
}

// checkSelection reports keys of a rule's header that can never select anything, and unpaired
// braces in its message.
func checkSelection(f *bundle.File, unknown unknowns) (errs []error) {
	if f.Kind != bundle.Rules {
		return nil
	}
	wrong := func(line int, format string, a ...any) {
		errs = append(errs, &bundle.FileError{Path: f.Path, Line: line, Err: fmt.Errorf(format, a...)})
	}
	for _, c := range f.Commands {
		switch name, names := commandName(c); {
		case name == "":
			wrong(f.ValueLine("commands", c), "%q is not one command; list each command separately", c)
		case !slices.ContainsFunc(names, func(name string) bool { return facts.Lists([]string{c}, name) }):
			wrong(f.ValueLine("commands", c), "%q selects no command: commands are selected by program and subcommand, here %q; the other words are in :args", c, name)
		}
	}
	for _, g := range f.Paths {
		if rest := strings.TrimLeft(g, "./"); strings.HasPrefix(g, "./") || strings.HasPrefix(g, "../") {
			wrong(f.ValueLine("paths", g), "%q selects no file: paths are relative to the project, such as %q", g, rest)
		}
	}
	if len(f.Paths) > 0 && !slices.ContainsFunc(f.Paths, func(g string) bool { return !strings.HasPrefix(g, "!") }) {
		wrong(f.Line("paths"), "paths selects no file: every glob begins with ! and takes out what those before it select; begin with \"**\"")
	}
	calls := f.RunsAt(hook.Before) || f.RunsAt(hook.After)
	files := slices.ContainsFunc(f.Tools, func(t string) bool {
		return slices.Contains([]string{hook.Read, hook.Edit, hook.Write, hook.Delete}, t)
	})
	for _, key := range []struct {
		name string
		set  bool
	}{{"tools", len(f.Tools) > 0}, {"commands", len(f.Commands) > 0}, {"paths", len(f.Paths) > 0}} {
		if key.set && !calls && !unknown.targets {
			wrong(f.Line(key.name), "%s selects nothing at the moments that `when` lists; it applies only before and after a tool call", key.name)
		}
	}
	switch {
	case unknown.targets:
	case len(f.Commands) > 0 && len(f.Tools) > 0 && !slices.Contains(f.Tools, hook.Run):
		wrong(f.Line("commands"), "commands selects nothing because tools does not list \"run\"; remove tools")
	case len(f.Paths) > 0 && len(f.Tools) > 0 && !files:
		wrong(f.Line("paths"), "paths selects nothing because tools lists none of \"read\", \"edit\", \"write\", \"delete\"; a shell command that changes a file counts as an edit or a write of it")
	}
	if text := strings.NewReplacer("{{", "", "}}", "").Replace(f.Message); strings.Count(text, "{") != strings.Count(text, "}") {
		wrong(f.Line("message"), "message has an unpaired brace; a literal brace is doubled: {{ or }}")
	}
	return errs
}

// commandName returns the name of a command in a header's list, "" if it is not one command, and
// all names by which that command can be listed.
func commandName(listed string) (name string, all []string) {
	line := shell.Parse(listed, "/", "")
	if len(line.Commands) != 1 {
		return "", nil
	}
	cmd := facts.Command{Command: line.Commands[0]}
	return cmd.Name, cmd.Names()
}

// FormerKeys returns the keys of earlier releases in the header of a file that did not come with the program.
func FormerKeys(f *bundle.File) []string {
	if f.Origin == "embedded" {
		return nil
	}
	tree := map[string]any{}
	_, _ = toml.Decode(f.HeaderText(), &tree) // a mistake was reported
	return slices.DeleteFunc(slices.Clone(bundle.DerivedKeys), func(key string) bool { return tree[key] == nil })
}
