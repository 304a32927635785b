package agent

import (
	"cmp"
	"encoding/json"
	"path/filepath"
	"strings"

	"witness/engine/hook"
)

// cursorTranscript reads the transcripts in ~/.cursor/projects, as Cursor of 2026 writes them
// (measured): a file per conversation, which is named after it.
//
// Peculiarities:
//
//   - There is no time, no working directory and no id of the conversation.
//   - Most have the model's texts only; some have its calls. None was seen with the ends of calls.
var cursorTranscript = &Transcript{
	Files: []string{".cursor/projects/*/agent-transcripts/**/*.jsonl"},
	Head: func(path string, line []byte) (Head, bool) {
		rec, ok := parseCursorRecord(line)
		name := filepath.Base(path)
		name, _, _ = strings.Cut(name, ".")
		return Head{Session: name}, ok && rec.Role != ""
	},
	Read: func() func(int, []byte) []Step {
		r := &cursorReader{calls: map[string]cursorCall{}}
		return r.line
	},
}

// A cursorRecord is one line.
type cursorRecord struct {
	Role    string `json:"role"` // user, assistant, tool
	Message *struct {
		Content json.RawMessage `json:"content"`
	} `json:"message"`
}

// parseCursorRecord decodes a line. It returns false if the line is not a record.
func parseCursorRecord(line []byte) (rec cursorRecord, ok bool) {
	err := json.Unmarshal(line, &rec)
	return rec, (err == nil || isTypeMismatch(err)) && rec.Role != "" && rec.Message != nil
}

// A cursorCall is a call without an end.
type cursorCall struct {
	event hook.Event // before it, without what a tool of an MCP server does
	input json.RawMessage
}

// A cursorReader reads one file.
type cursorReader struct {
	calls map[string]cursorCall // without an end, by id
	stop  position              // of the model's last message, if it had no calls; a stop follows it
}

// line implements the function that Transcript.Read returns.
func (r *cursorReader) line(n int, line []byte) []Step {
	if line == nil {
		return r.flushStop()
	}
	rec, ok := parseCursorRecord(line)
	if !ok {
		return nil
	}
	here := position{n, ""}
	var blocks []claudeBlock // the blocks have Claude's form
	_ = json.Unmarshal(rec.Message.Content, &blocks)
	var steps []Step
	calls, results := 0, 0
	for _, b := range blocks {
		switch b.Type {
		case "tool_use":
			calls++
			steps = append(steps, here.step(r.toolCall(b)))
		case "tool_result":
			results++
			if call, ok := r.calls[b.Of]; ok {
				delete(r.calls, b.Of)
				e, text := call.event, contentText(b.Content)
				e.Moment, e.Hook, e.Outcome = hook.After, "postToolUse", hook.OK
				if b.Failed {
					e.Outcome = hook.Failed
				}
				if e.Tool == hook.Run {
					e.Outcome, e.Output = hook.Unknown, text
				}
				setMCP(&e, call.input, text)
				setFound(&e, text)
				steps = append(steps, here.step(e))
			}
		}
	}
	switch {
	case rec.Role == "assistant" && calls == 0:
		r.stop = here
	case rec.Role == "user" && results == 0:
		e := hook.Event{Agent: "cursor", Moment: hook.Prompt, Name: "beforeSubmitPrompt", Hook: "beforeSubmitPrompt"}
		text := contentText(rec.Message.Content)
		if query := tagged(text, "user_query"); query != "" {
			text = query // around it the client puts links, files and the like
		}
		steps = append(r.flushStop(), here.step(prompted(e, text)))
	default:
		r.stop = position{}
	}
	return steps
}

// toolCall returns the event before a call.
func (r *cursorReader) toolCall(b claudeBlock) hook.Event {
	p := cursorPayload{formPayload: formPayload{Tool: b.Name, ID: b.ID}}
	_ = json.Unmarshal(b.Input, &p.Input) // an input of another form leaves the fields empty
	if b.Name == "StrReplace" {
		p.Tool, p.Input.Old = "Write", cmp.Or(p.Input.Old, " ")
	}
	e := hook.Event{Agent: "cursor", Moment: hook.Before, Hook: "preToolUse"}
	p.setCall(&e, cursorFile)
	e.Name = b.Name
	if b.ID != "" {
		r.calls[b.ID] = cursorCall{e, b.Input}
	}
	setMCP(&e, b.Input, "")
	return e
}

// flushStop returns the stop that follows the model's last message, if that had no calls.
func (r *cursorReader) flushStop() []Step {
	if r.stop.line == 0 {
		return nil
	}
	step := r.stop.step(hook.Event{Agent: "cursor", Moment: hook.Stop, Name: "stop", Hook: "stop"})
	r.stop = position{}
	return []Step{step}
}
