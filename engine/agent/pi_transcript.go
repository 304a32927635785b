package agent

import (
	"encoding/json"
	"strings"

	"witness/engine/hook"
)

// piTranscript reads the session files of pi: one JSON object per line, as versions 0.6x to 1.6 write them. A session that
// was branched has the records of all branches in the order in which they were written, and is read in that order.
var piTranscript = &Transcript{
	Files: []string{".pi/agent/sessions/*/*.jsonl"},
	Head: func(_ string, line []byte) (Head, bool) {
		rec, ok := parsePiRecord(line)
		return Head{Session: rec.ID, CWD: rec.CWD, Time: rec.At}, ok && rec.Type == "session" && rec.At != "" && rec.ID != "" && rec.CWD != ""
	},
	Read: func() func(int, []byte) []Step {
		r := &piReader{calls: map[string]*piPayload{}}
		return r.line
	},
	Tokens: readTokens(piTokens),
	Pauses: piPause,
}

// A piRecord is one line.
type piRecord struct {
	Type    string `json:"type"` // session, message, compaction, model_change, …
	ID      string `json:"id"`
	At      string `json:"timestamp"`
	CWD     string `json:"cwd"`
	Message struct {
		Role    string          `json:"role"` // user, assistant, toolResult
		Content json.RawMessage `json:"content"`
		Call    string          `json:"toolCallId"`
		Failed  bool            `json:"isError"`
		Stop    string          `json:"stopReason"` // stop, toolUse, aborted, error, length
	} `json:"message"`
}

// A piBlock is a part of a message.
type piBlock struct {
	Type  string          `json:"type"` // text, thinking, toolCall, image
	ID    string          `json:"id"`
	Name  string          `json:"name"`
	Input json.RawMessage `json:"arguments"`
}

// parsePiRecord decodes a line. It returns false if the line is not a record.
func parsePiRecord(line []byte) (rec piRecord, ok bool) {
	err := json.Unmarshal(line, &rec)
	return rec, (err == nil || isTypeMismatch(err)) && rec.Type != ""
}

// A piReader reads one file.
type piReader struct {
	base  hook.Event
	calls map[string]*piPayload // without an end, by id
}

// line implements the function that Transcript.Read returns.
func (r *piReader) line(n int, line []byte) []Step {
	rec, ok := parsePiRecord(line)
	if !ok {
		return nil
	}
	here := position{n, rec.At}
	switch rec.Type {
	case "session":
		if r.base.Session != "" {
			return nil
		}
		r.base = hook.Event{Session: rec.ID, Agent: "pi", CWD: rec.CWD, Project: rec.CWD}
		return []Step{here.event(r.base, hook.Start, "session_start", "startup")}
	case "compaction":
		return []Step{here.event(r.base, hook.Compact, "session_compact", "")}
	case "message":
		return r.message(here, &rec)
	}
	return nil
}

// message handles a prompt, a message of the model with its calls, or the result of a call.
func (r *piReader) message(here position, rec *piRecord) (steps []Step) {
	m := rec.Message
	switch m.Role {
	case "user":
		step := here.event(r.base, hook.Prompt, "before_agent_start", "")
		step.Event = prompted(step.Event, contentText(m.Content))
		return []Step{step}
	case "assistant":
		var blocks []piBlock
		_ = json.Unmarshal(m.Content, &blocks) // a string is no list, and leaves it empty
		for _, b := range blocks {
			if b.Type == "toolCall" {
				steps = append(steps, r.toolCall(here, b))
			}
		}
		if m.Stop == "stop" && len(steps) == 0 {
			stop := here.event(r.base, hook.Stop, "agent_end", "")
			stop.Event.Message = contentText(m.Content)
			steps = append(steps, stop)
		}
	case "toolResult":
		p := r.calls[m.Call]
		if p == nil {
			return nil
		}
		delete(r.calls, m.Call)
		_ = json.Unmarshal(m.Content, &p.Event.Content) // content of another form leaves it empty
		p.Event.Failed.value = &m.Failed
		cut := false
		for i, c := range p.Event.Content { // the whole output is in a file of another machine or time
			short, _, saved := strings.Cut(c.Text, " Full output: ")
			if saved {
				p.Event.Content[i].Text, cut = short, true
			}
		}
		e := r.base
		e.Moment, e.Name, e.Hook, e.Call = hook.After, "tool_result", "tool_result", m.Call
		setArguments(&e, p.Event.Tool, p.Event.Input, piFile)
		p.setResult(&e)
		e.Cut = e.Cut || cut && e.Tool == hook.Run
		text := contentText(m.Content)
		setMCP(&e, p.Event.Input, text)
		setFound(&e, text)
		setReadLines(&e, p.Event.Input, true)
		steps = append(steps, here.step(e))
	}
	return steps
}

// toolCall returns the event before a call.
func (r *piReader) toolCall(here position, b piBlock) Step {
	p := &piPayload{}
	p.Event.Tool, p.Event.Input = b.Name, b.Input
	r.calls[b.ID] = p
	e := r.base
	e.Moment, e.Name, e.Hook, e.Call = hook.Before, "tool_call", "tool_call", b.ID
	setArguments(&e, b.Name, b.Input, piFile)
	setMCP(&e, b.Input, "")
	return here.step(e)
}
