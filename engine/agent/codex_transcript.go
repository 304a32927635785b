package agent

import (
	"cmp"
	"encoding/json"

	"witness/engine"
)

// codexTranscript reads the rollouts in ~/.codex/sessions, as Codex 0.169.0 writes them: a
// file for each session and for each of its subagents.
//
// What a reader would guess wrong:
//
//   - A command's end is an item of its own, with the exit code. The hook is told only when
//     the model reads that end: with the call's own output, or with that of write_stdin.
//   - In code mode a call of the model is a script; the commands that it ran are items alone.
//   - A resumed session goes on in its file without a mark.
var codexTranscript = &Transcript{
	Files: []string{".codex/sessions/**/rollout-*.jsonl"},
	Head: func(_ string, line []byte) (Head, bool) {
		rec, ok := parseCodexRecord(line)
		if !ok || rec.Type != "session_meta" {
			return Head{}, false
		}
		p := rec.Payload
		session := cmp.Or(p.Session, p.ID)
		return Head{Session: session, CWD: p.CWD, At: rec.At, Part: p.ID != session}, true
	},
	Read: func() func(int, []byte) []Step {
		r := &codexReader{calls: map[string]*codexPayload{}, unreadEnds: map[string]codexRecordItem{}, polls: map[string]string{}, processCall: map[string]string{}}
		return r.line
	},
}

// A codexRecord is one line.
type codexRecord struct {
	At      string `json:"timestamp"`
	Type    string `json:"type"` // session_meta, turn_context, response_item, event_msg, compacted
	Payload struct {
		Type string `json:"type"`

		ID      string `json:"id"`         // of the file's own thread
		Session string `json:"session_id"` // of the conversation: a subagent's parent's
		CWD     string `json:"cwd"`

		Call      string          `json:"call_id"`
		Name      string          `json:"name"`
		Arguments string          `json:"arguments"` // of a function call: JSON
		Input     string          `json:"input"`     // of a custom tool: text
		Output    json.RawMessage `json:"output"`

		Item codexRecordItem `json:"item"`
	} `json:"payload"`
}

// A codexRecordItem is something that came to its end.
type codexRecordItem struct {
	Type    string   `json:"type"`
	ID      string   `json:"id"`
	Process string   `json:"process_id"`
	Command []string `json:"command"`
	CWD     string   `json:"cwd"` // a file URL
	Output  string   `json:"aggregated_output"`
	Exit    *int     `json:"exit_code"`
	Changes map[string]struct {
		Type string  `json:"type"` // add, update, delete
		Move *string `json:"move_path"`
	} `json:"changes"`
	Status string `json:"status"`
}

// parseCodexRecord decodes a line; false, if it is no record.
func parseCodexRecord(line []byte) (rec codexRecord, ok bool) {
	err := json.Unmarshal(line, &rec)
	return rec, (err == nil || isTypeMismatch(err)) && rec.Type != ""
}

// A codexReader reads one file.
type codexReader struct {
	base        engine.Event // what all events of the file share
	calls       map[string]*codexPayload
	unreadEnds  map[string]codexRecordItem // commands that ended and whose end nobody has read
	polls       map[string]string          // calls of write_stdin, and the process that each is about
	processCall map[string]string          // processes, and the call that began each
	stopBlocked bool                       // a hook kept the agent from stopping in this turn
}

func (r *codexReader) line(n int, line []byte) []Step {
	rec, ok := parseCodexRecord(line)
	if !ok {
		return nil
	}
	here, p := position{n, rec.At}, rec.Payload
	switch rec.Type + " " + p.Type {
	case "session_meta ":
		return r.sessionMeta(here, &rec)
	case "turn_context ":
		r.base.CWD = cmp.Or(p.CWD, r.base.CWD)
	case "compacted ":
		return r.event(here, engine.Compact, "PreCompact")
	case "response_item function_call", "response_item custom_tool_call":
		return r.toolCall(here, &rec)
	case "response_item function_call_output", "response_item custom_tool_call_output":
		return r.toolOutput(here, p.Call, contentText(p.Output))
	case "event_msg item_completed":
		return r.itemCompleted(here, p.Item)
	case "event_msg task_complete":
		return r.turnEnd(here)
	}
	return nil
}

// begin is the head of the file. A later one, of a session that was taken over, is none.
func (r *codexReader) sessionMeta(here position, rec *codexRecord) []Step {
	p := rec.Payload
	if r.base.Session != "" {
		return nil
	}
	r.base = engine.Event{Session: cmp.Or(p.Session, p.ID), Agent: "codex", CWD: p.CWD}
	if p.ID == r.base.Session {
		r.base.Source = "startup"
		steps := r.event(here, engine.Start, "SessionStart")
		r.base.Source = ""
		return steps
	}
	r.base.Actor = p.ID
	return r.event(here, engine.SubagentStart, "SubagentStart")
}

// moment is an event that is no call.
func (r *codexReader) event(here position, moment, name string) []Step {
	e := r.base
	e.Moment, e.Name, e.Hook = moment, name, name
	return []Step{here.step(e)}
}

// stop is the end of a turn.
func (r *codexReader) turnEnd(here position) []Step {
	moment, name := engine.Stop, "Stop"
	if r.base.Actor != "" {
		moment, name = engine.SubagentStop, "SubagentStop"
	}
	steps := r.event(here, moment, name)
	steps[0].Event.Active = r.stopBlocked
	r.stopBlocked = false
	return steps
}
