package fleet

import (
	"context"
	"encoding/json"
	"fmt"
	"math/rand/v2"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"sync"
	"testing"
	"time"
)

// What `go test` prints.
const (
	redRun   = "--- FAIL: TestTotal%d (0.00s)\n    shop_test.go:7: got 1, want 2\nFAIL\nFAIL\texample.org/shop\t0.003s\nFAIL"
	greenRun = "ok  \texample.org/shop\t0.003s"
)

// A worker is a machine with an agent, and its twin: a machine that has no fleet, does the same, and shows what hooks cost without.
type worker struct {
	*machine
	twin    *machine
	program []string // that exchanges facts and hears hooks: witness, or one with a wrong clock
	random  *rand.Rand
	calls   int
	late    []map[string]any // calls that have not ended yet
	began   bool

	exchanging sync.Mutex // held while a process exchanges facts

	edits       map[string]int       // how often each file was edited
	edited      map[string]time.Time // when each file was last edited
	with, alone []time.Duration      // what hooks took
}

// newWorker returns a worker that reaches the servers through a half of the network. ahead is its clock.
func newWorker(t *testing.T, n *network, i int, ahead time.Duration, clock string) *worker {
	t.Helper()
	w := &worker{
		random: rand.New(rand.NewPCG(*seed, uint64(i))), edits: map[string]int{}, edited: map[string]time.Time{}, program: []string{"witness"},
		machine: newMachine(t, n.clusterOf(i%2), fmt.Sprintf("m%02d", i)), twin: newMachine(t, n.clusterOf(i%2), fmt.Sprintf("alone%02d", i)),
	}
	if w.ahead = ahead; ahead != 0 {
		w.program = []string{clock, "-ahead", ahead.String()}
	}
	w.save("a.go", "package a\n")
	urls, err := json.Marshal(w.config.URLs)
	if err != nil {
		t.Fatal(err)
	}
	write(t, filepath.Join(filepath.Dir(w.clone), "system.toml"), fmt.Sprintf("packs = [\"fleet\"]\n[fleet]\nurl = %s\nmachine = %q\ninterval = \"200ms\"\n", urls, w.config.Machine))
	write(t, filepath.Join(filepath.Dir(w.twin.clone), "system.toml"), "packs = [\"fleet\"]\n")
	return w
}

// start returns the program of the worker with arguments.
func (w *worker) start(ctx context.Context, args ...string) *exec.Cmd {
	args = append(w.program[1:len(w.program):len(w.program)], args...)
	c := exec.CommandContext(ctx, w.program[0], args...)
	c.Dir, c.Env = w.clone, w.env
	return c
}

// save writes a file, at the time of the machine's clock.
func (m *machine) save(file, content string) {
	path, now := filepath.Join(m.clone, file), time.Now().Add(m.ahead)
	write(m.t, path, content)
	if err := os.Chtimes(path, now, now); err != nil {
		m.t.Error(err)
	}
}

// hear gives a payload to the hook of the machine, and the same to its twin's.
func (w *worker) hear(file, content string, payload map[string]any) {
	text, err := json.Marshal(payload)
	if err != nil {
		w.t.Error(err)
		return
	}
	first := w.random.IntN(2)
	for i := range 2 {
		m, program, took := w.machine, w.program, &w.with
		if i == first {
			m, program, took = w.twin, []string{"witness"}, &w.alone
		}
		if file != "" {
			m.save(file, content)
		}
		args := append(program[1:len(program):len(program)], "hook")
		if program[0] == "witness" {
			args = append(args, "claude")
		}
		c := m.command(program[0], args...)
		c.Stdin = strings.NewReader(strings.ReplaceAll(string(text), "$CLONE", m.clone))
		begun := time.Now()
		out, err := c.CombinedOutput()
		if *took = append(*took, time.Since(begun)); err != nil {
			w.t.Errorf("%s: %v\n%s", text, err, out)
		}
	}
}

// payload returns a payload of Claude Code.
func (w *worker) payload(session int, hook string, more map[string]any) map[string]any {
	p := map[string]any{"session_id": fmt.Sprintf("%s-%d", w.config.Machine, session), "cwd": "$CLONE", "hook_event_name": hook}
	for key, value := range more {
		p[key] = value
	}
	return p
}

