package engine

import (
	"context"
	"fmt"
	"reflect"
	"testing"
	"unsafe"

	"modernc.org/libc"
	sqlite3 "modernc.org/sqlite/lib"

	"witness"
	"witness/engine/hook"
	"witness/engine/project"
)

// TestCostOfSessionIsLinear plays a session and one that is twice as long, in one turn, and compares the steps of SQLite's virtual machine, which are
// the same on every machine: a call must not cost more because many came before it. TestHookQueriesDoNotScanHistory sees a plan that reads a session,
// and this test what grows although each statement uses an index.
func TestCostOfSessionIsLinear(t *testing.T) {
	const rounds, most = 10, 2.4 // a statement that reads the session at each call makes it 4
	short, long := stepsOfSession(t, rounds), stepsOfSession(t, 2*rounds)
	t.Logf("%d hundred steps a round, %d in a session of twice the length", short/rounds, long/rounds/2)
	if ratio := float64(long) / float64(short); short < 1000 || ratio > most {
		t.Errorf("a session of twice the length takes %.2f times as many steps, at most %.1f are in proportion", ratio, most)
	}
}

// steps counts hundreds of steps. SQLite holds the pointer to countSteps, so that it must not be on a stack.
var (
	steps      int
	countSteps = func(*libc.TLS, uintptr) int32 { steps++; return 0 }
)

// stepsOfSession returns the steps, by the hundred, that SQLite takes for a session of so many rounds of a few calls.
func stepsOfSession(t *testing.T, rounds int) int {
	t.Helper()
	ctx := context.Background() // the driver would replace the handler while a context can end
	e, err := OpenMemory(ctx, witness.Files, "/", project.TrustAll)
	if err != nil {
		t.Fatal(err)
	}
	defer e.Close()
	e.unlimited()
	e.Eval.LoadAll()
	handle := reflect.ValueOf(e.DB).Elem().FieldByName("raw").Elem().Elem().FieldByName("db").Uint()
	steps = 0
	tls := libc.NewTLS()
	defer tls.Close()
	sqlite3.Xsqlite3_progress_handler(tls, uintptr(handle), 100, *(*uintptr)(unsafe.Pointer(&countSteps)), 0)

	calls := 0
	hear := func(ev hook.Event) {
		ev.Session, ev.Agent, ev.CWD = "s", "plain", "/home/dev/proj"
		if _, err := e.Hear(ctx, ev, hook.Capabilities{}); err != nil {
			t.Fatal(err)
		}
	}
	call := func(ev hook.Event, failed bool) {
		calls++
		ev.Call, ev.Moment = fmt.Sprint("c", calls), hook.Before
		hear(ev)
		ev.Moment, ev.Outcome = hook.After, hook.OK
		exit := 0
		if failed {
			ev.Outcome, exit = hook.Failed, 1
		}
		if ev.Tool == hook.Run {
			ev.Exit = &exit
		}
		hear(ev)
	}
	file := func(tool, path string) {
		call(hook.Event{Tool: tool, Files: []hook.File{{Path: path, Kind: tool}}}, false)
	}
	run := func(line, output string, failed bool) {
		call(hook.Event{Tool: hook.Run, Command: line, Output: output}, failed)
	}
	hear(hook.Event{Moment: hook.Start, Source: "startup"})
	file(hook.Edit, "cart_test.go") // once: a test whose file was edited since it passed is looked for in all runs of the session
	hear(hook.Event{Moment: hook.Prompt, Prompt: "Make the sum right, and run the tests. Do not commit."})
	for i := range rounds {
		own := fmt.Sprintf("part%d.go", i)
		file(hook.Read, own)
		file(hook.Edit, own)
		file(hook.Read, "cart.go")
		file(hook.Edit, "cart.go")
		run("go test ./...", "--- FAIL: TestSum (0.00s)\n    cart_test.go:9: got 1, want 2\nFAIL\nFAIL\tcart\t0.1s\nFAIL\n", true)
		file(hook.Edit, own)
		run("go test ./...", "ok  \tcart\t0.1s\n", false)
		run(fmt.Sprintf("sed -i s/a/b/ other%d.go && git add other%d.go && git status", i, i), "", false)
		run("git commit -am sum", "", i%2 == 0)
	}
	hear(hook.Event{Moment: hook.Stop, Message: "The tests pass."})
	return steps
}
