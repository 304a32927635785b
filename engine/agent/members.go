package agent

import (
	"reflect"
	"slices"
	"strings"
)

// everydayMembers are the members of settings that people have their agents change, with an example of each value. A
// client may ignore a whole file of which one member has another form, and with it the hooks.
var everydayMembers = map[string]any{
	"permissions": map[string]any{"allow": []any{""}, "deny": []any{""}, "ask": []any{""}, "additionalDirectories": []any{""}},
	"model":       "", "theme": "", "outputStyle": "", "language": "", "model_reasoning_effort": "",
	"statusLine": map[string]any{"type": "command", "command": "", "padding": 0.0},
	"mcp_servers": map[string]any{anyName: map[string]any{
		"command": "", "args": []any{""}, "env": map[string]any{anyName: ""}, "url": "", "enabled": true,
	}},
}

// anyName stands for a name that the user chooses.
const anyName = "*"

// loads reports whether a member of a settings file, with this value or taken out, leaves the client with its hooks: one that people have
// changed every day, one that is a flag (member), or one that the client does not know and passes over.
func (a Agent) loads(name string, value any) bool {
	if example := everydayMembers[name]; example != nil {
		return value == nil || hasFormOf(value, example)
	}
	switch a.member(name) {
	case "flag":
		_, isFlag := value.(bool)
		return value == nil || isFlag
	case "unknown":
		return true
	}
	return false
}

// member returns what a client makes of a member of its settings: the files have a line "member" with "flag" and the names of those that are
// true or false and decide nothing about hooks, and one with "other" and the names of all others that it knows, those of hooks included.
// A name in no line is "unknown": the client ignores it. A file has these lines only if that was seen of its client; without them the
// result is "".
func (f clientFile) member(name string) string {
	found := ""
	for value := range f.lines("member") {
		kind, names, _ := strings.Cut(value, " ")
		if found = "unknown"; slices.Contains(strings.Fields(names), name) {
			return kind
		}
	}
	return found
}

// hasFormOf reports whether a value of a settings file has the form of an example, and the type "command" if that has it.
func hasFormOf(value, example any) bool {
	switch example := example.(type) {
	case map[string]any:
		object, ok := value.(map[string]any)
		for key, member := range object {
			form, named := example[key]
			if !named {
				form = example[anyName]
			}
			ok = ok && form != nil && hasFormOf(member, form)
		}
		return ok && (example["type"] != "command" || object["type"] == "command")
	case []any:
		list, ok := value.([]any)
		return ok && !slices.ContainsFunc(list, func(v any) bool { return !hasFormOf(v, example[0]) })
	}
	return reflect.TypeOf(value) == reflect.TypeOf(example)
}

// ChangesUnknown reports whether two parts of a JSON text, of which more is not known, differ in nothing but members that the client passes
// over, or that are flags. A member is known by its name alone, wherever it stands, so the names of hooks and their members are none.
func (a Agent) ChangesUnknown(before, after string) bool {
	was, ok := tokens(before)
	is, valid := tokens(after)
	if !ok || !valid || mentionsWitness(before+after) || depth(was) != depth(is) {
		return false
	}
	start, end := 0, 0
	for start < min(len(was), len(is)) && was[start] == is[start] {
		start++
	}
	for end < min(len(was), len(is))-start && was[len(was)-1-end] == is[len(is)-1-end] {
		end++
	}
	names := slices.Concat(changedMembers(was, start, len(was)-end), changedMembers(is, start, len(is)-end))
	return len(names) > 0 && !slices.ContainsFunc(names, func(name string) bool {
		isVariable := name == strings.ToUpper(name)
		return isVariable || !slices.Contains([]string{"flag", "unknown"}, a.member(name))
	})
}

// changedMembers returns the names of the members that begin in tokens[from:to], and that of the member in whose value tokens[from] stands, if
// it is no name itself.
func changedMembers(tokens []string, from, to int) (names []string) {
	isName := func(i int) bool { return i+1 < len(tokens) && tokens[i+1] == ":" }
	if from == to && isName(from) {
		return nil // what was added stands before it
	}
	first := from
	for first > 0 && !isName(first) {
		first--
	}
	for i := first; i < max(to, first+1); i++ {
		if isName(i) && (i == first || i >= from) {
			names = append(names, strings.Trim(tokens[i], `"`))
		}
	}
	return names
}

// depth returns how many brackets more are opened than closed.
func depth(tokens []string) (open int) {
	for _, t := range tokens {
		switch t {
		case "{", "[":
			open++
		case "}", "]":
			open--
		}
	}
	return open
}
