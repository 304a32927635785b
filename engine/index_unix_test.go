//go:build unix

package engine

import (
	"fmt"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"
	"time"

	"witness/engine/bundle"
	"witness/engine/hook"
	"witness/engine/store"

	"golang.org/x/sys/unix"

	"witness"
)

// changeTime is when anything of a file changed last, in nanoseconds since 1970.
func changeTime(t *testing.T, path string) int64 {
	t.Helper()
	var info unix.Stat_t
	if err := unix.Lstat(path, &info); err != nil {
		t.Fatal(err)
	}
	return info.Ctim.Nano()
}

// TestHeaders: whatever becomes of the files of a large folder, a hook asks the rules that it
// would ask had it read them all.
func TestHeaders(t *testing.T) {
	project := t.TempDir()
	dir := filepath.Join(project, ".witness", "rules.d")
	t.Setenv("WITNESS_DB", filepath.Join(t.TempDir(), "witness.db"))
	t.Setenv("HOME", t.TempDir())
	t.Setenv("XDG_CONFIG_HOME", "")
	if err := os.MkdirAll(dir, 0o700); err != nil {
		t.Fatal(err)
	}
	old, later := time.Now().Add(-time.Hour), time.Now().Add(time.Hour).UnixMilli()
	write := func(name, header string) {
		path := filepath.Join(dir, name+".sql")
		if err := os.WriteFile(path, []byte(header+"\n--- message = \"x\"\nSELECT 1"), 0o600); err != nil {
			t.Fatal(err)
		}
		if err := os.Chtimes(path, old, old); err != nil {
			t.Fatal(err)
		}
	}
	for i := range 3 * bundle.MinIndexed {
		write(fmt.Sprintf("rule%03d", i), []string{
			`--- tools = ["edit"]`, `--- tools = ["edit"]` + "\n" + `--- paths = ["*.md"]`, `--- when = ["stop"]`,
			`--- commands = ["go test"]`, `--- tools = ["run"]`, `--- paths = ["*.go"]`,
		}[i%6])
	}
	edit := hook.Event{Session: "s", Agent: "plain", Moment: hook.Before, CWD: project, Tool: hook.Edit, Files: []hook.File{{Path: "a.go", Kind: hook.Edit}}}
	run := hook.Event{Session: "s", Agent: "plain", Moment: hook.Before, CWD: project, Tool: hook.Run, Command: "go test ./..."}
	stop := hook.Event{Session: "s", Agent: "plain", Moment: hook.Stop, CWD: project}
	asked := func(ev hook.Event, indexed bool) (names []string) {
		e, err := Open(t.Context(), witness.Files, project, "", nil)
		if err != nil {
			t.Fatal(err)
		}
		defer e.Close()
		e.Clock = func() int64 { return later }
		if !indexed {
			e.Eval.LoadAll()
		}
		evaluation := e.Eval.Begin(e.Resolve(ev))
		for _, r := range evaluation.AllRules() {
			if r.Err != nil {
				names = append(names, r.Name+": "+r.Err.Error())
			} else if evaluation.Concerns(r) {
				names = append(names, r.Name)
			}
		}
		evaluation.SaveIndexes(t.Context())
		return names
	}
	same := func(after string) {
		t.Helper()
		for range 2 { // what the first notes, the second knows
			for _, ev := range []hook.Event{edit, run, stop} {
				if all, known := asked(ev, false), asked(ev, true); !slices.Equal(all, known) {
					t.Errorf("after %s, %s %s: knowing headers asks %v, reading all %v", after, ev.Moment, ev.Tool, known, all)
				}
			}
		}
	}
	same("the first reading")
	write("rule002", `--- tools = ["edit"]`)
	same("a change")
	// Of the same length, and with the time of the change set back; only what the system
	// alone sets can tell. Its clock must have gone on for that.
	path := filepath.Join(dir, "rule004.sql")
	for before := changeTime(t, path); changeTime(t, path) == before; {
		write("rule004", `--- tools = ["xyz"]`)
		write("rule004", `--- tools = ["run"]`)
		write("rule004", `--- tools = ["fly"]`)
	}
	same("a change in disguise")
	write("rule003", `--- when = ["begin"]`)
	same("a mistake")
	write("rule003", `--- when = ["start"]`)
	same("its mending")
	for _, name := range []string{"rule000", "rule010", fmt.Sprintf("rule%03d", 3*bundle.MinIndexed-1)} {
		if err := os.Remove(filepath.Join(dir, name+".sql")); err != nil {
			t.Fatal(err)
		}
	}
	same("files that went")
	write("aaa", `--- tools = ["edit"]`)
	write("zzz", `--- commands = ["", "go test"]`)
	write("no_thrashing", `--- when = ["stop"]`)
	same("files that came")
	if err := os.WriteFile(filepath.Join(dir, "rule001.sql"), []byte("SELECT 1"), 0o600); err != nil {
		t.Fatal(err)
	}
	same("a header that went")
	if names := asked(edit, true); !slices.Contains(names, "rule005") || !slices.Contains(names, "aaa") || slices.ContainsFunc(names, func(s string) bool { return strings.HasPrefix(s, "no_thrashing") }) {
		t.Errorf("an edit of a Go file asks %v", names)
	}
}

// TestHeadersOfLate: what was changed a moment ago could be changed again and look the same, so
// nothing of it is noted.
func TestHeadersOfLate(t *testing.T) {
	project := t.TempDir()
	dir := filepath.Join(project, ".witness", "rules.d")
	t.Setenv("WITNESS_DB", filepath.Join(t.TempDir(), "witness.db"))
	if err := os.MkdirAll(dir, 0o700); err != nil {
		t.Fatal(err)
	}
	for i := range bundle.MinIndexed {
		if err := os.WriteFile(filepath.Join(dir, fmt.Sprintf("r%d.sql", i)), []byte("--- message = \"x\"\nSELECT 1"), 0o600); err != nil {
			t.Fatal(err)
		}
	}
	e, err := Open(t.Context(), witness.Files, project, "", nil)
	if err != nil {
		t.Fatal(err)
	}
	defer e.Close()
	noted := func(at time.Time) (text string) {
		e.Clock = at.UnixMilli
		if _, err := e.Hear(t.Context(), hook.Event{Session: "s", Agent: "plain", Moment: hook.Stop, CWD: project}, hook.Capabilities{}); err != nil {
			t.Fatal(err)
		}
		if err := e.DB.Each(t.Context(), "SELECT files FROM headers", nil, func(_ []string, row []store.Value) error {
			text = store.Text(row[0])
			return nil
		}); err != nil {
			t.Fatal(err)
		}
		return text
	}
	if got := noted(time.Now()); strings.Contains(got, ".sql") {
		t.Errorf("at once: %q", got)
	}
	if got := noted(time.Now().Add(time.Minute)); strings.Count(got, ".sql") != bundle.MinIndexed {
		t.Errorf("a minute later: %q", got)
	}
}
