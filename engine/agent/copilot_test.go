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

// Copilot CLI of April 2026 sends the arguments as JSON in a string, also for objects. Both forms of the
// arguments have the same id.
func TestCopilotDecodesArgumentsInString(t *testing.T) {
	const members = `"sessionId":"s","timestamp":1777047490575,"cwd":"/home/dev/proj",`
	for _, test := range []struct{ payload, want string }{
		{`{` + members + `"toolName":"bash","toolArgs":"{\"command\":\"npm test --silent\",\"initial_wait\":120}"}`, `before run bash command="npm test --silent"`},
		{`{` + members + `"toolName":"edit","toolArgs":"{\"path\":\"/home/dev/proj/a.ts\",\"old_str\":\"a\",\"new_str\":\"b\"}"}`, `before edit edit edit:/home/dev/proj/a.ts`},
		{`{` + members + `"toolName":"view","toolArgs":"{\"path\":\"/home/dev/proj/a.ts\"}"}`, `before read view read:/home/dev/proj/a.ts`},
		{`{` + members + `"toolName":"apply_patch","toolArgs":"{\"input\":\"*** Begin Patch\\n*** Add File: z.txt\\n+x\\n*** End Patch\"}"}`, "before edit apply_patch write:z.txt content=\"x\\n\""},
		{`{` + members + `"toolName":"apply_patch","toolArgs":"*** Begin Patch\n*** Add File: z.txt\n+x\n*** End Patch"}`, "before edit apply_patch write:z.txt content=\"x\\n\""},
		{`{` + members + `"toolName":"bash","toolArgs":"{\"command\":\"false\"}","toolResult":{"resultType":"success","textResultForLlm":"bad\n<exited with exit code 1>"}}`, `after run bash failed command="false" exit=1 output="bad\n"`},
		{`{` + members + `"toolName":"bash","toolArgs":"{\"command\":\"false\"}","toolResult":{"resultType":"failure","textResultForLlm":"bad\n<exited with exit code 1>"}}`, `after run bash failed command="false" exit=1 output="bad\n"`},
		{`{` + members + `"toolName":"bash","toolArgs":"{\"command\":\"false\"}","toolResult":{"resultType":"denied","textResultForLlm":"no"}}`, `after run bash denied (refused by the user) command="false"`},
		{`{` + members + `"toolName":"bash","toolArgs":"not json {"}`, `before run bash`},
	} {
		events, err := Copilot.Decode([]byte(test.payload), environment(nil))
		if err != nil || len(events) != 1 || brief(events[0]) != test.want {
			t.Errorf("%s: got %v, %v; want %s", test.payload, events, err, test.want)
		}
		if Copilot.Identify(environment(nil), []byte(test.payload)) != ByPayload {
			t.Errorf("%s: not identified", test.payload)
		}
	}
	id := func(args string) string {
		events, _ := Copilot.Decode([]byte(`{`+members+`"toolName":"bash","toolArgs":`+args+`}`), environment(nil))
		return events[0].Call
	}
	if a, b := id(`"{\"command\":\"ls\"}"`), id(`{"command": "ls"}`); a != b || a == "" {
		t.Errorf("ids %q and %q differ", a, b)
	}
}
