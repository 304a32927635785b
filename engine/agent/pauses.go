package agent

import (
	"bytes"
	"encoding/json"
	"strings"
	"time"
)

// A Pause is what one line of a transcript tells of its user's part in a turn, which no hook tells: that the user has interrupted it, or that
// the client has asked for a permission and was answered. Of what lines tell of no pause, nothing is set.
type Pause struct {
	Interrupted bool
	Of          string // the turn that was interrupted, if several lines may tell it
	Asks        string // the client's id of a question
	Answers     string // the question that is answered, by a person
	At          string // when, in RFC 3339
}

// addPause adds what a line tells. A question whose answer is not among the lines that are read at once counts as not having waited.
func (m *TokenMeter) addPause(p Pause) {
	switch {
	case p.At != "" && p.At < m.At: // a conversation that is written again
	case p.Interrupted && (p.Of == "" || p.Of != m.interrupted):
		m.Interrupts, m.interrupted = m.Interrupts+1, p.Of
	case p.Asks != "":
		if m.asked == nil {
			m.asked = map[string]string{}
		}
		m.asked[p.Asks] = p.At
	case p.Answers != "":
		from, err := time.Parse(time.RFC3339, m.asked[p.Answers])
		to, errTo := time.Parse(time.RFC3339, p.At)
		if err == nil && errTo == nil && to.After(from) {
			m.WaitedMS += to.Sub(from).Milliseconds()
		}
		delete(m.asked, p.Answers)
	}
}

// claudePause implements Transcript.Pauses. The words stand in a message of the user's that the client writes.
func claudePause(line []byte) (p Pause) {
	var r struct {
		Type    string `json:"type"`
		At      string `json:"timestamp"`
		Message struct {
			Content json.RawMessage `json:"content"`
		} `json:"message"`
	}
	if bytes.Contains(line, []byte("[Request interrupted by user")) && json.Unmarshal(line, &r) == nil && r.Type == "user" {
		p.At, p.Interrupted = r.At, strings.HasPrefix(contentText(r.Message.Content), "[Request interrupted by user")
	}
	return p
}

// codexPause implements Transcript.Pauses.
func codexPause(line []byte) (p Pause) {
	var r struct {
		Type    string `json:"type"`
		Payload struct {
			Type   string `json:"type"`
			Reason string `json:"reason"`
		} `json:"payload"`
	}
	if bytes.Contains(line, []byte(`"turn_aborted"`)) && json.Unmarshal(line, &r) == nil {
		p.Interrupted = r.Type == "event_msg" && r.Payload.Type == "turn_aborted" && r.Payload.Reason == "interrupted"
	}
	return p
}

// geminiPause implements Transcript.Pauses.
func geminiPause(line []byte) (p Pause) {
	var r struct {
		Type    string          `json:"type"`
		Content json.RawMessage `json:"content"`
	}
	if bytes.Contains(line, []byte("Request cancelled.")) && json.Unmarshal(line, &r) == nil {
		p.Interrupted = r.Type == "info" && contentText(r.Content) == "Request cancelled."
	}
	return p
}

// qwenPause implements Transcript.Pauses. Each call that was cancelled has a line; of an interrupt while the model speaks there is none.
func qwenPause(line []byte) (p Pause) {
	var r struct {
		Payload struct {
			Event struct {
				Name   string `json:"event.name"`
				Status string `json:"status"`
				Prompt string `json:"prompt_id"`
			} `json:"uiEvent"`
		} `json:"systemPayload"`
	}
	if bytes.Contains(line, []byte(`"qwen-code.tool_call"`)) && json.Unmarshal(line, &r) == nil {
		e := r.Payload.Event
		p.Interrupted, p.Of = e.Name == "qwen-code.tool_call" && e.Status == "cancelled", e.Prompt
	}
	return p
}

// copilotPause implements Transcript.Pauses. What a rule or a flag has allowed at once has no person's decision.
func copilotPause(line []byte) (p Pause) {
	var r struct {
		Type string `json:"type"`
		At   string `json:"timestamp"`
		Data struct {
			Reason  string `json:"reason"`
			Request string `json:"requestId"`
			Source  string `json:"decisionSource"`
		} `json:"data"`
	}
	if !bytes.Contains(line, []byte(`"permission.`)) && !bytes.Contains(line, []byte(`"abort"`)) || json.Unmarshal(line, &r) != nil {
		return p
	}
	switch p.At = r.At; r.Type {
	case "abort":
		p.Interrupted = r.Data.Reason == "user_initiated"
	case "permission.requested":
		p.Asks = r.Data.Request
	case "permission.completed":
		if r.Data.Source == "human_response" {
			p.Answers = r.Data.Request
		}
	}
	return p
}

// piPause implements Transcript.Pauses.
func piPause(line []byte) (p Pause) {
	var r struct {
		Message struct {
			Role   string `json:"role"`
			Reason string `json:"stopReason"`
		} `json:"message"`
	}
	if bytes.Contains(line, []byte(`"aborted"`)) && json.Unmarshal(line, &r) == nil {
		p.Interrupted = r.Message.Role == "assistant" && r.Message.Reason == "aborted"
	}
	return p
}
