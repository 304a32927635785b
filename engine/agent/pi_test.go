package agent

import (
	"strings"
	"testing"

	"witness/engine/hook"
)

func TestPi(t *testing.T) {
	checkGolden(t, Pi, nil)
}

// Forms that the recorded sessions lack, from the source of version 1.5.2.
func TestPiDecodesOtherShapes(t *testing.T) {
	result := func(call, text string) string {
		return `{"hook_event_name":"tool_result","event":{"type":"tool_result","toolName":"bash","toolCallId":"` + call + `","input":{"command":"x"},"content":[{"type":"text","text":"` + text + `"}],"isError":true},"ctx":{"sessionId":"s","cwd":"/p"}}`
	}
	edit := func(text string) string {
		return strings.NewReplacer(`"toolName":"bash"`, `"toolName":"edit"`, `"command":"x"`, `"path":"a.go","oldText":"a","newText":"b"`).Replace(result("c", text))
	}
	for _, test := range []struct{ name, payload, want string }{
		{"an edit that an extension refuses, in its own words", edit("Write a test first."), `after edit edit denied (refused by a hook) edit:a.go cwd=/p`},
		{"an edit that failed", edit("Found 2 occurrences of the text in a.go. The text must be unique."), `after edit edit failed edit:a.go cwd=/p`},
		{"a quiet failure", result("c", `(no output)\n\nCommand exited with code 2`), `after run bash failed command="x" exit=2 cwd=/p`},
		{"a call of a script of the tool codemode", result("c/1", `a\n\nCommand exited with code 2`), `after run bash failed command="x" exit=2 output="a" cwd=/p`},
		{"timed out after the shell ended", result("c", `a\n\nCommand timed out after 5 seconds. The shell exited with code 1 after 2 seconds, but background processes it started kept writing output until the timeout.`), `after run bash unknown (timeout) command="x" output="a" cut cwd=/p`},
	} {
		checkDecode(t, Pi, test.name, test.payload, test.want)
	}
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
		{hook.Before, []hook.Finding{block}, `{"deny":"[witness] a: no & never"}`},
		{hook.After, []hook.Finding{warn}, `{"append":"[witness] c: well <read>"}`},
		{hook.Prompt, []hook.Finding{warn}, `{"append":"[witness] c: well <read>"}`},
		{hook.Stop, []hook.Finding{warn}, `{"append":"[witness] c: well <read>"}`},
	} {
		got := Pi.Answer(hook.Event{Moment: test.moment}, hook.Verdict{Findings: test.findings})
		if strings.TrimSuffix(string(got), "\n") != test.want {
			t.Errorf("%s %v: %s\nwant %s", test.moment, test.findings, got, test.want)
		}
	}
}

func TestPiDetect(t *testing.T) { checkDetect(t, Pi, "pi", map[string]string{"CLAUDECODE": "1"}) }

func FuzzPi(f *testing.F) { fuzz(f, Pi) }
