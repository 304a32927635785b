package main

import (
	"io"
	"os/exec"
	"path/filepath"
	"strconv"
	"strings"
	"testing"
	"time"
)

// TestHugePayload checks that a hook answers a payload of 40 MB, whose relevant members come last, with less than 300 MB of
// memory and 5 s of processor time, and reads a larger one than it takes to its end, without an answer.
func TestHugePayload(t *testing.T) {
	if !exists("/usr/bin/time") {
		t.Skip("there is no time(1)")
	}
	w := newWorld(t)
	filler, tooMuch := strings.Repeat(`x\n`, 40<<20/3), strings.Repeat(`x\n`, 65<<20/3)
	file := filepath.Join(w.dir, "a.go")
	for agent, last := range map[string]string{
		"claude": `"command":"sed -i s/x/y/ ` + file + `"},"session_id":"s","cwd":"` + w.dir + `","tool_name":"Bash","tool_use_id":"t1","hook_event_name":"PreToolUse"}`,
		"codex":  `"command":"*** Begin Patch\n*** Update File: a.go\n@@\n-x\n+y\n*** End Patch\n"},"session_id":"s","turn_id":"t","cwd":"` + w.dir + `","model":"m","permission_mode":"default","tool_name":"apply_patch","tool_use_id":"t3","hook_event_name":"PreToolUse"}`,
		"plain":  `"x":1},"protocol":"witness/1","session":"s","moment":"before","tool":"edit","cwd":"` + w.dir + `","files":[{"path":"a.go","kind":"edit"}]}`,
	} {
		// time(1) measures: the peak of a child of this process would include the size of this process
		// at the fork.
		peak := filepath.Join(w.dir, "peak")
		cmd := exec.CommandContext(t.Context(), "/usr/bin/time", "-f", "%M", "-o", peak, "witness", "hook", agent)
		cmd.Dir, cmd.Env = w.dir, w.env
		cmd.Stdin = io.MultiReader(strings.NewReader(`{"tool_input":{"old_string":"`), strings.NewReader(filler), strings.NewReader(`",`+last))
		out, err := cmd.CombinedOutput()
		if err != nil || !strings.Contains(string(out), "a.go exists and has not been read") {
			t.Errorf("%s: %v %s", agent, err, out)
		}
		spent := cmd.ProcessState.UserTime() + cmd.ProcessState.SystemTime()
		if spent > 5*time.Second {
			t.Errorf("%s took %v of the processor", agent, spent)
		}
		kb, err := strconv.Atoi(strings.TrimSpace(string(read(t, peak))))
		if err != nil || kb > 300<<10 {
			t.Errorf("%s took %d kB %v", agent, kb, err)
		}
		t.Logf("%s: %v, %d MB", agent, spent, kb>>10)
		larger := exec.CommandContext(t.Context(), "witness", "hook", agent)
		larger.Dir, larger.Env = w.dir, w.env
		larger.Stdin = io.MultiReader(strings.NewReader(`{"tool_input":{"old_string":"`), strings.NewReader(tooMuch), strings.NewReader(`",`+last))
		if out, err := larger.CombinedOutput(); err != nil || len(out) > 0 {
			t.Errorf("%s, larger than is taken: %v %s", agent, err, out)
		}
	}
}
