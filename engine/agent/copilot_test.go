package agent

import (
	"strings"
	"testing"

	"witness/engine"
)

func TestCopilot(t *testing.T) {
	checkGolden(t, Copilot, map[string]string{"COPILOT_CLI": "1", "COPILOT_PROJECT_DIR": "/home/dev/proj"})
}

// Two hook files are told of one call in two spellings; both make one event.
func TestCopilotOnce(t *testing.T) {
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
