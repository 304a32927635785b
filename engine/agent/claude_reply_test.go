package agent

import (
	"encoding/json"
	"strings"
	"testing"
	"unicode/utf16"

	"witness/engine/hook"
)

var (
	warned  = hook.Finding{Rule: "no_edit_unread", Severity: hook.Warn, Message: `a<b>.go was never read & "matters".`}
	asked   = hook.Finding{Rule: "no_push", Severity: hook.Ask, Message: "this pushes."}
	blocked = hook.Finding{Rule: "no_thrashing", Severity: hook.Block, Message: "stop."}
)

func TestClaudeAnswers(t *testing.T) {
	all := []hook.Finding{blocked, asked, warned}
	for _, test := range []struct {
		name     string
		event    hook.Event
		findings []hook.Finding
		want     string
	}{
		{"nothing to say", hook.Event{Moment: hook.Before, Hook: "PreToolUse"}, nil, ""},
		{"warn", hook.Event{Moment: hook.Before, Hook: "PreToolUse"}, []hook.Finding{warned}, `{"hookSpecificOutput":{"hookEventName":"PreToolUse","additionalContext":"[witness] no_edit_unread: a<b>.go was never read & \"matters\"."}}`},
		{"ask", hook.Event{Moment: hook.Before, Hook: "PreToolUse"}, []hook.Finding{asked}, `{"hookSpecificOutput":{"hookEventName":"PreToolUse","permissionDecision":"ask","permissionDecisionReason":"[witness] no_push: this pushes."}}`},
		{"block", hook.Event{Moment: hook.Before, Hook: "PreToolUse"}, []hook.Finding{blocked}, `{"hookSpecificOutput":{"hookEventName":"PreToolUse","permissionDecision":"deny","permissionDecisionReason":"[witness] no_thrashing: stop."}}`},
		{"all three", hook.Event{Moment: hook.Before, Hook: "PreToolUse"}, all, `{"hookSpecificOutput":{"hookEventName":"PreToolUse","permissionDecision":"deny","permissionDecisionReason":"[witness] no_thrashing: stop.\n[witness] no_push: this pushes.","additionalContext":"[witness] no_edit_unread: a<b>.go was never read & \"matters\"."}}`},
		{"block after the fact", hook.Event{Moment: hook.After, Hook: "PostToolUse"}, []hook.Finding{blocked}, `{"hookSpecificOutput":{"hookEventName":"PostToolUse","additionalContext":"[witness] no_thrashing: stop."}}`},
		{"after a failure", hook.Event{Moment: hook.After, Hook: "PostToolUseFailure"}, []hook.Finding{asked}, `{"hookSpecificOutput":{"hookEventName":"PostToolUseFailure","additionalContext":"[witness] no_push: this pushes."}}`},
		{"start", hook.Event{Moment: hook.Start, Hook: "SessionStart"}, []hook.Finding{asked}, `{"hookSpecificOutput":{"hookEventName":"SessionStart","additionalContext":"[witness] no_push: this pushes."}}`},
		{"prompt", hook.Event{Moment: hook.Prompt, Hook: "UserPromptSubmit"}, []hook.Finding{asked}, `{"hookSpecificOutput":{"hookEventName":"UserPromptSubmit","additionalContext":"[witness] no_push: this pushes."}}`},
		{"subagent", hook.Event{Moment: hook.SubagentStart, Hook: "SubagentStart"}, []hook.Finding{asked}, `{"hookSpecificOutput":{"hookEventName":"SubagentStart","additionalContext":"[witness] no_push: this pushes."}}`},
		{"stop", hook.Event{Moment: hook.Stop, Hook: "Stop"}, []hook.Finding{blocked}, `{"decision":"block","reason":"[witness] no_thrashing: stop."}`},
		{"stop again", hook.Event{Moment: hook.Stop, Hook: "Stop", Active: true}, []hook.Finding{blocked}, ""},
		{"subagent's stop", hook.Event{Moment: hook.SubagentStop, Hook: "SubagentStop"}, []hook.Finding{blocked}, `{"decision":"block","reason":"[witness] no_thrashing: stop."}`},
		{"compact", hook.Event{Moment: hook.Compact, Hook: "PreCompact"}, all, ""},
		{"end", hook.Event{Moment: hook.End, Hook: "SessionEnd"}, all, ""},
	} {
		want := test.want
		if want != "" {
			want += "\n"
		}
		if got := string(Claude.Answer(test.event, hook.Verdict{Findings: test.findings})); got != want {
			t.Errorf("%s: answered\n%s\nwant\n%s", test.name, got, want)
		}
	}
}

// Findings that do not fit are left out as a whole, and the reply says so.
func TestClaudeAnswersAreShort(t *testing.T) {
	context := func(findings ...hook.Finding) string {
		reply := Claude.Answer(hook.Event{Moment: hook.Before, Hook: "PreToolUse"}, hook.Verdict{Findings: findings})
		var r hookReply
		if err := json.Unmarshal(reply, &r); err != nil {
			t.Fatal(err)
		}
		if n := len(utf16.Encode([]rune(r.Output.Context))); n > 10000 {
			t.Errorf("%d characters", n)
		}
		return r.Output.Context
	}
	long := func(n int) hook.Finding {
		return hook.Finding{Rule: "a", Severity: hook.Warn, Message: strings.Repeat("𝛼", n)}
	}
	if got, want := context(long(1000), long(1400), long(10)), long(1000).Text()+"\n[witness] More was found and left out for its length: 2."; got != want {
		t.Errorf("…%q", got[len(got)-80:])
	}
	if got, want := context(long(2000), long(1000)), long(2000).Text()+"\n[witness] More was found and left out for its length: 1."; got != want {
		t.Errorf("…%q", got[len(got)-80:])
	}
	if got := context(long(9000)); !strings.HasSuffix(got, "𝛼 …\n[witness] The end of this message was cut.") {
		t.Errorf("…%q", got[len(got)-80:])
	}
}
