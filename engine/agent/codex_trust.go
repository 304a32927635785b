package agent

import (
	"crypto/sha256"
	"encoding/hex"
	"encoding/json"
	"fmt"
	"os"
	"path/filepath"
	"regexp"
	"strings"
	"sync"
	"unicode"
)

// doubtsCodex looks into config.toml for what keeps hooks from running: hooks turned off,
// a project that is not trusted, a hook whose hash the user has not trusted.
func doubtsCodex(a Agent, w Where, s Settings) (doubts []Doubt) {
	hooks := w.Path(s)
	config := filepath.Join(filepath.Dir(w.Path(a.Settings[1])), "config.toml")
	bytes, err := os.ReadFile(config)
	if err != nil && !os.IsNotExist(err) {
		return []Doubt{{What: err.Error(), Path: config, Mend: "make " + config + " readable"}}
	}
	text := string(bytes)
	if strings.Contains(tomlTable(text, "features"), "\nhooks = false") {
		doubts = append(doubts, Doubt{"hooks are turned off: features.hooks is false", config, "codex features enable hooks"})
	}
	if s.Scope == "project" && !strings.Contains(tomlTable(text, "projects", w.Project), "\ntrust_level = \"trusted\"") {
		doubts = append(doubts, Doubt{
			"Codex does not trust this project, and so ignores its hooks", config,
			"start codex in " + w.Project + " and trust the project",
		})
	}
	untrusted := 0
	all := codexIdentities(hooks)
	for key, hash := range all {
		table := tomlTable(text, "hooks", "state", key)
		if !strings.Contains(table, "\ntrusted_hash = \""+hash+"\"") || strings.Contains(table, "\nenabled = false") {
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

// tomlHeader is the first line of a table.
var tomlHeader = sync.OnceValue(func() *regexp.Regexp { return regexp.MustCompile(`(?m)^[ \t]*\[.*\][ \t]*(#.*)?$`) })

// tomlTable is the body of a table as Codex itself writes it, one key a line, "" if there
// is none. Only the last of the table's keys may need quotes.
func tomlTable(text string, keys ...string) string {
	last := keys[len(keys)-1]
	for _, quoted := range []string{last, `"` + strings.NewReplacer(`\`, `\\`, `"`, `\"`).Replace(last) + `"`, "'" + last + "'"} {
		header := "[" + strings.Join(append(append([]string{}, keys[:len(keys)-1]...), quoted), ".") + "]"
		for _, at := range tomlHeader().FindAllStringIndex(text, -1) {
			if strings.TrimSpace(text[at[0]:at[1]]) != header {
				continue
			}
			body := text[at[1]:]
			if next := tomlHeader().FindStringIndex(body); next != nil {
				body = body[:next[0]]
			}
			return body
		}
	}
	return ""
}
