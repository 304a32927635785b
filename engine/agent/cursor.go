package agent

import (
	"bytes"
	"cmp"
	"encoding/json"
	"fmt"

	"witness/engine/hook"
)

// Cursor is Cursor with its own hooks, from its documentation of 2026. It was not run.
//
//	capability             how the reply expresses it
//	context before a call  not supported
//	context after a call   additional_context, at postToolUse
//	ask                    not supported: preToolUse ignores it
//	block                  permission "deny" with agent_message, and user_message for people
//	prevent stopping       followup_message
//
// Peculiarities:
//
//   - In the settings an event has a list of hooks, without groups.
//   - The id of the conversation is conversation_id. Only tool events have a cwd.
//   - tool_output is JSON in a string, with exitCode for a command. A tool that failed without an
//     exit code is reported by postToolUseFailure, which takes no reply.
//   - beforeShellExecution, afterFileEdit and similar hooks fire for the same calls; witness does
//     not install them.
//   - It can be configured to run the hooks of .claude/settings.json, too.
var Cursor = Agent{
	Name:        "cursor",
	EnvMarkers:  []string{"CURSOR_AGENT"},
	Identify:    identifyCursor,
	Decode:      decodeCursor,
	Answer:      answerCursor,
	NoContextAt: []string{hook.Before, hook.Prompt, hook.SubagentStart, hook.SubagentStop, hook.Compact, hook.End},
	RunsHooksOf: []string{"claude"},
	Transcript:  cursorTranscript,
	Settings: []Settings{
		{Scope: "project", Path: ".cursor/hooks.json", New: cursorNew, Hooks: cursorHooks},
		{Scope: "user", Path: ".cursor/hooks.json", New: cursorNew, Hooks: cursorHooks},
	},
	Signs:   Signs{Programs: []string{"cursor-agent", "cursor"}, Project: []string{".cursor"}, User: []string{".cursor"}},
	Servers: []Settings{{Scope: "project", Path: ".cursor/mcp.json"}, {Scope: "user", Path: ".cursor/mcp.json"}},
	Bypass:  Bypass{Variables: []string{"CURSOR_CONFIG_DIR"}},
	Probe:   `{"conversation_id":"doctor","generation_id":"doctor","hook_event_name":"preToolUse","cursor_version":"","workspace_roots":["$CWD"],"tool_name":"Shell","tool_input":{"command":"$COMMAND"},"tool_use_id":"doctor","cwd":"$CWD"}`,
}

// cursorEntry is one hook. The line exits with status 0 whatever happens to witness.
const cursorEntry = `[{"command":"env witness hook cursor 2>/dev/null || cat >/dev/null","timeout":10}]`

const cursorNew = "{\n  \"version\": 1\n}\n"

const cursorHooks = `{"hooks":{` +
	`"sessionStart":` + cursorEntry +
	`,"beforeSubmitPrompt":` + cursorEntry +
	`,"preToolUse":` + cursorEntry +
	`,"postToolUse":` + cursorEntry +
	`,"postToolUseFailure":` + cursorEntry +
	`,"subagentStart":` + cursorEntry +
	`,"subagentStop":` + cursorEntry +
	`,"preCompact":` + cursorEntry +
	`,"stop":` + cursorEntry +
	`,"sessionEnd":` + cursorEntry + `}}`

// A cursorPayload is the payload of any hook.
type cursorPayload struct {
	Conversation string   `json:"conversation_id"`
	Session      string   `json:"session_id"` // of sessionStart and sessionEnd
	Hook         string   `json:"hook_event_name"`
	Roots        []string `json:"workspace_roots"`
	CWD          string   `json:"cwd"`
	Reason       string   `json:"reason"`     // sessionEnd
	Status       string   `json:"status"`     // stop: completed, aborted, error
	Loops        int      `json:"loop_count"` // stop: number of followup_message replies so far
	Subagent     string   `json:"subagent_id"`

	Tool  string `json:"tool_name"`
	Call  string `json:"tool_use_id"`
	Input struct {
		File     string `json:"file_path"`
		Path     string `json:"path"`
		Old      string `json:"old_string"`
		Content  string `json:"content"`
		Contents string `json:"contents"`
		Command  string `json:"command"`
		Dir      string `json:"working_directory"`
	} `json:"tool_input"`
	Output    string  `json:"tool_output"`
	Duration  float64 `json:"duration"`
	Failure   string  `json:"failure_type"` // timeout, error, permission_denied
	Interrupt bool    `json:"is_interrupt"`
}

