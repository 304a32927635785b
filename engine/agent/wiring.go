package agent

import (
	"bytes"
	"crypto/sha256"
	"encoding/hex"
	"encoding/json"
	"path/filepath"
	"reflect"
	"slices"
	"strings"

	"github.com/BurntSushi/toml"
)

// Wiring returns a digest of what in a settings file decides whether the client runs the hooks: the hooks
// themselves, the members in Bypass.Keys, and the variables that turn hooks off or that witness reads, and PATH. A client writes
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
	if filepath.Ext(s.Path) != ".toml" {
		text = blankComments(text)
	}
	tree, err := settingsTree(s, text)
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
				if a.BypassVariable(name) || name == "PATH" || strings.HasPrefix(name, "WITNESS_") {
					picked[key+"."+name] = one
				}
			}
		case !slices.Contains(a.keys(), key):
		case isTable && !strings.Contains(strings.ToLower(key), "hook"):
			// Of the plugins and features, those that are about hooks; an untrusted folder has none.
			for name, one := range table {
				if strings.Contains(name, "hooks") || strings.Contains(name, "witness") || name == "folderTrust" {
					picked[key+"."+name] = one
				}
			}
		default:
			picked[key] = value
		}
	}
	if a.Marked() != "" && IsMarked(text) {
		picked["byte order mark"] = true
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

// settingsTree returns the members of a settings file.
func settingsTree(s Settings, text []byte) (tree map[string]any, err error) {
	if filepath.Ext(s.Path) == ".toml" {
		return tree, toml.Unmarshal(text, &tree)
	}
	return tree, json.Unmarshal(bytes.TrimPrefix(text, byteOrderMark), &tree)
}

// ChangesEveryday reports whether two texts of a settings file differ in nothing but permissions, the model, the hooks of
// other programs, members that the client does not know and the like, so that the client runs witness as before. It does not report it of a file that it cannot
// read as the client does.
func (a Agent) ChangesEveryday(s Settings, before, after []byte) bool {
	if s.Whole != "" {
		return false
	}
	if s.Comments {
		before, after = blankComments(before), blankComments(after)
	}
	was, errWas := settingsTree(s, before)
	is, errIs := settingsTree(s, after)
	if len(bytes.TrimSpace(before)) == 0 {
		was, errWas = nil, nil // there is no file yet
	}
	if errWas != nil || errIs != nil || a.Marked() != "" && IsMarked(after) {
		return false
	}
	if s.Only {
		return is != nil && (was == nil && a.Wiring(s, after) == "" || was != nil && a.Wiring(s, before) == a.Wiring(s, after))
	}
	if !a.changesOthersHooks(s, was[hooksKey], is[hooksKey]) {
		return false
	}
	for key, value := range is {
		if key == hooksKey {
			continue
		}
		if !reflect.DeepEqual(value, was[key]) && !a.loads(key, value) {
			return false
		}
	}
	for key := range was {
		if _, kept := is[key]; !kept && key != hooksKey && !a.loads(key, nil) {
			return false
		}
	}
	return true
}
