package agent

import (
	"cmp"
	"encoding/json"
	"fmt"

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
	Session string `json:"session_id"`
	CWD     string `json:"cwd"`
	Hook    string `json:"hook_event_name"`
	Source  string `json:"source"`
	Reason  string `json:"reason"`
	Trigger string `json:"trigger"`
	Active  bool   `json:"stop_hook_active"`

	Tool  string `json:"tool_name"`
	Call  string `json:"tool_call_id"`
	Input struct {
		Path    string `json:"path"`
		Content string `json:"content"`
		Command string `json:"command"`
	} `json:"tool_input"`
	Output string `json:"tool_output"`
	Error  string `json:"error"`
}

func decodeKimi(payload []byte, _ func(string) string) ([]hook.Event, error) {
	var p kimiPayload
	if err := json.Unmarshal(payload, &p); err != nil && !isTypeMismatch(err) {
		return nil, fmt.Errorf("kimi payload: %w", err)
	}
	e := hook.Event{Session: p.Session, Agent: "kimi", Name: p.Hook, Hook: p.Hook, CWD: p.CWD, Project: p.CWD}
	switch p.Hook {
	case "PreToolUse":
		e.Moment = hook.Before
		p.setCall(&e)
	case "PostToolUse":
		e.Moment, e.Outcome = hook.After, hook.OK
		p.setCall(&e)
		if e.Tool == hook.Run {
			e.Outcome, e.Output = hook.Unknown, p.Output
		}
	case "PostToolUseFailure":
		e.Moment, e.Outcome = hook.After, hook.Failed
		p.setCall(&e)
		if e.Tool == hook.Run {
			e.Output = p.Error
		} else {
			setFailed(&e, p.Error)
		}
	case "SessionStart":
		e.Moment, e.Source = hook.Start, p.Source
	case "UserPromptSubmit":
		e.Moment = hook.Prompt
	case "SubagentStart":
		e.Moment = hook.SubagentStart
	case "SubagentStop":
		e.Moment = hook.SubagentStop
	case "PreCompact":
		e.Moment, e.Source = hook.Compact, p.Trigger
	case "Stop":
		e.Moment, e.Active = hook.Stop, p.Active
	case "SessionEnd":
		e.Moment, e.Source = hook.End, p.Reason
	default:
		return nil, nil
	}
	return []hook.Event{e}, nil
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

// setCall sets what the call is to do.
func (p *kimiPayload) setCall(e *hook.Event) {
	e.Call, e.Name, e.Tool = p.Call, p.Tool, cmp.Or(kimiTools()[p.Tool], hook.Other)
	switch e.Tool {
	case hook.Read, hook.Edit, hook.Write:
		if p.Input.Path != "" {
			e.Files = []hook.File{{Path: p.Input.Path, Kind: e.Tool, Content: p.Input.Content}}
		}
	case hook.Run:
		e.Command = p.Input.Command
	}
}

func answerKimi(e hook.Event, v hook.Verdict) []byte {
	all := joinFindings(v, hook.Block, hook.Ask, hook.Warn)
	switch {
	case all == "":
		return nil
	case e.Moment == hook.Before && v.Severity() != hook.Warn:
		return replyJSON(hookReply{Output: &hookOutput{Hook: e.Hook, Decision: "deny", Reason: all}})
	case e.Moment == hook.Before, e.Moment == hook.After, e.Moment == hook.Start, e.Moment == hook.Prompt:
		return replyJSON(hookReply{Output: &hookOutput{Hook: e.Hook, Context: all}})
	}
	return nil
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
