package agent

import (
	"bytes"
	"cmp"
	"encoding/json"
	"fmt"
	"slices"
	"strings"
	"time"

	"witness/engine"
)

// Copilot is the GitHub Copilot CLI, as measured with version 1.0.102.
//
//	what it can do         how it is told
//	context before a call  additionalContext, at the top level of the reply
//	context after a call   the same
//	ask                    permissionDecision "ask"; without a user to ask, it denies
//	block                  permissionDecision "deny" with permissionDecisionReason
//	keep from stopping     decision "block" with a reason, at agentStop and subagentStop
//
// What a reader would guess wrong:
//
//   - The case of an event's name in the settings chooses the payload: preToolUse sends
//     sessionId, toolName and toolArgs and does not name the event, PreToolUse sends
//     hook_event_name, session_id, tool_name and tool_input and Claude's names of tools.
//     SubagentStart sends a mixture. The reply is the same for both.
//   - It also runs the hooks of the project's .claude/settings.json and settings.local.json,
//     after its own: the same call is told twice, once in each spelling, with the same
//     timestamp (milliseconds here, RFC 3339 there). There is no id of the call.
//   - A command that fails is a success whose text ends
//     "<shellId: 1 completed with exit code 3>". postToolUseFailure is for tools that did
//     not run: an unknown tool, a patch that does not apply.
//   - Of an output of more than 20 KB it shows 500 characters and names the file of the rest.
//   - Each command runs in a shell of its own, in cwd.
//   - apply_patch has a string for its arguments, and is called Edit in the other spelling.
//   - A subagent has a session of its own and names its parent's. At agentStop it cannot be
//     kept from stopping; subagentStop, which follows, can do so.
//   - preToolUse denies the call if the hook ends with another status than 0.
var Copilot = Agent{
	Name:        "copilot",
	Runs:        []string{"claude", "vscode"},
	EnvMarkers:  []string{"COPILOT_CLI"},
	Identify:    identifyCopilot,
	Hear:        hearCopilot,
	Answer:      answerCopilot,
	NoContextAt: []string{engine.Compact, engine.End},
	CanAsk:      true,
	Settings: []Settings{
		{Scope: "project", Path: ".github/hooks/witness.json", Whole: copilotHooks},
		{Scope: "user", Path: ".copilot/hooks/witness.json", MovedBy: "COPILOT_HOME=.copilot", Whole: copilotHooks},
	},
	Plugin: copilotPlugin,
	Signs:  Signs{Programs: []string{"copilot"}, Project: []string{".github/hooks", ".github/copilot-instructions.md"}, User: []string{".copilot"}},
	Probe:  `{"sessionId":"doctor","timestamp":1795206800130,"cwd":"$CWD","toolName":"bash","toolArgs":{"command":"$COMMAND","description":"witness doctor","mode":"sync"}}`,
}

// copilotEntry is one hook. Both lines end with status 0 whatever becomes of witness.
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
    "sessionEnd": ` + copilotEntry + `
  }
}
`

// A copilotPayload is what any hook sends, in both spellings.
type copilotPayload struct {
	Hook      string          `json:"hook_event_name"`
	Request   string          `json:"hookName"` // permissionRequest alone
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

	Source  *string `json:"source"` // of a start
	Prompt  *string `json:"prompt"`
	Reason  *string `json:"reason"` // of an end
	Stop    *string `json:"stopReason"`
	Stop2   *string `json:"stop_reason"`
	Active  bool    `json:"stop_hook_active"`
	Trigger string  `json:"trigger"` // of a compaction

	Tool    string          `json:"toolName"`
	Tool2   string          `json:"tool_name"`
	Args    json.RawMessage `json:"toolArgs"`
	Args2   json.RawMessage `json:"tool_input"`
	Result  *copilotResult  `json:"toolResult"`
	Result2 *copilotResult  `json:"tool_result"`
	Error   json.RawMessage `json:"error"`
}

func hearCopilot(payload []byte, getenv func(string) string) ([]engine.Event, error) {
	var p copilotPayload
	if err := json.Unmarshal(payload, &p); err != nil && !isTypeMismatch(err) {
		return nil, fmt.Errorf("copilot payload: %w", err)
	}
	e := engine.Event{
		Session: cmp.Or(p.Session, p.Session2), Agent: "copilot", Hook: p.hook(),
		CWD: p.CWD, Project: getenv("COPILOT_PROJECT_DIR"),
	}
	if parent := cmp.Or(p.Parent, p.Parent2); parent != "" {
		e.Session, e.Actor = parent, cmp.Or(p.Agent, p.Agent2)
	}
	e.Name = e.Hook
	switch e.Hook {
	case "preToolUse":
		e.Moment = engine.Before
		p.setCall(&e)
	case "postToolUse":
		e.Moment = engine.After
		p.setCall(&e)
		p.setResult(&e)
	case "postToolUseFailure":
		e.Moment, e.Outcome = engine.After, engine.Failed
		p.setCall(&e)
		if e.Tool == engine.Run {
			e.Outcome = engine.Denied // it was not run: "Command not executed. …"
		}
	case "sessionStart":
		e.Moment, e.Source = engine.Start, *p.Source
		if e.Source == "new" {
			e.Source = "startup"
		}
	case "userPromptSubmitted":
		e.Moment = engine.Prompt
		if strings.HasPrefix(*p.Prompt, "<system_notification>") {
			e.Source = "system-notification" // the client's words, not the user's
		}
	case "subagentStart":
		e.Moment = engine.SubagentStart
	case "subagentStop":
		e.Moment, e.Active = engine.SubagentStop, p.Active
	case "agentStop":
		if e.Actor != "" {
			return nil, nil // subagentStop follows
		}
		e.Moment, e.Active = engine.Stop, p.Active
	case "preCompact":
		e.Moment, e.Source = engine.Compact, p.Trigger
	case "sessionEnd":
		e.Moment, e.Source = engine.End, *p.Reason
	default:
		return nil, nil
	}
	e.Call = p.fingerprint(e)
	return []engine.Event{e}, nil
}

// hook is the event's name in Copilot's own spelling, by what only this event has.
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

// fingerprint stands for the id that the client does not give: what both spellings of one
// payload have in common. It is "" without a timestamp.
func (p *copilotPayload) fingerprint(e engine.Event) string {
	text := strings.Trim(string(p.Timestamp), `"`)
	if at, err := time.Parse(time.RFC3339, text); err == nil {
		text = fmt.Sprint(at.UnixMilli())
	}
	if text == "" {
		return ""
	}
	args := p.Args
	if len(args) == 0 {
		args = p.Args2
	}
	return fingerprint(e.Hook, e.Session, e.Actor, text, e.Tool, string(args))
}

// identifyCopilot goes by the payload alone: COPILOT_CLI is inherited by the agents that
// Copilot's shell starts.
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
	}
	// A payload that does not parse leaves the fields empty.
	_ = json.Unmarshal(payload, &p)
	path := strings.ReplaceAll(p.Transcript, `\`, "/")
	switch {
	case len(p.Timestamp) == 0 || p.HookVSCode != "" || slices.Contains(geminiHookNames, p.Hook):
		return NoMatch
	case p.Session != "":
		return byPayload(p.Timestamp[0] != '"')
	default:
		return byPayload(p.Session2 != "" && p.Hook != "" && (path == "" || strings.Contains(path, "/session-state/")))
	}
}
