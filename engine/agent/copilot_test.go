package agent

import (
	"os"
	"path/filepath"
	"strings"
	"testing"

	"witness/engine/hook"
)

func TestCopilot(t *testing.T) {
	checkGolden(t, Copilot, map[string]string{"COPILOT_CLI": "1", "COPILOT_PROJECT_DIR": "/home/dev/proj"})
}

// A call that is reported to two hook files, in two forms, results in the same event with the
// same id.
func TestCopilotBothFormsAreOneCall(t *testing.T) {
	moments := map[string][]string{}
	for _, line := range lines(t, "testdata/copilot/basic.jsonl") {
		events, err := Copilot.Decode(line, environment(nil))
		if err != nil {
			t.Fatal(err)
		}
		for _, e := range events {
			moments[e.Call] = append(moments[e.Call], brief(e))
		}
	}
	for call, same := range moments {
		if call == "" || len(same) != 2 || same[0] != same[1] {
			t.Errorf("call %q: %q", call, same)
		}
	}
}

// Copilot CLI 1.0.102 saves an output of more than 20 KB to a file for the time of the session.
func TestCopilotReadsSavedOutput(t *testing.T) {
	payload := string(lines(t, "testdata/copilot/shell.jsonl")[25])
	_, rest, _ := strings.Cut(payload, "Saved to: ")
	saved, _, _ := strings.Cut(rest, `\n`)
	path := filepath.Join(t.TempDir(), filepath.Base(saved))
	payload = strings.ReplaceAll(payload, saved, path)
	hear := func() hook.Event {
		events, err := Copilot.Decode([]byte(payload), environment(nil))
		if err != nil || len(events) != 1 {
			t.Fatal(events, err)
		}
		return events[0]
	}
	if e := hear(); !e.Cut {
		t.Errorf("without the file: %+v", e)
	}
	if err := os.WriteFile(path, []byte("all of it\n"), 0o600); err != nil {
		t.Fatal(err)
	}
	if e := hear(); e.Cut || e.Output != "all of it\n" || *e.Exit != 3 {
		t.Errorf("with the file: %+v", e)
	}
}

func TestCopilotAnswers(t *testing.T) {
	block := hook.Finding{Rule: "a", Severity: hook.Block, Message: "no & never"}
	ask := hook.Finding{Rule: "b", Severity: hook.Ask, Message: "sure?"}
	warn := hook.Finding{Rule: "c", Severity: hook.Warn, Message: "well <read>"}
	for _, test := range []struct {
		moment   string
		active   bool
		findings []hook.Finding
		want     string
	}{
		{hook.Before, false, nil, ``},
		{hook.Before, false, []hook.Finding{warn}, `{"additionalContext":"[witness] c: well <read>"}`},
		{hook.Before, false, []hook.Finding{ask}, `{"permissionDecision":"ask","permissionDecisionReason":"[witness] b: sure?"}`},
		{hook.Before, false, []hook.Finding{block, ask, warn}, `{"permissionDecision":"deny","permissionDecisionReason":"[witness] a: no & never\n[witness] b: sure?","additionalContext":"[witness] c: well <read>"}`},
		{hook.After, false, []hook.Finding{warn}, `{"additionalContext":"[witness] c: well <read>"}`},
		{hook.Start, false, []hook.Finding{warn}, `{"additionalContext":"[witness] c: well <read>"}`},
		{hook.Stop, false, []hook.Finding{warn}, `{"decision":"block","reason":"[witness] c: well <read>"}`},
		{hook.Stop, true, []hook.Finding{warn}, ``},
		{hook.End, false, []hook.Finding{warn}, ``},
	} {
		got := Copilot.Answer(hook.Event{Moment: test.moment, Active: test.active}, hook.Verdict{Findings: test.findings})
		if strings.TrimSuffix(string(got), "\n") != test.want {
			t.Errorf("%s %v: %s\nwant %s", test.moment, test.findings, got, test.want)
		}
	}
}

func TestCopilotDetect(t *testing.T) {
	checkDetect(t, Copilot, "copilot", map[string]string{"CLAUDECODE": "1"})
}

func FuzzCopilot(f *testing.F) { fuzz(f, Copilot) }
