package bundle

import (
	"fmt"
	"maps"
	"slices"
	"strings"

	"witness/engine/calls"
	"witness/engine/hook"
)

func (i *instance) wrong(key, format string, a ...any) {
	i.errs = append(i.errs, i.wrongAt(key, format, a...))
}

// tableKeys are the keys of an instance that are not those of a header.
var tableKeys = []string{"name", "changed"}

// key sets one key: an option of the rule that the instance is like, or one that any rule has. A text stands for a list of one.
func (i *instance) key(name string, value any) {
	option := i.PresentOption(name)
	def, isOption := i.Options[option]
	switch k := i.ruleKey(name); {
	case name == "like", slices.Contains(DerivedKeys, name):
	case name == "name":
		if text, ok := value.(string); !ok || CheckName(text) != nil {
			i.wrong(name, "name must be at most %d lower-case letters, digits and underscores, and begin with a letter", maxName)
		}
	case name == "options":
		table, _ := value.(map[string]any)
		for _, inner := range slices.Sorted(maps.Keys(table)) {
			i.key(inner, table[inner])
		}
	case isOption:
		if list, isList := def.([]any); isList && value != nil {
			if _, ok := value.([]any); !ok && Bindable(value) && (len(list) == 0 || fmt.Sprintf("%T", list[0]) == fmt.Sprintf("%T", value)) {
				value = []any{value}
			}
		}
		if fmt.Sprintf("%T", value) != fmt.Sprintf("%T", def) {
			i.wrong(name, "%s must be %s", name, map[string]string{"[]interface {}": "a text or a list of texts", "string": "a text", "int64": "a number", "bool": "true or false", "float64": "a number"}[fmt.Sprintf("%T", def)])
			return
		}
		i.Options[option] = value
		if words := i.optionWords(option); words != nil && !slices.Contains(words, fmt.Sprint(value)) {
			i.errs = append(i.errs, &FileError{i.Path, i.ValueLine(name, fmt.Sprint(value)), fmt.Errorf("%s must be %s, not %q%s", name, Listed(slices.DeleteFunc(slices.Clone(words), func(w string) bool { return w == "" })), value, DidYouMean(fmt.Sprint(value), words))})
		}
	case k == nil:
		i.errs = append(i.errs, i.unknownKey(name))
	default:
		i.headerKey(k, value)
	}
}

// optionWords returns the values that an option may have, nil for any.
func (h *Header) optionWords(option string) []string {
	if list, _ := h.Takes[option].(string); strings.Contains(list, "|") {
		return strings.Split(list, "|")
	}
	return nil
}

// ruleKey returns the key of a header that any rule has, nil if there is none.
func (i *instance) ruleKey(name string) *Key {
	for n := range HeaderKeys {
		if k := &HeaderKeys[n]; k.Name == name && strings.Contains(k.Kinds, Rules) && name != "takes" {
			return k
		}
	}
	return nil
}

// headerKey sets the field of a key.
func (i *instance) headerKey(k *Key, value any) {
	switch field := k.field(&i.Header).(type) {
	case *string:
		text, ok := value.(string)
		if *field = text; !ok {
			i.wrong(k.Name, "%s must be a text", k.Name)
		}
	case *int64:
		n, ok := value.(int64)
		if *field = n; !ok {
			i.wrong(k.Name, "%s must be a number", k.Name)
		}
	case *any:
		*field = value
	case *map[string]any:
		table, ok := value.(map[string]any)
		if *field = table; !ok {
			i.wrong(k.Name, "%s must be a table", k.Name)
		}
	case *[]string:
		if text, isText := value.(string); isText {
			value = []any{text}
		}
		list, ok := value.([]any)
		*field = texts(list)
		if !ok || len(*field) != len(list) {
			i.wrong(k.Name, "%s must be a text or a list of texts", k.Name)
		}
	}
}

// unknownKey returns the mistake that neither the rule nor a header has a key of this name.
func (i *instance) unknownKey(name string) error {
	known := append(slices.Sorted(maps.Keys(i.Options)), tableKeys...)
	for _, k := range HeaderKeys {
		if strings.Contains(k.Kinds, Rules) {
			known = append(known, k.Name)
		}
	}
	for _, was := range i.OptionWas {
		known = append(known, texts(was)...)
	}
	return i.wrongAt(name, "%s takes no %q%s", i.Like, name, DidYouMean(name, known))
}

