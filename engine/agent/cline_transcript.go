package agent

import (
	"cmp"
	"encoding/json"
	"path/filepath"
	"strings"

	"witness/engine/hook"
)

// clineTranscript reads the sessions of Cline's command line, 3.0.65 (measured): a document NAME.messages.json with the messages in the form of
// Anthropic's API, beside a document with the working directory that bears the name of the folder. A subagent has a document of its own in
// the folder of its session.
var clineTranscript = &Transcript{
	Files: []string{".cline/data/sessions/*/*.messages.json"},
	Head: func(path string, line []byte) (h Head, ok bool) {
		var rec clineRecord
		if json.Unmarshal(line, &rec) != nil || rec.Session == "" || rec.Agent == "" || rec.Origin.Source == "" {
			return h, false
		}
		h = Head{Session: cmp.Or(rec.Origin.Parent, rec.Session), Subagent: rec.Origin.Parent != ""}
		var about struct {
			ID   string `json:"session_id"`
			CWD  string `json:"cwd"`
			Time string `json:"started_at"`
		}
		folder := filepath.Dir(path)
		if json.Unmarshal(readHead(filepath.Join(folder, filepath.Base(folder)+".json"), clineAbout), &about) == nil {
			h.Session, h.CWD, h.Time = cmp.Or(about.ID, h.Session), about.CWD, about.Time
		}
		return h, true
	},
	Read: func() func(int, []byte) []Step {
		r := &clineReader{calls: map[string]clineCall{}}
		return r.line
	},
}

// clineAbout is how large the document with the working directory may be.
const clineAbout = 1 << 20

// A clineRecord is the document without its messages, or one of these.
type clineRecord struct {
	Session string `json:"sessionId"`
	Agent   string `json:"agent"` // lead, subagent
	Origin  struct {
		Source string `json:"source"`
		Parent string `json:"parentThreadId"` // of a subagent
	} `json:"origin"`

	ID       string          `json:"id"`
	Role     string          `json:"role"`
	At       int64           `json:"ts"` // milliseconds since 1970
	Content  json.RawMessage `json:"content"`
	Metadata struct {
		Shown string `json:"displayRole"` // system, if the client wrote it
	} `json:"metadata"`
}

// A clineReader reads one document.
type clineReader struct {
	base  hook.Event
	begun bool
	calls map[string]clineCall // without an end, by id
}

// line implements the function that Transcript.Read returns.
func (r *clineReader) line(n int, line []byte) []Step {
	var rec clineRecord
	if json.Unmarshal(line, &rec) != nil {
		return nil
	}
	if rec.Session != "" {
		r.base = hook.Event{Agent: "cline"}
		if rec.Origin.Parent != "" {
			r.base.Actor = rec.Session
		}
		return nil
	}
	here := position{n, millisecondsText(rec.At)}
	return append(r.begin(here), r.message(here, &rec)...)
}

// begin returns the start of the session at its first message, as the document does not tell when it began.
func (r *clineReader) begin(here position) []Step {
	if r.begun {
		return nil
	}
	r.begun = true
	return here.begun(r.base, "agent_start", "startup")
}

// message handles a prompt, a message of the model with its calls, or the results of calls.
func (r *clineReader) message(here position, rec *clineRecord) (steps []Step) {
	var content []struct {
		clineCall
		Type   string          `json:"type"` // text, tool_use, tool_result
		Of     string          `json:"tool_use_id"`
		Failed bool            `json:"is_error"`
		Result json.RawMessage `json:"content"`
	}
	_ = json.Unmarshal(rec.Content, &content) // a text is no list, and leaves it empty
	for _, c := range content {
		e := r.base
		switch c.Type {
		case "tool_use":
			r.calls[c.ID] = c.clineCall
			e.Moment, e.Hook = hook.Before, "tool_call"
			for _, e := range c.events(e) {
				steps = append(steps, here.step(e))
			}
		case "tool_result":
			call, ok := r.calls[c.Of]
			if !ok {
				continue
			}
			delete(r.calls, c.Of)
			e.Moment, e.Hook = hook.After, "tool_result"
			call.Output = c.Result
			if text := stringValue(c.Result); text != "" {
				call.Output = json.RawMessage(text) // JSON in a string
			}
			for _, e := range call.resultEvents(e) {
				if c.Failed {
					e.Outcome, e.Reason = hook.Denied, hook.NotStarted // its input was refused: a result says of a tool that failed that it did
				}
				steps = append(steps, here.step(e))
			}
		}
	}
	if len(steps) > 0 || rec.Metadata.Shown == "system" {
		return steps
	}
	return here.spoken(r.base, rec.Role, clinePrompt(contentText(rec.Content)), "prompt_submit", "agent_end")
}

// clinePrompt returns what the user wrote, without the element that the client puts around it.
func clinePrompt(text string) string {
	if _, inner, ok := strings.Cut(text, ">"); ok && strings.HasPrefix(text, "<user_input ") {
		text, _, _ = strings.Cut(inner, "</user_input>")
	}
	return text
}
