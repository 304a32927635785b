package agent

import (
	"bytes"
	"encoding/json"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"witness/engine/hook"
)

// checkAnswer compares a reply with the wanted line; "" means no reply.
func checkAnswer(t *testing.T, a Agent, name string, e hook.Event, findings []hook.Finding, want string) {
	t.Helper()
	if want != "" {
		want += "\n"
	}
	if got := string(a.Answer(e, hook.Verdict{Findings: findings})); got != want {
		t.Errorf("%s: answered\n%s\nwant\n%s", name, got, want)
	}
}

// checkDetect checks that an agent detects its own recorded payloads, and neither those of other
// agents nor payloads that identify no agent, in the environment env.
func checkDetect(t *testing.T, a Agent, folder string, env map[string]string) {
	t.Helper()
	names, err := filepath.Glob(filepath.Join("testdata", "*", "*.jsonl"))
	if err != nil || len(names) == 0 {
		t.Fatal("no payloads", err)
	}
	for _, name := range names {
		want := filepath.Base(filepath.Dir(name)) == folder
		for i, line := range lines(t, name) {
			if got := a.Detect(environment(env), line); got != want {
				t.Errorf("%s:%d: %v, want %v", name, i+1, got, want)
			}
		}
	}
	for _, payload := range []string{"", "garbage", "{}", `{"hook_event_name":"PreToolUse","session_id":"x"}`} {
		if a.Detect(environment(env), []byte(payload)) {
			t.Errorf("%q was detected as its own", payload)
		}
	}
}

// fuzz checks that Decode does not panic for any payload, and that Answer returns one JSON object
// on one line without a null.
func fuzz(f *testing.F, a Agent) {
	names, err := filepath.Glob(filepath.Join("testdata", a.Name, "*.jsonl"))
	if err != nil || len(names) == 0 {
		f.Fatal("no payloads", err)
	}
	for _, name := range names {
		text, err := os.ReadFile(name)
		if err != nil {
			f.Fatal(err)
		}
		for i, line := range bytes.Split(text, []byte("\n")) {
			if i%7 == 0 && len(line) < 2000 {
				f.Add(line, hook.Warn, "is <red> & \x00\xff", uint(i*300))
			}
		}
	}
	f.Fuzz(func(t *testing.T, payload []byte, severity, message string, times uint) {
		events, _ := a.Decode(payload, environment(nil))
		message += strings.Repeat("x", int(times%20000))
		v := hook.Verdict{Findings: []hook.Finding{{Rule: "a", Severity: severity, Message: message}, {Rule: "b", Severity: hook.Warn, Message: message}}}
		for _, e := range events {
			reply := a.Answer(e, v)
			if reply == nil {
				continue
			}
			var object map[string]any
			if err := json.Unmarshal(reply, &object); err != nil || bytes.Count(reply, []byte("\n")) != 1 || reply[len(reply)-1] != '\n' {
				t.Fatalf("answered %q: %v", reply, err)
			}
			noNull(t, object)
		}
	})
}

// checkDecode compares the events of a payload with the wanted ones in the form of brief, "" for
// none.
func checkDecode(t *testing.T, a Agent, name, payload, want string) {
	t.Helper()
	events, err := a.Decode([]byte(payload), environment(nil))
	got := ""
	for _, e := range events {
		got += brief(e)
	}
	if err != nil || got != want {
		t.Errorf("%s: got %q, %v; want %q", name, got, err, want)
	}
}

// checkMalformed checks that Decode refuses payloads that are not a JSON object.
func checkMalformed(t *testing.T, a Agent, hook string) {
	t.Helper()
	for _, payload := range []string{"", "garbage", "[]", `"text"`, "3", `{"hook_event_name":"` + hook + `"`, `{"hook_event_name":"` + hook + `"} {}`} {
		if events, err := a.Decode([]byte(payload), environment(nil)); err == nil || events != nil {
			t.Errorf("%q: got %v, want an error", payload, events)
		}
	}
}

// noNull fails if a JSON value contains a null.
func noNull(t *testing.T, value any) {
	switch v := value.(type) {
	case nil:
		t.Fatal("answered with a null")
	case map[string]any:
		for _, member := range v {
			noNull(t, member)
		}
	}
}
