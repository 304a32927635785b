package agent

import (
	"cmp"
	"encoding/json"
	"fmt"

	"witness/engine"
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
// What differs from what one would expect:
//
//   - There is no way to warn: only a block reaches the model.
//   - The name of the event is in event, the directory in working_dir.
//   - Payloads have no output, so the result of a test run is not known, only whether it failed.
//   - A matcher "*" is not a valid expression and silently disables the rule.
var Goose = Agent{
	Name:        "goose",
	EnvMarkers:  []string{"GOOSE_TERMINAL"},
	Identify:    identifyGoose,
	Hear:        hearGoose,
	Answer:      answerGoose,
	NoContextAt: []string{engine.Before, engine.After, engine.Start, engine.Prompt, engine.End},
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

func hearGoose(payload []byte, _ func(string) string) ([]engine.Event, error) {
	var p goosePayload
	if err := json.Unmarshal(payload, &p); err != nil && !isTypeMismatch(err) {
		return nil, fmt.Errorf("goose payload: %w", err)
	}
	e := engine.Event{Session: p.Session, Agent: "goose", Name: p.Event, Hook: p.Event, CWD: p.Dir, Project: p.Dir}
	switch p.Event {
	case "PreToolUse":
		e.Moment = engine.Before
		p.setCall(&e)
	case "PostToolUse":
		e.Moment, e.Outcome = engine.After, engine.OK
		p.setCall(&e)
		if e.Tool == engine.Run {
			e.Outcome = engine.Unknown // the tool can succeed although the command failed
		}
	case "PostToolUseFailure":
		e.Moment, e.Outcome = engine.After, engine.Failed
		p.setCall(&e)
	case "SessionStart":
		e.Moment, e.Source = engine.Start, "startup"
	case "UserPromptSubmit":
		e.Moment = engine.Prompt
	case "Stop":
		e.Moment = engine.Stop
	case "SessionEnd":
		e.Moment = engine.End
	default:
		return nil, nil
	}
	return []engine.Event{e}, nil
}

// gooseTools returns what each tool does; tools that are not listed are engine.Other. There is no
// tool that reads files: the model uses the shell.
func gooseTools() map[string]string {
	return map[string]string{
		"developer__edit":  engine.Edit,
		"developer__write": engine.Write,
		"developer__shell": engine.Run,
		"developer__tree":  engine.Search,
	}
}

// setCall sets what the call is to do.
func (p *goosePayload) setCall(e *engine.Event) {
	e.Call, e.Name, e.Tool = p.Call, p.Tool, cmp.Or(gooseTools()[p.Tool], engine.Other)
	switch e.Tool {
	case engine.Edit, engine.Write:
		if p.Input.Path != "" {
			e.Files = []engine.File{{Path: p.Input.Path, Kind: e.Tool, Content: p.Input.Content}}
		}
	case engine.Run:
		e.Command = p.Input.Command
	}
}

// gooseLimit is the maximum length of a reply in bytes.
const gooseLimit = 9500

func answerGoose(e engine.Event, v engine.Verdict) []byte {
	all := joinFindings(v, gooseLimit, engine.Block, engine.Ask, engine.Warn)
	if all == "" || e.Moment != engine.Stop && (e.Moment != engine.Before || v.Severity() == engine.Warn) {
		return nil
	}
	return replyJSON(map[string]string{"decision": "block", "reason": all})
}

// identifyGoose goes by the names of the members.
func identifyGoose(_ func(string) string, payload []byte) Match {
	m := stringMembers(payload, "event", "session_id", "working_dir")
	return byPayload(m["event"] != "" && m["session_id"] != "" && m["working_dir"] != "")
}
