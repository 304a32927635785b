package agent

import (
	"strings"
	"testing"

	"witness/engine/hook"
)

func TestPi(t *testing.T) {
	checkGolden(t, Pi, nil)
}

func TestPiAnswers(t *testing.T) {
	block := hook.Finding{Rule: "a", Severity: hook.Block, Message: "no & never"}
	warn := hook.Finding{Rule: "c", Severity: hook.Warn, Message: "well <read>"}
	for _, test := range []struct {
		moment   string
		findings []hook.Finding
		want     string
	}{
		{hook.Before, nil, ``},
		{hook.Before, []hook.Finding{warn}, ``},
		{hook.Before, []hook.Finding{block}, `{"block":"[witness] a: no & never"}`},
		{hook.After, []hook.Finding{warn}, `{"append":"[witness] c: well <read>"}`},
		{hook.Prompt, []hook.Finding{warn}, `{"append":"[witness] c: well <read>"}`},
		{hook.Stop, []hook.Finding{warn}, ``},
	} {
		got := Pi.Answer(hook.Event{Moment: test.moment}, hook.Verdict{Findings: test.findings})
		if strings.TrimSuffix(string(got), "\n") != test.want {
			t.Errorf("%s %v: %s\nwant %s", test.moment, test.findings, got, test.want)
		}
	}
}

func TestPiDetect(t *testing.T) { checkDetect(t, Pi, "pi", map[string]string{"CLAUDECODE": "1"}) }

func FuzzPi(f *testing.F) { fuzz(f, Pi) }
