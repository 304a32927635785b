package agent

import (
	"bytes"
	"crypto/sha256"
	"encoding/hex"
	"encoding/json"
	"path/filepath"
	"slices"
	"strings"

	"github.com/BurntSushi/toml"
)

// Wiring returns a digest of what in a settings file decides whether the client runs the hooks: the hooks
// themselves, the members in Bypass.Keys, and the variables that turn hooks off or that witness reads. A client writes
// permissions and models into the same files, which changes no digest; it is "" if nothing decides. Of a file that is
// witness's own, or that does not parse, everything counts.
func (a Agent) Wiring(s Settings, text []byte) string {
	sum := func(b []byte) string {
		all := sha256.Sum256(b)
		return hex.EncodeToString(all[:12])
	}
	if s.Whole != "" {
		return sum(text)
	}
	var tree map[string]any
	var err error
	if filepath.Ext(s.Path) == ".toml" {
		err = toml.Unmarshal(text, &tree)
	} else {
		err = json.Unmarshal(blankComments(bytes.TrimPrefix(text, byteOrderMark)), &tree)
	}
	if err != nil {
		return sum(text)
	}
	picked := map[string]any{}
	for key, value := range tree {
		table, isTable := value.(map[string]any)
		switch {
		case key == hooksKey:
			picked[key] = value
		case key == "env" && isTable:
			for name, one := range table {
				if a.BypassVariable(name) || strings.HasPrefix(name, "WITNESS_") {
					picked[key+"."+name] = one
				}
			}
		case !slices.Contains(a.Bypass.Keys, key):
		case isTable && !strings.Contains(strings.ToLower(key), "hook"):
			// Of the plugins and features, those that are about hooks.
			for name, one := range table {
				if strings.Contains(name, "hooks") || strings.Contains(name, "witness") {
					picked[key+"."+name] = one
				}
			}
		default:
			picked[key] = value
		}
	}
	if len(picked) == 0 {
		return ""
	}
	b, err := json.Marshal(picked)
	if err != nil {
		return sum(text)
	}
	return sum(b)
}
