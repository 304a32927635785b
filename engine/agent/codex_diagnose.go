package agent

import (
	"crypto/sha256"
	"encoding/hex"
	"encoding/json"
	"errors"
	"fmt"
	"io/fs"
	"path/filepath"
	"strings"
	"unicode"

	"github.com/BurntSushi/toml"

	"witness/engine/regular"
)

// diagnoseCodex reads config.toml of the user, and of a trusted project, for what keeps hooks
// from running: hooks that are turned off, a project that is not trusted, and hooks whose hash is
// not trusted. Codex 0.169.0 does not start with an invalid config.toml (measured).
func diagnoseCodex(a Agent, w Machine, s Settings) (problems []Problem) {
	config := filepath.Join(filepath.Dir(w.Path(a.Settings()[1])), "config.toml")
	user, problem := codexConfig(config)
	if problem != nil {
		return []Problem{*problem}
	}
	off, on := config, codexHooksEnabled(user)
	if on == nil {
		off, on = codexSystemHooks(w, "config.toml")
	}
	trusted := lookupTOML(user, "projects", w.Project, "trust_level") == "trusted"
	if trusted {
		path := filepath.Join(w.Project, ".codex", "config.toml")
		project, problem := codexConfig(path)
		if problem != nil {
			return []Problem{*problem}
		}
		// The project's setting takes precedence over the user's.
		if there := codexHooksEnabled(project); there != nil {
			off, on = path, there
		}
	}
	if path, there := codexSystemHooks(w, "managed_config.toml"); there != nil {
		off, on = path, there
	}
	if path := codexRequiresManaged(w); path != "" {
		problems = append(problems, Problem{"the administrator's requirements keep Codex from running the hooks of users and projects", path, "have the administrator of this machine change " + path})
	}
	if on == false {
		fix := "codex features enable hooks"
		if off != config {
			fix = "remove features.hooks from " + off
		}
		problems = append(problems, Problem{"hooks are turned off: features.hooks is false", off, fix})
	}
	if s.Scope == "project" && !trusted {
		problems = append(problems, Problem{
			"Codex does not trust this project and ignores its hooks", config,
			"start codex in " + w.Project + " and trust the project",
		})
	}
	hooks := w.Path(s)
	all := codexHookHashes(hooks, hooks)
	if s.Scope == pluginScope {
		hooks, all = config, codexPluginHashes(filepath.Dir(config))
	}
	untrusted := 0
	for key, hash := range all {
		if lookupTOML(user, "hooks", "state", key, "trusted_hash") != hash || lookupTOML(user, "hooks", "state", key, "enabled") == false {
			untrusted++
		}
	}
	if untrusted > 0 {
		problems = append(problems, Problem{
			fmt.Sprintf("%d of %d hooks are not trusted and do not run", untrusted, len(all)), hooks,
			"start codex, type /hooks and trust those of witness",
		})
	}
	return problems
}

// codexConfig parses a config.toml. A missing file has no settings.
func codexConfig(path string) (map[string]any, *Problem) {
	text, err := regular.Read(path, MaxSettings)
	switch {
	case errors.Is(err, fs.ErrNotExist):
		return nil, nil
	case err != nil:
		return nil, &Problem{err.Error(), path, "make " + path + " readable"}
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
	return nil, &Problem{"this file is invalid, so Codex does not start: " + what, place, "correct " + place}
}

// codexHooksEnabled returns whether a config.toml enables hooks, true or false, or nil if it does
// not say. codex_hooks is the key's earlier name, which version 0.169.0 still accepts (measured).
func codexHooksEnabled(config map[string]any) any {
	if on := lookupTOML(config, "features", "hooks"); on != nil {
		return on
	}
	return lookupTOML(config, "features", "codex_hooks")
}

// lookupTOML returns the value at a path of keys, nil if there is none.
func lookupTOML(tree map[string]any, keys ...string) any {
	for _, key := range keys[:len(keys)-1] {
		tree, _ = tree[key].(map[string]any)
	}
	return tree[keys[len(keys)-1]]
}

// codexPluginHashes returns the hashes of the hooks of the plugin, which "codex plugin add" copies into a folder of
// its version. With the hash of each hook Codex notes that of all files of the plugin, which is not computed here: after
// an update of the plugin Codex may ask again (0.169.0, measured).
func codexPluginHashes(home string) map[string]string {
	const file = "hooks/codex.json"
	paths, _ := filepath.Glob(filepath.Join(home, "plugins", "cache", "witness", "witness", "*", filepath.FromSlash(file)))
	if len(paths) == 0 {
		return nil
	}
	return codexHookHashes(paths[len(paths)-1], pluginID+":"+file)
}

// codexHookHashes returns the hash of each hook of witness in a file, by the key under which
// Codex stores its trust in the hook: that of the file, the event and the hook's place in it. The hash is that of the hook as JSON with sorted keys; keys
// and hashes are those that version 0.169.0 wrote (measured).
func codexHookHashes(path, fileKey string) map[string]string {
	text, err := regular.Read(path, MaxSettings)
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
		return nil // reported as invalid settings elsewhere
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
					timeout = min(timeout, 3) // the client allows no more
				}
				identity := map[string]any{
					"event_name": snakeCase(event),
					"hooks":      []any{map[string]any{"type": "command", "command": hook.Command, "timeout": timeout, "async": false}},
				}
				if group.Matcher != nil {
					identity["matcher"] = *group.Matcher
				}
				sum := sha256.Sum256([]byte(strings.TrimSpace(string(replyJSON(identity)))))
				hashes[fmt.Sprintf("%s:%s:%d:%d", fileKey, snakeCase(event), i, j)] = "sha256:" + hex.EncodeToString(sum[:])
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
