package agent

import (
	"fmt"
	"strings"
	"unicode/utf16"

	"witness/engine/hook"
)

func answerClaude(e hook.Event, v hook.Verdict) []byte {
	all := claudeFindings(v, hook.Block, hook.Ask, hook.Warn)
	if all == "" {
		return nil
	}
	switch e.Hook {
	case "PreToolUse":
		out := &hookOutput{
			Hook:    e.Hook,
			Reason:  claudeFindings(v, hook.Block, hook.Ask),
			Context: claudeFindings(v, hook.Warn),
		}
		switch v.Severity() {
		case hook.Block:
			out.Decision = "deny"
		case hook.Ask:
			out.Decision = "ask"
		}
		return replyJSON(hookReply{Output: out})
	case "PostToolUse", "PostToolUseFailure", "PostToolBatch", "SessionStart", "UserPromptSubmit", "SubagentStart":
		return replyJSON(hookReply{Output: &hookOutput{Hook: e.Hook, Context: all}})
	case "Stop", "SubagentStop":
		// Any reply makes the agent go on, so there is none to a stop that follows a reply.
		if e.Active {
			return nil
		}
		return replyJSON(hookReply{Decision: "block", Reason: all})
	}
	return nil
}

// claudeFindings is joinFindings with the client's way of counting characters.
func claudeFindings(v hook.Verdict, severities ...string) string {
	texts := findingTexts(v, severities...)
	size := 0
	for i, text := range texts {
		size += utf16Len(text) + 1
		if size <= replyLimit {
			continue
		}
		kept := texts[:i:i]
		if i == 0 {
			kept = []string{claudeTruncate(text) + " …"}
			i = 1
		}
		switch left := len(texts) - i; left {
		case 0:
			kept = append(kept, "[witness] The end of this message was cut.")
		case 1:
			kept = append(kept, "[witness] 1 more finding was left out for its length.")
		default:
			kept = append(kept, fmt.Sprintf("[witness] %d more findings were left out for their length.", left))
		}
		return strings.Join(kept, "\n")
	}
	return strings.Join(texts, "\n")
}

// utf16Len returns the length of a text in UTF-16 units, as the client counts it.
func utf16Len(text string) int {
	n := 0
	for _, r := range text {
		n += utf16.RuneLen(r)
	}
	return n
}

// claudeTruncate returns the longest prefix of a text within the limit.
func claudeTruncate(text string) string {
	n := 0
	for i, r := range text {
		n += utf16.RuneLen(r)
		if n > replyLimit {
			return text[:i]
		}
	}
	return text
}
