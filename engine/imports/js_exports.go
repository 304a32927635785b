package imports

import (
	"encoding/json"
	"maps"
	"slices"
	"strings"
)

// exported gives the targets of a name in the "exports" or "imports" of a package.json,
// the most fitting first.
func exported(raw json.RawMessage, name string, require bool) []string {
	var table map[string]json.RawMessage
	if json.Unmarshal(raw, &table) != nil || !isTable(table) {
		table = map[string]json.RawMessage{".": raw}
	}
	pattern, star := matchPattern(slices.Sorted(maps.Keys(table)), name)
	targets := conditions(table[pattern], require)
	for i, target := range targets {
		targets[i] = strings.ReplaceAll(target, "*", star)
	}
	return targets
}

// isTable reports whether the keys are names of modules, not conditions.
func isTable(table map[string]json.RawMessage) bool {
	for key := range table {
		if !strings.HasPrefix(key, ".") && !strings.HasPrefix(key, "#") {
			return false
		}
	}
	return true
}

// conditions gives the targets of an entry of "exports": what runs before what only
// has types.
func conditions(raw json.RawMessage, require bool) []string {
	var list []json.RawMessage
	if json.Unmarshal(raw, &list) == nil {
		var targets []string
		for _, v := range list {
			targets = append(targets, conditions(v, require)...)
		}
		return targets
	}
	var table map[string]json.RawMessage
	if json.Unmarshal(raw, &table) != nil {
		return oneOrMore(raw)
	}
	order := []string{"source", "development", "import", "module", "require", "node", "default", "production", "browser", "svelte", "types"}
	if require {
		order[2], order[4] = order[4], order[2]
	}
	var targets []string
	for _, condition := range order {
		targets = append(targets, conditions(table[condition], require)...)
	}
	return targets
}
