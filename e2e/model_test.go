//go:build unix

package e2e

import (
	"bytes"
	"encoding/json"
	"fmt"
	"io"
	"net/http"
	"net/http/httptest"
	"regexp"
	"slices"
	"strings"
	"sync"
)

// promptText is the prompt. It identifies the requests of the conversation, because clients also
// ask their model for titles and the like. It has two words: Cline treats one word as a command.
const promptText = "WITNESS_PROMPT go"

// subText stands in the task of a subagent, whose conversation has no prompt of its own.
const subText = "WITNESS_TASK"

// A call is one tool call. An input that is a JSON string belongs to a freeform tool.
type call struct {
	Tool  string
	Input json.RawMessage
	Full  bool // the context is as good as full with it
}

// freeform returns the input of a freeform tool.
func (c call) freeform() (text string, ok bool) {
	return text, json.Unmarshal(c.Input, &text) == nil
}

// A model is a fake of the vendor's model: a server on loopback that makes the scripted calls of
// each turn of the conversation, and then ends it. It implements Anthropic Messages,
// OpenAI Responses and Chat Completions, and Gemini's generateContent.
type model struct {
	server *httptest.Server

	mu       sync.Mutex
	turns    [][]call
	subs     [][]call          // those of subagents
	requests []json.RawMessage // the requests of the conversation, oldest first
	asides   []json.RawMessage // those outside of the conversation: for a title, for the summary of a compaction
	answers  int               // counts answers, for unique ids
	full     bool              // the context is as good as full, until it is summarized
}

func newModel() *model {
	m := &model{}
	m.server = httptest.NewServer(http.HandlerFunc(m.serve))
	return m
}

func (m *model) close() { m.server.CloseClientConnections(); m.server.Close() }

func (m *model) url() string { return m.server.URL }

// begin sets the turns of a new session.
func (m *model) begin(turns, subs [][]call) {
	m.mu.Lock()
	defer m.mu.Unlock()
	m.turns, m.subs, m.requests, m.asides = turns, subs, nil, nil
}

// left returns the number of turns that the client has not requested.
func (m *model) left() int {
	m.mu.Lock()
	defer m.mu.Unlock()
	return len(m.turns) + len(m.subs)
}

// everything returns all requests, those outside of the conversation included, as compact JSON.
func (m *model) everything() string {
	m.mu.Lock()
	defer m.mu.Unlock()
	var all bytes.Buffer
	for _, request := range slices.Concat(m.requests, m.asides) {
		_ = json.Compact(&all, request) // it was parsed before
		all.WriteByte('\n')
	}
	return all.String()
}

// afterPrompt returns the messages of the last request after the prompt, one per line.
func (m *model) afterPrompt() string {
	m.mu.Lock()
	defer m.mu.Unlock()
	var last json.RawMessage
	for _, r := range m.requests {
		if bytes.Contains(r, []byte(promptText)) {
			last = r
		}
	}
	var request struct {
		Messages, Input, Contents []json.RawMessage
	}
	_ = json.Unmarshal(last, &request) // there may be none
	var after bytes.Buffer
	begun := false
	for _, message := range append(append(request.Messages, request.Input...), request.Contents...) {
		if begun {
			_ = json.Compact(&after, message)
			after.WriteByte('\n')
		}
		begun = begun || bytes.Contains(message, []byte(promptText))
	}
	return after.String()
}

// shellSession matches the message by which Codex reports a command that is still running.
var shellSession = regexp.MustCompile(`session ID (\d+)`)

// offersTools reports whether a request has tools. For a model that writes programs, Codex lists them in another place.
func offersTools(body []byte) bool {
	var request struct{ Tools []json.RawMessage }
	_ = json.Unmarshal(body, &request)
	return len(request.Tools) > 0 || bytes.Contains(body, []byte("additional_tools"))
}

