package agent

import (
	"encoding/json"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"witness/engine/hook"
)

func TestCodexDecodes(t *testing.T) { checkGolden(t, Codex, nil) }

// The result of a command is read from the rollout file.
func TestCodexReadsResultFromRollout(t *testing.T) {
	recorded, err := filepath.Abs(filepath.Join("testdata", "codex", "rollout"))
	if err != nil {
		t.Fatal(err)
	}
	text, err := os.ReadFile(recorded)
	if err != nil {
		t.Fatal(err)
	}
	ids := callIDs(t, string(text))
	write := func(name, text string) string {
		path := filepath.Join(t.TempDir(), name)
		if err := os.WriteFile(path, []byte(text), 0o600); err != nil {
			t.Fatal(err)
		}
		return path
	}
	noise := strings.Repeat(`{"type":"response_item","payload":{"type":"function_call_output","call_id":"`+ids[3]+`"}}`+"\n", 10_000)
	for _, test := range []struct{ name, path, id, want string }{
		{"polled: the payload has the last line only", recorded, ids[0], `ok exit=0 output="--- FAIL: TestHalfUp (0.00s)\n    cart_te"…111`},
		{"failed, and printed nothing", recorded, ids[4], "failed exit=9"},
		{"too long for the rollout", recorded, ids[5], "failed exit=3 output=\"1\\n2\\n3\\n4\\n5\\n6\\n7\\n8\\n9\\n10\\n11\\n12\\n13\\n14\\n15\\n16\\n1\"…450 cut"},
		{"far from the end", write("far", string(text)+noise), ids[4], "failed exit=9"},
		{"too far from the end", write("further", string(text)+strings.Repeat(noise, 5)), ids[4], `unknown output="last line"`},
		{"the last line is being written", write("half", string(text)+`{"timestamp":"2026-11-21T0`), ids[4], "failed exit=9"},
		{"another call", recorded, "call_other", `unknown output="last line"`},
		{"no id", recorded, "", `unknown output="last line"`},
		{"no file", filepath.Join(t.TempDir(), "none"), ids[4], `unknown output="last line"`},
		{"a folder", t.TempDir(), ids[4], `unknown output="last line"`},
		{"no path", "", ids[4], `unknown output="last line"`},
	} {
		payload, err := json.Marshal(map[string]any{
			"session_id": "s", "turn_id": "t", "transcript_path": test.path, "cwd": "/home/dev/proj", "hook_event_name": "PostToolUse", "model": "gpt-5.5",
			"tool_name": "Bash", "tool_input": map[string]string{"command": "x"}, "tool_response": "last line", "tool_use_id": test.id,
		})
		if err != nil {
			t.Fatal(err)
		}
		events, err := Codex.Decode(payload, environment(nil))
		if err != nil || len(events) != 1 {
			t.Fatalf("%s: got %v, %v", test.name, events, err)
		}
		got := strings.Replace(brief(events[0]), ` command="x"`, "", 1)
		if want := "after run Bash " + test.want; got != want {
			t.Errorf("%s: got\n%s\nwant\n%s", test.name, got, want)
		}
	}
}

// callIDs returns the ids of the calls in a rollout, one per line.
func callIDs(t *testing.T, rollout string) (ids []string) {
	t.Helper()
	for line := range strings.Lines(rollout) {
		var item codexItem
		if err := json.Unmarshal([]byte(line), &item); err != nil {
			t.Fatal(err)
		}
		ids = append(ids, item.Payload.Item.ID)
	}
	if len(ids) != 6 {
		t.Fatal(ids)
	}
	return ids
}

