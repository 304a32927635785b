package agent

import "testing"

// TestWriter tells what a person writes from what clients pass off as a prompt.
func TestWriter(t *testing.T) {
	for prompt, want := range map[string]string{
		"Commit it.":                                                                                "",
		"The text below is wrong: fix it.":                                                          "",
		"<task-notification>\n<task-id>b1</task-id>":                                                "task-notification",
		"[witness] stop_with_red: TestHalfUp is known to fail.":                                     "hook",
		"Stop hook feedback:\n[witness] stop_with_red: TestHalfUp":                                  "hook",
		"The text below is the output of a hook that the user has set up.":                          "hook",
		`<hook_prompt hook_run_id="stop:1">[witness] stop_with_red: TestHalfUp</hook_prompt>`:       "hook",
		"# Task Tool Invocation\nSubagent type: worker\n\nCommit it.":                               "agent",
		"<subagent_notification>done</subagent_notification>":                                       "agent",
		"This session is being continued from a previous conversation that ran out of context. Go.": "compaction",
	} {
		if got := writer(prompt); got != want {
			t.Errorf("%q: %q, want %q", prompt, got, want)
		}
	}
}
