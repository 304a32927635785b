package agent

import (
	"cmp"
	_ "embed"
	"encoding/json"
	"strings"

	"witness/engine/hook"
)

//go:embed clients/cline.txt
var clineFile clientFile

// Cline is Cline: see clients/cline.txt.
var Cline = Agent{
	Name:       "cline",
	clientFile: clineFile,
	Identify:   identifyCline,
	decode:     decodeCline,
	answer:     answerCline,
	Transcript: clineTranscript,
}

// A clinePayload is the payload of any hook.
type clinePayload struct {
	Hook    string `json:"hookName"`
	Task    string `json:"taskId"`
	Context struct {
		Session string `json:"rootSessionId"`
	} `json:"sessionContext"`
	Timestamp string   `json:"timestamp"`
	Roots     []string `json:"workspaceRoots"`
	Agent     string   `json:"agent_id"`
	Parent    string   `json:"parent_agent_id"`

	Call   *clineCall `json:"tool_call"`
	Result *clineCall `json:"tool_result"`

	Before *clineLegacy `json:"preToolUse"` // versions before the command line send only these two
	After  *clineLegacy `json:"postToolUse"`
}

// A clineLegacy is a call in the payload of versions before the command line.
type clineLegacy struct {
	Tool       string          `json:"toolName"`
	Parameters json.RawMessage `json:"parameters"`
	Result     string          `json:"result"`
	Success    bool            `json:"success"`
}

func decodeCline(_ Agent, payload []byte, _ func(string) string) ([]hook.Event, error) {
	var p clinePayload
	if err := decodePayload("cline", payload, &p); err != nil {
		return nil, err
	}
	e := hook.Event{Session: cmp.Or(p.Context.Session, p.Task), Agent: "cline", Name: p.Hook, Hook: p.Hook}
	if p.Parent != "" {
		e.Actor = p.Agent
	}
	if len(p.Roots) > 0 {
		e.CWD, e.Project = p.Roots[0], p.Roots[0]
	}
	switch p.Hook {
	case "tool_call", "PreToolUse":
		e.Moment = hook.Before
		switch {
		case p.Call != nil:
			return p.Call.events(e), nil
		case p.Before != nil:
			return p.Before.call(&p).events(e), nil
		}
		return nil, nil
	case "tool_result", "PostToolUse":
		e.Moment = hook.After
		switch {
		case p.Result != nil:
			return p.Result.resultEvents(e), nil
		case p.After != nil:
			return p.After.resultEvents(&p, e), nil
		}
		return nil, nil
	case "agent_start", "TaskStart":
		e.Moment, e.Source = hook.Start, "startup"
	case "agent_resume", "TaskResume":
		e.Moment, e.Source = hook.Start, "resume"
	case "prompt_submit", "UserPromptSubmit":
		e.Moment = hook.Prompt
	case "agent_end", "TaskComplete":
		e.Moment = hook.Stop
		if e.Actor != "" {
			e.Moment = hook.SubagentStop
		}
	case "pre_compact", "PreCompact":
		e.Moment = hook.Compact
	case "session_shutdown":
		e.Moment = hook.End
	default:
		return nil, nil
	}
	return []hook.Event{e}, nil
}

// A clineReply omits empty fields. Override is null to block a call, nil to leave the call alone.
type clineReply struct {
	Context  string           `json:"contextModification,omitempty"`
	Override *json.RawMessage `json:"overrideInput,omitempty"`
	Cancel   bool             `json:"cancel,omitempty"`
	Error    string           `json:"errorMessage,omitempty"`
}

func answerCline(_ Agent, e hook.Event, v hook.Verdict) []byte {
	all := joinFindings(v, hook.Block, hook.Ask, hook.Warn)
	switch {
	case all == "":
		return nil
	case e.Moment == hook.Before && v.Severity() != hook.Warn:
		if e.Hook != "tool_call" || e.Tool == hook.Other {
			return replyJSON(clineReply{Cancel: true, Error: all})
		}
		null := json.RawMessage("null")
		return replyJSON(clineReply{Override: &null, Context: "[witness] The call did not run.\n" + all})
	case e.Moment == hook.Before, e.Moment == hook.After:
		return replyJSON(clineReply{Context: all})
	}
	return nil
}

// identifyCline goes by members that only Cline sends.
func identifyCline(_ func(string) string, payload []byte) Match {
	var p struct {
		Hook    string  `json:"hookName"`
		Task    string  `json:"taskId"`
		Version *string `json:"clineVersion"`
	}
	// A payload that does not parse leaves the fields empty.
	_ = json.Unmarshal(payload, &p)
	return byPayload(strings.TrimSpace(p.Hook) != "" && p.Task != "" && p.Version != nil)
}
