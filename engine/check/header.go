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

// checkLines finds lines that were meant for the header and are not in it: with two dashes,
// with spaces before them, behind the query.
func checkLines(f *bundle.File) (errs []error) {
	n, begun := 0, false
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
			begun = begun || trimmed != ""
			continue
		case !isKey && !(dashes > 3 && !begun):
			continue
		case begun:
			wrong = "behind the query a header line is only a comment: it stands before the query"
		case dashes == 2:
			wrong = fmt.Sprintf("with two dashes this is a comment; a header line has three: --- %s", strings.TrimSpace(rest))
		case dashes > 3:
			wrong = "a line that begins with more than three dashes is read as header and is none"
		case !strings.HasPrefix(line, "-"):
			wrong = "a header line begins in the first column"
		default:
			continue
		}
		errs = append(errs, &bundle.FileError{Path: f.Path, Line: n, Err: errors.New(wrong)})
	}
	return errs
}

// checkKeys finds keys that are unknown or mean nothing in this folder.
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
		case kinds[name] == "" && slices.Contains(bundle.Parameters(f.Text), ":"+name):
			errs = append(errs, &bundle.FileError{Path: f.Path, Line: f.Line(name), Err: fmt.Errorf("unknown key %q; an option is written options.%s = …", name, name)})
		case kinds[name] == "":
			errs = append(errs, &bundle.FileError{Path: f.Path, Line: f.Line(name), Err: fmt.Errorf("unknown key %q%s", name, bundle.DidYouMean(name, known))})
		case !slices.Contains(known, name):
			errs = append(errs, &bundle.FileError{Path: f.Path, Line: f.Line(name), Err: fmt.Errorf("key %q means nothing in %s.d; it belongs in %s", name, f.Kind, strings.ReplaceAll(kinds[name], " ", ".d or ")+".d")})
		}
	}
	return errs
}

// checkTypes finds values of the wrong type, all of them where TOML's decoder stops at the
// first, and reads the header from the other values.
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
		h.Message = "…" // it is there, and was reported to be no string
	}
	_ = f.SetHeader(h) // sets f.Err
	return errs
}

// mismatch tells how a key is written if its value has the wrong type, "" if it has not.
func mismatch(name string, want reflect.Type, v any) string {
	switch want.Kind() {
	case reflect.String:
		if _, ok := v.(string); !ok {
			return fmt.Sprintf("%s must be a text: %s = \"…\"", name, name)
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
		if _, ok := v.(map[string]any); !ok {
			return fmt.Sprintf("%s is written with a name: %s.limit = %v", name, name, v)
		}
	case reflect.Slice:
		if text, ok := v.(string); ok {
			return fmt.Sprintf("%s must be a list: %s = [%q]", name, name, text)
		}
		list, ok := v.([]any)
		if !ok || slices.ContainsFunc(list, func(v any) bool { _, ok := v.(string); return !ok }) {
			return fmt.Sprintf("%s must be a list of texts: %s = [\"…\", \"…\"]", name, name)
		}
	}
	return ""
}

// checkSelection finds what a rule's header can never select, and what its message cannot
// mean.
func checkSelection(f *bundle.File, unsure doubt) (errs []error) {
	if f.Kind != bundle.Rules {
		return nil
	}
	wrong := func(line int, format string, a ...any) {
		errs = append(errs, &bundle.FileError{Path: f.Path, Line: line, Err: fmt.Errorf(format, a...)})
	}
	for _, c := range f.Commands {
		switch name, names := commandName(c); {
		case name == "":
			wrong(f.ValueLine("commands", c), "%q is not one command; list each by itself", c)
		case !slices.ContainsFunc(names, func(name string) bool { return facts.Lists([]string{c}, name) }):
			wrong(f.ValueLine("commands", c), "%q selects no command: a command is known by its program and subcommand, here %q; its other words are in :args", c, name)
		}
	}
	for _, g := range f.Paths {
		if rest := strings.TrimLeft(g, "./"); strings.HasPrefix(g, "./") || strings.HasPrefix(g, "../") {
			wrong(f.ValueLine("paths", g), "%q selects no file: paths are relative to the project, such as %q", g, rest)
		}
	}
	calls := f.RunsAt(hook.Before) || f.RunsAt(hook.After)
	files := slices.ContainsFunc(f.Tools, func(t string) bool {
		return slices.Contains([]string{hook.Read, hook.Edit, hook.Write, hook.Delete}, t)
	})
	for _, key := range []struct {
		name string
		set  bool
	}{{"tools", len(f.Tools) > 0}, {"commands", len(f.Commands) > 0}, {"paths", len(f.Paths) > 0}} {
		if key.set && !calls && !unsure.subjects {
			wrong(f.Line(key.name), "%s selects nothing at the moments that `when` lists: only a tool call, before or after, has it", key.name)
		}
	}
	switch {
	case unsure.subjects:
	case len(f.Commands) > 0 && len(f.Tools) > 0 && !slices.Contains(f.Tools, hook.Run):
		wrong(f.Line("commands"), "commands selects nothing here: tools does not list \"run\"; leave tools out")
	case len(f.Paths) > 0 && len(f.Tools) > 0 && !files:
		wrong(f.Line("paths"), "paths selects nothing here: tools lists none of \"read\", \"edit\", \"write\", \"delete\"; a shell line that changes a file is an edit or a write of it")
	}
	if text := strings.NewReplacer("{{", "", "}}", "").Replace(f.Message); strings.Count(text, "{") != strings.Count(text, "}") {
		wrong(f.Line("message"), "message has a { without its }; a brace that is no column is doubled: {{ or }}")
	}
	return errs
}

// commandName is the name by which a command that a header lists is known, "" if it is not
// one command, and all by which it can be spoken of.
func commandName(listed string) (name string, all []string) {
	line := shell.Parse(listed, "/", "")
	if len(line.Commands) != 1 {
		return "", nil
	}
	cmd := facts.Command{Command: line.Commands[0]}
	return cmd.Name, cmd.Names()
}
