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
	"strings"
	"sync"
)

// promptText is the prompt, and marks the conversation: clients also ask their model for
// titles and the like. Cline takes a prompt of one word for a command.
const promptText = "WITNESS_PROMPT go"

// A call is one call of a tool: an input that is a JSON string is that of a freeform tool.
type call struct {
	Tool  string
	Input json.RawMessage
}

// freeform returns the input of a freeform tool.
func (c call) freeform() (text string, ok bool) {
	return text, json.Unmarshal(c.Input, &text) == nil
}

// A model plays the vendor's: a server on loopback which makes one scripted call in each
// turn of the conversation, and then says that it is done. It speaks Anthropic Messages,
// OpenAI Responses and Chat Completions, and Gemini's generateContent.
type model struct {
	server *httptest.Server

	mu       sync.Mutex
	turns    []call
	requests []json.RawMessage // those of the conversation, oldest first
	answers  int               // for ids that differ
}

func newModel() *model {
	m := &model{}
	m.server = httptest.NewServer(http.HandlerFunc(m.serve))
	return m
}

func (m *model) close() { m.server.CloseClientConnections(); m.server.Close() }

func (m *model) url() string { return m.server.URL }

// begin gives the model the turns of a new session.
func (m *model) begin(turns []call) {
	m.mu.Lock()
	defer m.mu.Unlock()
	m.turns, m.requests = turns, nil
}

// left is the number of turns that were not asked for.
func (m *model) left() int {
	m.mu.Lock()
	defer m.mu.Unlock()
	return len(m.turns)
}

// everything is all that the model was sent in the conversation, without JSON's blanks.
func (m *model) everything() string {
	m.mu.Lock()
	defer m.mu.Unlock()
	var all bytes.Buffer
	for _, request := range m.requests {
		_ = json.Compact(&all, request) // was parsed
		all.WriteByte('\n')
	}
	return all.String()
}

// afterPrompt is what the last request says after the prompt, one message in a line.
func (m *model) afterPrompt() string {
	m.mu.Lock()
	defer m.mu.Unlock()
	if len(m.requests) == 0 {
		return ""
	}
	var request struct {
		Messages, Input, Contents []json.RawMessage
	}
	_ = json.Unmarshal(m.requests[len(m.requests)-1], &request)
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

// shellSession is how Codex tells its model of a command that goes on running.
var shellSession = regexp.MustCompile(`session ID (\d+)`)

// turn notes a request and returns the call to make, if there is one left. A request without
// tools is not the agent's.
func (m *model) turn(body []byte) (call, bool) {
	var request struct{ Tools []json.RawMessage }
	_ = json.Unmarshal(body, &request)
	// Codex lists the tools of a model that writes programs elsewhere.
	tools := len(request.Tools) > 0 || bytes.Contains(body, []byte("additional_tools"))
	m.mu.Lock()
	defer m.mu.Unlock()
	m.answers++
	if !tools || !bytes.Contains(body, []byte(promptText)) {
		return call{}, false
	}
	m.requests = append(m.requests, body)
	if len(m.turns) == 0 {
		return call{}, false
	}
	next := m.turns[0]
	m.turns = m.turns[1:]
	if found := shellSession.FindAllSubmatch(body, -1); found != nil {
		next.Input = bytes.ReplaceAll(next.Input, []byte(`"SESSION"`), found[len(found)-1][1])
	}
	return next, true
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
	a.Call, a.Calls = m.turn(body)
	m.mu.Lock()
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

// object answers with one JSON object.
func object(w http.ResponseWriter, text string) {
	w.Header().Set("Content-Type", "application/json")
	_, _ = io.WriteString(w, text)
}

// encode is JSON with <, > and & as they are.
func encode(value any) []byte {
	var out bytes.Buffer
	encoder := json.NewEncoder(&out)
	encoder.SetEscapeHTML(false)
	if err := encoder.Encode(value); err != nil {
		panic(err) // the values are this package's own
	}
	return bytes.TrimSpace(out.Bytes())
}
