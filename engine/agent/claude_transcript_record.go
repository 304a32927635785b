package agent

import (
	"encoding/json"
	"slices"
)

// claudeOrigins are the kinds of what writes a prompt besides a person.
var claudeOrigins = []string{"task-notification", "auto-continuation", "plugin", "peer", "coordinator", "channel", "observer-activity"}

// writer returns who wrote a prompt, "" if it is a person or not known.
func (r *claudeRecord) writer() string {
	if slices.Contains(claudeOrigins, r.Origin.Kind) {
		return r.Origin.Kind
	}
	return ""
}

// A claudeRecord is one line.
type claudeRecord struct {
	Type      string `json:"type"` // user, assistant, system, attachment, ...
	Subtype   string `json:"subtype"`
	Session   string `json:"sessionId"`
	Agent     string `json:"agentId"`
	Sidechain bool   `json:"isSidechain"`
	Meta      bool   `json:"isMeta"`
	Summary   bool   `json:"isCompactSummary"`
	APIError  bool   `json:"isApiErrorMessage"`
	At        string `json:"timestamp"`
	CWD       string `json:"cwd"`
	Branch    string `json:"gitBranch"`
	Mode      string `json:"permissionMode"` // of a prompt
	Origin    struct {
		Kind string `json:"kind"` // of a prompt, from 2.1.332 on: human, or what else has written it
	} `json:"origin"`
	Message struct {
		Model   string          `json:"model"` // <synthetic> for messages of the client itself
		Content json.RawMessage `json:"content"`
	} `json:"message"`
	Result  json.RawMessage `json:"toolUseResult"`
	Compact struct {
		Trigger string `json:"trigger"`
	} `json:"compactMetadata"`
	Attachment claudeAttachment `json:"attachment"`
	Progress   claudeProgress   `json:"data"`            // of a line of progress
	Parent     string           `json:"parentToolUseID"` // and the call that it belongs to
}

// A claudeAttachment is what the client gave the model without a call.
type claudeAttachment struct {
	Type string `json:"type"` // file, edited_text_file, nested_memory, ...
	Name string `json:"filename"`
	Path string `json:"path"`

	Mode   string          `json:"commandMode"` // of a queued_command
	Prompt json.RawMessage `json:"prompt"`
}

// notification returns what a queued command says of a task in the background, "" if it is another.
func (a claudeAttachment) notification() string {
	if a.Type != "queued_command" || a.Mode != "task-notification" {
		return ""
	}
	return stringValue(a.Prompt)
}

// path returns the path of the file that the model was shown, "" if it was not shown one.
func (a claudeAttachment) path() string {
	switch a.Type {
	case "file", "already_read_file", "edited_text_file", "selected_lines_in_ide":
		return a.Name
	case "nested_memory":
		return a.Path
	}
	return ""
}

// A claudeBlock is a part of a message.
type claudeBlock struct {
	Type    string          `json:"type"` // text, tool_use, tool_result, ...
	ID      string          `json:"id"`
	Name    string          `json:"name"`
	Input   json.RawMessage `json:"input"`
	Of      string          `json:"tool_use_id"`
	Content json.RawMessage `json:"content"`
	Text    string          `json:"text"`
	Failed  bool            `json:"is_error"`
}
