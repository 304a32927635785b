package agent

import (
	"bytes"
	"cmp"
	_ "embed"
	"encoding/json"
	"fmt"
	"slices"
	"strings"

	"witness/engine/hook"
)

//go:embed clients/vscode.txt
var vscodeFile clientFile

// VSCode is VS Code's own agent ("Local"): see clients/vscode.txt.
var VSCode = Agent{
	Name:       "vscode",
	clientFile: vscodeFile,
	Identify:   identifyVSCode,
	payload:    func() formCaller { return &vscodePayload{} },
}

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

// setCall sets what the call is to do. On Windows the terminal is PowerShell.
func (p *vscodePayload) setCall(e *hook.Event, tools clientFile) {
	in := p.Input
	e.Call, e.Name, e.Tool = p.ID, p.Tool, cmp.Or(tools.tool(p.Tool), hook.Other)
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
		if onWindows(p.CWD) {
			e.Shell = "powershell"
		}
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
