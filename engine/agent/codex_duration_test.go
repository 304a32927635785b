package agent

import "testing"

// TestCodexDuration checks that a duration that Codex has rounded to 0 is known, and one that it does not tell is not.
func TestCodexDuration(t *testing.T) {
	for text, want := range map[string]int64{
		`{"output":"a","metadata":{"exit_code":0,"duration_seconds":0.0}}`: 1,
		`{"output":"a","metadata":{"exit_code":0,"duration_seconds":1.5}}`: 1500,
		`{"output":"a","exit_code":0,"wall_time_seconds":0.2}`:             200,
		`{"output":"a","metadata":{"exit_code":0}}`:                        0,
	} {
		if out, ok := parseCodexResult([]byte(text)); !ok || out.duration != want {
			t.Errorf("%s: %d ms, want %d", text, out.duration, want)
		}
	}
}
