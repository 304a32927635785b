package agent

import (
	"testing"

	"witness/engine/hook"
)

// A turn ends with what is said after its last call, which may be nothing: a last message of thoughts alone.
func TestClaudeSaidLast(t *testing.T) {
	const call = `{"type":"assistant","sessionId":"s","cwd":"/p","message":{"content":[{"type":"text","text":"Let me look."},{"type":"tool_use","id":"1","name":"Read","input":{"file_path":"/p/a"}}]}}`
	const result = `{"type":"user","sessionId":"s","cwd":"/p","message":{"content":[{"type":"tool_result","tool_use_id":"1","content":"a"}]}}`
	for end, want := range map[string]string{
		`{"type":"thinking","thinking":"That is all."}`: "",
		`{"type":"text","text":"It is empty."}`:         "It is empty.",
	} {
		end = `{"type":"assistant","sessionId":"s","cwd":"/p","message":{"content":[` + end + `]}}`
		read, stops := claudeTranscript.Read(), 0
		for n, line := range [][]byte{[]byte(call), []byte(result), []byte(end), nil} {
			for _, step := range read(n+1, line) {
				if step.Event.Moment == hook.Stop {
					if stops++; step.Event.Message != want {
						t.Errorf("the turn ends with %q, not with %q", step.Event.Message, want)
					}
				}
			}
		}
		if stops != 1 {
			t.Errorf("%d stops", stops)
		}
	}
}
