package engine

import (
	"context"
	"encoding/json"
	"flag"
	"fmt"
	"math/rand/v2"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"
	"time"

	"witness/engine/fleet"
	"witness/engine/hook"
	"witness/engine/project"
	"witness/engine/store"

	"witness"
)

var histories = flag.Int("histories", 6, "how many random histories of two machines TestMergedStores plays")

// TestMergedStores plays random histories of two machines, which share their facts at random moments, and compares what is known where:
// in stores that bring the facts of both in either order, in that of each machine with the facts of the other, and in one in which all
// sessions worked. Every table that is derived from the facts says the same. What a checkout leaves open is left out: it is a doubt about a
// working tree, and the failure that others know has a branch and an age.
func TestMergedStores(t *testing.T) {
	if testing.Short() {
		t.Skip("takes ten seconds of processor time: run it without -short")
	}
	known := map[string]int{}
	for seed := range *histories {
		t.Run(fmt.Sprint(seed), func(t *testing.T) {
			h := newHistory(t, uint64(seed))
			for range 60 {
				h.step()
			}
			for i := range h.machines {
				h.share(i)
			}
			want := h.derived(h.both.DB)
			for _, line := range want {
				what, _, _ := strings.Cut(line, " ")
				known[what]++
			}
			ab, ba := openStore(t), openStore(t)
			h.merge(ab, 0, 1)
			h.merge(ba, 1, 0, 1, 0) // some facts arrive twice
			for name, db := range map[string]*store.DB{"first a, then b": ab, "first b, then a": ba} {
				h.compare(name, h.derived(db), want)
			}
			h.compare("the facts, brought in both orders", allRows(t, ab), allRows(t, ba))
			for i, e := range h.machines {
				h.merge(e.DB, 1-i)
				h.compare(fmt.Sprintf("machine %d with the facts of the other", i), h.derived(e.DB), want)
			}
		})
	}
	t.Log(known)
	for _, what := range []string{"failing", "recovered", "flip", "edit", "run", "verdict"} {
		if known[what] < *histories {
			t.Errorf("the histories have only %d rows of %s, which compares too little", known[what], what)
		}
	}
}

// A history is what two machines do.
type history struct {
	t        *testing.T
	random   *rand.Rand
	now      int64
	calls    int
	roots    [2]string
	machines [2]*Engine
	boxes    [2]*store.DB // what each machine has shared
	both     *Engine      // hears all that either does
	open     []hook.Event // calls that have not ended
}

func newHistory(t *testing.T, seed uint64) *history {
	h := &history{t: t, random: rand.New(rand.NewPCG(seed, 18)), now: time.Date(2026, 1, 1, 0, 0, 0, 0, time.UTC).UnixMilli()}
	for i := range h.roots {
		h.roots[i] = t.TempDir()
		for name, text := range map[string]string{".git/HEAD": "ref: refs/heads/main\n", "a.go": "package a\n", "a_test.go": "package a\n\nfunc TestSum() {}\nfunc TestTax() {}\n", "b.py": "\n", "test_b.py": "def test_sum(): pass\n"} {
			path := filepath.Join(h.roots[i], name)
			if err := os.MkdirAll(filepath.Dir(path), 0o700); err != nil {
				t.Fatal(err)
			}
			if err := os.WriteFile(path, []byte(text), 0o600); err != nil {
				t.Fatal(err)
			}
		}
		h.machines[i], h.boxes[i] = engineAt(t, witness.Files, filepath.Join(t.TempDir(), "witness.db")), openStore(t)
	}
	h.both = engineAt(t, witness.Files, filepath.Join(t.TempDir(), "witness.db"))
	for _, e := range append(h.machines[:], h.both) {
		e.Clock = func() int64 { return h.now }
	}
	return h
}

func openStore(t *testing.T) *store.DB {
	t.Helper()
	db, err := store.Open(t.Context(), witness.Files, filepath.Join(t.TempDir(), "witness.db"), store.LockWait)
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { _ = db.Close() })
	if err := db.JoinFleet(t.Context()); err != nil {
		t.Fatal(err)
	}
	return db
}

