package agent

import (
	"bytes"
	"encoding/json"
	"strings"
)

// Words returns what the user says in the lines of a transcript, which may begin in the middle of one.
func (t *Transcript) Words(lines []byte) string {
	var b strings.Builder
	for line := range bytes.Lines(lines) {
		if text := t.Said(line); text != "" {
			b.WriteString(text + "\n")
		}
	}
	return b.String()
}

// claudeSaid implements Transcript.Said. Results of calls are messages of the user, too, and have no text.
func claudeSaid(line []byte) string {
	var r claudeRecord
	if !bytes.Contains(line, []byte(`"user"`)) || bytes.Contains(line, []byte(`"tool_result"`)) || json.Unmarshal(line, &r) != nil || r.Type != "user" || r.Meta || r.Summary || r.writer() != "" {
		return ""
	}
	if text := contentText(r.Message.Content); !strings.HasPrefix(text, claudeNotified) {
		return text
	}
	return ""
}

// codexSaid implements Transcript.Said.
func codexSaid(line []byte) string {
	var r struct {
		Payload struct {
			Type    string `json:"type"`
			Message string `json:"message"`
		} `json:"payload"`
	}
	if !bytes.Contains(line, []byte(`"user_message"`)) || json.Unmarshal(line, &r) != nil || r.Payload.Type != "user_message" {
		return ""
	}
	return r.Payload.Message
}

// geminiSaid implements Transcript.Said.
func geminiSaid(line []byte) string {
	if !bytes.Contains(line, []byte(`"user"`)) {
		return ""
	}
	rec, ok := parseGeminiRecord(line)
	if !ok || rec.Type != "user" {
		return ""
	}
	return contentText(rec.Content)
}
