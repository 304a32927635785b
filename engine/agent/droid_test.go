package agent

import (
	"strings"
	"testing"

	"witness/engine/hook"
)

func TestDroid(t *testing.T) {
	checkGolden(t, Droid, map[string]string{"DROID_PROJECT_DIR": "/home/dev/proj", "CLAUDE_PROJECT_DIR": "/home/dev/proj"})
}

func TestDroidAnswers(t *testing.T) {
	block := hook.Finding{Rule: "a", Severity: hook.Block, Message: "no & never"}
	warn := hook.Finding{Rule: "c", Severity: hook.Warn, Message: "well <read>"}
	for _, test := range []struct {
		hook, moment string
		active       bool
		findings     []hook.Finding
		want         string
	}{
		{"PreToolUse", hook.Before, false, nil, ``},
		{"PreToolUse", hook.Before, false, []hook.Finding{warn}, ``},
		{"PreToolUse", hook.Before, false, []hook.Finding{block, warn}, `{"hookSpecificOutput":{"hookEventName":"PreToolUse","permissionDecision":"deny","permissionDecisionReason":"[witness] a: no & never\n[witness] c: well <read>"}}`},
		{"PostToolUse", hook.After, false, []hook.Finding{warn}, `{"hookSpecificOutput":{"hookEventName":"PostToolUse","additionalContext":"[witness] c: well <read>"}}`},
		{"SessionStart", hook.Start, false, []hook.Finding{warn}, `{"hookSpecificOutput":{"hookEventName":"SessionStart","additionalContext":"[witness] c: well <read>"}}`},
		{"Stop", hook.Stop, false, []hook.Finding{warn}, `{"decision":"block","reason":"[witness] c: well <read>"}`},
		{"Stop", hook.Stop, true, []hook.Finding{warn}, ``},
		{"SessionEnd", hook.End, false, []hook.Finding{warn}, ``},
	} {
		got := Droid.Answer(hook.Event{Hook: test.hook, Moment: test.moment, Active: test.active}, hook.Verdict{Findings: test.findings})
		if strings.TrimSuffix(string(got), "\n") != test.want {
			t.Errorf("%s %v: %s\nwant %s", test.hook, test.findings, got, test.want)
		}
	}
}

func TestDroidDetect(t *testing.T) {
	checkDetect(t, Droid, "droid", map[string]string{"CLAUDECODE": "1"})
}

func FuzzDroid(f *testing.F) { fuzz(f, Droid) }
