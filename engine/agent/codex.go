package agent

import (
	"encoding/json"
	"fmt"
	"strings"

	"witness/engine"
)

// Codex is OpenAI's Codex CLI, as measured with version 0.169.0, with direct tools and in
// code mode.
//
//	what it can do         how it is told
//	context before a call  hookSpecificOutput.additionalContext, a message of its own
//	context after a call   the same; it also reaches the model at the start and with a prompt
//	ask                    no: the reply is dropped and the tool runs. It becomes a block
//	block                  permissionDecision "deny" with a reason, which the model reads
//	keep from stopping     decision "block" with a reason
//
// What a reader would guess wrong:
//
//   - Replies are strict: one unknown key, and the whole reply is dropped and the tool runs.
//     The same for "ask", for "allow", and for a deny without a reason.
//   - No hook tells how a command ended: tool_response is what it printed, and there is no
//     hook for a failure. The rollout file (transcript_path) has the exit code by then.
//   - A command that is polled ends with its last lines only; the rollout has all of them.
//   - There is no tool to read a file with: files are read by cat and sed.
//   - A denied call, a patch that does not apply, an MCP tool's error and a command that
//     nobody polls send no PostToolUse. A heredoc to apply_patch in a shell line neither.
//   - cwd is the directory in which the command runs, also where the model chose another.
//   - A subagent shares its parent's session_id and has an agent_id; UserPromptSubmit fires
//     for what its parent tells it.
//   - Hooks do not run until the user has trusted them, line by line: the line must stay the
//     same from version to version.
var Codex = Agent{
	Name:        "codex",
	EnvMarkers:  []string{"CODEX_SANDBOX", "CODEX_SANDBOX_NETWORK_DISABLED", "CODEX_THREAD_ID", "CODEX_CI"},
	Identify:    identifyCodex,
	Hear:        hearCodex,
	Answer:      answerCodex,
	NoContextAt: []string{engine.Compact, engine.End},
	Transcript:  codexTranscript,
	Settings: []Settings{
		{Scope: "project", Path: ".codex/hooks.json", Hooks: codexHooks, Note: codexTrustNote},
		{Scope: "user", Path: ".codex/hooks.json", MovedBy: "CODEX_HOME=.codex", Hooks: codexHooks, Note: codexTrustNote},
	},
	Signs:  Signs{Programs: []string{"codex"}, Project: []string{".codex"}, User: []string{".codex"}},
	Probe:  `{"session_id":"doctor","turn_id":"doctor","transcript_path":null,"cwd":"$CWD","hook_event_name":"PreToolUse","model":"doctor","permission_mode":"default","tool_name":"Bash","tool_input":{"command":"$COMMAND"},"tool_use_id":"doctor"}`,
	Doubts: diagnoseCodex,
	Plugin: codexPlugin,
}

// codexTrustNote is what stands between these hooks and their first call.
const codexTrustNote = "Codex runs hooks only when you trust them: start codex, type /hooks and trust those of witness. " +
	"Hooks of a project need the project to be trusted, too."

// codexEntry is one hook. The line prints nothing and ends with status 0, whatever becomes
// of witness; with env in front also in fish. It has no version, path or event, so that it
// is trusted once. The timeout is in seconds. On Windows the line is another one: there a
// program that is missing does no harm.
const codexEntry = `[{"hooks":[{"type":"command","command":"env witness hook codex 2>/dev/null || cat >/dev/null","commandWindows":"witness hook codex","timeout":10}]}]`

const codexHooks = `{"hooks":{` +
	`"SessionStart":` + codexEntry +
	`,"UserPromptSubmit":` + codexEntry +
	`,"PreToolUse":` + codexEntry +
	`,"PostToolUse":` + codexEntry +
	`,"SubagentStart":` + codexEntry +
	`,"SubagentStop":` + codexEntry +
	`,"PreCompact":` + codexEntry +
	`,"Stop":` + codexEntry +
	`,"SessionEnd":` + codexEntry + `}}`

// codexTools is what the tools do that are not sent as Bash; any other is engine.Other.
func codexTools() map[string]string {
	return map[string]string{
		"Bash":        engine.Run, // exec_command, and what code mode calls
		"view_image":  engine.Read,
		"spawn_agent": engine.Task,
	}
}

// A codexPayload is what any hook sends.
type codexPayload struct {
	Session    string `json:"session_id"`
	Transcript string `json:"transcript_path"`
	CWD        string `json:"cwd"`
	Hook       string `json:"hook_event_name"`
	Actor      string `json:"agent_id"`

	Source  string `json:"source"`  // SessionStart
	Reason  string `json:"reason"`  // SessionEnd
	Trigger string `json:"trigger"` // PreCompact
	Active  bool   `json:"stop_hook_active"`

	Tool  string `json:"tool_name"`
	ID    string `json:"tool_use_id"`
	Input struct {
		Command string `json:"command"` // the shell line, or the patch
		Path    string `json:"path"`
	} `json:"tool_input"`
	Response lenientString `json:"tool_response"`
}

