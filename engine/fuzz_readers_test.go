package engine

import (
	"path/filepath"
	"strings"
	"testing"

	"witness/engine/project"

	"github.com/rogpeppe/go-internal/txtar"

	"witness"

	"witness/engine/hook"
	"witness/internal/testfiles"
)

// FuzzReaders runs the readers on mutated outputs of real tools: no reader fails, and no run with known
// failures has passed.
func FuzzReaders(f *testing.F) {
	scripts, err := filepath.Glob(testfiles.Root(f) + "/testscripts/facts/*.txtar")
	if err != nil || len(scripts) < 20 {
		f.Fatal("no outputs", err)
	}
	f.Setenv("HOME", f.TempDir())
	e, err := OpenMemory(f.Context(), witness.Files, f.TempDir(), project.AsHooks)
	if err != nil {
		f.Fatal(err)
	}
	e.Config.AfterMS = 60_000
	readers := e.Readers.All()
	for i, name := range scripts {
		script, err := txtar.ParseFile(name)
		if err != nil {
			f.Fatal(err)
		}
		reader := strings.TrimSuffix(filepath.Base(name), ".txtar")
		for j, file := range script.Files {
			if (i+j)%4 != 0 || len(file.Data) > 3000 {
				continue // a sample, or the first round takes long
			}
			for k, r := range readers {
				if r.Name == reader {
					f.Add(string(file.Data), k)
				}
			}
		}
	}
	f.Fuzz(func(t *testing.T, output string, n int) {
		if n < 0 || len(output) > 20_000 {
			return
		}
		r := readers[n%len(readers)]
		if err := r.Parse(); err != nil {
			t.Fatal(err)
		}
		command := "make"
		if len(r.Commands) > 0 {
			command = r.Commands[0]
		}
		e.faults.list = nil
		c := e.Resolve(hook.Event{Session: "s", Moment: hook.After, Tool: hook.Run, CWD: t.TempDir(), Command: command, Output: output, Outcome: hook.OK})
		for _, run := range e.Readers.Read(t.Context(), c).Runs {
			if run.Outcome == "pass" && (run.Failed != nil && *run.Failed > 0 || run.Named > 0) {
				t.Errorf("%s: a run with failures passed: %+v of %q", run.Tool, run, output)
			}
		}
		for _, fault := range e.faults.list {
			t.Errorf("%s: %v on %q", fault.place, fault.err, output)
		}
	})
}
