package agent

import (
	"bytes"
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

// A pauseForm says by what a line of a client's transcript tells of a pause: an interrupt, unless it has asks or answers.
type pauseForm struct {
	mark         string // a line without this text tells nothing
	is           string // members, named as in a tokenForm, and the values that they must have: "type=abort data.reason=user_initiated"
	text, begins string // a member that has a text, and what that begins with
	at, of       string // the members with the time and with the turn
	asks         string // that with the client's id of a question, or
	answers      string // of one that is answered
}

// The forms of the clients' lines.
var (
	claudePause = []pauseForm{{mark: "[Request interrupted by user", is: "type=user", text: "message.content", begins: "[Request interrupted by user", at: "timestamp"}}
	codexPause  = []pauseForm{{mark: `"turn_aborted"`, is: "type=event_msg payload.type=turn_aborted payload.reason=interrupted"}}
	geminiPause = []pauseForm{{mark: "Request cancelled.", is: "type=info", text: "content", begins: "Request cancelled."}}
	piPause     = []pauseForm{{mark: `"aborted"`, is: "message.role=assistant message.stopReason=aborted"}}
	// Each call that was cancelled has a line; of an interrupt while the model speaks there is none.
	qwenPause = []pauseForm{{mark: `"qwen-code.tool_call"`, is: "systemPayload.uiEvent.status=cancelled", of: "systemPayload.uiEvent.prompt_id"}}
	// What a rule or a flag has allowed at once has no person's decision.
	copilotPause = []pauseForm{
		{mark: `"abort"`, is: "type=abort data.reason=user_initiated", at: "timestamp"},
		{mark: `"permission.requested"`, is: "type=permission.requested", at: "timestamp", asks: "data.requestId"},
		{mark: `"permission.completed"`, is: "type=permission.completed data.decisionSource=human_response", at: "timestamp", answers: "data.requestId"},
	}
)

// readPause returns what a line tells by the first form that it has.
func readPause(forms []pauseForm, line []byte) (p Pause) {
	for _, f := range forms {
		if f.fits(line) {
			text := func(path string) string { return stringValue(memberAt(line, path)) }
			return Pause{Interrupted: f.asks == "" && f.answers == "", Of: text(f.of), Asks: text(f.asks), Answers: text(f.answers), At: text(f.at)}
		}
	}
	return p
}

// fits reports whether a line has the form.
func (f pauseForm) fits(line []byte) bool {
	if !bytes.Contains(line, []byte(f.mark)) {
		return false
	}
	for one := range strings.FieldsSeq(f.is) {
		if path, value, _ := strings.Cut(one, "="); stringValue(memberAt(line, path)) != value {
			return false
		}
	}
	return f.text == "" || strings.HasPrefix(contentText(memberAt(line, f.text)), f.begins)
}