// work makes one call of an agent, at random which.
func (w *worker) work() {
	if !w.began {
		w.began = true
		for session := range 2 {
			w.hear("", "", w.payload(session, "SessionStart", map[string]any{"source": "startup"}))
		}
	}
	w.calls++
	switch n := w.random.IntN(10); {
	case n < 5:
		w.endOf(w.edit(fmt.Sprintf("%s_%d.go", w.config.Machine, w.calls)))
	case n < 6:
		w.endOf(w.edit("a.go")) // which others edit, too
	case n < 7:
		w.late = append(w.late, w.edit(fmt.Sprintf("%s_late%d.go", w.config.Machine, w.calls)))
	case n < 8 && len(w.late) > 0: // it ends after calls that began later
		w.endOf(w.late[0])
		w.late = w.late[1:]
	case n < 9:
		w.test(fmt.Sprintf(redRun, w.random.IntN(5)))
	default:
		w.test(greenRun)
	}
}

// edit begins an edit of a file, and returns its end.
func (w *worker) edit(file string) map[string]any {
	call := map[string]any{
		"tool_name": "Edit", "tool_use_id": fmt.Sprintf("toolu_%s_%d", w.config.Machine, w.calls),
		"tool_input": map[string]any{"file_path": "$CLONE/" + file, "old_string": "package a", "new_string": "package a // edited"},
	}
	session := w.random.IntN(2)
	w.hear(file, fmt.Sprintf("package a // %d\n", w.calls), w.payload(session, "PreToolUse", call))
	return w.payload(session, "PostToolUse", call)
}

// endOf ends an edit, and sometimes reports that twice, as clients with two sets of hooks do.
func (w *worker) endOf(call map[string]any) {
	path := call["tool_input"].(map[string]any)["file_path"].(string)
	call["tool_response"] = map[string]any{"filePath": path, "userModified": false}
	file := strings.TrimPrefix(path, "$CLONE/")
	w.edits[file]++
	w.edited[file] = time.Now()
	w.hear(file, fmt.Sprintf("package a // edited %d\n", w.calls), call)
	if w.random.IntN(10) == 0 {
		w.hear("", "", call)
	}
}

// test runs the tests.
func (w *worker) test(output string) {
	call := map[string]any{
		"tool_name": "Bash", "tool_use_id": fmt.Sprintf("toolu_%s_%d", w.config.Machine, w.calls), "tool_input": map[string]any{"command": "go test ./...", "description": "Run the tests"},
	}
	session := w.random.IntN(2)
	w.hear("", "", w.payload(session, "PreToolUse", call))
	end := w.payload(session, "PostToolUse", call)
	if output == greenRun {
		end["tool_response"] = map[string]any{"stdout": output, "stderr": "", "interrupted": false, "isImage": false, "noOutputExpected": false}
	} else {
		end["hook_event_name"], end["error"] = "PostToolUseFailure", "Exit code 1\n"+output
	}
	w.hear("", "", end)
}

// end ends what has not ended.
func (w *worker) end() {
	for _, call := range w.late {
		w.endOf(call)
	}
	w.late = nil
}

// exchangeAndDie starts processes that exchange facts and kills each at a random moment, until ctx is done. longest is how long one lives.
func (w *worker) exchangeAndDie(ctx context.Context, random *rand.Rand, longest time.Duration) (killed int) {
	for ctx.Err() == nil {
		args := []string{"sync"}
		if len(w.program) == 1 && random.IntN(4) > 0 {
			args = append(args, []string{"--stay", "--stay", "--once"}[random.IntN(3)]) // --stay is what hooks start
		}
		life, cancel := context.WithTimeout(ctx, time.Duration(1+random.Int64N(int64(longest))))
		w.exchanging.Lock()
		if w.start(life, args...).Run() != nil && life.Err() != nil {
			killed++
		}
		w.exchanging.Unlock()
		<-life.Done() // one that ended early is not followed by the next at once: hooks wait after an error, too
		cancel()
	}
	return killed
}
