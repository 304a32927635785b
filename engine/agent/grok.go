package agent

import (
	"cmp"
	_ "embed"
	"path/filepath"
	"strings"

	"witness/engine/hook"
)

//go:embed clients/grok.txt
var grokFile clientFile

// Grok is Grok Build (@xai-official/grok): see clients/grok.txt.
var Grok = Agent{
	Name:       "grok",
	clientFile: grokFile,
	Identify:   identifyGrok,
	payload:    func() formCaller { return &grokPayload{} },
}

// A grokPayload is the payload of any hook.
type grokPayload struct {
	formPayload
	Root     string `json:"workspaceRoot"`
	Stopping bool   `json:"stopHookActive"`
	Message  string `json:"lastAssistantMessage"`
	PromptID string `json:"promptId"`
	Kind     string `json:"subagentType"`
	Subagent string `json:"subagentId"`
	Back     bool   `json:"isBackgrounded"`
	Result   struct {
		Exit      optional[int] `json:"exit_code"`
		Output    []int         `json:"output"` // bytes
		Truncated bool          `json:"truncated"`
		TimedOut  bool          `json:"timed_out"`
		File      string        `json:"output_file"`
		Read      struct {
			Content string `json:"raw_output"`
		} `json:"FileContent"`
	} `json:"toolResult"`
}

func (p *grokPayload) event(agent, project string) (hook.Event, bool) {
	e, ok := p.formPayload.event(agent, cmp.Or(project, p.Root))
	e.Message = p.Message
	if strings.HasPrefix(p.PromptID, "subagent-completed-") {
		e.Source = "task-notification" // written by the client, not the user
	}
	if p.Kind != "" && e.Moment != hook.SubagentStart {
		e.Session, e.Actor = cmp.Or(grokParent(p.Transcript), p.Session), p.Session
		ok = ok && p.Transcript != "" // its task comes before it has a file
	}
	switch e.Moment {
	case hook.Start:
		if e.Source == "new" {
			e.Source = "startup"
		}
	case hook.SubagentStart:
		e.Actor = p.Subagent
	case hook.Stop, hook.SubagentStop:
		e.Active = p.Stopping
		ok = p.Reason == "" || p.Reason == "end_turn"
	case hook.End:
		ok = p.Kind == ""
	}
	return e, ok
}

func (p *grokPayload) setResult(e *hook.Event) {
	r := &p.Result
	if e.Hook == "PostToolUseFailure" {
		setFailed(e, string(p.Error))
		return
	}
	e.Outcome = hook.OK
	if e.Tool == hook.Read && len(e.Files) == 1 && p.Input.whole() {
		e.Files[0].Content = r.Read.Content
	}
	if e.Tool != hook.Run {
		return
	}
	e.Outcome, e.Background = hook.Unknown, p.Back
	text := make([]byte, len(r.Output))
	for i, b := range r.Output {
		text[i] = byte(b)
	}
	e.Output, e.Cut = string(text), r.Truncated
	if all, ok := readSavedOutput(r.File); ok && r.Truncated {
		e.Output, e.Cut = all, false
	}
	switch {
	case r.TimedOut:
		e.Reason, e.Cut = hook.TimedOut, true
	case r.Exit.value != nil && !p.Back:
		setExit(e, *r.Exit.value)
	}
}

// identifyGrok goes by the members that it has in both forms.
func identifyGrok(_ func(string) string, payload []byte) Match {
	p := stringMembers(payload, "hookEventName", "workspaceRoot", "hook_event_name")
	return byPayload(p["hookEventName"] != "" && p["workspaceRoot"] != "" && p["hook_event_name"] != "")
}

// grokParent returns the session that started the subagent's session of a file, "" if none is found: it has a folder for
// each of its subagents.
func grokParent(transcript string) string {
	folder := filepath.Dir(transcript)
	found, _ := filepath.Glob(filepath.Join(filepath.Dir(folder), "*", "subagents", filepath.Base(folder)))
	if transcript == "" || len(found) != 1 {
		return ""
	}
	return filepath.Base(filepath.Dir(filepath.Dir(found[0])))
}
