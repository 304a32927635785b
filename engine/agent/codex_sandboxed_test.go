package agent

import "testing"

// TestCodexSandboxed checks what a result says of a command that failed in the sandbox of Codex up to 0.47. The texts have the form
// of codex-rs/core/src/error.rs of 0.44 and of a recording of 0.46.
func TestCodexSandboxed(t *testing.T) {
	one := 1
	for text, want := range map[string]codexOutputText{
		"failed in sandbox MacosSeatbelt with execution error: sandbox denied exec error, exit code: 1, stdout: 1 failed, 2 passed, stderr: ": {text: "1 failed, 2 passed\n", exit: &one},
		"failed in sandbox LinuxSeccomp with execution error: sandbox denied exec error, exit code: 1, stdout: , stderr: open x: denied":      {text: "open x: denied", exit: &one},
		"failed in sandbox: usage: prog":                                         {text: "usage: prog", cut: true, failed: true},
		"failed in sandbox: sandbox error: command was killed by a signal":       {cut: true, failed: true},
		"failed in sandbox: ":                                                    {cut: true, failed: true},
		"failed in sandbox LinuxSeccomp with execution error: command timed out": {},
	} {
		got, ok := parseCodexOutput(text)
		if got.text != want.text || got.cut != want.cut || got.failed != want.failed || (got.exit == nil) != (want.exit == nil) {
			t.Errorf("%q: got %+v, want %+v", text, got, want)
		}
		if ok != (want.exit != nil || want.failed) {
			t.Errorf("%q: a command that ended: %v", text, ok)
		}
	}
}
