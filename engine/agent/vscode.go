package agent

import (
	"bytes"
	"cmp"
	"encoding/json"
	"fmt"
	"slices"
	"strings"

	"witness/engine/hook"
)

// VSCode is VS Code's own agent ("Local"), from its documentation of October 2026. It was not
// run.
//
//	capability             how the reply expresses it
//	context before a call  hookSpecificOutput.additionalContext
//	context after a call   the same
//	ask                    permissionDecision "ask"
//	block                  permissionDecision "deny" with permissionDecisionReason
//	prevent stopping       hookSpecificOutput with decision "block" and a reason
//	tell the user          systemMessage
//
// Peculiarities:
//
//   - The name of the event is in hookEventName and the id of the conversation in sessionId, in some
//     versions in hook_event_name and session_id (Copilot Chat of April 2026, from recorded payloads).
//     These have a timestamp, which Claude Code does not send, and no permission_mode, unlike Qwen Code.
//   - tool_response is a string. That a command failed shows only at its end, "Command exited
//     with code 1"; without that the exit code is not known.
//   - It reads .github/hooks, as the Copilot CLI does, and the settings of Claude Code.
//   - A session in VS Code that Copilot, Claude or Codex runs sends the payloads of that agent.
var VSCode = Agent{
	Name:        "vscode",
	Identify:    identifyVSCode,
	Tools:       vscodeTools,
	payload:     func() formCaller { return &vscodePayload{} },
	answer:      answerVSCode,
	TellsUser:   true,
	NoContextAt: []string{hook.Prompt, hook.SubagentStop, hook.Compact, hook.End},
	CanAsk:      true,
	RunsHooksOf: []string{"claude", "copilot"},
	Settings: []Settings{
		{Scope: "project", Path: ".github/hooks/witness-vscode.json", Whole: vscodeHooks},
		{Scope: "user", Path: ".copilot/hooks/witness-vscode.json", Whole: vscodeHooks},
	},
	Signs:   Signs{Programs: []string{"code", "code-insiders"}, Project: []string{".github/hooks/witness-vscode.json", ".github/agents"}, User: []string{".vscode"}},
	Servers: []Settings{{Scope: "project", Path: ".vscode/mcp.json", Comments: true}},
	Probe:   `{"timestamp":"2026-10-01T10:00:00.000Z","cwd":"$CWD","sessionId":"doctor","hookEventName":"PreToolUse","tool_name":"run_in_terminal","tool_input":{"command":"$COMMAND"},"tool_use_id":"doctor"}`,
}

// vscodeEntry is one hook. Both lines exit with status 0 whatever happens to witness.
const vscodeEntry = `[
      {
        "type": "command",
        "command": "env witness hook vscode 2>/dev/null || cat >/dev/null",
        "windows": "if (Get-Command witness -ErrorAction SilentlyContinue) { witness hook vscode 2>$null }; exit 0",
        "timeout": 10
      }
    ]`

const vscodeHooks = `{
  "hooks": {
    "SessionStart": ` + vscodeEntry + `,
    "UserPromptSubmit": ` + vscodeEntry + `,
    "PreToolUse": ` + vscodeEntry + `,
    "PostToolUse": ` + vscodeEntry + `,
    "PreCompact": ` + vscodeEntry + `,
    "SubagentStart": ` + vscodeEntry + `,
    "SubagentStop": ` + vscodeEntry + `,
    "Stop": ` + vscodeEntry + `
  }
}
`

// A vscodePayload is the payload of any hook.
type vscodePayload struct {
	formPayload
	Name  string `json:"hookEventName"` // the older form of two members
	Conv  string `json:"sessionId"`
	Input struct {
		File    string   `json:"filePath"`
		Files   []string `json:"files"`
		Content string   `json:"content"`
		Patch   string   `json:"input"`
		Many    []struct {
			File string `json:"filePath"`
		} `json:"replacements"`
		Command string `json:"command"`
		Back    bool   `json:"isBackground"`
		Mode    string `json:"mode"` // of a command: sync, async
		Task    struct {
			Command string   `json:"command"`
			Args    []string `json:"args"`
			Back    bool     `json:"isBackground"`
		} `json:"task"` // of create_and_run_task
	} `json:"tool_input"`
	Response json.RawMessage `json:"tool_response"`
}

func (p *vscodePayload) event(agent, _ string) (hook.Event, bool) {
	p.Hook, p.Session = cmp.Or(p.Name, p.Hook), cmp.Or(p.Conv, p.Session)
	e, ok := p.formPayload.event(agent, p.CWD)
	if e.Moment != hook.SubagentStart && e.Moment != hook.SubagentStop {
		e.Actor = ""
	}
	return e, ok
}

