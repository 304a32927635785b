package agent

import (
	"bytes"
	"cmp"
	_ "embed"
	"encoding/json"
	"fmt"
	"slices"
	"strings"
	"time"

	"witness/engine/hook"
)

//go:embed clients/copilot.txt
var copilotFile clientFile

// Copilot is the GitHub Copilot CLI: see clients/copilot.txt.
var Copilot = Agent{
	Name:       "copilot",
	clientFile: copilotFile,
	Identify:   identifyCopilot,
	decode:     decodeCopilot,
	Transcript: copilotTranscript,
	Plugin:     copilotPlugin,
	Diagnose:   diagnoseCopilot,
}

// A copilotPayload is the payload of any hook. Fields with a 2 are those of Claude's form.
type copilotPayload struct {
	Hook      string          `json:"hook_event_name"`
	Request   string          `json:"hookName"` // of permissionRequest only
	Timestamp json.RawMessage `json:"timestamp"`
	CWD       string          `json:"cwd"`

	Session  string `json:"sessionId"`
	Session2 string `json:"session_id"`
	Agent    string `json:"agentId"`
	Agent2   string `json:"agent_id"`
	Parent   string `json:"parentAgentId"`
	Parent2  string `json:"parent_agent_id"`
	Named    string `json:"agentName"` // of a subagent that starts or stops
	Named2   string `json:"agent_name"`

	Source  *string `json:"source"` // of sessionStart
	Prompt  *string `json:"prompt"`
	Reason  *string `json:"reason"` // of sessionEnd
	Stop    *string `json:"stopReason"`
	Stop2   *string `json:"stop_reason"`
	Active  bool    `json:"stop_hook_active"`
	Trigger string  `json:"trigger"` // of preCompact

	Tool    string          `json:"toolName"`
	Tool2   string          `json:"tool_name"`
	Args    json.RawMessage `json:"toolArgs"`
	Args2   json.RawMessage `json:"tool_input"`
	Result  *copilotResult  `json:"toolResult"`
	Result2 *copilotResult  `json:"tool_result"`
	Error   json.RawMessage `json:"error"`
}

func decodeCopilot(a Agent, payload []byte, getenv func(string) string) ([]hook.Event, error) {
	var p copilotPayload
	if err := decodePayload("copilot", payload, &p); err != nil {
		return nil, err
	}
	e := hook.Event{
		Session: cmp.Or(p.Session, p.Session2), Agent: "copilot", Hook: p.hook(),
		CWD: p.CWD, Project: getenv(a.projectIn()),
	}
	if parent := cmp.Or(p.Parent, p.Parent2); parent != "" {
		e.Session, e.Actor = parent, cmp.Or(p.Agent, p.Agent2)
	}
	e.Name = e.Hook
	switch e.Hook {
	case "preToolUse":
		e.Moment = hook.Before
		p.setCall(&e)
	case "postToolUse":
		e.Moment = hook.After
		p.setCall(&e)
		p.setResult(&e)
	case "postToolUseFailure":
		e.Moment = hook.After
		p.setCall(&e)
		setFailed(&e, p.errorText())
		if e.Tool == hook.Run {
			e.Outcome = hook.Denied // it did not run: "Command not executed. ..."
		}
	case "sessionStart":
		e.Moment, e.Source = hook.Start, *p.Source
		if e.Source == "new" {
			e.Source = "startup"
		}
	case "userPromptSubmitted":
		e.Moment = hook.Prompt
		if strings.HasPrefix(*p.Prompt, "<system_notification>") {
			e.Source = "system-notification" // written by the client, not the user
		}
	case "subagentStart":
		e.Moment = hook.SubagentStart
	case "subagentStop":
		e.Moment, e.Active = hook.SubagentStop, p.Active
	case "agentStop":
		if e.Actor != "" {
			return nil, nil // subagentStop follows
		}
		e.Moment, e.Active = hook.Stop, p.Active
	case "preCompact":
		e.Moment, e.Source = hook.Compact, p.Trigger
	case "sessionEnd":
		e.Moment, e.Source = hook.End, *p.Reason
	default:
		return nil, nil
	}
	e.Call = p.fingerprint(e)
	return []hook.Event{e}, nil
}

// hook returns the name of the event in Copilot's own form. It goes by the members that only that
// event has.
func (p *copilotPayload) hook() string {
	called := cmp.Or(p.Tool, p.Tool2) != ""
	stopped := p.Stop != nil || p.Stop2 != nil
	named := cmp.Or(p.Named, p.Named2) != ""
	switch {
	case p.Request != "", p.Hook == "Notification":
		return ""
	case called && (p.Result != nil || p.Result2 != nil):
		return "postToolUse"
	case called && len(p.Error) > 0:
		return "postToolUseFailure"
	case called:
		return "preToolUse"
	case stopped && named:
		return "subagentStop"
	case stopped:
		return "agentStop"
	case named:
		return "subagentStart"
	case p.Prompt != nil:
		return "userPromptSubmitted"
	case p.Source != nil:
		return "sessionStart"
	case p.Reason != nil:
		return "sessionEnd"
	case p.Trigger != "":
		return "preCompact"
	}
	return ""
}

// fingerprint returns an id made of what both forms of a payload have in common, because the
// client sends none. It is "" without a timestamp.
func (p *copilotPayload) fingerprint(e hook.Event) string {
	text := strings.Trim(string(p.Timestamp), `"`)
	if at, err := time.Parse(time.RFC3339, text); err == nil {
		text = fmt.Sprint(at.UnixMilli())
	}
	if text == "" {
		return ""
	}
	return fingerprint(e.Hook, e.Session, e.Actor, text, e.Tool, string(p.args()))
}

// identifyCopilot goes by the payload alone: COPILOT_CLI is inherited by the agents that are
// started in Copilot's shell. Gemini's payloads have a timestamp, too, and are told apart by
// their hooks.
func identifyCopilot(_ func(string) string, payload []byte) Match {
	if !bytes.Contains(payload, []byte(`"timestamp"`)) {
		return NoMatch // without decoding a long payload
	}
	var p struct {
		Session    string          `json:"sessionId"`
		Session2   string          `json:"session_id"`
		Hook       string          `json:"hook_event_name"`
		HookVSCode string          `json:"hookEventName"`
		Timestamp  json.RawMessage `json:"timestamp"`
		Transcript string          `json:"transcript_path"`
		Call       string          `json:"tool_use_id"` // of VS Code only
	}
	// A payload that does not parse leaves the fields empty.
	_ = json.Unmarshal(payload, &p)
	switch {
	case len(p.Timestamp) == 0 || p.HookVSCode != "" || p.Call != "" || slices.Contains(geminiHookNames, p.Hook):
		return NoMatch
	case p.Session != "":
		return byPayload(p.Timestamp[0] != '"')
	default:
		return byPayload(p.Session2 != "" && p.Hook != "" && (p.Transcript == "" || pathContains(p.Transcript, "/session-state/")))
	}
}
