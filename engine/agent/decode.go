package agent

import (
	"crypto/sha256"
	"encoding/hex"
	"encoding/json"
	"errors"
	"strings"
)

// isTypeMismatch tells whether a payload was decoded but for a field of another type than was
// expected, which is passed over.
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

// texts are the texts of a message's content: a string, or a list of parts.
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

// fingerprint is an id made of the given texts.
func fingerprint(texts ...string) string {
	sum := sha256.Sum256([]byte(strings.Join(texts, "\x00")))
	return hex.EncodeToString(sum[:12])
}
