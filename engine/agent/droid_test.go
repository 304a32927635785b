package agent

import (
	"strings"
	"testing"

	"witness/engine"
)

func TestDroid(t *testing.T) {
	checkGolden(t, Droid, map[string]string{"DROID_PROJECT_DIR": "/home/dev/proj", "CLAUDE_PROJECT_DIR": "/home/dev/proj"})
}

func TestDroidAnswers(t *testing.T) {
	block := engine.Finding{Rule: "a", Severity: engine.Block, Message: "no & never"}
	warn := engine.Finding{Rule: "c", Severity: engine.Warn, Message: "well <read>"}
	for _, test := range []struct {
		hook, moment string
		active       bool
		findings     []engine.Finding
		want         string
	}{
		{"PreToolUse", engine.Before, false, nil, ``},
		{"PreToolUse", engine.Before, false, []engine.Finding{warn}, ``},
		{"PreToolUse", engine.Before, false, []engine.Finding{block, warn}, `{"hookSpecificOutput":{"hookEventName":"PreToolUse","permissionDecision":"deny","permissionDecisionReason":"[witness] a: no & never\n[witness] c: well <read>"}}`},
		{"PostToolUse", engine.After, false, []engine.Finding{warn}, `{"hookSpecificOutput":{"hookEventName":"PostToolUse","additionalContext":"[witness] c: well <read>"}}`},
		{"SessionStart", engine.Start, false, []engine.Finding{warn}, `{"hookSpecificOutput":{"hookEventName":"SessionStart","additionalContext":"[witness] c: well <read>"}}`},
		{"Stop", engine.Stop, false, []engine.Finding{warn}, `{"decision":"block","reason":"[witness] c: well <read>"}`},
		{"Stop", engine.Stop, true, []engine.Finding{warn}, ``},
		{"SessionEnd", engine.End, false, []engine.Finding{warn}, ``},
	} {
		got := Droid.Answer(engine.Event{Hook: test.hook, Moment: test.moment, Active: test.active}, engine.Verdict{Findings: test.findings})
		if strings.TrimSuffix(string(got), "\n") != test.want {
			t.Errorf("%s %v: %s\nwant %s", test.hook, test.findings, got, test.want)
		}
	}
}

func TestDroidDetect(t *testing.T) {
	checkDetect(t, Droid, "droid", map[string]string{"CLAUDECODE": "1"})
}

func FuzzDroid(f *testing.F) { fuzz(f, Droid) }
