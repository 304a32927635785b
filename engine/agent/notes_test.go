package agent

import (
	"encoding/json"
	"testing"

	"witness/engine/hook"
)

// TestNotesReachTheUser checks that a note is a member of the reply beside the findings, and that a client
// that cannot show it gets a warning instead.
func TestNotesReachTheUser(t *testing.T) {
	warned := hook.Verdict{Findings: []hook.Finding{{Rule: "r", Severity: hook.Warn, Message: "m"}}}
	for _, a := range All {
		for _, v := range []hook.Verdict{{}, warned} {
			a.Capabilities().Note(&v, "changed", "a file has changed")
			if a.TellsUser != (len(v.Notes) == 1) {
				t.Fatalf("%s: notes %q", a.Name, v.Notes)
			}
			if !a.TellsUser {
				if last := v.Findings[len(v.Findings)-1]; last.Message != "Tell your user: a file has changed" {
					t.Errorf("%s: %q", a.Name, last.Message)
				}
				continue
			}
			e := hook.Event{Moment: hook.After, Hook: "PostToolUse"}
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
