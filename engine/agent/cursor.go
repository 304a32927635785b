package agent

import (
	"bytes"
	"cmp"
	"encoding/json"
	"strings"

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
	Tools:       cursorTools,
	ProjectIn:   "CURSOR_PROJECT_DIR",
	payload:     func() formCaller { return &cursorPayload{} },
	answer:      answerCursor,
	NoContextAt: []string{hook.Before, hook.Prompt, hook.SubagentStart, hook.SubagentStop, hook.Compact, hook.End},
	RunsHooksOf: []string{"claude"},
	Transcript:  cursorTranscript,
	Settings: []Settings{
		{Scope: "project", Path: ".cursor/hooks.json", New: cursorNew, Events: cursorHooks, Entry: cursorEntry},
		{Scope: "user", Path: ".cursor/hooks.json", New: cursorNew, Events: cursorHooks, Entry: cursorEntry},
	},
	Signs:   Signs{Programs: []string{"cursor-agent", "cursor"}, Project: []string{".cursor"}, User: []string{".cursor"}},
	Servers: []Settings{{Scope: "project", Path: ".cursor/mcp.json"}, {Scope: "user", Path: ".cursor/mcp.json"}},
	Bypass:  Bypass{Variables: []string{"CURSOR_CONFIG_DIR"}},
	Probe:   `{"conversation_id":"doctor","generation_id":"doctor","hook_event_name":"preToolUse","cursor_version":"","workspace_roots":["$CWD"],"tool_name":"Shell","tool_input":{"command":"$COMMAND"},"tool_use_id":"doctor","cwd":"$CWD"}`,
}

// cursorEntry is one hook. The line exits with status 0 whatever happens to witness.
const cursorEntry = `[{"command":"env witness hook cursor 2>/dev/null || cat >/dev/null","timeout":10}]`

const cursorHooks = "sessionStart beforeSubmitPrompt preToolUse postToolUse postToolUseFailure subagentStart subagentStop preCompact stop sessionEnd"

const cursorNew = "{\n  \"version\": 1\n}\n"

// A cursorPayload is the payload of any hook.
type cursorPayload struct {
	formPayload
	Conversation string   `json:"conversation_id"`
	Roots        []string `json:"workspace_roots"`
	Status       string   `json:"status"`     // stop: completed, aborted, error
	Loops        int      `json:"loop_count"` // stop: number of followup_message replies so far
	Subagent     string   `json:"subagent_id"`

	Output   string  `json:"tool_output"`
	Duration float64 `json:"duration"`
	Failure  string  `json:"failure_type"` // timeout, error, permission_denied
}

func (p *cursorPayload) event(agent, project string) (hook.Event, bool) {
	e, ok := p.formPayload.event(agent, project)
	e.Session, e.Actor, e.Duration = cmp.Or(p.Conversation, p.Session), p.Subagent, int64(p.Duration)
	if len(p.Roots) > 0 {
		e.CWD, e.Project = cmp.Or(e.CWD, p.Roots[0]), cmp.Or(e.Project, p.Roots[0])
	}
	switch {
	case strings.ToLower(p.Hook[:min(1, len(p.Hook))]) != p.Hook[:min(1, len(p.Hook))]:
		return e, false // a hook of Claude Code's settings: Cursor's own reports the same
	case e.Moment == hook.Stop:
		e.Active = p.Loops > 0
		return e, p.Status == "completed" // else the user or an error ended the turn: the agent must not go on
	}
	return e, ok
}

const cursorTools toolTable = `
read   Read
write  Write
delete Delete
run    Shell
search Grep LS
task   Task`

func (p *cursorPayload) setCall(e *hook.Event, tools toolTable) {
	p.formPayload.setCall(e, tools)
	if e.Tool == hook.Write && p.Input.Old != "" {
		e.Tool = hook.Edit
		e.Files[0].Kind = hook.Edit
	}
}

func (p *cursorPayload) setResult(e *hook.Event) {
	e.Outcome = hook.OK
	if e.Hook == "postToolUseFailure" {
		p.setFailure(e)
		return
	}
	if e.Tool != hook.Run {
		return
	}
	var out struct {
		Exit   optional[int] `json:"exitCode"`
		Stdout string        `json:"stdout"`
		Stderr string        `json:"stderr"`
	}
	_ = json.Unmarshal([]byte(p.Output), &out) // an output of another form has no exit code
	e.Outcome, e.Output = hook.Unknown, out.Stdout
	if out.Stderr != "" {
		e.Output += "\n" + out.Stderr
	}
	if out.Exit.value != nil {
		setExit(e, *out.Exit.value)
	}
}

// setFailure sets the result of a call that failed without an exit code.
func (p *cursorPayload) setFailure(e *hook.Event) {
	e.Outcome = hook.Failed
	switch {
	case p.Failure == "permission_denied":
		e.Outcome, e.Reason = hook.Denied, hook.ByUser
	case p.Interrupted:
		e.Outcome, e.Reason, e.Cut = hook.Unknown, hook.Interrupted, true
	case p.Failure == "timeout":
		e.Outcome, e.Reason, e.Cut = hook.Unknown, hook.TimedOut, true
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

func answerCursor(_ Agent, e hook.Event, v hook.Verdict) []byte {
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
