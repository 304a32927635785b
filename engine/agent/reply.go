package agent

import (
	"bytes"
	"encoding/json"
	"fmt"
	"strings"

	"witness/engine/hook"
)

// A hookReply is the reply of the clients that took over the form of Claude Code's. Empty fields are omitted, because
// Claude Code drops a reply with a null, and Codex one with a member that it does not know.
type hookReply struct {
	Decision string      `json:"decision,omitempty"`
	Reason   string      `json:"reason,omitempty"`
	Output   *hookOutput `json:"hookSpecificOutput,omitempty"`
}

// A hookOutput names the hook that fired. Stop and StopReason are for the clients that read the decision about a stop there, too.
type hookOutput struct {
	Hook       string `json:"hookEventName,omitempty"`
	Decision   string `json:"permissionDecision,omitempty"`
	Reason     string `json:"permissionDecisionReason,omitempty"`
	Context    string `json:"additionalContext,omitempty"`
	Stop       string `json:"decision,omitempty"`
	StopReason string `json:"reason,omitempty"`
}

// replyLimit is the maximum length of one text in bytes. Of more than about 10,000 characters Codex keeps only the head and the
// tail (0.169.0, measured), and Claude Code makes a file and a preview (2.1.197, measured). Copilot's documentation allows
// 10 KB and Cline 50,000 characters; of most clients no limit is known.
const replyLimit = 9500

// findingTexts returns the texts of the findings of the given severities, in that order.
func findingTexts(v hook.Verdict, severities ...string) (texts []string) {
	for _, s := range severities {
		for _, f := range v.Findings {
			if f.Severity == s {
				texts = append(texts, f.Text())
			}
		}
	}
	return texts
}

// joinFindings returns the findings of the given severities in that order, one per line. It keeps
// only whole findings, as many as fit into replyLimit, and says how many it left out.
func joinFindings(v hook.Verdict, severities ...string) string {
	texts := findingTexts(v, severities...)
	size := 0
	for i, text := range texts {
		size += len(text) + 1
		if size <= replyLimit {
			continue
		}
		if i == 0 {
			return strings.ToValidUTF8(text[:replyLimit], "") + " …\n[witness] The end of this message was cut."
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
