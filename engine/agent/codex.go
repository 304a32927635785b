package agent

import (
	_ "embed"
	"strings"

	"witness/engine/hook"
)

//go:embed clients/codex.txt
var codexFile clientFile

// Codex is OpenAI's Codex CLI: see clients/codex.txt.
var Codex = Agent{
	Name:       "codex",
	clientFile: codexFile,
	Identify:   identifyCodex,
	payload:    func() formCaller { return &codexPayload{} },
	Transcript: codexTranscript,
	Diagnose:   diagnoseCodex,
	Plugin:     codexPlugin,
}

// A codexPayload is the payload of any hook.
type codexPayload struct {
	formPayload
	Response lenientString `json:"tool_response"`
}

func (p *codexPayload) event(agent, project string) (hook.Event, bool) {
	e, ok := p.formPayload.event(agent, project)
	if e.Moment == hook.Prompt && p.Actor != "" {
		e.Source = "agent" // written by the parent agent, not the user
	}
	return e, ok
}

// setCall sets what the call is to do. On Windows a line is run in PowerShell.
func (p *codexPayload) setCall(e *hook.Event, tools clientFile) {
	p.formPayload.setCall(e, tools)
	if e.Tool == hook.Run && onWindows(p.CWD) {
		e.Shell = "powershell"
	}
}

// onWindows reports whether a directory is one of Windows, wherever its recording is read.
func onWindows(dir string) bool {
	return len(dir) > 2 && dir[1] == ':' && (dir[2] == '\\' || dir[2] == '/')
}

// setResult sets the result of the call.
func (p *codexPayload) setResult(e *hook.Event) {
	switch {
	case e.Tool == hook.Run:
		p.setCommandResult(e)
	case p.Tool == "apply_patch" && !strings.HasPrefix(string(p.Response), "Exit code: 0\n"):
		e.Outcome = hook.Unknown // whether a failed patch sends this hook is not known
	default:
		e.Outcome = hook.OK
	}
}

// identifyCodex goes by the payload alone: the client sets no variable for its hooks, and a Codex
// that another agent started has the variables of that agent.
func identifyCodex(_ func(string) string, payload []byte) Match {
	p := stringMembers(payload, "session_id", "hook_event_name", "transcript_path")
	if p["session_id"] == "" || p["hook_event_name"] == "" {
		return NoMatch
	}
	if path := p["transcript_path"]; path != "" {
		return byPayload(pathContains(path, "/rollout-"))
	}
	p = stringMembers(payload, "turn_id", "model") // a session that is not saved has no rollout
	return byPayload(p["turn_id"] != "" && p["model"] != "")
}
