package agent

import (
	"bytes"
	"encoding/json"
	"fmt"
	"strings"

	"witness/engine/hook"
)

// joinFindings returns the findings of the given severities in that order, one per line. It keeps
// only whole findings, as many as fit into limit bytes, and says how many it left out.
func joinFindings(v hook.Verdict, limit int, severities ...string) string {
	var texts []string
	for _, s := range severities {
		for _, f := range v.Findings {
			if f.Severity == s {
				texts = append(texts, f.Text())
			}
		}
	}
	size := 0
	for i, text := range texts {
		size += len(text) + 1
		if size <= limit {
			continue
		}
		if i == 0 {
			return strings.ToValidUTF8(text[:limit], "") + " …\n[witness] The end of this message was cut."
		}
		return strings.Join(texts[:i], "\n") + fmt.Sprintf("\n[witness] More was found and left out for its length: %d.", len(texts)-i)
	}
	return strings.Join(texts, "\n")
}

// replyJSON encodes a reply as one line of JSON, or nil if it cannot be encoded.
func replyJSON(reply any) []byte {
	var b bytes.Buffer
	enc := json.NewEncoder(&b)
	enc.SetEscapeHTML(false) // for people who read replies; clients accept both forms
	if enc.Encode(reply) != nil {
		return nil
	}
	return b.Bytes()
}