func decodeCursor(payload []byte, getenv func(string) string) ([]hook.Event, error) {
	var p cursorPayload
	if err := json.Unmarshal(payload, &p); err != nil && !isTypeMismatch(err) {
		return nil, fmt.Errorf("cursor payload: %w", err)
	}
	e := hook.Event{
		Session: cmp.Or(p.Conversation, p.Session), Agent: "cursor", Name: p.Hook, Hook: p.Hook,
		CWD: p.CWD, Project: getenv("CURSOR_PROJECT_DIR"), Duration: int64(p.Duration),
	}
	if len(p.Roots) > 0 {
		e.CWD, e.Project = cmp.Or(e.CWD, p.Roots[0]), cmp.Or(e.Project, p.Roots[0])
	}
	switch p.Hook {
	case "preToolUse":
		e.Moment = hook.Before
		p.setCall(&e)
	case "postToolUse":
		e.Moment, e.Outcome = hook.After, hook.OK
		p.setCall(&e)
		p.setResult(&e)
	case "postToolUseFailure":
		e.Moment, e.Outcome = hook.After, hook.Failed
		p.setCall(&e)
		switch {
		case p.Failure == "permission_denied":
			e.Outcome, e.Reason = hook.Denied, hook.ByUser
		case p.Interrupt:
			e.Outcome, e.Reason, e.Cut = hook.Unknown, hook.Interrupted, true
		case p.Failure == "timeout":
			e.Outcome, e.Reason, e.Cut = hook.Unknown, hook.TimedOut, true
		}
	case "sessionStart":
		e.Moment, e.Source = hook.Start, "startup"
	case "beforeSubmitPrompt":
		e.Moment = hook.Prompt
	case "subagentStart":
		e.Moment, e.Actor = hook.SubagentStart, p.Subagent
	case "subagentStop":
		e.Moment, e.Actor = hook.SubagentStop, p.Subagent
	case "preCompact":
		e.Moment = hook.Compact
	case "stop":
		if p.Status != "completed" {
			return nil, nil // the user or an error ended the turn: the agent must not go on
		}
		e.Moment, e.Active = hook.Stop, p.Loops > 0
	case "sessionEnd":
		e.Moment, e.Source = hook.End, p.Reason
	default:
		return nil, nil
	}
	return []hook.Event{e}, nil
}

// cursorTools returns what each tool does; tools that are not listed are hook.Other.
func cursorTools() map[string]string {
	return map[string]string{
		"Read":   hook.Read,
		"Write":  hook.Write, // also edits
		"Delete": hook.Delete,
		"Shell":  hook.Run,
		"Grep":   hook.Search,
		"LS":     hook.Search,
		"Task":   hook.Task,
	}
}

// setCall sets what the call is to do.
func (p *cursorPayload) setCall(e *hook.Event) {
	in := p.Input
	e.Call, e.Name, e.Tool = p.Call, p.Tool, cmp.Or(cursorTools()[p.Tool], hook.Other)
	if e.Tool == hook.Write && in.Old != "" {
		e.Tool = hook.Edit
	}
	switch e.Tool {
	case hook.Read, hook.Edit, hook.Write, hook.Delete:
		if path := cmp.Or(in.File, in.Path); path != "" {
			e.Files = []hook.File{{Path: path, Kind: e.Tool, Content: cmp.Or(in.Content, in.Contents)}}
		}
	case hook.Run:
		e.Command, e.CWD = in.Command, cmp.Or(in.Dir, e.CWD)
	}
}

// setResult sets the result of a command.
func (p *cursorPayload) setResult(e *hook.Event) {
	if e.Tool != hook.Run {
		return
	}
	var out struct {
		Exit   *int   `json:"exitCode"`
		Stdout string `json:"stdout"`
		Stderr string `json:"stderr"`
	}
	_ = json.Unmarshal([]byte(p.Output), &out) // an output of another form has no exit code
	e.Outcome, e.Output = hook.Unknown, out.Stdout
	if out.Stderr != "" {
		e.Output += "\n" + out.Stderr
	}
	if out.Exit != nil {
		setExit(e, *out.Exit)
	}
}

// A cursorReply is the reply to any hook.
type cursorReply struct {
	Permission string `json:"permission,omitempty"`
	User       string `json:"user_message,omitempty"`
	Agent      string `json:"agent_message,omitempty"`
	Context    string `json:"additional_context,omitempty"`
	Followup   string `json:"followup_message,omitempty"`
}

func answerCursor(e hook.Event, v hook.Verdict) []byte {
	all := joinFindings(v, hook.Block, hook.Ask, hook.Warn)
	switch {
	case all == "":
		return nil
	case e.Moment == hook.Before && v.Severity() != hook.Warn:
		return replyJSON(cursorReply{Permission: "deny", User: all, Agent: all})
	case e.Hook == "postToolUse", e.Moment == hook.Start:
		return replyJSON(cursorReply{Context: all})
	case e.Moment == hook.Stop && !e.Active:
		return replyJSON(cursorReply{Followup: all})
	}
	return nil
}

// identifyCursor goes by members that only Cursor sends.
func identifyCursor(_ func(string) string, payload []byte) Match {
	if !bytes.Contains(payload, []byte(`"cursor_version"`)) {
		return NoMatch // without decoding a long payload
	}
	var p struct {
		Version      *string `json:"cursor_version"`
		Conversation string  `json:"conversation_id"`
	}
	// A payload that does not parse leaves the fields empty.
	_ = json.Unmarshal(payload, &p)
	return byPayload(p.Version != nil && p.Conversation != "")
}
