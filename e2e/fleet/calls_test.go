package fleet

import (
	"os"
	"os/exec"
	"path/filepath"
	"regexp"
	"slices"
	"strings"
	"testing"
	"time"
)

// traced are the calls to the system that TestHookCalls counts: those with a path, of the network, and of processes. What is left out varies
// from run to run: the scheduler of Go, and what SQLite reads and writes, which depends on who else has the store open.
const traced = "trace=%file,%network,execve"

var systemCall = regexp.MustCompile(`(?m)^\d+ +(\w+)\((.*)$`)

// TestHookCalls counts the calls to the system of hooks beside a server that is dead, slow, silent or answers, with strace: they are those
// of a hook without a server and a look at one file. None is of the network, and none starts a program.
func TestHookCalls(t *testing.T) {
	if _, err := exec.LookPath("strace"); err != nil {
		t.Skip("needs strace")
	}
	list := newPayers(t)
	for _, p := range list {
		p.run("git", "add", "a.go")
	}
	call := map[string]any{
		"session_id": "s", "cwd": "$CLONE", "tool_name": "Read", "tool_input": map[string]any{"file_path": "$CLONE/a.go"},
		"tool_response": map[string]any{"type": "text", "file": map[string]any{"filePath": "$CLONE/a.go", "content": "package a", "numLines": 1, "startLine": 1, "totalLines": 1}},
	}
	counts := map[string][]int{}
	for i := range 9 {
		for _, moment := range []string{"PreToolUse", "PostToolUse"} {
			call["hook_event_name"], call["tool_use_id"] = moment, "toolu_"+string(rune('a'+i))
			for _, p := range list {
				if i < 2 { // the first hook starts the process that exchanges facts
					p.hear(t, call)
					continue
				}
				if stamp := p.path + "-sync"; p.name[0] != 'n' {
					if err := os.Chtimes(stamp, time.Now(), time.Now()); err != nil {
						t.Fatal(err)
					}
				}
				n, of := p.trace(t, call)
				counts[p.name+" "+moment] = append(counts[p.name+" "+moment], n)
				for _, line := range of {
					t.Errorf("%s: a hook calls %s", p.name, line)
				}
			}
		}
	}
	for _, moment := range []string{"PreToolUse", "PostToolUse"} {
		none := slices.Min(counts["none "+moment])
		for _, p := range list {
			n := slices.Min(counts[p.name+" "+moment])
			t.Logf("%-12s %-12s %d calls", p.name, moment, n)
			if n > none+1 {
				t.Errorf("%s: a hook makes %d calls, and one without a server %d", p.name, n, none)
			}
		}
	}
}

// trace gives a payload to the hook and returns how many calls with a path it makes, and those that reach for the network or another program.
func (p *payer) trace(t *testing.T, payload map[string]any) (paths int, others []string) {
	t.Helper()
	log := filepath.Join(t.TempDir(), "strace")
	p.program = []string{"strace", "-f", "-qq", "-e", traced, "-o", log}
	p.hear(t, payload)
	p.program = nil
	text, err := os.ReadFile(log)
	if err != nil {
		t.Fatal(err)
	}
	programs := 0
	for _, m := range systemCall.FindAllStringSubmatch(string(text), -1) {
		network := strings.Contains(" socket connect bind sendto recvfrom sendmsg recvmsg socketpair getsockname setsockopt getsockopt ", " "+m[1]+" ")
		switch {
		case m[1] == "execve":
			programs++
		case network, strings.Contains(m[2], "/resolv.conf"), strings.Contains(m[2], "/etc/hosts"):
			others = append(others, m[1]+"("+m[2])
		case !strings.Contains(m[2], "witness.db"):
			paths++
		case strings.Contains(m[2], "witness.db-sync"):
			paths++
		}
	}
	if programs != 1 {
		others = append(others, "execve, more than once")
	}
	return paths, others
}
