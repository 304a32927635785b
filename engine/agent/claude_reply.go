package agent

import (
	"fmt"
	"slices"
	"strings"
	"unicode/utf16"

	"witness/engine"
)

// claudeLimit is the most that is said in one text, in UTF-16 units. Beyond 10 000 the
// client replaces the text by a file and a preview.
const claudeLimit = 9500

// A claudeReply has no field that could become null: one drops the reply.
type claudeReply struct {
	Decision string        `json:"decision,omitempty"`
	Reason   string        `json:"reason,omitempty"`
	Output   *claudeOutput `json:"hookSpecificOutput,omitempty"`
}

type claudeOutput struct {
	Hook     string `json:"hookEventName"`
	Decision string `json:"permissionDecision,omitempty"`
	Reason   string `json:"permissionDecisionReason,omitempty"`
	Context  string `json:"additionalContext,omitempty"`
}

func answerClaude(e engine.Event, v engine.Verdict) []byte {
	all := claudeFindings(v, engine.Block, engine.Ask, engine.Warn)
	if all == "" {
		return nil
	}
	switch e.Hook {
	case "PreToolUse":
		out := &claudeOutput{
			Hook:    e.Hook,
			Reason:  claudeFindings(v, engine.Block, engine.Ask),
			Context: claudeFindings(v, engine.Warn),
		}
		switch v.Severity() {
		case engine.Block:
			out.Decision = "deny"
		case engine.Ask:
			out.Decision = "ask"
		}
		return replyJSON(claudeReply{Output: out})
	case "PostToolUse", "PostToolUseFailure", "PostToolBatch", "SessionStart", "UserPromptSubmit", "SubagentStart":
		return replyJSON(claudeReply{Output: &claudeOutput{Hook: e.Hook, Context: all}})
	case "Stop", "SubagentStop":
		// Whatever is said here makes the agent go on, so it is said once.
		if e.Active {
			return nil
		}
		return replyJSON(claudeReply{Decision: "block", Reason: all})
	}
	return nil
}

// claudeFindings joins the findings of the given severities, whole ones only, as far as the
// limit allows.
func claudeFindings(v engine.Verdict, severities ...string) string {
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
		size += utf16Len(text) + 1
		if size <= claudeLimit {
			continue
		}
		said := texts[:i:i]
		if i == 0 {
			said = []string{claudeTruncate(text) + " …"}
			i = 1
		}
		switch left := len(texts) - i; left {
		case 0:
			said = append(said, "[witness] The end of this message was cut.")
		case 1:
			said = append(said, "[witness] 1 more finding was left out for its length.")
		default:
			said = append(said, fmt.Sprintf("[witness] %d more findings were left out for their length.", left))
		}
		return strings.Join(said, "\n")
	}
	return strings.Join(texts, "\n")
}

// utf16Len is the length of a text as the client counts it.
func utf16Len(text string) int {
	n := 0
	for _, r := range text {
		n += utf16.RuneLen(r)
	}
	return n
}

// claudeTruncate is as much of a text as fits.
func claudeTruncate(text string) string {
	n := 0
	for i, r := range text {
		n += utf16.RuneLen(r)
		if n > claudeLimit {
			return text[:i]
		}
	}
	return text
}

// otherClientVars are variables by which other clients tell who they are that send payloads of
// Claude's shape.
var otherClientVars = []string{"COPILOT_CLI", "CURSOR_VERSION", "GEMINI_SESSION_ID", "QWEN_PROJECT_DIR", "DROID_PROJECT_DIR"}

// identifyClaude goes by the session's file. Where the user keeps it elsewhere
// (CLAUDE_CONFIG_DIR) the environment decides, if it shows one client alone: Claude's own
// shell, and any other's, hands it on to the clients that it starts.
func identifyClaude(getenv func(string) string, payload []byte) Match {
	p := stringMembers(payload, "session_id", "hook_event_name", "transcript_path")
	if p["session_id"] == "" || p["hook_event_name"] == "" || p["transcript_path"] == "" {
		return NoMatch
	}
	if strings.Contains(strings.ReplaceAll(p["transcript_path"], `\`, "/"), "/.claude/") {
		return ByPayload
	}
	if getenv("CLAUDECODE") == "1" && !slices.ContainsFunc(otherClientVars, func(other string) bool { return getenv(other) != "" }) {
		return ByEnvironment
	}
	return NoMatch
}
