package agent

import (
	"bytes"
	"encoding/json"
	"os"
	"path/filepath"
	"testing"

	"witness/engine/hook"
)

// FuzzDecode passes payloads of any client to every agent. None may panic, every event has a
// moment, and every reply is one JSON value, if the client expects JSON.
func FuzzDecode(f *testing.F) {
	names, err := filepath.Glob("testdata/*/*.jsonl")
	if err != nil || len(names) == 0 {
		f.Fatal("no payloads", err)
	}
	for _, name := range names {
		text, err := os.ReadFile(name)
		if err != nil {
			f.Fatal(err)
		}
		for i, line := range bytes.Split(text, []byte("\n")) {
			if i%11 == 0 && len(line) < 2000 {
				f.Add(line)
			}
		}
	}
	f.Add([]byte(`{"protocol":"witness/1","session":"s","moment":"before","tool":"edit","cwd":"/w","files":[{"path":"a.go","kind":"edit"}]}`))
	f.Fuzz(func(t *testing.T, payload []byte) {
		env := environment(map[string]string{"CLAUDE_PROJECT_DIR": "/w"})
		v := hook.Verdict{Findings: []hook.Finding{{Rule: "a", Severity: hook.Block, Message: "is <red> & \x00\xff"}, {Rule: "b", Severity: hook.Warn, Message: "x"}}}
		for _, a := range All {
			a.Detect(env, payload)
			events, _ := a.Decode(payload, env)
			for _, e := range events {
				if e.Moment == "" {
					t.Errorf("%s decoded an event without a moment in %s", a.Name, payload)
				}
				if reply := a.Answer(e, v); len(reply) > 0 && a.Name != "kiro" && !json.Valid(reply) { // Kiro's reply is plain text
					t.Errorf("%s answers %s", a.Name, reply)
				}
			}
		}
	})
}
