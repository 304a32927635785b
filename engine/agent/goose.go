package agent

import (
	"cmp"
	"encoding/json"
	"fmt"

	"witness/engine"
)

// Goose is goose from version 1.38, with the hooks of Open Plugins. From its documentation
// of 2026; it was not run.
//
//	what it can do         how it is told
//	context before a call  not at all
//	context after a call   not at all
//	ask                    not at all
//	block                  decision "block" with a reason
//	keep from stopping     the same
//
// What a reader would guess wrong:
//
//   - There is no way to warn: only what blocks is heard.
//   - The event is called event, the directory working_dir.
//   - Outputs are not told, so what a test run came to is not known but for its failure.
//   - A matcher "*" is no valid expression and drops the rule without a word.
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
	// Its program is not a sign: a migration tool is called goose, too.
	Signs: Signs{Project: []string{".goosehints"}, User: []string{".config/goose"}},
	Probe: `{"event":"PreToolUse","session_id":"doctor","working_dir":"$CWD","tool_name":"developer__shell","tool_input":{"command":"$COMMAND"},"tool_call_id":"doctor"}`,
}

const goosePlugin = `{
  "name": "witness",
  "version": "1.0.0",
  "description": "A behavioural linter for coding agents"
}
`

// gooseEntry is one hook. The line ends with status 0 whatever becomes of witness.
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

// A goosePayload is what any hook sends.
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
			e.Outcome = engine.Unknown // a command that fails may be a tool that did not
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

// gooseTools is what each tool of the client does; any other is engine.Other. There is no
// tool to read: files are read in the shell.
func gooseTools() map[string]string {
	return map[string]string{
		"developer__edit":  engine.Edit,
		"developer__write": engine.Write,
		"developer__shell": engine.Run,
		"developer__tree":  engine.Search,
	}
}

// describe says which call the event is about, and what the call is to do.
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

// gooseLimit is the most that is said at once, in bytes.
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
