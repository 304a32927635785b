package agent

import (
	"crypto/sha256"
	"encoding/hex"
	"encoding/json"
	"errors"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"
	"strings"
	"unicode"

	"witness/engine"
)

// doubtsCodex looks into the user's config.toml, and into that of a trusted project, for what
// keeps hooks from running: hooks turned off, a project that is not trusted, a hook whose
// hash the user has not trusted. Codex 0.169.0 does not start with one that is invalid.
func doubtsCodex(a Agent, w Where, s Settings) (doubts []Doubt) {
	hooks := w.Path(s)
	config := filepath.Join(filepath.Dir(w.Path(a.Settings[1])), "config.toml")
	user, doubt := codexConfig(config)
	if doubt != nil {
		return []Doubt{*doubt}
	}
	off, on := config, codexHooksOn(user)
	trusted := tomlAt(user, "projects", w.Project, "trust_level") == "trusted"
	if trusted {
		path := filepath.Join(w.Project, ".codex", "config.toml")
		project, doubt := codexConfig(path)
		if doubt != nil {
			return []Doubt{*doubt}
		}
		// What the project says outweighs what the user says.
		if there := codexHooksOn(project); there != nil {
			off, on = path, there
		}
	}
	if on == false {
		mend := "codex features enable hooks"
		if off != config {
			mend = "take features.hooks out of " + off
		}
		doubts = append(doubts, Doubt{"hooks are turned off: features.hooks is false", off, mend})
	}
	if s.Scope == "project" && !trusted {
		doubts = append(doubts, Doubt{
			"Codex does not trust this project, and so ignores its hooks", config,
			"start codex in " + w.Project + " and trust the project",
		})
	}
	untrusted := 0
	all := codexIdentities(hooks)
	for key, hash := range all {
		if tomlAt(user, "hooks", "state", key, "trusted_hash") != hash || tomlAt(user, "hooks", "state", key, "enabled") == false {
			untrusted++
		}
	}
	if untrusted > 0 {
		doubts = append(doubts, Doubt{
			fmt.Sprintf("%d of %d hooks are not trusted, and so do not run", untrusted, len(all)), hooks,
			"start codex, type /hooks and trust those of witness",
		})
	}
	return doubts
}

// codexConfig reads a config.toml, which need not be there.
func codexConfig(path string) (map[string]any, *Doubt) {
	text, err := os.ReadFile(path)
	switch {
	case errors.Is(err, fs.ErrNotExist):
		return nil, nil
	case err != nil:
		return nil, &Doubt{err.Error(), path, "make " + path + " readable"}
	}
	tree, err := engine.ReadTOML(path, text)
	if e, ok := errors.AsType[*engine.FileError](err); ok {
		place := fmt.Sprintf("%s:%d", path, e.Line)
		return nil, &Doubt{"this file is invalid, so that codex does not start: " + e.Err.Error(), place, "correct " + place}
	}
	return tree, nil
}

// codexHooksOn is what a config.toml says of hooks, true or false, nil if it says nothing.
// codex_hooks is their earlier name, which version 0.169.0 still takes.
func codexHooksOn(config map[string]any) any {
	if on := tomlAt(config, "features", "hooks"); on != nil {
		return on
	}
	return tomlAt(config, "features", "codex_hooks")
}

// tomlAt is the value below those keys, nil if there is none.
func tomlAt(tree map[string]any, keys ...string) any {
	for _, key := range keys[:len(keys)-1] {
		tree, _ = tree[key].(map[string]any)
	}
	return tree[keys[len(keys)-1]]
}

// codexIdentities are the hooks of witness in a file, by the key under which Codex keeps
// its trust in each, and the hash that it trusts: that of the hook's parts as JSON with
// sorted keys, as version 0.169.0 computes it.
func codexIdentities(path string) map[string]string {
	text, err := os.ReadFile(path)
	if err != nil {
		return nil
	}
	var file struct {
		Hooks map[string][]struct {
			Matcher *string `json:"matcher"`
			Hooks   []struct {
				Command string `json:"command"`
				Windows string `json:"commandWindows"`
				Timeout int    `json:"timeout"`
			} `json:"hooks"`
		} `json:"hooks"`
	}
	if json.Unmarshal(text, &file) != nil {
		return nil // told as invalid settings
	}
	hashes := map[string]string{}
	for event, groups := range file.Hooks {
		for i, group := range groups {
			for j, hook := range group.Hooks {
				if !ownCommand().MatchString(hook.Command) {
					continue
				}
				timeout := hook.Timeout
				if event == "SessionEnd" {
					timeout = min(timeout, 3) // the client gives it no more
				}
				identity := map[string]any{
					"event_name": snake(event),
					"hooks":      []any{map[string]any{"type": "command", "command": hook.Command, "timeout": timeout, "async": false}},
				}
				if group.Matcher != nil {
					identity["matcher"] = *group.Matcher
				}
				sum := sha256.Sum256([]byte(strings.TrimSpace(string(replyJSON(identity)))))
				hashes[fmt.Sprintf("%s:%s:%d:%d", path, snake(event), i, j)] = "sha256:" + hex.EncodeToString(sum[:])
			}
		}
	}
	return hashes
}

// snake spells an event as Codex's keys do: PreToolUse is pre_tool_use.
func snake(event string) string {
	var b strings.Builder
	for i, r := range event {
		if i > 0 && unicode.IsUpper(r) {
			b.WriteByte('_')
		}
		b.WriteRune(unicode.ToLower(r))
	}
	return b.String()
}
