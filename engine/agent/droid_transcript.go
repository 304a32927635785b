package agent

import (
	"cmp"
	"encoding/json"
	"path/filepath"
	"strings"

	"witness/engine/hook"
)

// droidTranscript reads the session files of droid 0.215.0 (measured): a line per message, calls and results in the form of Anthropic's API.
// A subagent and what follows a compaction have files of their own, which lie beside that of the session that they belong to.
var droidTranscript = &Transcript{
	Files: []string{".factory/sessions/*/*.jsonl"},
	Head: func(path string, line []byte) (h Head, ok bool) {
		var rec droidRecord
		if json.Unmarshal(line, &rec) != nil || rec.Type != "session_start" || rec.ID == "" || rec.CWD == "" {
			return h, false
		}
		h = Head{CWD: rec.CWD}
		h.Session, _ = droidOrigin(cmp.Or(rec.Caller, rec.ID), filepath.Join(filepath.Dir(path), cmp.Or(rec.Caller, rec.ID)+".jsonl"))
		h.Subagent = rec.Caller != ""
		return h, true
	},
	Read: func() func(int, []byte) []Step {
		r := &droidReader{calls: map[string]droidContent{}}
		return r.line
	},
}

// A droidRecord is one line.
type droidRecord struct {
	Type    string `json:"type"` // session_start, message, compaction_state, todo_state, …
	ID      string `json:"id"`
	CWD     string `json:"cwd"`
	Caller  string `json:"callingSessionId"` // of a subagent
	At      string `json:"timestamp"`        // of a message
	Message struct {
		Role       string          `json:"role"`       // user, which results are, too, or assistant
		Visibility string          `json:"visibility"` // llm_only, if the client wrote it
		Content    json.RawMessage `json:"content"`
	} `json:"message"`
}

// A droidReader reads one file.
type droidReader struct {
	base   hook.Event
	start  position                // of the session, which has no time: it is told with the first message
	source string                  // how it starts
	calls  map[string]droidContent // without an end, by id
}

// line implements the function that Transcript.Read returns.
func (r *droidReader) line(n int, line []byte) []Step {
	var rec droidRecord
	if json.Unmarshal(line, &rec) != nil {
		return nil
	}
	here := position{n, rec.At}
	switch rec.Type {
	case "session_start":
		r.base = hook.Event{Agent: "droid", CWD: rec.CWD, Project: rec.CWD}
		r.start.line, r.source = n, "startup"
		if rec.Caller != "" {
			r.base.Actor = rec.ID
		}
	case "compaction_state":
		r.source = "compact"
		return []Step{here.event(r.base, hook.Compact, "PreCompact", "")}
	case "message":
		return append(r.begin(rec.At), r.message(here, &rec)...)
	}
	return nil
}

// begin returns the start of the session, once.
func (r *droidReader) begin(at string) []Step {
	if r.start.line == 0 {
		return nil
	}
	here := position{r.start.line, at}
	r.start.line = 0
	return here.begun(r.base, "SessionStart", r.source)
}

// message handles a prompt, a message of the model with its calls, or the results of calls.
func (r *droidReader) message(here position, rec *droidRecord) (steps []Step) {
	var content []droidContent
	_ = json.Unmarshal(rec.Message.Content, &content) // a text is no list, and leaves it empty
	for _, c := range content {
		switch c.Type {
		case "tool_use":
			r.calls[c.ID] = c
			steps = append(steps, here.step(r.call(hook.Before, "PreToolUse", c)))
		case "tool_result":
			if call, ok := r.calls[c.Of]; ok {
				delete(r.calls, c.Of)
				steps = append(steps, here.step(r.result(call, c)))
			}
		}
	}
	if len(steps) > 0 || rec.Message.Visibility == "llm_only" {
		return steps
	}
	return here.spoken(r.base, rec.Message.Role, droidText(rec.Message.Content, content), "UserPromptSubmit", "Stop")
}

// call returns an event of a call.
func (r *droidReader) call(moment, name string, c droidContent) hook.Event {
	e := r.base
	e.Moment, e.Hook, e.Call = moment, name, c.ID
	setDroidCall(&e, c.Name, c.Input)
	return e
}

// result returns the end of a call.
func (r *droidReader) result(call, c droidContent) hook.Event {
	e := r.call(hook.After, "PostToolUse", call)
	text := contentText(c.Result)
	if !c.Failed {
		e.Outcome = hook.OK
		setDroidResult(&e, text)
		return e
	}
	if first, output, _ := strings.Cut(text, "\n"); e.Tool == hook.Run && strings.HasPrefix(first, "Error: Command failed (exit code") {
		setDroidResult(&e, output)
		return e
	}
	setRecordedFailure(&e, strings.TrimPrefix(text, "Error: "))
	return e
}

// droidText returns what a message says, without the reminders that the client adds to a prompt.
func droidText(raw json.RawMessage, content []droidContent) string {
	if len(content) == 0 {
		return contentText(raw)
	}
	var said []string
	for _, c := range content {
		if c.Type == "text" && !strings.HasPrefix(c.Text, "<system-reminder>") {
			said = append(said, c.Text)
		}
	}
	return strings.Join(said, "\n")
}