// calls derives from the options which calls select the instance.
func (i *instance) calls() {
	var names []calls.Name
	var globs []string
	selects, wanted := false, []string(nil)
	for _, option := range slices.Sorted(maps.Keys(i.Takes)) {
		kind, _ := i.Takes[option].(string)
		values := texts(i.Options[option])
		key := i.asWritten(option)
		switch kind {
		case TakesCalls, TakesWritten, TakesRuns, TakesAnyRun:
			for _, text := range values {
				n, err := calls.Parse(text, kind == TakesCalls)
				if err != nil {
					i.errs = append(i.errs, &FileError{i.Path, i.ValueLine(key, text), err})
				} else if kind == TakesCalls || kind == TakesWritten {
					names = append(names, n)
				}
			}
		case TakesPaths, TakesFiles, TakesSources, TakesEachFile:
			for _, glob := range values {
				if err := CheckGlob(strings.TrimPrefix(Anchored(glob), "!")); err != nil {
					i.errs = append(i.errs, &FileError{i.Path, i.ValueLine(key, glob), fmt.Errorf("%s: %q %w", key, glob, err)})
				}
			}
			if kind == TakesPaths {
				globs = append(globs, values...)
			}
		}
		if kind == TakesCalls || kind == TakesWritten || kind == TakesPaths {
			selects, wanted = true, append(wanted, key)
		}
	}
	if !selects {
		return
	}
	if len(names)+len(globs) == 0 {
		if i.Severity == hook.Off {
			return // it is itself made to be liked
		}
		i.errs = append(i.errs, &FileError{i.Path, i.Line("like"), fmt.Errorf("%s needs %s: the calls that it is about", i.Like, Listed(wanted))})
		return
	}
	i.choose(calls.Select(names), globs)
}

// asGiven returns the name under which a decoded table sets an option.
func (h *Header) asGiven(option string, tree map[string]any) string {
	for _, was := range texts(h.OptionWas[option]) {
		if _, set := tree[was]; set {
			return was
		}
	}
	return option
}

// sortedOptions returns the options that take texts of one kind.
func sortedOptions(takes map[string]any, kind string) (list []string) {
	for _, option := range slices.Sorted(maps.Keys(takes)) {
		if takes[option] == kind {
			list = append(list, option)
		}
	}
	return list
}

// asWritten returns the name under which an instance sets an option.
func (i *instance) asWritten(option string) string {
	if i.Line(option) > 0 {
		return option
	}
	for _, was := range texts(i.OptionWas[option]) {
		if i.Line(was) > 0 {
			return was
		}
	}
	return option
}

// choose sets the keys of the header that select calls.
func (i *instance) choose(s calls.Selection, globs []string) {
	i.Commands, i.ToolNames, i.Tools, i.Paths, i.When = s.Commands, s.Tools, nil, nil, nil
	if s.Any {
		i.Commands = nil
	}
	if len(globs) > 0 {
		i.Tools = []string{hook.Edit, hook.Write, hook.Delete}
		for _, glob := range globs { // what they leave out, and where they begin, package eval looks at
			if !strings.HasPrefix(glob, "!") {
				i.Paths = append(i.Paths, Anchored(glob))
			}
		}
	}
	if s.Any || len(globs) > 0 && len(s.Commands) > 0 {
		i.Tools = append(i.Tools, hook.Run)
	}
	if s.Stop {
		i.When = []string{hook.Stop}
		if s.Any || len(s.Commands)+len(s.Tools)+len(globs) > 0 {
			i.When = append(i.When, hook.Before)
		}
	}
}

// Anchored returns a glob of an instance, which is relative to the project unless it is a pattern of a file's name, as Fits takes it.
func Anchored(glob string) string {
	rest, excludes := strings.CutPrefix(glob, "!")
	rest = strings.TrimPrefix(rest, "./")
	if excludes {
		return "!" + rest
	}
	return rest
}
