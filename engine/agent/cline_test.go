package agent

import (
	"strings"
	"testing"

	"witness/engine/hook"
)

func TestCline(t *testing.T) { checkGolden(t, Cline, nil) }

// Cline 3.0.65 sent this after a call whose input a hook had overridden with null.
func TestClineOverriddenCallIsDenied(t *testing.T) {
	payload := `{"clineVersion": "", "timestamp": "2026-11-21T02:04:59.709Z", "taskId": "conv_1", "workspaceRoots": ["/home/dev/proj"], "hookName": "tool_result", "tool_result": {"id": "call_0002mwprmipf", "name": "run_commands", "input": null, "output": {"error": "\u2716 Invalid input"}, "error": "[object Object]", "durationMs": 5}}`
	events, err := Cline.Decode([]byte(payload), environment(nil))
	if err != nil || len(events) != 1 || events[0].Outcome != hook.Denied || events[0].Call != "call_0002mwprmipf" {
		t.Errorf("got %+v, %v", events, err)
	}
}

func TestClineAnswers(t *testing.T) {
	block := hook.Finding{Rule: "a", Severity: hook.Block, Message: "no & never"}
	warn := hook.Finding{Rule: "c", Severity: hook.Warn, Message: "well <read>"}
	for _, test := range []struct {
		hook, moment, tool string
		findings           []hook.Finding
		want               string
	}{
		{"tool_call", hook.Before, hook.Run, nil, ``},
		{"tool_call", hook.Before, hook.Run, []hook.Finding{warn}, `{"contextModification":"[witness] c: well <read>"}`},
		{"tool_call", hook.Before, hook.Run, []hook.Finding{block}, `{"contextModification":"[witness] The call did not run.\n[witness] a: no & never","overrideInput":null}`},
		{"tool_call", hook.Before, hook.Other, []hook.Finding{block}, `{"cancel":true,"errorMessage":"[witness] a: no & never"}`},
		{"PreToolUse", hook.Before, hook.Run, []hook.Finding{block}, `{"cancel":true,"errorMessage":"[witness] a: no & never"}`},
		{"tool_result", hook.After, hook.Run, []hook.Finding{warn}, `{"contextModification":"[witness] c: well <read>"}`},
		{"agent_end", hook.Stop, "", []hook.Finding{warn}, ``},
	} {
		got := Cline.Answer(hook.Event{Hook: test.hook, Moment: test.moment, Tool: test.tool}, hook.Verdict{Findings: test.findings})
		if strings.TrimSuffix(string(got), "\n") != test.want {
			t.Errorf("%s %v: %s\nwant %s", test.hook, test.findings, got, test.want)
		}
	}
}

func TestClineDetect(t *testing.T) {
	checkDetect(t, Cline, "cline", map[string]string{"CLAUDECODE": "1"})
}
