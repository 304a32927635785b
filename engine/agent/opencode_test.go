package agent

import (
	"strings"
	"testing"

	"witness/engine"
)

func TestOpencode(t *testing.T) {
	checkGolden(t, Opencode, map[string]string{"PWD": "/home/dev/proj"})
}

func TestOpencodeAnswers(t *testing.T) {
	block := engine.Finding{Rule: "a", Severity: engine.Block, Message: "no & never"}
	warn := engine.Finding{Rule: "c", Severity: engine.Warn, Message: "well <read>"}
	for _, test := range []struct {
		moment   string
		findings []engine.Finding
		want     string
	}{
		{engine.Before, nil, ``},
		{engine.Before, []engine.Finding{warn}, ``},
		{engine.Before, []engine.Finding{block}, `{"deny":"[witness] a: no & never"}`},
		{engine.After, []engine.Finding{warn}, `{"append":"[witness] c: well <read>"}`},
		{engine.Prompt, []engine.Finding{warn}, `{"append":"[witness] c: well <read>"}`},
		{engine.Stop, []engine.Finding{warn}, ``},
	} {
		got := Opencode.Answer(engine.Event{Moment: test.moment}, engine.Verdict{Findings: test.findings})
		if strings.TrimSuffix(string(got), "\n") != test.want {
			t.Errorf("%s %v: %s\nwant %s", test.moment, test.findings, got, test.want)
		}
	}
}

func TestOpencodeDetect(t *testing.T) {
	checkDetect(t, Opencode, "opencode", map[string]string{"CLAUDECODE": "1"})
}

func FuzzOpencode(f *testing.F) { fuzz(f, Opencode) }