// step lets one machine do something, or share what it did.
func (h *history) step() {
	h.now += 1000 + h.random.Int64N(100_000)
	machine := h.random.IntN(2)
	session := fmt.Sprintf("%c%d", 'a'+machine, h.random.IntN(2))
	switch n := h.random.IntN(20); {
	case n < 6:
		h.call(machine, session, hook.Event{Tool: hook.Edit, Files: []hook.File{{Path: pick(h, "a.go", "a_test.go", "b.py", "test_b.py", "new.go"), Kind: hook.Edit}}})
	case n < 11:
		h.goTest(machine, session)
	case n < 14:
		h.pytest(machine, session)
	case n < 16:
		h.call(machine, session, hook.Event{Tool: hook.Run, Command: pick(h, "git commit -am x", "go vet ./...", "rm -f new.go", "rm -f test_b.py", "ls")})
	case n < 17 && len(h.open) > 0: // a call ends after others that began later
		i := h.random.IntN(len(h.open))
		h.hear(h.machineOf(h.open[i]), h.open[i])
		h.open = slices.Delete(h.open, i, i+1)
	default:
		h.share(machine)
	}
}

func pick(h *history, list ...string) string { return list[h.random.IntN(len(list))] }

// machineOf returns the number of the machine on which an event happens.
func (h *history) machineOf(ev hook.Event) int { return slices.Index(h.roots[:], ev.CWD) }

// goTest runs some Go tests, of which some fail.
func (h *history) goTest(machine int, session string) {
	var failed strings.Builder
	for _, name := range []string{"TestSum", "TestTotal", "TestTax"} {
		if h.random.IntN(3) == 0 {
			fmt.Fprintf(&failed, "--- FAIL: %s (0.00s)\n    a_test.go:3: got %s\n", name, pick(h, "1", "2"))
		}
	}
	ev := hook.Event{Tool: hook.Run, Command: pick(h, "go test ./...", "go test ./...", "go test -run TestSum ./..."), Output: "ok  \texample.com/a\t0.003s\n"}
	exit := 0
	if failed.Len() > 0 {
		ev.Output, exit = failed.String()+"FAIL\nFAIL\texample.com/a\t0.003s\nFAIL\n", 1
	}
	ev.Exit = &exit
	h.call(machine, session, ev)
}

// pytest runs some tests of Python, of which one may fail.
func (h *history) pytest(machine int, session string) {
	exit := h.random.IntN(2)
	ev := hook.Event{Tool: hook.Run, Command: "pytest", Exit: &exit, Output: "test_b.py ..  [100%]\n\n============================== 2 passed in 0.01s ===============================\n"}
	if exit == 1 {
		ev.Output = fmt.Sprintf("test_b.py .F  [100%%]\n\n=========================== short test summary info ============================\nFAILED test_b.py::test_%s - assert 2 == 3\n========================= 1 failed, 1 passed in 0.02s ==========================\n", pick(h, "sum", "tax"))
	}
	h.call(machine, session, ev)
}

// call announces a call, and ends it at once or later.
func (h *history) call(machine int, session string, ev hook.Event) {
	h.calls++
	ev.Session, ev.Agent, ev.CWD, ev.Call, ev.Name = session, "plain", h.roots[machine], fmt.Sprint("c", h.calls), "Bash"
	before := ev
	before.Moment, before.Exit, before.Output = hook.Before, nil, ""
	h.hear(machine, before)
	ev.Moment, ev.Outcome = hook.After, hook.OK
	if ev.Exit != nil && *ev.Exit != 0 {
		ev.Outcome = hook.Failed
	}
	if h.random.IntN(10) == 0 {
		h.open = append(h.open, ev)
		return
	}
	h.now += 100
	h.hear(machine, ev)
}

// hear lets a machine, and the store in which all sessions work, hear an event.
func (h *history) hear(machine int, ev hook.Event) {
	h.t.Helper()
	for _, e := range []*Engine{h.machines[machine], h.both} {
		if _, err := e.Hear(h.t.Context(), ev, hook.Capabilities{}); err != nil {
			h.t.Fatal(err)
		}
	}
}

