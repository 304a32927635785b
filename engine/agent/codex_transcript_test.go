package agent

import (
	"fmt"
	"strings"
	"testing"

	"witness/engine/hook"
)

// TestCodexTurnEnds checks where the turns of a rollout end, and with which message. The records are as Codex 0.58 (without task_started) and
// 0.144 wrote them.
func TestCodexTurnEnds(t *testing.T) {
	record := func(kind, payload string) string {
		return `{"timestamp":"2026-01-02T03:04:05Z","type":"` + kind + `","payload":` + payload + `}`
	}
	meta := record("session_meta", `{"id":"s","session_id":"s","cwd":"/p"}`)
	started := record("event_msg", `{"type":"task_started"}`)
	user := record("event_msg", `{"type":"user_message","message":"go on"}`)
	said := func(text string) string {
		return record("event_msg", `{"type":"agent_message","message":"`+text+`"}`)
	}
	call := record("response_item", `{"type":"function_call","name":"shell","call_id":"c","arguments":"{\"command\":[\"ls\"]}"}`)
	output := record("response_item", `{"type":"function_call_output","call_id":"c","output":"x"}`)
	aborted := record("event_msg", `{"type":"turn_aborted"}`)
	complete := record("event_msg", `{"type":"task_complete"}`)
	for _, c := range []struct {
		name, want string
		lines      []string
	}{
		{"an old file: before the next prompt and at the end", "4:Done. 6:More.", []string{meta, user, said("I look."), said("Done."), user, said("More.")}},
		{"a message before a call ends nothing", "6:Done.", []string{meta, user, said("I look."), call, output, said("Done.")}},
		{"an interrupted turn has no end", "", []string{meta, user, said("I look."), aborted, user}},
		{"a newer file tells the end", "5:Done.", []string{meta, started, user, said("Done."), complete}},
		{"a newer file without it was interrupted", "", []string{meta, started, user, said("I look."), user}},
	} {
		t.Run(c.name, func(t *testing.T) {
			read := codexTranscript.Read()
			var steps []Step
			for i, line := range c.lines {
				steps = append(steps, read(i+1, []byte(line))...)
			}
			steps = append(steps, read(len(c.lines)+1, nil)...)
			var got []string
			for _, s := range steps {
				if s.Event.Moment == hook.Stop {
					got = append(got, fmt.Sprintf("%d:%s", s.Line, s.Event.Message))
				}
			}
			if strings.Join(got, " ") != c.want {
				t.Errorf("stops %q, want %q", strings.Join(got, " "), c.want)
			}
		})
	}
}
