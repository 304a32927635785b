package agent

import (
	"os"
	"path/filepath"
	"strings"
	"testing"

	"witness/engine"
)

func TestCopilot(t *testing.T) {
	checkGolden(t, Copilot, map[string]string{"COPILOT_CLI": "1", "COPILOT_PROJECT_DIR": "/home/dev/proj"})
}

// A call that is reported to two hook files, in two forms, results in the same event with the
// same id.
func TestCopilotBothFormsAreOneCall(t *testing.T) {
	moments := map[string][]string{}
	for _, line := range lines(t, "testdata/copilot/basic.jsonl") {
		events, err := Copilot.Hear(line, environment(nil))
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
	hear := func() engine.Event {
		events, err := Copilot.Hear([]byte(payload), environment(nil))
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
	block := engine.Finding{Rule: "a", Severity: engine.Block, Message: "no & never"}
	ask := engine.Finding{Rule: "b", Severity: engine.Ask, Message: "sure?"}
	warn := engine.Finding{Rule: "c", Severity: engine.Warn, Message: "well <read>"}
	for _, test := range []struct {
		moment   string
		active   bool
		findings []engine.Finding
		want     string
	}{
		{engine.Before, false, nil, ``},
		{engine.Before, false, []engine.Finding{warn}, `{"additionalContext":"[witness] c: well <read>"}`},
		{engine.Before, false, []engine.Finding{ask}, `{"permissionDecision":"ask","permissionDecisionReason":"[witness] b: sure?"}`},
		{engine.Before, false, []engine.Finding{block, ask, warn}, `{"permissionDecision":"deny","permissionDecisionReason":"[witness] a: no & never\n[witness] b: sure?","additionalContext":"[witness] c: well <read>"}`},
		{engine.After, false, []engine.Finding{warn}, `{"additionalContext":"[witness] c: well <read>"}`},
		{engine.Start, false, []engine.Finding{warn}, `{"additionalContext":"[witness] c: well <read>"}`},
		{engine.Stop, false, []engine.Finding{warn}, `{"decision":"block","reason":"[witness] c: well <read>"}`},
		{engine.Stop, true, []engine.Finding{warn}, ``},
		{engine.End, false, []engine.Finding{warn}, ``},
	} {
		got := Copilot.Answer(engine.Event{Moment: test.moment, Active: test.active}, engine.Verdict{Findings: test.findings})
		if strings.TrimSuffix(string(got), "\n") != test.want {
			t.Errorf("%s %v: %s\nwant %s", test.moment, test.findings, got, test.want)
		}
	}
}

func TestCopilotDetect(t *testing.T) {
	checkDetect(t, Copilot, "copilot", map[string]string{"CLAUDECODE": "1"})
}

func FuzzCopilot(f *testing.F) { fuzz(f, Copilot) }
