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

// changeTime returns the ctime of a file in nanoseconds since 1970.
func changeTime(t *testing.T, path string) int64 {
	t.Helper()
	var info unix.Stat_t
	if err := unix.Lstat(path, &info); err != nil {
		t.Fatal(err)
	}
	return info.Ctim.Nano()
}

// TestIndexAgreesWithFiles changes, adds and removes files of a large folder of rules: a hook that uses
// the index evaluates the same rules as one that reads all files.
func TestIndexAgreesWithFiles(t *testing.T) {
	project := t.TempDir()
	dir := filepath.Join(project, ".witness", "rules.d")
	t.Setenv("WITNESS_DB", filepath.Join(t.TempDir(), "witness.db"))
	t.Setenv("HOME", t.TempDir())
	t.Setenv("XDG_CONFIG_HOME", "")
	if err := os.MkdirAll(dir, 0o700); err != nil {
		t.Fatal(err)
	}
	trusting := filepath.Join(t.TempDir(), "config.toml") // a file of the project replaces one of witness below
	if err := os.WriteFile(trusting, []byte("[trust]\nprojects = [\"/**\"]\n"), 0o600); err != nil {
		t.Fatal(err)
	}
	t.Setenv("WITNESS_SYSTEM_CONFIG", trusting)
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
	const files = 60
	for i := range files {
		write(fmt.Sprintf("rule%03d", i), []string{
			`--- tools = ["edit"]`, `--- tools = ["edit"]` + "\n" + `--- paths = ["*.md"]`, `--- when = ["stop"]`,
			`--- commands = ["go test"]`, `--- tools = ["run"]`, `--- paths = ["*.go"]`,
		}[i%6])
	}
	edit := hook.Event{Session: "s", Agent: "plain", Moment: hook.Before, CWD: project, Tool: hook.Edit, Files: []hook.File{{Path: "a.go", Kind: hook.Edit}}}
	run := hook.Event{Session: "s", Agent: "plain", Moment: hook.Before, CWD: project, Tool: hook.Run, Command: "go test ./..."}
	stop := hook.Event{Session: "s", Agent: "plain", Moment: hook.Stop, CWD: project}
	mistakes := map[string]int{} // how often each was reported with the index
	evaluated := func(ev hook.Event, indexed bool) (names []string) {
		e, err := Open(t.Context(), witness.Files, project, "", store.LockWait, nil)
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
				if indexed {
					mistakes[r.Name]++
				}
			} else if evaluation.Concerns(r) {
				names = append(names, r.Name)
			}
		}
		evaluation.SaveIndexes(t.Context())
		return names
	}
	same := func(after string) {
		t.Helper()
		for range 2 { // the first round writes the index, the second uses it
			for _, ev := range []hook.Event{edit, run, stop} {
				if all, indexed := evaluated(ev, false), evaluated(ev, true); !slices.Equal(all, indexed) {
					t.Errorf("after %s, %s %s: with the index %v are evaluated, without it %v", after, ev.Moment, ev.Tool, indexed, all)
				}
			}
		}
	}
	same("the first reading")
	write("rule002", `--- tools = ["edit"]`)
	same("a change")
	// The file has the same size and its mtime is set back, so only its ctime shows the change. The
	// loop waits until the system's clock has advanced.
	path := filepath.Join(dir, "rule004.sql")
	for before := changeTime(t, path); changeTime(t, path) == before; {
		write("rule004", `--- tools = ["xyz"]`)
		write("rule004", `--- tools = ["run"]`)
		write("rule004", `--- tools = ["fly"]`)
	}
	same("a change that keeps size and mtime")
	write("rule003", `--- when = ["begin"]`)
	same("a mistake")
	write("rule003", `--- when = ["start"]`)
	same("a correction of the mistake")
	if mistakes["rule003"] != 1 || mistakes["rule004"] != 1 {
		t.Errorf("the mistakes of two files, which are reported once per change, were reported: %v", mistakes)
	}
	for _, name := range []string{"rule000", "rule010", fmt.Sprintf("rule%03d", files-1)} {
		if err := os.Remove(filepath.Join(dir, name+".sql")); err != nil {
			t.Fatal(err)
		}
	}
	same("removed files")
	write("aaa", `--- tools = ["edit"]`)
	write("zzz", `--- commands = ["", "go test"]`)
	write("no_thrashing", `--- when = ["stop"]`)
	same("added files")
	if err := os.WriteFile(filepath.Join(dir, "rule001.sql"), []byte("SELECT 1"), 0o600); err != nil {
		t.Fatal(err)
	}
	same("a removed header")
	if names := evaluated(edit, true); !slices.Contains(names, "rule005") || !slices.Contains(names, "aaa") || slices.ContainsFunc(names, func(s string) bool { return strings.HasPrefix(s, "no_thrashing") }) {
		t.Errorf("for an edit of a Go file %v are evaluated", names)
	}
}

// TestRecentFilesAreNotIndexed checks that files changed a moment ago are not put into the index: they
// could be changed again without a visible difference.
func TestRecentFilesAreNotIndexed(t *testing.T) {
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
	e, err := Open(t.Context(), witness.Files, project, "", store.LockWait, nil)
	if err != nil {
		t.Fatal(err)
	}
	defer e.Close()
	index := func(at time.Time) (text string) {
		e.Clock = at.UnixMilli
		if _, err := e.Hear(t.Context(), hook.Event{Session: "s", Agent: "plain", Moment: hook.Stop, CWD: project}, hook.Capabilities{}); err != nil {
			t.Fatal(err)
		}
		if err := e.DB.Each(t.Context(), "SELECT files FROM headers WHERE dir NOT LIKE '%.sql'", nil, func(_ []string, row []store.Value) error {
			text = store.Text(row[0])
			return nil
		}); err != nil {
			t.Fatal(err)
		}
		return text
	}
	if got := index(time.Now()); strings.Contains(got, ".sql") {
		t.Errorf("at once: %q", got)
	}
	if got := index(time.Now().Add(time.Minute)); strings.Count(got, ".sql") != bundle.MinIndexed {
		t.Errorf("a minute later: %q", got)
	}
}
