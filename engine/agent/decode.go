package agent

import (
	"crypto/sha256"
	"encoding/hex"
	"encoding/json"
	"errors"
	"strings"

	"witness/engine/hook"
)

// isTypeMismatch reports whether err only says that a field had an unexpected type. encoding/json
// skips the field and decodes the rest.
func isTypeMismatch(err error) bool {
	var mistyped *json.UnmarshalTypeError
	return errors.As(err, &mistyped) && mistyped.Field != ""
}

// A lenientString decodes a JSON string; a value of another type leaves it empty.
type lenientString string

// UnmarshalJSON implements json.Unmarshaler.
func (s *lenientString) UnmarshalJSON(b []byte) error {
	var text string
	if json.Unmarshal(b, &text) == nil {
		*s = lenientString(text)
	}
	return nil
}

// An optional decodes a value that is nil if it is missing, null or of another type, where encoding/json leaves a zero behind a pointer: an
// exit code in another form is no success.
type optional[T any] struct{ value *T }

// UnmarshalJSON implements json.Unmarshaler.
func (o *optional[T]) UnmarshalJSON(b []byte) error {
	if err := json.Unmarshal(b, &o.value); err != nil {
		o.value = nil
	}
	return nil
}

// An anyText decodes the text in a value that is a string, a list of parts, or an object with a message.
type anyText string

// UnmarshalJSON implements json.Unmarshaler.
func (s *anyText) UnmarshalJSON(b []byte) error {
	*s = anyText(mcpText(b))
	return nil
}

// contentText returns the text of a message's content, which is a string or a list of parts.
// Parts are joined with newlines.
func contentText(content json.RawMessage) string {
	var text string
	if json.Unmarshal(content, &text) == nil {
		return text
	}
	var parts []struct {
		Text string `json:"text"`
	}
	if json.Unmarshal(content, &parts) != nil {
		return ""
	}
	var b strings.Builder
	for _, p := range parts {
		if b.Len() > 0 && p.Text != "" {
			b.WriteString("\n")
		}
		b.WriteString(p.Text)
	}
	return b.String()
}

// setExit sets the exit code of a command and the outcome that follows from it.
func setExit(e *hook.Event, code int) {
	e.Exit, e.Outcome = &code, hook.OK
	if code != 0 {
		e.Outcome = hook.Failed
	}
}

// fingerprint returns an id derived from the texts. It begins with a ~, which tells the recorder that
// the id of a call's end is not that of its start.
func fingerprint(texts ...string) string {
	sum := sha256.Sum256([]byte(strings.Join(texts, "\x00")))
	return "~" + hex.EncodeToString(sum[:12])
}
