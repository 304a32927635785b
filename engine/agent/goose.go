package agent

import (
	"cmp"
	"encoding/json"
	"fmt"

	"witness/engine/hook"
)

// Goose is goose from version 1.38 on, with the hooks of Open Plugins, from its documentation of
// 2026. It was not run.
//
//	capability             how the reply expresses it
//	context before a call  not supported
//	context after a call   not supported
//	ask                    not supported
//	block                  decision "block" with a reason
//	prevent stopping       the same
//
// Peculiarities:
//
//   - There is no way to warn: only a block reaches the model.
//   - The name of the event is in event, the directory in working_dir.
//   - Payloads have no output, so the result of a test run is not known, only whether it failed.
//   - A matcher "*" is not a valid expression and silently disables the rule.
var Goose = Agent{
	Name:        "goose",
	EnvMarkers:  []string{"GOOSE_TERMINAL"},
	Identify:    identifyGoose,
	Decode:      decodeGoose,
	Answer:      answerGoose,
	NoContextAt: []string{hook.Before, hook.After, hook.Start, hook.Prompt, hook.End},
	Settings: []Settings{
		{Scope: "project", Path: ".agents/plugins/witness/plugin.json", Whole: goosePlugin},
		{Scope: "project", Path: ".agents/plugins/witness/hooks/hooks.json", Whole: gooseHooks},
		{Scope: "user", Path: ".agents/plugins/witness/plugin.json", Whole: goosePlugin},
		{Scope: "user", Path: ".agents/plugins/witness/hooks/hooks.json", Whole: gooseHooks},
	},
	// Its program is not a sign: a database migration tool has the same name.
	Signs: Signs{Project: []string{".goosehints"}, User: []string{".config/goose"}},
	Probe: `{"event":"PreToolUse","session_id":"doctor","working_dir":"$CWD","tool_name":"developer__shell","tool_input":{"command":"$COMMAND"},"tool_call_id":"doctor"}`,
}

const goosePlugin = `{
  "name": "witness",
  "version": "1.0.0",
  "description": "A behavioural linter for coding agents"
}
`

// gooseEntry is one hook. The line exits with status 0 whatever happens to witness.
const gooseEntry = `[
      { "hooks": [{ "type": "command", "command": "env witness hook goose 2>/dev/null || cat >/dev/null", "timeout": 10 }] }
    ]`

const gooseHooks = `{
  "hooks": {
    "SessionStart": ` + gooseEntry + `,
    "UserPromptSubmit": ` + gooseEntry + `,
    "PreToolUse": ` + gooseEntry + `,
    "PostToolUse": ` + gooseEntry + `,
    "PostToolUseFailure": ` + gooseEntry + `,
    "Stop": ` + gooseEntry + `,
    "SessionEnd": ` + gooseEntry + `
  }
}
`

// A goosePayload is the payload of any hook.
type goosePayload struct {
	Event   string `json:"event"`
	Session string `json:"session_id"`
	Dir     string `json:"working_dir"`
	Tool    string `json:"tool_name"`
	Call    string `json:"tool_call_id"`
	Input   struct {
		Path    string `json:"path"`
		Content string `json:"content"`
		Command string `json:"command"`
	} `json:"tool_input"`
}

func decodeGoose(payload []byte, _ func(string) string) ([]hook.Event, error) {
	var p goosePayload
	if err := json.Unmarshal(payload, &p); err != nil && !isTypeMismatch(err) {
		return nil, fmt.Errorf("goose payload: %w", err)
	}
	e := hook.Event{Session: p.Session, Agent: "goose", Name: p.Event, Hook: p.Event, CWD: p.Dir, Project: p.Dir}
	switch p.Event {
	case "PreToolUse":
		e.Moment = hook.Before
		p.setCall(&e)
	case "PostToolUse":
		e.Moment, e.Outcome = hook.After, hook.OK
		p.setCall(&e)
		if e.Tool == hook.Run {
			e.Outcome = hook.Unknown // the tool can succeed although the command failed
		}
	case "PostToolUseFailure":
		e.Moment, e.Outcome = hook.After, hook.Failed
		p.setCall(&e)
	case "SessionStart":
		e.Moment, e.Source = hook.Start, "startup"
	case "UserPromptSubmit":
		e.Moment = hook.Prompt
	case "Stop":
		e.Moment = hook.Stop
	case "SessionEnd":
		e.Moment = hook.End
	default:
		return nil, nil
	}
	return []hook.Event{e}, nil
}

// gooseTools returns what each tool does; tools that are not listed are hook.Other. There is no
// tool that reads files: the model uses the shell.
func gooseTools() map[string]string {
	return map[string]string{
		"developer__edit":  hook.Edit,
		"developer__write": hook.Write,
		"developer__shell": hook.Run,
		"developer__tree":  hook.Search,
	}
}

// setCall sets what the call is to do.
func (p *goosePayload) setCall(e *hook.Event) {
	e.Call, e.Name, e.Tool = p.Call, p.Tool, cmp.Or(gooseTools()[p.Tool], hook.Other)
	switch e.Tool {
	case hook.Edit, hook.Write:
		if p.Input.Path != "" {
			e.Files = []hook.File{{Path: p.Input.Path, Kind: e.Tool, Content: p.Input.Content}}
		}
	case hook.Run:
		e.Command = p.Input.Command
	}
}

func answerGoose(e hook.Event, v hook.Verdict) []byte {
	all := joinFindings(v, hook.Block, hook.Ask, hook.Warn)
	if all == "" || e.Moment != hook.Stop && (e.Moment != hook.Before || v.Severity() == hook.Warn) {
		return nil
	}
	return replyJSON(map[string]string{"decision": "block", "reason": all})
}

// identifyGoose goes by the names of the members.
func identifyGoose(_ func(string) string, payload []byte) Match {
	m := stringMembers(payload, "event", "session_id", "working_dir")
	return byPayload(m["event"] != "" && m["session_id"] != "" && m["working_dir"] != "")
}