func hearCodex(payload []byte, _ func(string) string) ([]engine.Event, error) {
	var p codexPayload
	if err := json.Unmarshal(payload, &p); err != nil && !isTypeMismatch(err) {
		return nil, fmt.Errorf("codex payload: %w", err)
	}
	e := engine.Event{
		Session: p.Session, Agent: "codex", Actor: p.Actor, Name: p.Hook, Hook: p.Hook, CWD: p.CWD,
	}
	switch p.Hook {
	case "PreToolUse":
		e.Moment = engine.Before
		p.setCall(&e)
	case "PostToolUse":
		e.Moment = engine.After
		p.setCall(&e)
		p.setResult(&e)
	case "SessionStart":
		e.Moment, e.Source = engine.Start, p.Source
	case "UserPromptSubmit":
		e.Moment = engine.Prompt
		if p.Actor != "" {
			e.Source = "agent" // the parent's words, not the user's
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

// describe says which call the event is about, and what the call is to do.
func (p *codexPayload) setCall(e *engine.Event) {
	e.Call, e.Name, e.Tool = p.ID, p.Tool, codexTools()[p.Tool]
	switch {
	case p.Tool == "apply_patch":
		e.Tool, e.Files = engine.Edit, patchFiles(p.Input.Command)
	case e.Tool == engine.Run:
		e.Command = p.Input.Command
	case e.Tool == engine.Read && p.Input.Path != "":
		e.Files = []engine.File{{Path: p.Input.Path, Kind: engine.Read}}
	case e.Tool == "":
		e.Tool = engine.Other
	}
}

// ended adds the end of a call.
func (p *codexPayload) setResult(e *engine.Event) {
	switch {
	case e.Tool == engine.Run:
		p.setCommandResult(e)
	case p.Tool == "apply_patch" && !strings.HasPrefix(string(p.Response), "Exit code: 0\n"):
		e.Outcome = engine.Unknown // a patch that fails is not known to send this hook
	default:
		e.Outcome = engine.OK
	}
}

// A codexReply has the keys that the client knows and no other.
type codexReply struct {
	Decision string       `json:"decision,omitempty"`
	Reason   string       `json:"reason,omitempty"`
	Output   *codexOutput `json:"hookSpecificOutput,omitempty"`
}

type codexOutput struct {
	Hook     string `json:"hookEventName"`
	Decision string `json:"permissionDecision,omitempty"`
	Reason   string `json:"permissionDecisionReason,omitempty"`
	Context  string `json:"additionalContext,omitempty"`
}

// codexLimit is the most that is said in one text, in bytes. Of more than about 10 000
// characters of context the client keeps the head and the tail.
const codexLimit = 9500

func answerCodex(e engine.Event, v engine.Verdict) []byte {
	all := joinFindings(v, codexLimit, engine.Block, engine.Ask, engine.Warn)
	if all == "" {
		return nil
	}
	switch e.Hook {
	case "PreToolUse":
		out := &codexOutput{Hook: e.Hook, Context: joinFindings(v, codexLimit, engine.Warn)}
		if reason := joinFindings(v, codexLimit, engine.Block, engine.Ask); reason != "" {
			out.Decision, out.Reason = "deny", reason
		}
		return replyJSON(codexReply{Output: out})
	case "PostToolUse", "SessionStart", "UserPromptSubmit", "SubagentStart":
		return replyJSON(codexReply{Output: &codexOutput{Hook: e.Hook, Context: all}})
	case "Stop", "SubagentStop":
		// Whatever is said here makes the agent go on, so it is said once.
		if e.Active {
			return nil
		}
		return replyJSON(codexReply{Decision: "block", Reason: all})
	}
	return nil
}

// identifyCodex goes by the payload alone: the client adds nothing to the environment of its
// hooks, and Codex started by another agent has that agent's.
func identifyCodex(_ func(string) string, payload []byte) Match {
	p := stringMembers(payload, "session_id", "hook_event_name", "transcript_path")
	if p["session_id"] == "" || p["hook_event_name"] == "" {
		return NoMatch
	}
	if path := strings.ReplaceAll(p["transcript_path"], `\`, "/"); path != "" {
		return byPayload(strings.Contains(path, "/rollout-"))
	}
	p = stringMembers(payload, "turn_id", "model") // a session that is not kept has no rollout
	return byPayload(p["turn_id"] != "" && p["model"] != "")
}
