package agent

import (
	"encoding/json"

	"witness/engine/hook"
)

// Kimi is the Kimi CLI, from its documentation of 2026, which calls the hooks "beta". It was not
// run.
//
//	capability             how the reply expresses it
//	context before a call  hookSpecificOutput.additionalContext
//	context after a call   the same
//	ask                    not supported
//	block                  permissionDecision "deny" with permissionDecisionReason
//	prevent stopping       not supported: it takes an exit status other than 0
//
// Peculiarities:
//
//   - The settings are TOML and for the user only: a [[hooks]] table per event.
//   - tool_output is a string without an exit code: how a command of the tool Shell ended has to
//     be read from its output. PostToolUseFailure is for tools that failed.
//   - The id of the call is tool_call_id, and is sent before the call only.
var Kimi = Agent{
	Name:        "kimi",
	Identify:    identifyKimi,
	Decode:      decodeKimi,
	Answer:      answerKimi,
	NoContextAt: []string{hook.Stop, hook.SubagentStart, hook.SubagentStop, hook.Compact, hook.End},
	Settings:    []Settings{{Scope: "user", Path: ".kimi/config.toml", Block: kimiHooks}},
	Signs:       Signs{Programs: []string{"kimi"}, User: []string{".kimi"}},
	Bypass: Bypass{
		Programs:  []string{"kimi-cli"},
		Words:     []string{"--config", "--config-file"},
		Variables: []string{"KIMI_SHARE_DIR"},
	},
	Probe: `{"session_id":"doctor","cwd":"$CWD","hook_event_name":"PreToolUse","tool_name":"Shell","tool_input":{"command":"$COMMAND"},"tool_call_id":"doctor"}`,
}

// kimiHooks are the tables that are added to the settings. Each line exits with status 0 whatever
// happens to witness.
const (
	kimiHooks = blockBegin +
		"[[hooks]]\nevent = \"SessionStart\"\n" + kimiLine +
		"[[hooks]]\nevent = \"UserPromptSubmit\"\n" + kimiLine +
		"[[hooks]]\nevent = \"PreToolUse\"\n" + kimiLine +
		"[[hooks]]\nevent = \"PostToolUse\"\n" + kimiLine +
		"[[hooks]]\nevent = \"PostToolUseFailure\"\n" + kimiLine +
		"[[hooks]]\nevent = \"SubagentStart\"\n" + kimiLine +
		"[[hooks]]\nevent = \"SubagentStop\"\n" + kimiLine +
		"[[hooks]]\nevent = \"PreCompact\"\n" + kimiLine +
		"[[hooks]]\nevent = \"Stop\"\n" + kimiLine +
		"[[hooks]]\nevent = \"SessionEnd\"\n" + kimiLine +
		blockEnd
	kimiLine = "command = \"env witness hook kimi 2>/dev/null || cat >/dev/null\"\ntimeout = 10\n\n"
)

// A kimiPayload is the payload of any hook.
type kimiPayload struct {
	formPayload
	Tool   string    `json:"tool_name"`
	Call   string    `json:"tool_call_id"`
	Input  formInput `json:"tool_input"`
	Output string    `json:"tool_output"`
	Error  string    `json:"error"`
}

func decodeKimi(payload []byte, _ func(string) string) ([]hook.Event, error) {
	return decodeForm("kimi", "", payload, &kimiPayload{})
}

func (p *kimiPayload) event(agent, _ string) (hook.Event, bool) {
	return p.formPayload.event(agent, p.CWD)
}

// kimiTools returns what each tool does; tools that are not listed are hook.Other.
func kimiTools() map[string]string {
	return map[string]string{
		"ReadFile":       hook.Read,
		"StrReplaceFile": hook.Edit,
		"WriteFile":      hook.Write,
		"Shell":          hook.Run,
		"Grep":           hook.Search,
		"Glob":           hook.Search,
		"FetchURL":       hook.Fetch,
		"SearchWeb":      hook.Fetch,
		"Task":           hook.Task,
	}
}

func (p *kimiPayload) setCall(e *hook.Event) {
	e.Call = p.Call
	p.Input.set(e, p.Tool, kimiTools())
}

func (p *kimiPayload) setResult(e *hook.Event) {
	failed := e.Hook == "PostToolUseFailure"
	switch {
	case failed && e.Tool == hook.Run:
		e.Outcome, e.Output = hook.Failed, p.Error
	case failed:
		setFailed(e, p.Error)
	case e.Tool == hook.Run:
		e.Outcome, e.Output = hook.Unknown, p.Output
	default:
		e.Outcome = hook.OK
	}
}

func answerKimi(e hook.Event, v hook.Verdict) []byte {
	return formReply{warns: true, context: []string{hook.After, hook.Start, hook.Prompt}}.answer(e, v)
}

// identifyKimi goes by members that only Kimi sends. Its other events look like those of other
// agents; only the name in the hook line identifies them.
func identifyKimi(_ func(string) string, payload []byte) Match {
	var p map[string]json.RawMessage
	if json.Unmarshal(payload, &p) != nil || p["hook_event_name"] == nil || p["transcript_path"] != nil || p["timestamp"] != nil {
		return NoMatch
	}
	return byPayload(p["tool_call_id"] != nil || p["tool_output"] != nil && p["conversation_id"] == nil)
}