// share lets a machine share what is new.
func (h *history) share(machine int) {
	h.t.Helper()
	s := &fleet.Syncer{
		DB: h.machines[machine].DB, Assets: witness.Files, Root: h.roots[machine], Clock: func() int64 { return h.now },
		Config: project.Fleet{Machine: fmt.Sprint("m", machine), Share: project.Shares},
	}
	if err := s.Hand(h.t.Context(), h.boxes[machine], 0); err != nil {
		h.t.Fatal(err)
	}
}

// merge adds what machines have shared to a store, each kind and row in an order of its own.
func (h *history) merge(to *store.DB, machines ...int) {
	h.t.Helper()
	for _, machine := range machines {
		for _, kind := range project.Shares {
			rows := rowsOf(h.t, h.boxes[machine], "SELECT * FROM fleet_"+kind)
			h.random.Shuffle(len(rows), func(i, j int) { rows[i], rows[j] = rows[j], rows[i] })
			for _, row := range rows {
				if _, err := to.Exec(h.t.Context(), "INSERT OR REPLACE INTO fleet_"+kind+" VALUES ("+strings.TrimSuffix(strings.Repeat("?, ", len(row)), ", ")+")", row...); err != nil {
					h.t.Fatal(err)
				}
			}
		}
	}
}

// rowsOf returns the rows of a query.
func rowsOf(t *testing.T, db *store.DB, query string) (rows [][]any) {
	t.Helper()
	err := db.Each(context.Background(), db.WithViews(query), nil, func(_ []string, row []store.Value) error {
		values := make([]any, len(row))
		for i, v := range row {
			values[i] = v
		}
		rows = append(rows, values)
		return nil
	})
	if err != nil {
		t.Fatalf("%s: %v", query, err)
	}
	return rows
}

// linesOf returns the rows of a query as sorted texts.
func linesOf(t *testing.T, db *store.DB, query string) (lines []string) {
	t.Helper()
	for _, row := range rowsOf(t, db, query) {
		text, err := json.Marshal(row)
		if err != nil {
			t.Fatal(err)
		}
		lines = append(lines, string(text))
	}
	slices.Sort(lines)
	return lines
}

// allRows returns the facts of others that a store has.
func allRows(t *testing.T, db *store.DB) (lines []string) {
	for _, kind := range project.Shares {
		lines = append(lines, linesOf(t, db, "SELECT * FROM fleet_"+kind)...)
	}
	return lines
}

// derived returns what a store knows of all sessions, without their names. Elsewhere a view has each failure, change and run of a session,
// of which the last counts.
func (h *history) derived(db *store.DB) (lines []string) {
	h.t.Helper()
	for what, query := range map[string]string{
		"failing": `SELECT f.tool, f.suite, f.test, f.signature, max(f.at) FROM team_failing f
			WHERE NOT EXISTS (SELECT 1 FROM team_recovered p WHERE p.session = f.session AND p.tool = f.tool AND p.suite = f.suite AND p.test = f.test AND p.at > f.at) GROUP BY f.session, f.tool, f.suite, f.test`,
		"recovered": "SELECT tool, suite, test, signature, edited, at FROM team_recovered",
		"flip":      "SELECT tool, suite, test, at FROM team_flips",
		"edit":      "SELECT file, max(at) FROM team_edits GROUP BY session, file",
		"run":       "SELECT outcome, whole, max(at) FROM team_runs GROUP BY session",
		"verdict":   "SELECT rule, severity, vote, at FROM team_verdicts",
	} {
		for _, line := range linesOf(h.t, db, query) {
			lines = append(lines, what+" "+line)
		}
	}
	slices.Sort(lines)
	return lines
}

// compare reports how what is known in one place differs from what should be.
func (h *history) compare(name string, got, want []string) {
	h.t.Helper()
	for _, line := range got {
		if i := slices.Index(want, line); i < 0 {
			h.t.Errorf("%s: %s is not known to the store that saw everything", name, line)
		} else {
			want = slices.Delete(slices.Clone(want), i, i+1)
		}
	}
	for _, line := range want {
		h.t.Errorf("%s: %s is missing", name, line)
	}
}
