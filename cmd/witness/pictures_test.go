package main

import (
	"bytes"
	"cmp"
	"encoding/json"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"testing"

	"witness"
	"witness/cmd/witness/internal/cli"
	"witness/cmd/witness/internal/term"
	"witness/engine"
	"witness/engine/inspect"
)

// TestBlockPicture plays examples/session.jsonl again, with hooks and edits of its file, up to the call that is refused, lets it
// through as witness allow-once does, and compares what its agent got with docs/block.svg. With -update it draws the picture.
func TestBlockPicture(t *testing.T) {
	dir := t.TempDir()
	t.Setenv("XDG_STATE_HOME", filepath.Join(dir, "state"))
	project := filepath.Join(dir, "proj")
	writeFile(t, filepath.Join(project, ".git", "config"), "")
	recorded := strings.ReplaceAll(string(read(t, "../../examples/session.jsonl")), "/home/dev/proj", filepath.ToSlash(project))
	var lines []terminalLine
	say := func(class, text string) { lines = append(lines, terminalLine{Class: class, Text: text}) }
	for payload := range strings.Lines(recorded) {
		var call struct {
			Event   string `json:"hook_event_name"`
			Prompt  string
			Tool    string `json:"tool_name"`
			Error   string
			Input   struct{ Command, File_path, Old_string, New_string string } `json:"tool_input"`
			Outcome struct{ File struct{ Content string } }                     `json:"tool_response"`
		}
		if err := json.Unmarshal([]byte(payload), &call); err != nil {
			t.Fatal(err)
		}
		switch {
		case call.Prompt != "":
			say("prompt", "> "+call.Prompt)
		case call.Event == "PreToolUse":
			say("call", "● "+call.Tool+" "+cmp.Or(call.Input.Command, filepath.Base(call.Input.File_path)))
		case call.Event == "PostToolUse" && call.Tool == "Read":
			writeFile(t, filepath.Join(project, "cart.go"), call.Outcome.File.Content)
		case call.Event == "PostToolUse" && call.Tool == "Edit":
			text := string(read(t, call.Input.File_path))
			writeFile(t, call.Input.File_path, strings.Replace(text, call.Input.Old_string, call.Input.New_string, 1))
		case call.Error != "":
			for line := range strings.Lines(call.Error) {
				if strings.HasPrefix(line, "--- FAIL") || strings.HasPrefix(line, "    ") {
					say("output", "  "+strings.TrimRight(line, "\n"))
				}
			}
		}
		if reason := refusal(t, project, payload); reason != "" {
			say("verdict", "  "+reason)
			say("prompt", "$ witness allow-once")
			for _, line := range letThrough(t, project) {
				say("output", line)
			}
			say("call", "● "+call.Tool+" "+call.Input.Command)
			if again := refusal(t, project, payload); again != "" {
				t.Errorf("what was allowed once is refused: %s", again)
			}
			say("output", "  not refused: the commit is made")
			checkFile(t, "../../docs/block.svg", string(drawTerminal("a session of Claude Code, with witness in its hooks", lines)))
			return
		}
	}
	t.Error("no call was refused")
}

// letThrough lets the call through that was refused last, and returns what witness allow-once prints about it after the question.
func letThrough(t *testing.T, dir string) (lines []string) {
	t.Helper()
	e, err := engine.OpenToAsk(t.Context(), witness.Files, dir, "")
	if err != nil {
		t.Fatal(err)
	}
	defer e.Close()
	list, err := inspect.Refusals(t.Context(), e, "")
	if err != nil {
		t.Fatal(err)
	}
	lines = []string{"Let it through once? [y/N] y"}
	for _, r := range list {
		if err := inspect.AllowOnce(t.Context(), e, r.ID); err != nil {
			t.Fatal(err)
		}
		lines = append(lines, "Allowed once: "+r.Rule+": "+r.Message)
	}
	return append(lines, "Tell your agent to try again.")
}

// refusal calls the hook of Claude Code and returns the reason with which it refuses the call, if it does.
func refusal(t *testing.T, project, payload string) string {
	t.Helper()
	cmd := exec.CommandContext(t.Context(), "witness", "hook", "claude")
	cmd.Dir, cmd.Stdin = project, strings.NewReader(payload)
	out, err := cmd.Output()
	if err != nil {
		t.Fatal(err)
	}
	if len(out) == 0 {
		return ""
	}
	var answer struct {
		HookSpecificOutput struct{ PermissionDecision, PermissionDecisionReason string }
	}
	if err := json.Unmarshal(out, &answer); err != nil {
		t.Fatal(err)
	}
	if answer.HookSpecificOutput.PermissionDecision != "deny" {
		return ""
	}
	return answer.HookSpecificOutput.PermissionDecisionReason
}

// TestReportPicture compares the page of two recorded sessions with docs/report.svg. With -update it draws the picture.
func TestReportPicture(t *testing.T) {
	t.Setenv("TZ", "UTC")
	t.Setenv("SOURCE_DATE_EPOCH", "1793491200")
	t.Setenv("WITNESS_SYSTEM_CONFIG", filepath.Join(t.TempDir(), "none.toml"))
	root, err := filepath.Abs("../..")
	if err != nil {
		t.Fatal(err)
	}
	t.Chdir(root)
	page := filepath.Join(t.TempDir(), "page.html")
	var out, errs bytes.Buffer
	args := []string{"replay", "--format", "html", "-o", page, "cmd/witness/testdata/replay/claude/payloads.jsonl", "examples/session.jsonl"}
	if status := cli.Run(args, term.Streams{In: strings.NewReader(""), Out: &out, Err: &errs}); status != term.ExitOK {
		t.Fatal(errs.String())
	}
	html, err := os.ReadFile(page)
	if err != nil {
		t.Fatal(err)
	}
	drawn, err := drawPage(html, 900, 600)
	if err != nil {
		t.Fatal(err)
	}
	checkFile(t, "docs/report.svg", string(drawn))
}
