package agent

import (
	"encoding/json"
	"testing"

	"witness/engine/hook"
)

// TestNotesReachTheUser checks that a note is a member of the reply beside the findings, and that a client
// that cannot show it gets the findings alone.
func TestNotesReachTheUser(t *testing.T) {
	warned := hook.Verdict{Findings: []hook.Finding{{Rule: "r", Severity: hook.Warn, Message: "m"}}}
	for _, a := range All {
		for _, v := range []hook.Verdict{{}, warned} {
			e := hook.Event{Moment: hook.After, Hook: "PostToolUse"}
			answer := string(a.Reply(e, v))
			v.Notes = []string{"a file has changed"}
			if !a.TellsUser() {
				if reply := string(a.Reply(e, v)); reply != answer {
					t.Errorf("%s: %s", a.Name, reply)
				}
				continue
			}
			var reply map[string]any
			if err := json.Unmarshal(a.Reply(e, v), &reply); err != nil {
				t.Fatalf("%s: %v", a.Name, err)
			}
			if reply["systemMessage"] != "[witness] a file has changed" {
				t.Errorf("%s: %v", a.Name, reply)
			}
			if a.Name == "claude" && len(v.Findings) > 0 && reply["hookSpecificOutput"] == nil {
				t.Errorf("%s: the warning is missing: %v", a.Name, reply)
			}
			if e.Moment = hook.Stop; len(v.Findings) == 0 && len(a.Reply(e, v)) > 0 {
				t.Errorf("%s: a note keeps the agent from stopping", a.Name)
			}
		}
	}
}
