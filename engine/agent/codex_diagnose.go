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

	"github.com/BurntSushi/toml"
)

// diagnoseCodex looks into the user's config.toml, and into that of a trusted project, for what
// keeps hooks from running: hooks turned off, a project that is not trusted, a hook whose
// hash the user has not trusted. Codex 0.169.0 does not start with one that is invalid.
func diagnoseCodex(a Agent, w Where, s Settings) (doubts []Doubt) {
	hooks := w.Path(s)
	config := filepath.Join(filepath.Dir(w.Path(a.Settings[1])), "config.toml")
	user, doubt := codexConfig(config)
	if doubt != nil {
		return []Doubt{*doubt}
	}
	off, on := config, codexHooksEnabled(user)
	trusted := lookupTOML(user, "projects", w.Project, "trust_level") == "trusted"
	if trusted {
		path := filepath.Join(w.Project, ".codex", "config.toml")
		project, doubt := codexConfig(path)
		if doubt != nil {
			return []Doubt{*doubt}
		}
		// What the project says outweighs what the user says.
		if there := codexHooksEnabled(project); there != nil {
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
	all := codexHookHashes(hooks)
	for key, hash := range all {
		if lookupTOML(user, "hooks", "state", key, "trusted_hash") != hash || lookupTOML(user, "hooks", "state", key, "enabled") == false {
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
	var tree map[string]any
	err = toml.Unmarshal(text, &tree)
	if err == nil {
		return tree, nil
	}
	place, what := path, err.Error()
	if e, ok := errors.AsType[toml.ParseError](err); ok {
		place, what = fmt.Sprintf("%s:%d", path, e.Position.Line), e.Message
	}
	return nil, &Doubt{"this file is invalid, so Codex does not start: " + what, place, "correct " + place}
}

// codexHooksEnabled is what a config.toml says of hooks, true or false, nil if it says nothing.
// codex_hooks is their earlier name, which version 0.169.0 still takes.
func codexHooksEnabled(config map[string]any) any {
	if on := lookupTOML(config, "features", "hooks"); on != nil {
		return on
	}
	return lookupTOML(config, "features", "codex_hooks")
}

// lookupTOML is the value below those keys, nil if there is none.
func lookupTOML(tree map[string]any, keys ...string) any {
	for _, key := range keys[:len(keys)-1] {
		tree, _ = tree[key].(map[string]any)
	}
	return tree[keys[len(keys)-1]]
}

// codexHookHashes are the hooks of witness in a file, by the key under which Codex keeps
// its trust in each, and the hash that it trusts: that of the hook's parts as JSON with
// sorted keys, as version 0.169.0 computes it.
func codexHookHashes(path string) map[string]string {
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
				if !witnessCommand().MatchString(hook.Command) {
					continue
				}
				timeout := hook.Timeout
				if event == "SessionEnd" {
					timeout = min(timeout, 3) // the client gives it no more
				}
				identity := map[string]any{
					"event_name": snakeCase(event),
					"hooks":      []any{map[string]any{"type": "command", "command": hook.Command, "timeout": timeout, "async": false}},
				}
				if group.Matcher != nil {
					identity["matcher"] = *group.Matcher
				}
				sum := sha256.Sum256([]byte(strings.TrimSpace(string(replyJSON(identity)))))
				hashes[fmt.Sprintf("%s:%s:%d:%d", path, snakeCase(event), i, j)] = "sha256:" + hex.EncodeToString(sum[:])
			}
		}
	}
	return hashes
}

// snakeCase spells an event as Codex's keys do: PreToolUse is pre_tool_use.
func snakeCase(event string) string {
	var b strings.Builder
	for i, r := range event {
		if i > 0 && unicode.IsUpper(r) {
			b.WriteByte('_')
		}
		b.WriteRune(unicode.ToLower(r))
	}
	return b.String()
}
