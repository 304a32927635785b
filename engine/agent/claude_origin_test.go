package agent

import (
	"testing"

	"witness/engine/hook"
)

// A prompt is the user's unless the record says that another has written it. The members are those of 2.1.332.
func TestClaudeOrigin(t *testing.T) {
	for origin, person := range map[string]bool{
		`"origin":{"kind":"human"},"promptSource":"typed",`: true,
		`"origin":{"kind":"auto-continuation"},`:            false,
		`"origin":{"kind":"peer"},`:                         false,
		`"origin":{"kind":"something new"},`:                true,
		``:                                                  true,
	} {
		line := []byte(`{"type":"user","sessionId":"s","cwd":"/p",` + origin + `"message":{"role":"user","content":"commit it"},"timestamp":"2026-11-29T12:45:53.720Z","version":"2.1.332"}`)
		read, prompts := claudeTranscript.Read(), 0
		for n, text := range [][]byte{line, nil} {
			for _, step := range read(n+1, text) {
				if step.Event.Moment == hook.Prompt {
					if prompts++; step.Event.ByPerson() != person {
						t.Errorf("%s: source %q", origin, step.Event.Source)
					}
				}
			}
		}
		if prompts != 1 || claudeSaid(line) != "" != person {
			t.Errorf("%s: %d prompts, said %q", origin, prompts, claudeSaid(line))
		}
	}
}
