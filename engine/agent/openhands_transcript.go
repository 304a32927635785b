package agent

import (
	"cmp"
	"encoding/json"

	"witness/engine/hook"
)

// OpenHands is OpenHands, measured with its SDK and tools 1.58.2, on which its command line stands. Only recorded sessions are read. A
// conversation is a folder with a document base_state.json, which says where it ran, and one document for each event beside it.
//
// Peculiarities:
//
//   - A call is an ActionEvent. What became of it is an ObservationEvent, an AgentErrorEvent if the call was none that a tool takes, or a
//     UserRejectObservation.
//   - A command that runs longer than the tool waits has the exit status -1 and goes on; what is typed into it is a call of the same tool
//     with is_input.
//   - A turn ends with a call of the tool finish, or with a message of the agent.
//   - Times have no zone.
var OpenHands = Agent{Name: "openhands", Identify: func(func(string) string, []byte) Match { return NoMatch }, Transcript: &Transcript{
	Files: []string{".openhands/conversations/*/base_state.json"},
	Parts: "events/event-*.json",
	Head:  openHandsHead,
	Read: func() func(int, []byte) []Step {
		return (&openHandsReader{base: hook.Event{Agent: "openhands"}, calls: map[string]hook.Event{}}).line
	},
}}

// openHandsHead decodes base_state.json.
func openHandsHead(_ string, line []byte) (Head, bool) {
	var state struct {
		ID        string `json:"id"`
		Status    string `json:"execution_status"`
		Folder    string `json:"persistence_dir"`
		Workspace struct {
			CWD string `json:"working_dir"`
		} `json:"workspace"`
	}
	if json.Unmarshal(line, &state) != nil || state.Status == "" || state.Folder == "" {
		return Head{}, false
	}
	return Head{Session: state.ID, CWD: state.Workspace.CWD}, true
}

// An openHandsEvent is one event. The members that it has follow from its kind.
type openHandsEvent struct {
	Kind    string `json:"kind"`
	At      string `json:"timestamp"`
	Source  string `json:"source"` // user, agent, environment
	Message struct {
		Content json.RawMessage `json:"content"`
	} `json:"llm_message"`
	Tool        string          `json:"tool_name"`
	Call        string          `json:"tool_call_id"`
	Action      json.RawMessage `json:"action"`
	Observation struct {
		Content json.RawMessage `json:"content"`
		Failed  bool            `json:"is_error"`
		Exit    *int            `json:"exit_code"` // of a command
	} `json:"observation"`
	Error string `json:"error"`
}

// An openHandsReader reads one conversation.
type openHandsReader struct {
	base  hook.Event
	begun bool
	calls map[string]hook.Event // without a result
}

// line implements the function that Transcript.Read returns.
func (r *openHandsReader) line(n int, line []byte) (steps []Step) {
	var rec openHandsEvent
	if json.Unmarshal(line, &rec) != nil {
		return nil
	}
	here := position{line: n}
	if rec.At != "" {
		here.at = rec.At + "Z"
	}
	switch rec.Kind {
	case "MessageEvent":
		if rec.Source == "user" && !r.begun {
			r.begun = true
			steps = here.begun(r.base, "start", "startup")
		}
		role := map[string]string{"user": "user", "agent": "assistant"}[rec.Source]
		return append(steps, here.spoken(r.base, role, contentText(rec.Message.Content), "message", "message")...)
	case "ActionEvent":
		return r.action(here, &rec)
	case "Condensation":
		return []Step{here.event(r.base, hook.Compact, "condensation", "")}
	}
	e, ok := r.calls[rec.Call]
	if !ok {
		return nil
	}
	delete(r.calls, rec.Call)
	e.Moment, e.Hook = hook.After, "after"
	switch rec.Kind {
	case "ObservationEvent":
		rec.setResult(&e)
	case "AgentErrorEvent":
		setRecordedFailure(&e, rec.Error)
	case "UserRejectObservation":
		e.Outcome, e.Reason = hook.Denied, hook.ByUser
	}
	return []Step{here.step(e)}
}

// action returns the event before a call, or the end of the turn if the call hands over.
func (r *openHandsReader) action(here position, rec *openHandsEvent) []Step {
	var in struct {
		Message string `json:"message"`
		Command string `json:"command"`
		Input   bool   `json:"is_input"`
		Path    string `json:"path"`
		Text    string `json:"file_text"`
	}
	_ = json.Unmarshal(rec.Action, &in) // an action of another form leaves the fields empty
	e := r.base
	e.Moment, e.Hook, e.Name, e.Call, e.Tool = hook.Before, "before", rec.Tool, rec.Call, hook.Other
	switch {
	case rec.Tool == "finish":
		stop := here.event(r.base, hook.Stop, "finish", "")
		stop.Event.Message = in.Message
		return []Step{stop}
	case rec.Tool == "think":
		return nil
	case rec.Tool == "terminal" && !in.Input:
		e.Tool, e.Command = hook.Run, in.Command
	case rec.Tool == "file_editor":
		e.Tool = cmp.Or(map[string]string{"view": hook.Read, "create": hook.Write}[in.Command], hook.Edit)
		e.Files = []hook.File{{Path: in.Path, Kind: e.Tool, Content: in.Text}}
	case rec.Tool != "terminal":
		setMCP(&e, rec.Action, "")
	}
	setReadLines(&e, rec.Action, true)
	r.calls[rec.Call] = e
	return []Step{here.step(e)}
}

// setResult sets what a call returned.
func (rec *openHandsEvent) setResult(e *hook.Event) {
	text, exit := contentText(rec.Observation.Content), rec.Observation.Exit
	e.Outcome = hook.OK
	switch {
	case exit != nil && *exit < 0:
		e.Outcome, e.Reason = hook.Unknown, hook.TimedOut
	case exit != nil:
		setExit(e, *exit)
	case rec.Observation.Failed:
		setRecordedFailure(e, text)
	}
	if e.Tool == hook.Run {
		e.Output = text
	}
	setFound(e, text)
}
