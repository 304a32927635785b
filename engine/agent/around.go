package agent

import (
	"bytes"
	"cmp"
	"encoding/json"
	"strings"

	"witness/engine/hook"
)

// setAround sets what several clients tell of a call besides what it does: the permission mode, the kind of
// subagent, the host of a fetch or of another tool that is given an address. input returns the arguments of the call.
func setAround(e *hook.Event, payload []byte, input func() json.RawMessage) {
	mode, kind := []byte(`"permission_mode"`), []byte(`"agent_type"`)
	// Most payloads have neither, and the search for the words is faster than a scan of the members.
	if bytes.Contains(payload, mode) || bytes.Contains(payload, kind) {
		p := stringMembers(payload, "permission_mode", "agent_type")
		e.Mode, e.AgentType = cmp.Or(e.Mode, permissionMode(p["permission_mode"])), cmp.Or(e.AgentType, label(p["agent_type"]))
	}
	switch e.Tool {
	case hook.Task:
		p := stringMembers(input(), "subagent_type", "agent_type", "agentName", "agent_name")
		for _, name := range []string{"subagent_type", "agent_type", "agentName", "agent_name"} {
			if e.AgentType == "" {
				e.AgentType = label(p[name])
			}
		}
	case hook.Other:
		if e.Name == "Skill" || e.Name == "SlashCommand" || e.Name == "activate_skill" {
			p := stringMembers(input(), "skill", "command", "name")
			word, _, _ := strings.Cut(strings.TrimPrefix(cmp.Or(p["skill"], p["command"], p["name"]), "/"), " ")
			e.AgentType = label(word)
			return
		}
		e.Host = cmp.Or(e.Host, hostOf(stringMembers(input(), "url")["url"])) // a browser's tool opens it
	case hook.Fetch:
		p := stringMembers(input(), "url", "prompt")
		// Gemini CLI's web_fetch has the address in a sentence.
		e.Host = cmp.Or(e.Host, hostOf(p["url"]), hostOf(p["prompt"]))
	}
}

// permissionMode returns the mode in witness's words, or else the client's own.
func permissionMode(mode string) string {
	switch mode {
	case "acceptEdits", "auto-edit", "auto_edit":
		return "edits"
	case "auto-low", "auto-medium", "auto-high":
		return "auto"
	case "bypassPermissions", "yolo":
		return "bypass"
	case "off": // of Droid
		return "default"
	}
	return label(mode)
}

// label returns a word of the client's, cut to the length of a label.
func label(word string) string { return hook.Truncate(hook.Sanitize(word), 100) }

// hostOf returns the host of the first address in a text, "" if there is none.
func hostOf(text string) string {
	_, rest, ok := strings.Cut(text, "://")
	if !ok {
		return ""
	}
	rest = rest[:len(rest)-len(strings.TrimLeft(rest, "abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789.-_~%@:[]"))]
	rest = rest[strings.LastIndexByte(rest, '@')+1:]
	if end := strings.IndexByte(rest, ']'); end > 0 {
		rest = rest[:end+1]
	} else {
		rest, _, _ = strings.Cut(rest, ":")
	}
	return strings.ToLower(label(strings.TrimRight(rest, ".")))
}
