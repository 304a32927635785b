package imports

import (
	"encoding/json"
	"strings"

	"github.com/tailscale/hujson"
)

const (
	// maxManifest is the size in bytes above which JSON with comments is not decoded. The largest real manifests have
	// about 150 kB.
	maxManifest = 256 << 10
	// maxDepth bounds the brackets open at once in such a file. The decoder takes quadratic memory in the depth: 500 kB of
	// brackets take hujson 40 GB.
	maxDepth = 200
)

// decodeJSON decodes JSON into v, with comments and trailing commas as tsconfig.json may
// have them. v is unchanged if text has a syntax error, and incomplete if a value has
// another type than its field.
func decodeJSON(text string, v any) {
	// hujson takes six times as long as encoding/json, so it is used only if it must.
	if json.Unmarshal([]byte(text), v) == nil || !isDecodable(text) {
		return
	}
	if standard, err := hujson.Standardize([]byte(text)); err == nil {
		_ = json.Unmarshal(standard, v)
	}
}

// isDecodable reports whether text is within maxManifest and maxDepth. Brackets within strings and comments count too.
func isDecodable(text string) bool {
	if len(text) > maxManifest {
		return false
	}
	depth := 0
	for i := range len(text) {
		switch text[i] {
		case '[', '{':
			depth++
		case ']', '}':
			depth = max(0, depth-1)
		}
		if depth > maxDepth {
			return false
		}
	}
	return true
}

// stringOrList decodes a JSON string or array of strings.
func stringOrList(raw json.RawMessage) []string {
	var one string
	if json.Unmarshal(raw, &one) == nil && one != "" {
		return []string{one}
	}
	var list []string
	_ = json.Unmarshal(raw, &list)
	return list
}

// yamlList reads a list of strings under a top-level key of a YAML file, written with a
// dash for each item or in brackets.
func yamlList(text, key string) []string {
	var list []string
	in := false
	for line := range strings.Lines(text) {
		if i := strings.Index(line, " #"); i >= 0 {
			line = line[:i]
		}
		line = strings.TrimRight(line, " \t\r\n")
		item := strings.TrimLeft(line, " \t")
		if rest, ok := strings.CutPrefix(line, key+":"); ok {
			in = true
			rest = strings.TrimSpace(rest)
			if strings.HasPrefix(rest, "[") {
				for v := range strings.SplitSeq(strings.Trim(rest, "[]"), ",") {
					list = append(list, strings.Trim(v, ` "'`))
				}
			}
			continue
		}
		if v, ok := strings.CutPrefix(item, "-"); ok && in {
			list = append(list, strings.Trim(v, ` "'`))
		} else if item != "" && !strings.HasPrefix(item, "#") {
			in = false
		}
	}
	return list
}
