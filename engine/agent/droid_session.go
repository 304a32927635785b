package agent

import (
	"bytes"
	"encoding/json"
	"path/filepath"
	"strings"

	"witness/engine/hook"
)

// droidTailSize is how much of the end of a session file is read, in bytes.
const droidTailSize = 1 << 20

// A droidSession is the end of a session file: the latest calls of the model, and the latest
// results. droid 0.215.0 writes a line per message: calls before their hooks start, results
// before the next message of the model (measured).
type droidSession struct {
	calls   []droidContent // of the last message with calls
	before  []droidContent // the calls that the results belong to
	results []droidContent // of the last message with results
}

// A droidContent is a part of a message, a call or a result.
type droidContent struct {
	Type   string          `json:"type"` // tool_use, tool_result, text
	Text   string          `json:"text"`
	ID     string          `json:"id"`
	Name   string          `json:"name"`
	Input  json.RawMessage `json:"input"`
	Of     string          `json:"tool_use_id"`
	Failed bool            `json:"is_error"`
	Result json.RawMessage `json:"content"`
}

// droidHead is how much of the beginning of a session file is read for its first two lines.
const droidHead = 4 << 10

// maxDroidParts is how many compactions of a session are followed back.
const maxDroidParts = 64

// droidStart returns what the beginning of a session file says of where the session comes from: the session whose call started it,
// and the one that it goes on from after a compaction. Both are "" of a session that a person began. A fork names its parent, too, but
// has no summary.
func droidStart(path string) (caller, before string) {
	var first struct {
		Type   string `json:"type"`
		Caller string `json:"callingSessionId"`
		Parent string `json:"parent"`
	}
	line, rest, _ := bytes.Cut(readHead(path, droidHead), []byte("\n"))
	if json.Unmarshal(line, &first) != nil || first.Type != "session_start" {
		return "", ""
	}
	if bytes.HasPrefix(rest, []byte(`{"type":"compaction_state"`)) {
		before = first.Parent
	}
	return first.Caller, before
}

// droidOrigin returns the session that a session was before its compactions, whose files lie side by side, and the session whose call
// started it, "" if no call did.
func droidOrigin(id, path string) (origin, caller string) {
	caller, before := droidStart(path)
	for n := 0; n < maxDroidParts && before != "" && filepath.Base(before) == before; n++ {
		id, path = before, filepath.Join(filepath.Dir(path), before+".jsonl")
		_, before = droidStart(path)
	}
	return id, caller
}

// readDroidSession reads the end of a session file backwards. It leaves out what it cannot read.
func readDroidSession(path string) (s droidSession) {
	tail := readTail(path, droidTailSize)
	for len(tail) > 0 && s.before == nil {
		var line []byte
		if i := bytes.LastIndexByte(tail, '\n'); i >= 0 {
			tail, line = tail[:i], tail[i+1:]
		} else {
			tail, line = nil, tail
		}
		if !bytes.Contains(line, []byte(`"tool_`)) {
			continue
		}
		var m struct {
			Message struct {
				Content []droidContent `json:"content"`
			} `json:"message"`
		}
		if json.Unmarshal(line, &m) != nil || len(m.Message.Content) == 0 {
			continue // the first line of the tail may be incomplete
		}
		content := m.Message.Content
		switch {
		case content[len(content)-1].Type == "tool_use" && s.results != nil:
			s.before = content
		case content[len(content)-1].Type == "tool_use" && s.calls == nil:
			s.calls = content
		case content[0].Type == "tool_result" && s.results == nil:
			s.results = content
		}
	}
	return s
}

// callID returns the id of one of the latest calls, "" if the call is not found.
func (s droidSession) callID(tool string, input json.RawMessage) string {
	for _, c := range s.calls {
		if c.Type == "tool_use" && c.Name == tool && equalJSON(c.Input, input) {
			return c.ID
		}
	}
	return ""
}

// failedCalls returns the ends of the calls that failed, which no hook reports. A denied call is
// left out: witness's own reason marks it, or it is a command without an exit code.
func (s droidSession) failedCalls(base hook.Event) []hook.Event {
	var events []hook.Event
	for _, r := range s.results {
		var text string
		if !r.Failed || json.Unmarshal(r.Result, &text) != nil || hook.Spoken(strings.TrimPrefix(text, "Error: ")) {
			continue
		}
		for _, c := range s.before {
			if c.ID != r.Of {
				continue
			}
			e := base
			e.Moment, e.Call, e.Hook = hook.After, c.ID, "PostToolUse"
			setDroidCall(&e, c.Name, c.Input)
			setFailed(&e, text)
			if e.Tool == hook.Run {
				_, text, _ = strings.Cut(text, "\n") // "Error: Command failed (exit code: 1)"
				setDroidResult(&e, text)
				if e.Exit == nil {
					continue
				}
			}
			events = append(events, e)
		}
	}
	return events
}

// equalJSON reports whether two values are equal except for white space.
func equalJSON(a, b json.RawMessage) bool {
	var x, y bytes.Buffer
	return json.Compact(&x, a) == nil && json.Compact(&y, b) == nil && bytes.Equal(x.Bytes(), y.Bytes())
}
