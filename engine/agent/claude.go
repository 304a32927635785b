package agent

import (
	_ "embed"
	"encoding/json"
	"slices"
	"strings"

	"witness/engine/hook"
)

//go:embed clients/claude.txt
var claudeFile clientFile

// Claude is Claude Code: see clients/claude.txt.
var Claude = Agent{
	Name:       "claude",
	clientFile: claudeFile,
	Identify:   identifyClaude,
	decode:     decodeClaude,
	answer:     answerClaude,
	Transcript: claudeTranscript,
	Plugin:     claudePlugin,
	Diagnose:   diagnoseClaude,
}

// A claudePayload is the payload of any hook. Response and Batch are decoded only for the hooks that have them: encoding/json prepares the
// types of all members anew in each process, before it reads the first, and those of results are the largest.
type claudePayload struct {
	formPayload
	AgentType string          `json:"agent_type"`
	Timestamp json.RawMessage `json:"timestamp"` // sent by Copilot only
	Response  claudeResponse  `json:"-"`         // see claudeEnded
	Batch     []claudeBatched `json:"-"`         // PostToolBatch
	Directory string          `json:"directory"` // DirectoryAdded
}

// A claudeEnded is the payload of a hook at the end of a call.
type claudeEnded struct {
	*claudePayload
	Result *claudeResponse `json:"tool_response"`
}

// A claudeBatched is one call in a PostToolBatch payload.
type claudeBatched struct {
	claudeCall
	Response string `json:"tool_response"` // the text the model reads; a list of content blocks is skipped
}

func decodeClaude(a Agent, payload []byte, getenv func(string) string) ([]hook.Event, error) {
	var p claudePayload
	form := formCaller(&p)
	if momentOf(stringMembers(payload, "hook_event_name")["hook_event_name"]) == hook.After {
		form = &claudeEnded{&p, &p.Response}
	}
	events, err := a.decodeForm(payload, getenv, form)
	if err != nil || len(p.Timestamp) > 0 && getenv("COPILOT_CLI") != "" {
		// Copilot runs the hooks of .claude/settings.json too. Its payloads have the members
		// of Claude's with other contents: a failed command would be recorded as a success.
		return nil, err
	}
	base := hook.Event{Session: p.Session, Agent: "claude", Actor: p.Actor, Name: p.Hook, Hook: p.Hook, CWD: p.CWD, Project: getenv("CLAUDE_PROJECT_DIR")}
	switch p.Hook {
	case "PostToolBatch":
		if calls := rawMember(payload, "tool_calls"); len(calls) > 0 {
			err = decodePayload(a.Name, calls, &p.Batch)
		}
		return p.batchEvents(base), err
	case "PermissionRequest": // a dialog is on the screen; it has no id of the call
		base.Moment, base.Asked = hook.Before, true
		p.setCall(&base, a.clientFile)
		return []hook.Event{base}, nil
	case "PermissionDenied": // by the automatic mode; what a rule refuses is in PostToolBatch alone
		base.Moment = hook.After
		p.setCall(&base, a.clientFile)
		base.Outcome, base.Reason = hook.Denied, hook.ByMode
		return []hook.Event{base}, nil
	case "DirectoryAdded":
		base.Moment, base.Tool, base.Outcome, base.Folders = hook.After, hook.Other, hook.OK, []string{p.Directory}
		return []hook.Event{base}, nil
	}
	if len(events) == 0 {
		return nil, nil
	}
	switch e := events[0]; {
	case e.Moment == hook.Before && e.Name == "Skill":
		return p.skillEvents(e, getenv), nil
	case e.Moment == hook.Stop:
		e.Running = runningTasks(payload)
		return append(p.backgroundEnds(base), e), nil
	case e.Moment == hook.Before:
		return append(p.backgroundEnds(base), e), nil
	case e.Moment != hook.Prompt:
	case e.Source == "":
		return withAttached(e, mentionedFiles(string(p.Prompt))), nil
	default:
		base.Name = ""
		if end, ok := backgroundEnd(base, string(p.Prompt)); ok {
			return []hook.Event{end, e}, nil
		}
	}
	return events, nil
}

func (p *claudePayload) event(agent, project string) (hook.Event, bool) {
	e, ok := p.formPayload.event(agent, project)
	switch {
	case e.Moment == hook.Prompt && strings.HasPrefix(string(p.Prompt), claudeNotified):
		e.Source = "task-notification" // written by the client, not the user
	case e.Moment == hook.Prompt && slices.Contains(claudeWriters, p.Source):
		e.Source = p.Source
	case p.Hook == "SubagentStop" && p.AgentType == "":
		return e, false // the client's own summariser, at a compaction
	}
	return e, ok
}

// claudeWriters are who writes a prompt besides a person, who is user or sdk: a turn of the machine, or what a schedule says again.
var claudeWriters = []string{"system", "loop_wakeup", "schedule_wakeup", "poll_event"}

// otherClientVars are variables that other clients with payloads of the same shape set for their
// hooks. A new client needs an entry only if its payload does not identify it.
var otherClientVars = []string{"COPILOT_CLI", "CURSOR_VERSION", "GEMINI_SESSION_ID", "QWEN_PROJECT_DIR", "DROID_PROJECT_DIR"}

// identifyClaude goes by the path of the session file. If the user has moved it
// (CLAUDE_CONFIG_DIR), the environment decides, but only if it shows no other client: every
// client's shell passes its variables on to the clients that are started in it.
func identifyClaude(getenv func(string) string, payload []byte) Match {
	p := stringMembers(payload, "session_id", "hook_event_name", "transcript_path")
	if p["session_id"] == "" || p["hook_event_name"] == "" || p["transcript_path"] == "" {
		return NoMatch
	}
	if pathContains(p["transcript_path"], "/.claude/") {
		return ByPayload
	}
	if getenv("CLAUDECODE") == "1" && !slices.ContainsFunc(otherClientVars, func(other string) bool { return getenv(other) != "" }) {
		return ByEnvironment
	}
	return NoMatch
}
