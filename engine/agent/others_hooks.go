package agent

import (
	"encoding/json"
	"reflect"
	"strings"

	"github.com/BurntSushi/toml"
)

// otherHook returns an entry of a moment in the usual form, with all members that it may have.
func otherHook() map[string]any {
	return map[string]any{
		"matcher": "",
		"hooks":   []any{map[string]any{"type": "", "command": "", "timeout": 0.0, "name": "", "description": "", "statusMessage": ""}},
	}
}

// changesOthersHooks reports whether two values of the member with the hooks differ in nothing but hooks of other
// programs, which have the usual form: a client may ignore a whole file of which one hook has another.
func (a Agent) changesOthersHooks(s Settings, before, after any) bool {
	if reflect.DeepEqual(before, after) {
		return true
	}
	var known struct{ Hooks map[string]any }
	if json.Unmarshal([]byte(s.merged()), &known) != nil {
		return false
	}
	was, _ := before.(map[string]any)
	is, ok := after.(map[string]any)
	if !ok && after != nil {
		return false
	}
	for moment, value := range is {
		entries, isList := value.([]any)
		if _, usual := known.Hooks[moment]; !isList || !usual && was[moment] == nil {
			return false
		}
		for _, entry := range entries {
			if !mentionsWitness(entry) && !isOthersHook(entry) {
				return false
			}
		}
	}
	for moment := range was {
		if !reflect.DeepEqual(ownHooks(was[moment]), ownHooks(is[moment])) {
			return false
		}
	}
	for moment := range is {
		if was[moment] == nil && len(ownHooks(is[moment])) > 0 {
			return false
		}
	}
	return true
}

// isOthersHook reports whether an entry of a moment has the usual form and runs commands.
func isOthersHook(entry any) bool {
	if !hasFormOf(entry, otherHook()) {
		return false
	}
	hooks, _ := entry.(map[string]any)[hooksKey].([]any)
	for _, h := range hooks {
		if h.(map[string]any)["type"] != "command" {
			return false
		}
	}
	return true
}

// ownHooks returns the entries of a moment that mention witness.
func ownHooks(value any) (list []any) {
	entries, _ := value.([]any)
	for _, entry := range entries {
		if mentionsWitness(entry) {
			list = append(list, entry)
		}
	}
	return list
}

// mentionsWitness reports whether a value of a settings file has the name of witness anywhere.
func mentionsWitness(value any) bool {
	text, err := json.Marshal(value)
	return err != nil || strings.Contains(strings.ToLower(string(text)), "witness")
}

// ChangesCommandOfOthers reports whether two parts of a JSON text are the same but for the values of "command", none of which
// mentions witness: whatever is around them, the client runs witness as before.
func ChangesCommandOfOthers(before, after string) bool {
	was, ok := tokens(before)
	is, valid := tokens(after)
	if !ok || !valid || len(was) == 0 || len(was) != len(is) {
		return false
	}
	for i := range was {
		if was[i] == is[i] {
			continue
		}
		of := was[max(i-2, 0):i]
		if len(of) < 2 || of[1] != ":" || of[0] != `"command"` || was[i][0] != '"' || is[i][0] != '"' ||
			mentionsWitness(was[i]) || mentionsWitness(is[i]) {
			return false
		}
	}
	return true
}

// Commands returns the values of "command" in a JSON text or a part of one, and the lines of the servers in one of TOML.
func Commands(text string) (list []string) {
	var servers struct {
		MCP map[string]struct {
			Command string
			Args    []string
		} `toml:"mcp_servers"`
	}
	if _, err := toml.Decode(text, &servers); err == nil {
		for _, s := range servers.MCP {
			list = append(list, strings.Join(append([]string{s.Command}, s.Args...), " "))
		}
		return list
	}
	all, _ := tokens(text)
	for i := 2; i < len(all); i++ {
		var line string
		if all[i-2] == `"command"` && all[i-1] == ":" && json.Unmarshal([]byte(all[i]), &line) == nil {
			list = append(list, line)
		}
	}
	return list
}

// tokens splits a part of a JSON text into strings, with their quotes, and other tokens. ok is false if it is cut off inside of a
// string, or has anything else.
func tokens(text string) (list []string, ok bool) {
	for {
		text = strings.TrimLeft(text, " \t\r\n")
		if text == "" {
			return list, true
		}
		end := 1
		switch c := text[0]; {
		case c == '"':
			var closed bool
			for ; end < len(text) && !closed; end++ {
				if closed = text[end] == '"'; text[end] == '\\' {
					end++
				}
			}
			if !closed {
				return list, false
			}
		case c >= 'a' && c <= 'z', c >= '0' && c <= '9', c == '-': // true, 1.5e3
			end = len(text) - len(strings.TrimLeft(text, "abcdefghijklmnopqrstuvwxyzE0123456789.+-"))
		case strings.IndexByte("{}[]:,", c) < 0:
			return list, false
		}
		list, text = append(list, text[:end]), text[end:]
	}
}
