package agent

import (
	"encoding/json"
	"fmt"
	"strings"

	"witness/engine"
)

// Claude is Claude Code, as measured with version 2.1.197.
//
//	what it can do         how it is told
//	context before a call  PreToolUse hookSpecificOutput.additionalContext
//	context after a call   the same, under the name of the hook that fired
//	ask                    permissionDecision "ask"; without a user to ask, it denies
//	block                  permissionDecision "deny"; the reason is the tool's result
//	keep from stopping     decision "block" with a reason, or additionalContext
//
// What a reader would guess wrong:
//
//   - A command that fails sends PostToolUseFailure and no PostToolUse. A command whose
//     timeout expires does not fail: it moves to the background, or is killed if it
//     begins with sleep, with "Command timed out after 2s" before what it printed.
//   - PostToolUse of Bash means exit 0, except with returnCodeInterpretation: grep without
//     a match, diff with a difference and test that is false exit 1 and are no failures.
//   - A call that is denied, interrupted or malformed sends no Post hook. Denied and
//     malformed calls are told by PostToolBatch alone.
//   - tool_input holds absolute paths, but in PostToolBatch they are spelled as the model
//     spelled them.
//   - cwd follows the shell's cd if the command succeeds, and PostToolUse already has the
//     directory after it: what the line names is relative to the cwd of its PreToolUse.
//     CLAUDE_PROJECT_DIR stays.
//   - A subagent shares its parent's session_id. A forked session has an id that never
//     had a SessionStart.
//   - One null in a reply, or a hookEventName other than that of the hook that fired,
//     and the whole reply is dropped.
var Claude = Agent{
	Name:       "claude",
	EnvMarkers: []string{"CLAUDECODE", "CLAUDE_CODE_SESSION_ID"},
	Identify:   identifyClaude,
	Hear:       hearClaude,
	Answer:     answerClaude,
	CanAsk:     true,
	Transcript: claudeTranscript,
	Settings: []Settings{
		{Scope: "project", Path: ".claude/settings.json", Hooks: claudeHooks},
		{Scope: "user", Path: ".claude/settings.json", MovedBy: "CLAUDE_CONFIG_DIR=.claude", Hooks: claudeHooks},
	},
	Besides: []Settings{{Scope: "project", Path: ".claude/settings.local.json", Hooks: claudeHooks}},
	Plugin:  claudePlugin,
	Signs:   Signs{Programs: []string{"claude"}, Project: []string{".claude", "CLAUDE.md"}, User: []string{".claude"}},
	Probe:   `{"session_id":"doctor","transcript_path":"","cwd":"$CWD","permission_mode":"default","hook_event_name":"PreToolUse","tool_name":"Bash","tool_input":{"command":"$COMMAND","description":"witness doctor"},"tool_use_id":"doctor"}`,
	Doubts:  diagnoseClaude,
}

// claudeEntry is one hook. The line runs in sh, dash, bash, zsh and fish alike; it ends
// with status 0 whatever becomes of witness, since 2 (the status of a Go panic) would
// block the call. With env in front, fish too goes on to cat if witness is not installed
// (it gives up on an unknown command), and the shell has nothing to print. cat reads what
// witness did not, for a client that writes into a closed pipe.
const claudeEntry = `[{"hooks":[{"type":"command","command":"env witness hook claude 2>/dev/null || cat >/dev/null","timeout":10}]}]`

const claudeHooks = `{"hooks":{` +
	`"SessionStart":` + claudeEntry +
	`,"UserPromptSubmit":` + claudeEntry +
	`,"PreToolUse":` + claudeEntry +
	`,"PostToolUse":` + claudeEntry +
	`,"PostToolUseFailure":` + claudeEntry +
	`,"PostToolBatch":` + claudeEntry +
	`,"SubagentStart":` + claudeEntry +
	`,"SubagentStop":` + claudeEntry +
	`,"PreCompact":` + claudeEntry +
	`,"Stop":` + claudeEntry +
	`,"SessionEnd":` + claudeEntry + `}}`

// A claudePayload is what any hook sends. Whatever it does not name (the file before an
// edit, the patch) is skipped without being decoded: payloads may have megabytes. take knows
// the same names.
type claudePayload struct {
	Session string `json:"session_id"`
	CWD     string `json:"cwd"`
	Hook    string `json:"hook_event_name"`
	Actor   string `json:"agent_id"`

	Source  string `json:"source"`  // SessionStart
	Reason  string `json:"reason"`  // SessionEnd
	Trigger string `json:"trigger"` // PreCompact
	Prompt  string `json:"prompt"`  // UserPromptSubmit
	Active  bool   `json:"stop_hook_active"`

	Timestamp json.RawMessage `json:"timestamp"` // Copilot's

	claudeCall
	Error       string `json:"error"`
	Interrupted bool   `json:"is_interrupt"`
	Duration    int64  `json:"duration_ms"`

	Response claudeResponse  `json:"tool_response"`
	Batch    []claudeBatched `json:"tool_calls"` // PostToolBatch
}

// A claudeBatched is one call in a PostToolBatch payload.
type claudeBatched struct {
	claudeCall
	Response string `json:"tool_response"` // the text the model reads; a list of content blocks is skipped
}

func hearClaude(payload []byte, getenv func(string) string) ([]engine.Event, error) {
	var p claudePayload
	if err := json.Unmarshal(payload, &p); err != nil && !isTypeMismatch(err) {
		return nil, fmt.Errorf("claude payload: %w", err)
	}
	if len(p.Timestamp) > 0 && getenv("COPILOT_CLI") != "" {
		// Copilot runs the hooks of .claude/settings.json too. Its payloads have Claude's
		// names and other contents: a failed command would pass for a green one.
		return nil, nil
	}
	e := engine.Event{
		Session: p.Session, Agent: "claude", Actor: p.Actor, Name: p.Hook, Hook: p.Hook,
		CWD: p.CWD, Project: getenv("CLAUDE_PROJECT_DIR"),
	}
	switch p.Hook {
	case "PreToolUse":
		e.Moment = engine.Before
		p.claudeCall.setCall(&e)
	case "PostToolUse":
		e.Moment = engine.After
		p.claudeCall.setCall(&e)
		p.setSuccess(&e)
	case "PostToolUseFailure":
		e.Moment = engine.After
		p.claudeCall.setCall(&e)
		p.setFailure(&e)
	case "PostToolBatch":
		return p.batchEvents(e), nil
	case "SessionStart":
		e.Moment, e.Source = engine.Start, p.Source
	case "UserPromptSubmit":
		e.Moment = engine.Prompt
		if strings.HasPrefix(p.Prompt, "<task-notification>") {
			e.Source = "task-notification" // the client's words, not the user's
		}
	case "Stop":
		e.Moment, e.Active = engine.Stop, p.Active
	case "SubagentStart":
		e.Moment = engine.SubagentStart
	case "SubagentStop":
		e.Moment, e.Active = engine.SubagentStop, p.Active
	case "PreCompact":
		e.Moment, e.Source = engine.Compact, p.Trigger
	case "SessionEnd":
		e.Moment, e.Source = engine.End, p.Reason
	default:
		return nil, nil
	}
	return []engine.Event{e}, nil
}

// diagnoseClaude looks for the switch that turns all hooks off.
func diagnoseClaude(a Agent, w Where, _ Settings) []Doubt {
	return disablingSettings(isTrue, "disableAllHooks", siblingFiles(a, w, "settings.json", "settings.local.json")...)
}
