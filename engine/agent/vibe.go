package agent

import (
	"cmp"
	_ "embed"

	"witness/engine/hook"
)

//go:embed clients/vibe.txt
var vibeFile clientFile

// Vibe is Mistral Vibe (mistral-vibe of PyPI): see clients/vibe.txt.
var Vibe = Agent{
	Name:       "vibe",
	clientFile: vibeFile,
	Identify:   identifyVibe,
	payload:    func() formCaller { return &vibePayload{} },
	answer:     answerVibe,
}

// A vibePayload is the payload of any hook.
type vibePayload struct {
	formPayload
	Parent string `json:"parent_session_id"`
	Status string `json:"tool_status"`
	Fault  string `json:"tool_error"`
	Text   string `json:"tool_output_text"`
	Output struct {
		Exit      optional[int] `json:"returncode"`
		Stdout    string        `json:"stdout"`
		Stderr    string        `json:"stderr"`
		TimedOut  bool          `json:"timed_out"`
		Truncated bool          `json:"was_truncated"`
		Content   string        `json:"content"` // of a read
		Existed   *bool         `json:"file_existed"`
	} `json:"tool_output"`
}

func (p *vibePayload) event(agent, _ string) (hook.Event, bool) {
	e, ok := p.formPayload.event(agent, p.CWD)
	if p.Parent != "" {
		e.Session, e.Actor = p.Parent, p.Session
		if e.Moment == hook.Stop {
			e.Moment = hook.SubagentStop
		}
	}
	return e, ok
}

func (p *vibePayload) setResult(e *hook.Event) {
	out := &p.Output
	e.Duration = p.Duration
	if p.Status != "success" {
		setFailed(e, cmp.Or(p.Fault, p.Text))
		return
	}
	e.Outcome = hook.OK
	switch {
	case e.Tool == hook.Read && len(e.Files) == 1 && !out.Truncated && p.Input.whole():
		e.Files[0].Content = out.Content
	case e.Tool == hook.Write && len(e.Files) == 1:
		e.Files[0].Existed = out.Existed
	case e.Tool == hook.Run:
		e.Outcome, e.Output, e.Cut = hook.Unknown, out.Stdout, out.Truncated
		if out.Stderr != "" {
			e.Output += "\n" + out.Stderr
		}
		if out.TimedOut {
			e.Reason, e.Cut = hook.TimedOut, true
		} else if out.Exit.value != nil {
			setExit(e, *out.Exit.value)
		}
	}
}

func answerVibe(a Agent, e hook.Event, v hook.Verdict) []byte {
	all := joinFindings(v, hook.Block, hook.Ask, hook.Warn)
	switch {
	case all == "", e.Moment == hook.After && a.programmed(e):
	case e.Moment == hook.After:
		return replyJSON(map[string]any{"hook_specific_output": map[string]string{"additional_context": all}})
	case e.Moment == hook.Before && v.Severity() != hook.Warn, e.Moment == hook.Stop, e.Moment == hook.SubagentStop:
		return replyJSON(hookReply{Decision: "deny", Reason: all})
	}
	return nil
}

// identifyVibe goes by the names of its hooks.
func identifyVibe(_ func(string) string, payload []byte) Match {
	p := stringMembers(payload, "session_id", "hook_event_name")
	name := p["hook_event_name"]
	return byPayload(p["session_id"] != "" && (name == "pre_tool" || name == "post_tool" || name == "post_agent"))
}
