package main

import (
	"bytes"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"testing"
)

// TestCIReplay runs ci/replay.sh as a runner of GitHub does.
func TestCIReplay(t *testing.T) {
	if _, err := exec.LookPath("bash"); err != nil {
		t.Fatal(err)
	}
	dir := t.TempDir()
	summary := filepath.Join(dir, "summary.md")
	sessions := "examples/session.jsonl"
	replay := func(env ...string) (out string, status int) {
		cmd := exec.CommandContext(t.Context(), "bash", "ci/replay.sh", sessions)
		cmd.Dir = "../.."
		cmd.Env = append(append(os.Environ(), "WITNESS_REPORT="+filepath.Join(dir, "report"), "GITHUB_ACTIONS=true", "GITHUB_STEP_SUMMARY="+summary), env...)
		var text bytes.Buffer
		cmd.Stdout, cmd.Stderr = &text, &text
		if err := cmd.Run(); err != nil && cmd.ProcessState == nil {
			t.Fatal(err)
		}
		return text.String(), cmd.ProcessState.ExitCode()
	}
	out, status := replay("FORCE_COLOR=1", "COLUMNS=60") // as builds have them
	if want := "\n::error file=examples/session.jsonl,line=27,title=witness no_commit_failing::TestDiscountRoundsDown (example.com/cart) is known to fail."; status != 1 || !strings.Contains(out, want) {
		t.Errorf("exit %d, want 1; no annotation %q in\n%s", status, want, out)
	}
	if text, want := string(read(t, summary)), "`▁▄▒▄▒▄▒▲▲` | Turned 1 test red at step 7"; !strings.Contains(text, want) {
		t.Errorf("the summary does not contain %q:\n%s", want, text)
	}
	for file, want := range map[string]string{
		summary: "## witness\n\n1 session, 9 calls",
		filepath.Join(dir, "report/witness.sarif"): `"ruleId": "no_commit_failing"`,
		filepath.Join(dir, "report/witness.html"):  "witness stopped 1 call",
	} {
		if text := string(read(t, file)); !strings.Contains(text, want) {
			t.Errorf("%s does not contain %q:\n%.500s", file, want, text)
		}
	}
	if out, status := replay("WITNESS_FAIL_ON=never"); status != 0 {
		t.Errorf("with WITNESS_FAIL_ON=never: exit %d\n%s", status, out)
	}
	// GitHub would take a comma in the name of a file for the end of the name.
	sessions = filepath.Join(dir, "100%,a.jsonl")
	writeFile(t, sessions, string(read(t, "../../examples/session.jsonl")))
	if out, _ := replay(); !strings.Contains(out, "/100%25%2Ca.jsonl,line=27,") {
		t.Errorf("the name of the file is not escaped:\n%s", out)
	}
}

// TestCIReceipts runs ci/replay.sh with a range of commits, for which no note says that tests passed on their tree.
func TestCIReceipts(t *testing.T) {
	script, err := filepath.Abs("../../ci/replay.sh")
	if err != nil {
		t.Fatal(err)
	}
	dir := t.TempDir()
	run := func(name string, args ...string) (out string, status int) {
		cmd := exec.CommandContext(t.Context(), name, args...)
		cmd.Dir = dir
		cmd.Env = append(os.Environ(), "HOME="+dir, "WITNESS_DB="+filepath.Join(dir, "none.db"), "GIT_CONFIG_NOSYSTEM=1", "WITNESS_RANGE=HEAD~1..HEAD", "GITHUB_ACTIONS=true", "GITHUB_STEP_SUMMARY="+filepath.Join(dir, "summary.md"))
		text, err := cmd.CombinedOutput()
		if err != nil && cmd.ProcessState == nil {
			t.Fatal(err)
		}
		return string(text), cmd.ProcessState.ExitCode()
	}
	writeFile(t, filepath.Join(dir, "session.jsonl"), `{"session_id":"s","cwd":"/p","hook_event_name":"PreToolUse","tool_name":"Read","tool_input":{"file_path":"/p/a.go"}}`+"\n")
	writeFile(t, filepath.Join(dir, "commits.sh"), `set -e
git init -q
for n in 1 2; do echo "package a // $n" > a.go; git add a.go; git -c user.name=w -c user.email=w@example.org commit -qm $n; done
`)
	if out, status := run("bash", "commits.sh"); status != 0 {
		t.Fatal(out)
	}
	if out, status := run("bash", script, "session.jsonl"); status != 1 || !strings.Contains(out, "tests have not passed on exactly the tree of 1 commit") {
		t.Errorf("exit %d, want 1\n%s", status, out)
	} else if !strings.Contains(out, "\n::warning file=a.go,line=1,endLine=1,title=witness receipt ") || strings.Contains(out, "file=session.jsonl") {
		t.Errorf("not the changed line of code is annotated, but\n%s", out)
	}
	if text := string(read(t, filepath.Join(dir, "summary.md"))); !strings.Contains(text, "## Receipts") {
		t.Errorf("the summary has no receipts:\n%s", text)
	}
}
