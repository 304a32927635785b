package agent

import (
	"bytes"
	"cmp"
	_ "embed"
	"encoding/json"
	"strings"

	"witness/engine/hook"
)

//go:embed clients/cursor.txt
var cursorFile clientFile

// Cursor is Cursor with its own hooks: see clients/cursor.txt.
var Cursor = Agent{
	Name:       "cursor",
	clientFile: cursorFile,
	Identify:   identifyCursor,
	payload:    func() formCaller { return &cursorPayload{} },
	answer:     answerCursor,
	Transcript: cursorTranscript,
}

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

func (p *cursorPayload) setCall(e *hook.Event, tools clientFile) {
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
