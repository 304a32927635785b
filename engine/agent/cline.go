package agent

import (
	"cmp"
	"encoding/json"
	"strings"

	"witness/engine/hook"
)

// Cline is Cline, measured with version 3.0.65 of its command line. Its hooks are executables
// that are named after the event.
//
//	capability             how the reply expresses it
//	context before a call  contextModification; the model reads it after the call
//	context after a call   the same
//	ask                    not supported
//	block                  overrideInput null, which the tool rejects, with the reason as
//	                       contextModification. {"cancel": true} would end the run without
//	                       a word to the model; it is used for tools that may accept null,
//	                       and for versions before the command line, which do not have
//	                       overrideInput.
//	prevent stopping       not supported
//
// Peculiarities:
//
//   - The payload does not name the event as the settings do: PreToolUse is "tool_call",
//     PostToolUse "tool_result", TaskStart "agent_start", TaskComplete "agent_end".
//   - run_commands takes several commands, each of which runs in its own shell. A command that
//     fails is reported within a call that succeeds, as "Command exited with code 3".
//   - The only working directory in a payload is the root of the workspace.
//   - A call whose input was overridden is reported again after it, with the new input.
//   - The client ignores a hook that fails or prints anything but JSON.
var Cline = Agent{
	Name:        "cline",
	EnvMarkers:  []string{"CLINE_ACTIVE"},
	Identify:    identifyCline,
	Tools:       clineTools,
	decode:      decodeCline,
	answer:      answerCline,
	BriefsLate:  true,
	NoContextAt: []string{hook.Start, hook.Prompt, hook.Stop, hook.Compact, hook.End},
	Package:     Package{Name: "cline", Oldest: "3.0.0", Proven: "3.0.65"},
	Settings: []Settings{
		{Scope: "project", Path: ".cline/hooks/TaskStart", Whole: clineScript, Mode: 0o755},
		{Scope: "project", Path: ".cline/hooks/TaskResume", Whole: clineScript, Mode: 0o755},
		{Scope: "project", Path: ".cline/hooks/UserPromptSubmit", Whole: clineScript, Mode: 0o755},
		{Scope: "project", Path: ".cline/hooks/PreToolUse", Whole: clineScript, Mode: 0o755},
		{Scope: "project", Path: ".cline/hooks/PostToolUse", Whole: clineScript, Mode: 0o755},
		{Scope: "project", Path: ".cline/hooks/PreCompact", Whole: clineScript, Mode: 0o755},
		{Scope: "project", Path: ".cline/hooks/TaskComplete", Whole: clineScript, Mode: 0o755},
		{Scope: "project", Path: ".cline/hooks/SessionShutdown", Whole: clineScript, Mode: 0o755},
		{Scope: "user", Path: ".cline/hooks/TaskStart", Whole: clineScript, Mode: 0o755},
		{Scope: "user", Path: ".cline/hooks/TaskResume", Whole: clineScript, Mode: 0o755},
		{Scope: "user", Path: ".cline/hooks/UserPromptSubmit", Whole: clineScript, Mode: 0o755},
		{Scope: "user", Path: ".cline/hooks/PreToolUse", Whole: clineScript, Mode: 0o755},
		{Scope: "user", Path: ".cline/hooks/PostToolUse", Whole: clineScript, Mode: 0o755},
		{Scope: "user", Path: ".cline/hooks/PreCompact", Whole: clineScript, Mode: 0o755},
		{Scope: "user", Path: ".cline/hooks/TaskComplete", Whole: clineScript, Mode: 0o755},
		{Scope: "user", Path: ".cline/hooks/SessionShutdown", Whole: clineScript, Mode: 0o755},
	},
	Signs: Signs{Programs: []string{"cline"}, Project: []string{".cline", ".clinerules"}, User: []string{".cline"}},
	Bypass: Bypass{
		Words:     []string{"--config", "--data-dir", "--hooks-dir"},
		Variables: []string{"CLINE_DIR", "CLINE_DATA_DIR"},
	},
	Probe: `{"clineVersion":"","timestamp":"2026-11-20T20:42:24.667Z","taskId":"doctor","sessionContext":{"rootSessionId":"doctor"},"workspaceRoots":["$CWD"],"agent_id":"doctor","parent_agent_id":null,"hookName":"tool_call","tool_call":{"id":"doctor","name":"run_commands","input":{"commands":["$COMMAND"]}}}`,
}

