package agent

import (
	"bytes"
	"cmp"
	"encoding/json"
	"fmt"
	"slices"
	"strings"
	"time"

	"witness/engine/hook"
)

// Copilot is the GitHub Copilot CLI, measured with version 1.0.102.
//
//	capability             how the reply expresses it
//	context before a call  additionalContext, at the top level of the reply
//	context after a call   the same
//	ask                    permissionDecision "ask"; denies if there is no user to ask
//	block                  permissionDecision "deny" with permissionDecisionReason
//	prevent stopping       decision "block" with a reason, at agentStop and subagentStop
//	tell the user          not supported: systemMessage is dropped
//
// Peculiarities:
//
//   - The spelling of an event in the settings selects the form of the payload: preToolUse sends
//     sessionId, toolName and toolArgs without the name of the event; PreToolUse sends
//     hook_event_name, session_id, tool_name and tool_input with Claude's names of tools.
//     SubagentStart sends a mixture. The reply is the same for both.
//   - It also runs the hooks of the project's .claude/settings.json and settings.local.json after
//     its own: the same call is reported twice, once in each form, with the same timestamp
//     (milliseconds here, RFC 3339 there). Calls have no id.
//   - A command that fails is a success whose text ends with "<shellId: 1 completed with exit
//     code 3>". postToolUseFailure is sent for tools that did not run: an unknown tool, a patch
//     that does not apply.
//   - Of an output of more than 20 KB it shows 500 characters and the path of a file with the
//     rest.
//   - Each command runs in its own shell, in cwd.
//   - The arguments of apply_patch are a string, and Claude's form calls the tool Edit. In versions of
//     April 2026 toolArgs is a string with JSON for every tool.
//   - A subagent has a session of its own, with the parent's id. At agentStop it cannot be
//     prevented from stopping, at subagentStop, which follows, it can.
//   - A preToolUse hook that exits with a status other than 0 denies the call.
var Copilot = Agent{
	Name:        "copilot",
	RunsHooksOf: []string{"claude", "vscode"},
	EnvMarkers:  []string{"COPILOT_CLI"},
	Identify:    identifyCopilot,
	Tools:       copilotTools,
	ProjectIn:   "COPILOT_PROJECT_DIR",
	decode:      decodeCopilot,
	answer:      answerCopilot,
	BriefsLate:  true,
	NoContextAt: []string{hook.Compact, hook.End},
	CanAsk:      true,
	Transcript:  copilotTranscript,
	Package:     Package{Name: "@github/copilot", Oldest: "1.0.0", Proven: "1.0.102"},
	Settings: []Settings{
		{Scope: "project", Path: ".github/hooks/witness.json", Whole: copilotHooks, Note: copilotTrustNote},
		{Scope: "user", Path: ".copilot/hooks/witness.json", MovedBy: "COPILOT_HOME=.copilot", Whole: copilotHooks},
	},
	Plugin:   copilotPlugin,
	Diagnose: diagnoseCopilot,
	Signs:    Signs{Programs: []string{"copilot"}, Project: []string{".github/hooks", ".github/copilot-instructions.md"}, User: []string{".copilot"}},
	Marked:   "ignores them", // measured with the version in e2e/clients.txt
	Servers:  []Settings{{Scope: "user", Path: ".copilot/mcp-config.json", MovedBy: "COPILOT_HOME=.copilot"}},
	Bypass: Bypass{
		Words: []string{"--config-dir", "plugin disable witness*", "plugin uninstall witness*", "plugin remove witness*"},
		Settings: []Settings{
			{Scope: "project", Path: ".github/copilot/settings.json"},
			{Scope: "project", Path: ".github/copilot/settings.local.json"},
			{Scope: "user", Path: ".copilot/settings.json", MovedBy: "COPILOT_HOME=.copilot"},
			{Scope: "user", Path: ".copilot/config.json", MovedBy: "COPILOT_HOME=.copilot"},
		},
		Keys: []string{"disableAllHooks"},
	},
	Probe: `{"sessionId":"doctor","timestamp":1795206800130,"cwd":"$CWD","toolName":"bash","toolArgs":{"command":"$COMMAND","description":"witness doctor","mode":"sync"}}`,
}

// copilotEntry is one hook. Both lines exit with status 0 whatever happens to witness.
const copilotEntry = `[
      {
        "type": "command",
        "bash": "env witness hook copilot 2>/dev/null || cat >/dev/null",
        "powershell": "if (Get-Command witness -ErrorAction SilentlyContinue) { witness hook copilot 2>$null }; exit 0",
        "timeoutSec": 10
      }
    ]`

const copilotHooks = `{
  "version": 1,
  "hooks": {
    "sessionStart": ` + copilotEntry + `,
    "userPromptSubmitted": ` + copilotEntry + `,
    "preToolUse": ` + copilotEntry + `,
    "postToolUse": ` + copilotEntry + `,
    "postToolUseFailure": ` + copilotEntry + `,
    "subagentStart": ` + copilotEntry + `,
    "subagentStop": ` + copilotEntry + `,
    "agentStop": ` + copilotEntry + `,
    "preCompact": ` + copilotEntry + `,
    "sessionEnd": ` + copilotEntry + `
  }
}
`

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
		CWD: p.CWD, Project: getenv(a.ProjectIn),
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
