package agent

import (
	"bytes"
	"encoding/json"
	"strings"
)

// A geminiRecord is one line.
type geminiRecord struct {
	// Members of the first line.
	Session     string   `json:"sessionId"`
	Project     string   `json:"projectHash"`
	Start       string   `json:"startTime"`
	Kind        string   `json:"kind"` // main, subagent
	Directories []string `json:"directories"`

	// Members of a message.
	ID      string           `json:"id"`
	At      string           `json:"timestamp"`
	Type    string           `json:"type"` // user, gemini, info, error, ...
	Content json.RawMessage  `json:"content"`
	Calls   []geminiToolCall `json:"toolCalls"`

	Set struct {
		Messages []struct {
			Content json.RawMessage `json:"content"`
		} `json:"messages"`
	} `json:"$set"`
}

// A geminiToolCall is a call with its result.
type geminiToolCall struct {
	ID     string          `json:"id"`
	Name   string          `json:"name"`
	Args   geminiArguments `json:"args"`
	Status string          `json:"status"` // success, error, cancelled
	At     string          `json:"timestamp"`
	Result []struct {
		Function struct {
			Response struct {
				Output string `json:"output"`
				Error  string `json:"error"`
			} `json:"response"`
		} `json:"functionResponse"`
	} `json:"result"`
	Display json.RawMessage `json:"resultDisplay"`
}

// A geminiArguments holds the arguments of a call: those of the client's own tools, and all of them for those
// of MCP servers.
type geminiArguments struct {
	formInput
	all json.RawMessage
}

// UnmarshalJSON implements json.Unmarshaler. A value of another form leaves the fields empty.
func (a *geminiArguments) UnmarshalJSON(b []byte) error {
	_ = json.Unmarshal(b, &a.formInput)
	a.all = bytes.Clone(b)
	return nil
}

// result returns the text that the model reads, without the context that hooks added, and the
// text of an error.
func (c *geminiToolCall) result() (text, failure string) {
	for _, r := range c.Result {
		text += r.Function.Response.Output
		failure += r.Function.Response.Error
	}
	text, _, _ = strings.Cut(text, "\n\n<hook_context>")
	return text, failure
}