// clineScript is one hook. It exits with status 0 whatever happens to witness.
const clineScript = `#!/bin/sh
# Reports Cline's events to witness: written by "witness init cline", deleted by
# "witness init cline --remove".
env witness hook cline 2>/dev/null || cat >/dev/null
exit 0
`

// A clinePayload is the payload of any hook.
type clinePayload struct {
	Hook    string `json:"hookName"`
	Task    string `json:"taskId"`
	Context struct {
		Session string `json:"rootSessionId"`
	} `json:"sessionContext"`
	Timestamp string   `json:"timestamp"`
	Roots     []string `json:"workspaceRoots"`
	Agent     string   `json:"agent_id"`
	Parent    string   `json:"parent_agent_id"`

	Call   *clineCall `json:"tool_call"`
	Result *clineCall `json:"tool_result"`

	Before *clineLegacy `json:"preToolUse"` // versions before the command line send only these two
	After  *clineLegacy `json:"postToolUse"`
}

// A clineLegacy is a call in the payload of versions before the command line.
type clineLegacy struct {
	Tool       string          `json:"toolName"`
	Parameters json.RawMessage `json:"parameters"`
	Result     string          `json:"result"`
	Success    bool            `json:"success"`
}

func decodeCline(_ Agent, payload []byte, _ func(string) string) ([]hook.Event, error) {
	var p clinePayload
	if err := decodePayload("cline", payload, &p); err != nil {
		return nil, err
	}
	e := hook.Event{Session: cmp.Or(p.Context.Session, p.Task), Agent: "cline", Name: p.Hook, Hook: p.Hook}
	if p.Parent != "" {
		e.Actor = p.Agent
	}
	if len(p.Roots) > 0 {
		e.CWD, e.Project = p.Roots[0], p.Roots[0]
	}
	switch p.Hook {
	case "tool_call", "PreToolUse":
		e.Moment = hook.Before
		switch {
		case p.Call != nil:
			return p.Call.events(e), nil
		case p.Before != nil:
			return p.Before.call(&p).events(e), nil
		}
		return nil, nil
	case "tool_result", "PostToolUse":
		e.Moment = hook.After
		switch {
		case p.Result != nil:
			return p.Result.resultEvents(e), nil
		case p.After != nil:
			return p.After.resultEvents(&p, e), nil
		}
		return nil, nil
	case "agent_start", "TaskStart":
		e.Moment, e.Source = hook.Start, "startup"
	case "agent_resume", "TaskResume":
		e.Moment, e.Source = hook.Start, "resume"
	case "prompt_submit", "UserPromptSubmit":
		e.Moment = hook.Prompt
	case "agent_end", "TaskComplete":
		e.Moment = hook.Stop
		if e.Actor != "" {
			e.Moment = hook.SubagentStop
		}
	case "pre_compact", "PreCompact":
		e.Moment = hook.Compact
	case "session_shutdown":
		e.Moment = hook.End
	default:
		return nil, nil
	}
	return []hook.Event{e}, nil
}

// A clineReply omits empty fields. Override is null to block a call, nil to leave the call alone.
type clineReply struct {
	Context  string           `json:"contextModification,omitempty"`
	Override *json.RawMessage `json:"overrideInput,omitempty"`
	Cancel   bool             `json:"cancel,omitempty"`
	Error    string           `json:"errorMessage,omitempty"`
}

func answerCline(_ Agent, e hook.Event, v hook.Verdict) []byte {
	all := joinFindings(v, hook.Block, hook.Ask, hook.Warn)
	switch {
	case all == "":
		return nil
	case e.Moment == hook.Before && v.Severity() != hook.Warn:
		if e.Hook != "tool_call" || e.Tool == hook.Other {
			return replyJSON(clineReply{Cancel: true, Error: all})
		}
		null := json.RawMessage("null")
		return replyJSON(clineReply{Override: &null, Context: "[witness] The call did not run.\n" + all})
	case e.Moment == hook.Before, e.Moment == hook.After:
		return replyJSON(clineReply{Context: all})
	}
	return nil
}

// identifyCline goes by members that only Cline sends.
func identifyCline(_ func(string) string, payload []byte) Match {
	var p struct {
		Hook    string  `json:"hookName"`
		Task    string  `json:"taskId"`
		Version *string `json:"clineVersion"`
	}
	// A payload that does not parse leaves the fields empty.
	_ = json.Unmarshal(payload, &p)
	return byPayload(strings.TrimSpace(p.Hook) != "" && p.Task != "" && p.Version != nil)
}