func TestCodexAnswers(t *testing.T) {
	for _, test := range []struct {
		name     string
		event    hook.Event
		findings []hook.Finding
		want     string
	}{
		{"nothing to say", hook.Event{Moment: hook.Before, Hook: "PreToolUse"}, nil, ""},
		{"warn", hook.Event{Moment: hook.Before, Hook: "PreToolUse"}, []hook.Finding{warned}, `{"hookSpecificOutput":{"hookEventName":"PreToolUse","additionalContext":"[witness] no_edit_unread: a<b>.go was never read & \"matters\"."}}`},
		{"block", hook.Event{Moment: hook.Before, Hook: "PreToolUse"}, []hook.Finding{blocked}, `{"hookSpecificOutput":{"hookEventName":"PreToolUse","permissionDecision":"deny","permissionDecisionReason":"[witness] no_thrashing: stop."}}`},
		{"both", hook.Event{Moment: hook.Before, Hook: "PreToolUse"}, []hook.Finding{blocked, warned}, `{"hookSpecificOutput":{"hookEventName":"PreToolUse","permissionDecision":"deny","permissionDecisionReason":"[witness] no_thrashing: stop.","additionalContext":"[witness] no_edit_unread: a<b>.go was never read & \"matters\"."}}`},
		{"after the fact", hook.Event{Moment: hook.After, Hook: "PostToolUse"}, []hook.Finding{blocked}, `{"hookSpecificOutput":{"hookEventName":"PostToolUse","additionalContext":"[witness] no_thrashing: stop."}}`},
		{"start", hook.Event{Moment: hook.Start, Hook: "SessionStart"}, []hook.Finding{blocked}, `{"hookSpecificOutput":{"hookEventName":"SessionStart","additionalContext":"[witness] no_thrashing: stop."}}`},
		{"prompt", hook.Event{Moment: hook.Prompt, Hook: "UserPromptSubmit"}, []hook.Finding{blocked}, `{"hookSpecificOutput":{"hookEventName":"UserPromptSubmit","additionalContext":"[witness] no_thrashing: stop."}}`},
		{"stop", hook.Event{Moment: hook.Stop, Hook: "Stop"}, []hook.Finding{blocked}, `{"decision":"block","reason":"[witness] no_thrashing: stop."}`},
		{"stop again", hook.Event{Moment: hook.Stop, Hook: "Stop", Active: true}, []hook.Finding{blocked}, ""},
		{"subagent", hook.Event{Moment: hook.SubagentStart, Hook: "SubagentStart"}, []hook.Finding{warned}, `{"hookSpecificOutput":{"hookEventName":"SubagentStart","additionalContext":"[witness] no_edit_unread: a<b>.go was never read & \"matters\"."}}`},
		{"subagent's stop", hook.Event{Moment: hook.SubagentStop, Hook: "SubagentStop"}, []hook.Finding{blocked}, `{"decision":"block","reason":"[witness] no_thrashing: stop."}`},
		{"subagent's stop again", hook.Event{Moment: hook.SubagentStop, Hook: "SubagentStop", Active: true}, []hook.Finding{blocked}, ""},
		{"compact", hook.Event{Moment: hook.Compact, Hook: "PreCompact"}, []hook.Finding{blocked}, ""},
		{"end", hook.Event{Moment: hook.End, Hook: "SessionEnd"}, []hook.Finding{blocked}, ""},
	} {
		checkAnswer(t, Codex, test.name, test.event, test.findings, test.want)
	}
}

// The client drops a reply with an unknown key, and the tool runs.
func TestCodexAnswersWithKnownKeysOnly(t *testing.T) {
	known := []string{
		"decision", "reason", "hookSpecificOutput", "hookSpecificOutput.hookEventName", "hookSpecificOutput.permissionDecision",
		"hookSpecificOutput.permissionDecisionReason", "hookSpecificOutput.additionalContext",
	}
	var check func(hook, prefix string, object map[string]any)
	check = func(hook, prefix string, object map[string]any) {
		for key, value := range object {
			if !slices.Contains(known, prefix+key) {
				t.Errorf("%s: unknown key %s%s", hook, prefix, key)
			}
			if value == nil || value == "" {
				t.Errorf("%s: %s%s is empty", hook, prefix, key)
			}
			if inner, ok := value.(map[string]any); ok {
				check(hook, prefix+key+".", inner)
			}
		}
	}
	for _, event := range []string{"PreToolUse", "PostToolUse", "SessionStart", "UserPromptSubmit", "SubagentStart", "SubagentStop", "Stop"} {
		for _, findings := range [][]hook.Finding{{warned}, {blocked}, {blocked, asked, warned}} {
			var reply map[string]any
			if err := json.Unmarshal(Codex.Answer(hook.Event{Moment: momentOf(event), Hook: event}, hook.Verdict{Findings: findings}), &reply); err != nil {
				t.Fatalf("%s: %v", event, err)
			}
			check(event, "", reply)
		}
	}
}

func TestCodexDetect(t *testing.T) {
	checkDetect(t, Codex, "codex", map[string]string{"CLAUDECODE": "1"})
}

func TestCodexDecodesOtherShapes(t *testing.T) {
	for _, test := range []struct{ name, payload, want string }{
		{"fields of other types", `{"hook_event_name":"PostToolUse","tool_name":"Bash","tool_input":["ls"],"tool_response":{"a":1},"agent_id":7,"cwd":"/p"}`, "after run Bash unknown cwd=/p"},
		{"a response of parts", `{"hook_event_name":"PostToolUse","tool_name":"mcp__tiny__echo","tool_input":{"text":"hi"},"tool_response":{"content":[]},"cwd":"/p"}`, "after other mcp__tiny__echo ok cwd=/p"},
		{"a patch that did not do", `{"hook_event_name":"PostToolUse","tool_name":"apply_patch","tool_input":{"command":"*** Begin Patch\n*** Delete File: a\n*** End Patch\n"},"tool_response":"Exit code: 1\n","cwd":"/p"}`, "after edit apply_patch unknown delete:a cwd=/p"},
		{"compaction", `{"hook_event_name":"PreCompact","trigger":"auto","cwd":"/p"}`, "compact source=auto cwd=/p"},
		{"no fields at all", `{"hook_event_name":"PreToolUse"}`, "before other  cwd="},
		{"another hook", `{"hook_event_name":"Interrupt"}`, ""},
	} {
		checkDecode(t, Codex, test.name, test.payload, test.want)
	}
	checkMalformed(t, Codex, "PreToolUse")
}

func FuzzCodex(f *testing.F) { fuzz(f, Codex) }
