package engine

import (
	"flag"
	"fmt"
	"maps"
	"os"
	"path/filepath"
	"regexp"
	"slices"
	"strings"
	"testing"

	"github.com/rogpeppe/go-internal/txtar"

	"witness"
	"witness/engine/hook"
	"witness/engine/project"
	"witness/internal/testfiles"
)

// factsCommand is how a script has an output read.
var factsCommand = regexp.MustCompile(`(?m)^witness facts (?:--exit (\d+) )?'([^'|;&>]+)' (\S+)`)

// outputs is how many red and green outputs of each reader TestRedStaysRed takes.
var outputs = flag.Int("outputs", 2, "how many red and green outputs of each reader are played in pairs")

// An output is what a runner has printed.
type output struct{ command, text string }

// ownOutputs returns outputs of each reader's own commands, from the scripts of the readers: those in which a test failed, and
// those in which none did and the run was complete.
func ownOutputs(t *testing.T, play func(reader, line, text string, exit int) (failing, green int64)) (red, green map[string][]output) {
	t.Helper()
	most := *outputs
	if testing.Short() {
		most = 1
	}
	red, green = map[string][]output{}, map[string][]output{}
	for _, path := range testfiles.Glob(t, "testscripts/facts/*.txtar", 50) {
		script, err := txtar.ParseFile(path)
		if err != nil {
			t.Fatal(err)
		}
		reader := strings.TrimSuffix(filepath.Base(path), ".txtar")
		texts := map[string]string{}
		for _, f := range script.Files {
			texts[f.Name] = string(f.Data)
		}
		for _, m := range factsCommand.FindAllStringSubmatch(string(script.Comment), -1) {
			o := output{m[2], texts[m[3]]}
			if o.text == "" || len(o.text) > 20_000 {
				continue
			}
			if len(red[reader]) == most && len(green[reader]) == most {
				break
			}
			if failing, _ := play(reader, o.command, o.text, 1); failing > 0 && len(red[reader]) < most {
				red[reader] = append(red[reader], o)
			} else if _, passed := play(reader, o.command, o.text, 0); failing == 0 && passed > 0 && len(green[reader]) < most {
				green[reader] = append(green[reader], o)
			}
		}
	}
	return red, green
}

// TestRedStaysRed drives every reader with pairs of its own outputs, one red and one green: nothing that only looks green ends
// what fails. It takes two red and two green outputs of each reader. With -short each pair is played in every third way,
// another third for each pair.
//
// Of the 612 pairs that -outputs 99 plays in two minutes, 33 of some 9,000 plays fail: runs that broke off before they named
// a test (a traceback, a compile error), in a loop or in a task that succeeds, where only a status would tell it, and forms of
// mocha and bats that no one output has.
func TestRedStaysRed(t *testing.T) {
	t.Setenv("HOME", t.TempDir())
	e, err := OpenMemory(t.Context(), witness.Files, t.TempDir(), project.TrustAll)
	if err != nil {
		t.Fatal(err)
	}
	e.unlimited()
	calls := 0
	projects := t.TempDir()
	hear := func(session, line, text string, exit int) {
		calls++
		project := filepath.Join(projects, session) // of its own, because a session inherits what the last one in its project left failing
		if err := os.MkdirAll(filepath.Join(project, ".git"), 0o700); err != nil {
			t.Fatal(err)
		}
		ev := hook.Event{Session: session, Agent: "plain", Call: fmt.Sprint(calls), Moment: hook.After, Tool: hook.Run, CWD: project, Command: line, Output: text, Exit: &exit, Outcome: hook.OK}
		if exit != 0 {
			ev.Outcome = hook.Failed
		}
		if _, err := e.Hear(t.Context(), ev, hook.Capabilities{}); err != nil {
			t.Fatal(err)
		}
	}
	count := func(sql, session string) int64 {
		n, err := e.DB.Int(t.Context(), sql, session)
		if err != nil {
			t.Fatal(err)
		}
		return n
	}
	const failing = "SELECT count(*) FROM failing WHERE session = :p1 AND doubtful = 0"
	sessions := 0
	play := func(reader, line, text string, exit int) (int64, int64) {
		sessions++
		session := fmt.Sprint("s", sessions)
		hear(session, line, text, exit)
		if count("SELECT count(*) FROM runs WHERE session = :p1 AND how <> 'exit' AND tool = '"+reader+"'", session) == 0 {
			return 0, 0
		}
		if exit != 0 && count("SELECT count(*) FROM runs WHERE session = :p1 AND failed > 0", session) == 0 {
			return 0, 0 // only its exit status says that it failed, which a loop has of its last turn alone
		}
		return count(failing, session), count("SELECT count(*) FROM runs WHERE session = :p1 AND outcome = 'pass' AND complete", session)
	}
	red, green := ownOutputs(t, play)
	after := func(r output, line, text string, exit int) (ended bool) {
		sessions++
		session := fmt.Sprint("s", sessions)
		hear(session, r.command, r.text, 1)
		before := count(failing, session)
		hear(session, line, text, exit)
		return before > 0 && count(failing, session) == 0
	}
	pairs := 0
	for _, reader := range slices.Sorted(maps.Keys(red)) {
		for _, r := range red[reader] {
			for _, g := range green[reader] {
				pairs++
				both, reversed := r.text+"\n"+g.text, g.text+"\n"+r.text
				apart := after(r, g.command, g.text, 0) // whether the green run ends what the red one has shown, in calls of their own
				for i, c := range []struct {
					why, line, text string
					exit            int
				}{
					{"a loop, of which the last turn is green", "for i in 1 2; do " + r.command + "; done", both, 0},
					{"a loop, of which the last turn is red", "for i in 1 2; do " + r.command + "; done", reversed, 1},
					{"two commands, of which the last is green", r.command + "; " + g.command, both, 0},
					{"two commands, of which the last is red", g.command + "; " + r.command, reversed, 1},
					{"a task of two runs, of which the last is green", "make all", both, 2},
					{"a task of two runs, of which the last is red", "make all", reversed, 2},
					{"a task that succeeds, of two runs of which the last is green", "make all", both, 0},
					{"a task that succeeds, of two runs of which the last is red", "make all", reversed, 0},
					{"a run with two summaries", r.command, both, 1},
					{"a run whose output went elsewhere", r.command + " > /dev/null 2>&1; cat old.log", g.text, 0},
					{"a run whose output is rewritten", r.command + " | sed 's/FAIL/ok/'", g.text, 0},
					{"a run of which another filter drops the failures", r.command + " | awk '!/FAIL|fail|✗|✘|✖|×|not ok|rror/' | cut -d, -f2", g.text, 0},
					{"what the line prints itself", r.command + " > /dev/null 2>&1; cat << 'E'\n" + g.text + "\nE", g.text, 0},
					{"a run in the background", r.command + " & sleep 9", g.text, 0},
					{"a log", "cat old.log", g.text, 0},
				} {
					if c.line == "make all" && c.exit == 0 && reader == "bats" {
						continue // its two forms have a reader each, and no task prints both
					}
					if testing.Short() && (pairs+i)%3 != 0 || c.why == "two commands, of which the last is green" && apart {
						continue
					}
					if after(r, c.line, c.text, c.exit) {
						t.Errorf("%s: %s: `%s` ends what `%s` has shown", reader, c.why, c.line, r.command)
					}
				}
			}
		}
	}
	t.Logf("%d readers, %d pairs, %d calls", len(red), pairs, calls)
}
