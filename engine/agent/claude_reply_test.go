package agent

import (
	"encoding/json"
	"strings"
	"testing"
	"unicode/utf16"

	"witness/engine"
)

var (
	warned  = engine.Finding{Rule: "no_edit_unread", Severity: engine.Warn, Message: `a<b>.go was never read & "matters".`}
	asked   = engine.Finding{Rule: "no_push", Severity: engine.Ask, Message: "this pushes."}
	blocked = engine.Finding{Rule: "no_thrashing", Severity: engine.Block, Message: "stop."}
)

func TestClaudeAnswers(t *testing.T) {
	all := []engine.Finding{blocked, asked, warned}
	for _, test := range []struct {
		name     string
		event    engine.Event
		findings []engine.Finding
		want     string
	}{
		{"nothing to say", engine.Event{Hook: "PreToolUse"}, nil, ""},
		{"warn", engine.Event{Hook: "PreToolUse"}, []engine.Finding{warned}, `{"hookSpecificOutput":{"hookEventName":"PreToolUse","additionalContext":"[witness] no_edit_unread: a<b>.go was never read & \"matters\"."}}`},
		{"ask", engine.Event{Hook: "PreToolUse"}, []engine.Finding{asked}, `{"hookSpecificOutput":{"hookEventName":"PreToolUse","permissionDecision":"ask","permissionDecisionReason":"[witness] no_push: this pushes."}}`},
		{"block", engine.Event{Hook: "PreToolUse"}, []engine.Finding{blocked}, `{"hookSpecificOutput":{"hookEventName":"PreToolUse","permissionDecision":"deny","permissionDecisionReason":"[witness] no_thrashing: stop."}}`},
		{"all three", engine.Event{Hook: "PreToolUse"}, all, `{"hookSpecificOutput":{"hookEventName":"PreToolUse","permissionDecision":"deny","permissionDecisionReason":"[witness] no_thrashing: stop.\n[witness] no_push: this pushes.","additionalContext":"[witness] no_edit_unread: a<b>.go was never read & \"matters\"."}}`},
		{"block after the fact", engine.Event{Hook: "PostToolUse"}, []engine.Finding{blocked}, `{"hookSpecificOutput":{"hookEventName":"PostToolUse","additionalContext":"[witness] no_thrashing: stop."}}`},
		{"after a failure", engine.Event{Hook: "PostToolUseFailure"}, []engine.Finding{asked}, `{"hookSpecificOutput":{"hookEventName":"PostToolUseFailure","additionalContext":"[witness] no_push: this pushes."}}`},
		{"start", engine.Event{Hook: "SessionStart"}, []engine.Finding{asked}, `{"hookSpecificOutput":{"hookEventName":"SessionStart","additionalContext":"[witness] no_push: this pushes."}}`},
		{"prompt", engine.Event{Hook: "UserPromptSubmit"}, []engine.Finding{asked}, `{"hookSpecificOutput":{"hookEventName":"UserPromptSubmit","additionalContext":"[witness] no_push: this pushes."}}`},
		{"subagent", engine.Event{Hook: "SubagentStart"}, []engine.Finding{asked}, `{"hookSpecificOutput":{"hookEventName":"SubagentStart","additionalContext":"[witness] no_push: this pushes."}}`},
		{"stop", engine.Event{Hook: "Stop"}, []engine.Finding{blocked}, `{"decision":"block","reason":"[witness] no_thrashing: stop."}`},
		{"stop again", engine.Event{Hook: "Stop", Active: true}, []engine.Finding{blocked}, ""},
		{"subagent's stop", engine.Event{Hook: "SubagentStop"}, []engine.Finding{blocked}, `{"decision":"block","reason":"[witness] no_thrashing: stop."}`},
		{"compact", engine.Event{Hook: "PreCompact"}, all, ""},
		{"end", engine.Event{Hook: "SessionEnd"}, all, ""},
	} {
		want := test.want
		if want != "" {
			want += "\n"
		}
		if got := string(Claude.Answer(test.event, engine.Verdict{Findings: test.findings})); got != want {
			t.Errorf("%s: answered\n%s\nwant\n%s", test.name, got, want)
		}
	}
}

// Findings that do not fit are left out as a whole, and the reply says so.
func TestClaudeAnswersAreShort(t *testing.T) {
	context := func(findings ...engine.Finding) string {
		reply := Claude.Answer(engine.Event{Hook: "PreToolUse"}, engine.Verdict{Findings: findings})
		var r claudeReply
		if err := json.Unmarshal(reply, &r); err != nil {
			t.Fatal(err)
		}
		if n := len(utf16.Encode([]rune(r.Output.Context))); n > 10000 {
			t.Errorf("%d characters", n)
		}
		return r.Output.Context
	}
	long := func(n int) engine.Finding {
		return engine.Finding{Rule: "a", Severity: engine.Warn, Message: strings.Repeat("𝛼", n)}
	}
	if got, want := context(long(2000), long(2800), long(10)), long(2000).Text()+"\n[witness] 2 more findings were left out for their length."; got != want {
		t.Errorf("…%q", got[len(got)-80:])
	}
	if got, want := context(long(4000), long(2000)), long(4000).Text()+"\n[witness] 1 more finding was left out for its length."; got != want {
		t.Errorf("…%q", got[len(got)-80:])
	}
	if got := context(long(9000)); !strings.HasSuffix(got, "𝛼 …\n[witness] The end of this message was cut.") {
		t.Errorf("…%q", got[len(got)-80:])
	}
}