// converses reports whether a request belongs to the conversation: it has tools, and is not the one for the summary of a compaction, to which
// Grok Build gives them as well.
func converses(body []byte) bool {
	var request struct{ Messages []json.RawMessage }
	_ = json.Unmarshal(body, &request)
	last := len(request.Messages) - 1
	return offersTools(body) && (last < 0 || !bytes.Contains(request.Messages[last], []byte("summar")) || !bytes.Contains(request.Messages[last], []byte(`"user"`)))
}

// turn records a request and returns the calls of the next turn, none if no turn is left. A request
// without tools does not belong to the conversation.
func (m *model) turn(body []byte) []call {
	tools := converses(body)
	m.mu.Lock()
	defer m.mu.Unlock()
	m.answers++
	turns := &m.turns
	if !bytes.Contains(body, []byte(promptText)) {
		turns = &m.subs
		tools = tools && bytes.Contains(body, []byte(subText))
	}
	if !tools {
		m.asides = append(m.asides, body)
		return nil
	}
	m.requests = append(m.requests, body)
	if len(*turns) == 0 {
		return nil
	}
	next := (*turns)[0]
	*turns = (*turns)[1:]
	if found := shellSession.FindAllSubmatch(body, -1); found != nil {
		for i := range next {
			next[i].Input = bytes.ReplaceAll(next[i].Input, []byte(`"SESSION"`), found[len(found)-1][1])
		}
	}
	return next
}

// serve answers one request.
func (m *model) serve(w http.ResponseWriter, r *http.Request) {
	body, err := io.ReadAll(r.Body)
	if err != nil {
		http.Error(w, err.Error(), http.StatusBadRequest)
		return
	}
	path := r.URL.Path
	switch {
	case strings.HasSuffix(path, "/count_tokens"):
		object(w, `{"input_tokens":100}`)
		return
	case strings.HasSuffix(path, ":countTokens"):
		object(w, `{"totalTokens":100}`)
		return
	case strings.HasSuffix(path, "/models"):
		object(w, `{"object":"list","data":[{"id":"gpt-5.5","object":"model"},{"id":"m","object":"model"}]}`)
		return
	}
	var speak func(a answer) (stream []event, whole any)
	switch {
	case strings.HasSuffix(path, "/messages"):
		speak = messages
	case strings.HasSuffix(path, "/responses"):
		speak = responses
	case strings.HasSuffix(path, "/chat/completions"):
		speak = completions
	case strings.HasSuffix(path, ":generateContent"), strings.HasSuffix(path, ":streamGenerateContent"):
		speak = generateContent
	default:
		http.Error(w, `{"error":{"message":"not found","type":"not_found_error"}}`, http.StatusNotFound)
		return
	}
	var request struct {
		Model  string
		Stream bool
	}
	_ = json.Unmarshal(body, &request)
	a := answer{Model: request.Model}
	a.Calls, a.Text = m.turn(body), done
	m.mu.Lock()
	if !converses(body) {
		a.Text += " " + promptText // a summary, by which the conversation is known after it
		a.Full, m.full = m.full, false
	} else if len(a.Calls) > 0 && a.Calls[0].Full {
		a.Full, m.full = true, true
	}
	a.ID = fmt.Sprintf("%04d", m.answers)
	m.mu.Unlock()
	stream, whole := speak(a)
	if request.Stream || strings.HasSuffix(path, ":streamGenerateContent") {
		w.Header().Set("Content-Type", "text/event-stream")
		for _, e := range stream {
			if e.name != "" {
				fmt.Fprintf(w, "event: %s\n", e.name)
			}
			fmt.Fprintf(w, "data: %s\n\n", e.data)
		}
		return
	}
	object(w, string(encode(whole)))
}

// object writes a reply that is one JSON object.
func object(w http.ResponseWriter, text string) {
	w.Header().Set("Content-Type", "application/json")
	_, _ = io.WriteString(w, text)
}

// encode returns v as JSON without escaping <, > and &.
func encode(value any) []byte {
	var out bytes.Buffer
	encoder := json.NewEncoder(&out)
	encoder.SetEscapeHTML(false)
	if err := encoder.Encode(value); err != nil {
		panic(err) // only values of this package are encoded
	}
	return bytes.TrimSpace(out.Bytes())
}
