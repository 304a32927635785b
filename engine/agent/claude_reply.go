package agent

import (
	"fmt"
	"slices"
	"strings"
	"unicode/utf16"

	"witness/engine/hook"
)

func answerClaude(a Agent, e hook.Event, v hook.Verdict) []byte {
	if e.Hook != preSkillShell && slices.Contains(textless, e.Hook) {
		return nil // the work of a team is handed on: a reply in JSON does not keep it open
	}
	if reason := claudeFindings(v, hook.Block, hook.Ask); e.Moment == hook.Before && reason != "" {
		warned := claudeFindings(v, hook.Warn)
		if e.Hook == preSkillShell {
			warned = "" // it knows no such member
		}
		decision := map[string]string{hook.Block: "deny", hook.Ask: "ask"}[v.Severity()]
		return replyJSON(hookReply{Output: &hookOutput{Hook: e.Hook, Decision: decision, Reason: reason, Context: warned}})
	}
	if (e.Moment == hook.Stop || e.Moment == hook.SubagentStop) && v.Severity() == hook.Warn && !e.Active {
		return replyContext(e.Hook, claudeFindings(v, hook.Warn))
	}
	return a.form.answer(e, v)
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
