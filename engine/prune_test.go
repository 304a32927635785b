package engine

import (
	"fmt"
	"path/filepath"
	"testing"
	"time"

	"witness/engine/hook"

	"witness"
)

const day = int64(24 * time.Hour / time.Millisecond)

// TestRetention ends a session when others are 100 days old. What is older than store.keep is deleted whole, except for
// the last session that ran tests: the next session inherits its failing tests.
func TestRetention(t *testing.T) {
	e := engineAt(t, witness.Files, filepath.Join(t.TempDir(), "witness.db"))
	dir := t.TempDir()
	now := int64(0)
	e.Clock = func() int64 { return now }
	calls := 0
	hear := func(session, moment, command, output string, exit int) hook.Verdict {
		t.Helper()
		calls++
		ev := hook.Event{Session: session, Agent: "plain", Moment: moment, CWD: dir, Outcome: hook.OK}
		if command != "" {
			ev.Call, ev.Tool, ev.Name, ev.Command, ev.Output, ev.Exit = fmt.Sprint("c", calls), hook.Run, "Bash", command, output, &exit
		}
		v, err := e.Hear(t.Context(), ev, hook.Capabilities{})
		if err != nil {
			t.Fatal(err)
		}
		return v
	}
	const red, green = "--- FAIL: TestA (0.00s)\nFAIL\nFAIL\texample.com/x\t0.1s\nFAIL\n", "--- PASS: TestA (0.00s)\nok  \texample.com/x\t0.1s\n"
	for i := range 250 { // in several transactions
		hear("oldest", hook.After, fmt.Sprint("echo ", i), "", 0)
	}
	hear("oldest", hook.After, "go test -v ./...", green, 0)
	hear("oldest", hook.After, "go test -v ./...", red, 1)
	now += day
	hear("tested", hook.After, "go test -v ./...", "--- PASS: TestB (0.00s)\n"+red, 1)
	now += day
	hear("read", hook.After, "cat a.go", "", 0)
	now += 98 * day
	hear("recent", hook.After, "ls", "", 0)
	count := func(query string) int64 {
		t.Helper()
		n, err := e.DB.Int(t.Context(), query)
		if err != nil {
			t.Fatal(err)
		}
		return n
	}

	e.Config.Keep = 0
	hear("s", hook.End, "", "", 0)
	if n := count("SELECT count(*) FROM sessions"); n != 5 {
		t.Errorf("without a limit %d sessions are left, not 5", n)
	}
	e.Config.Keep = 90 * 24 * time.Hour
	hear("s", hook.End, "", "", 0)
	if n := count("SELECT count(*) FROM sessions WHERE session IN ('tested', 'recent', 's')"); n != 3 || count("SELECT count(*) FROM sessions") != 3 {
		t.Errorf("of the 3 sessions that stay %d are left", n)
	}
	for _, table := range []string{"events", "commands", "runs", "tests", "test_lists", "touches", "looks", "tally", "failing", "rounds", "verdicts"} {
		if n := count("SELECT count(*) FROM " + table + " WHERE session NOT IN (SELECT session FROM sessions)"); n > 0 {
			t.Errorf("%d rows of deleted sessions are left in %s", n, table)
		}
	}
	if n := count("SELECT count(*) FROM listed_tests WHERE list NOT IN (SELECT list FROM test_lists)"); n > 0 || count("SELECT count(*) FROM listed_tests") == 0 {
		t.Errorf("%d names are left of lists that no run has, and %d of others", n, count("SELECT count(*) FROM listed_tests"))
	}
	hear("heir", hook.Prompt, "", "", 0)
	if n := count("SELECT count(*) FROM failing WHERE session = 'heir' AND test = 'TestA' AND baseline"); n != 1 {
		t.Error("the next session does not inherit the failing test")
	}

	// A size that is exceeded deletes what was used least recently, and nothing of the last day.
	now += 2 * day
	hear("s", hook.Prompt, "", "", 0)
	e.Config.MaxSize = 1
	hear("s", hook.End, "", "", 0)
	if n := count("SELECT count(*) FROM sessions WHERE session IN ('s', 'tested')"); n != 2 || count("SELECT count(*) FROM sessions") != 2 {
		t.Errorf("over the size, %d of the 2 sessions that stay are left of %d", n, count("SELECT count(*) FROM sessions"))
	}
}
