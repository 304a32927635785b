package agent

import (
	"strings"
	"testing"

	"witness/engine/hook"
)

func TestOpencode(t *testing.T) {
	checkGolden(t, Opencode, map[string]string{"PWD": "/home/dev/proj"})
}

func TestOpencodeAnswers(t *testing.T) {
	block := hook.Finding{Rule: "a", Severity: hook.Block, Message: "no & never"}
	warn := hook.Finding{Rule: "c", Severity: hook.Warn, Message: "well <read>"}
	for _, test := range []struct {
		moment   string
		findings []hook.Finding
		want     string
	}{
		{hook.Before, nil, ``},
		{hook.Before, []hook.Finding{warn}, ``},
		{hook.Before, []hook.Finding{block}, `{"deny":"[witness] a: no & never"}`},
		{hook.After, []hook.Finding{warn}, `{"append":"[witness] c: well <read>"}`},
		{hook.Prompt, []hook.Finding{warn}, `{"append":"[witness] c: well <read>"}`},
		{hook.Stop, []hook.Finding{warn}, ``},
	} {
		got := Opencode.Answer(hook.Event{Moment: test.moment}, hook.Verdict{Findings: test.findings})
		if strings.TrimSuffix(string(got), "\n") != test.want {
			t.Errorf("%s %v: %s\nwant %s", test.moment, test.findings, got, test.want)
		}
	}
}

func TestOpencodePrompt(t *testing.T) {
	for text, want := range map[string]string{
		`"throw it away"`:         `throw it away`,
		`"say \"hi\" to them"`:    `say "hi" to them`,
		`"a b" and "c d"`:         `"a b" and "c d"`,
		`throw "it" away`:         `throw "it" away`,
		`"throw it away" he said`: `"throw it away" he said`,
	} {
		payload := string(replyJSON(map[string]any{
			"hook_event_name": "chat.message", "directory": "/p", "input": map[string]string{"sessionID": "s"},
			"output": map[string]any{"parts": []map[string]string{{"type": "text", "text": text}}},
		}))
		events, err := Opencode.Events([]byte(payload), func(string) string { return "" })
		if err != nil || len(events) != 1 || events[0].Prompt != want {
			t.Errorf("%s: %v %v, want %s", text, events, err, want)
		}
	}
}

func TestOpencodeDetect(t *testing.T) {
	checkDetect(t, Opencode, "opencode", map[string]string{"CLAUDECODE": "1"})
}

func FuzzOpencode(f *testing.F) { fuzz(f, Opencode) }