const vscodeTools toolTable = `
read   read_file
edit   replace_string_in_file multi_replace_string_in_file insert_edit_into_file editFiles apply_patch edit_notebook_file
write  create_file
run    run_in_terminal create_and_run_task
search grep_search file_search semantic_search list_dir
fetch  fetch_webpage
task   runSubagent`

// setCall sets what the call is to do.
func (p *vscodePayload) setCall(e *hook.Event, tools toolTable) {
	in := p.Input
	e.Call, e.Name, e.Tool = p.ID, p.Tool, cmp.Or(tools.of(p.Tool), hook.Other)
	switch e.Tool {
	case hook.Read, hook.Edit, hook.Write:
		e.Files = patchFiles(in.Patch)
		if in.File != "" {
			in.Files = append(in.Files, in.File)
		}
		for _, one := range in.Many {
			in.Files = append(in.Files, one.File)
		}
		for _, path := range in.Files {
			e.Files = append(e.Files, hook.File{Path: path, Kind: e.Tool, Content: in.Content})
		}
	case hook.Run:
		e.Command, e.Background = cmp.Or(in.Command, shellLine(in.Task.Command, in.Task.Args)), in.Back || in.Mode == "async" || in.Task.Back
	}
}

// setResult sets the result of a command.
func (p *vscodePayload) setResult(e *hook.Event) {
	e.Outcome = hook.OK
	if e.Tool != hook.Run {
		return
	}
	text := contentText(p.Response)
	e.Outcome, e.Output = hook.Unknown, text
	at := strings.LastIndex(text, "Command exited with code ")
	if at < 0 || e.Background {
		return
	}
	var code int
	if n, _ := fmt.Sscanf(text[at:], "Command exited with code %d", &code); n != 1 {
		return
	}
	setExit(e, code)
	e.Output = text[:at]
}

// A vscodeReply omits empty fields instead of sending null.
type vscodeReply struct {
	Output vscodeOutput `json:"hookSpecificOutput"`
}

type vscodeOutput struct {
	Hook       string `json:"hookEventName"`
	Permission string `json:"permissionDecision,omitempty"`
	Denied     string `json:"permissionDecisionReason,omitempty"`
	Context    string `json:"additionalContext,omitempty"`
	Decision   string `json:"decision,omitempty"`
	Reason     string `json:"reason,omitempty"`
}

func answerVSCode(_ Agent, e hook.Event, v hook.Verdict) []byte {
	all := joinFindings(v, hook.Block, hook.Ask, hook.Warn)
	if all == "" {
		return nil
	}
	out := vscodeOutput{Hook: e.Hook}
	switch e.Moment {
	case hook.Before:
		out.Denied, out.Context = joinFindings(v, hook.Block, hook.Ask), joinFindings(v, hook.Warn)
		switch v.Severity() {
		case hook.Block:
			out.Permission = "deny"
		case hook.Ask:
			out.Permission = "ask"
		}
	case hook.After, hook.Start, hook.SubagentStart:
		out.Context = all
	case hook.Stop:
		if e.Active {
			return nil
		}
		out.Decision, out.Reason = "block", all
	default:
		return nil
	}
	return replyJSON(vscodeReply{out})
}

// identifyVSCode goes by a member that only VS Code sends, or by what sets the other form apart from the
// payloads of other clients: a timestamp and, for a call, an id without permission_mode, or the path of
// the session file in VS Code's folders.
func identifyVSCode(_ func(string) string, payload []byte) Match {
	if bytes.Contains(payload, []byte(`"hookEventName"`)) && stringMembers(payload, "hookEventName")["hookEventName"] != "" {
		return byPayload(identifyGrok(nil, payload) == NoMatch)
	}
	if !bytes.Contains(payload, []byte(`"timestamp"`)) {
		return NoMatch // without reading a long payload to its end
	}
	p := stringMembers(payload, "hook_event_name", "session_id", "timestamp", "transcript_path", "tool_use_id", "permission_mode")
	if p["hook_event_name"] == "" || p["session_id"] == "" || p["timestamp"] == "" || p["permission_mode"] != "" || slices.Contains(geminiHookNames, p["hook_event_name"]) {
		return NoMatch
	}
	path := p["transcript_path"]
	for _, other := range []string{"/.claude/", "/.gemini/", "/.qwen/", "/.factory/", "/rollout-", "/session-state/"} {
		if pathContains(path, other) {
			return NoMatch
		}
	}
	return byPayload(p["tool_use_id"] != "" || pathContains(path, "copilot-chat") || pathContains(path, "/workspaceStorage/"))
}
