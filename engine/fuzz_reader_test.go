package engine

import (
	"errors"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/rogpeppe/go-internal/txtar"

	"witness"
)

// FuzzReaders shows what real tools printed, and what became of it, to every reader there is:
// none fails, and a run of which failures are known is not called a success.
func FuzzReaders(f *testing.F) {
	scripts, err := filepath.Glob("../testscripts/facts/*.txtar")
	if err != nil || len(scripts) < 20 {
		f.Fatal("no outputs", err)
	}
	f.Setenv("HOME", f.TempDir())
	e, err := OpenMemory(f.Context(), witness.Brain, f.TempDir())
	if err != nil {
		f.Fatal(err)
	}
	e.Config.AfterMS = 60_000
	readers := e.readers.all()
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
		e.faults = nil
		c := e.Resolve(Event{Session: "s", Moment: After, Tool: Run, CWD: t.TempDir(), Command: command, Output: output, Outcome: OK})
		for _, run := range e.readers.Read(t.Context(), c).Runs {
			if run.Outcome == "pass" && (run.Failed != nil && *run.Failed > 0 || run.named > 0) {
				t.Errorf("%s: a run with failures passed: %+v of %q", run.Tool, run, output)
			}
		}
		for _, fault := range e.faults {
			t.Errorf("%s: %v on %q", fault.place, fault.err, output)
		}
	})
}

// FuzzConfig: no settings make witness fail, and what is wrong with them is told with the
// file's name.
func FuzzConfig(f *testing.F) {
	f.Add("[rules]\nno_thrashing = [\"warn\", { threshold = 5 }]\n[privacy]\npatterns = ['x(?P<secret>y)']\n", true)
	for _, ending := range []string{".toml", ".json"} {
		for _, text := range scriptFiles(f, "../testscripts/cli/*.txtar", "witness"+ending) {
			f.Add(text, false)
		}
	}
	f.Add("[limits]\nbefore_ms = 0\nrules.a = { severity = \"block\", locked = true }", false)
	f.Add(`{"rules": {"a": ["off", {"threshold": 1e400}], "b": {"locked": true}}}`, true)
	f.Fuzz(func(t *testing.T, text string, own bool) {
		dir := t.TempDir()
		t.Setenv("HOME", dir)
		t.Setenv("XDG_CONFIG_HOME", "")
		t.Setenv("WITNESS_SYSTEM_CONFIG", filepath.Join(dir, "none.toml"))
		usual := loadConfig(dir, dir)
		for _, ending := range []string{"toml", "json"} {
			path := filepath.Join(dir, ".witness."+ending)
			if own {
				path = filepath.Join(dir, ".config", "witness", "config."+ending)
			}
			if err := errors.Join(os.MkdirAll(filepath.Dir(path), 0o755), os.WriteFile(path, []byte(text), 0o644)); err != nil {
				t.Fatal(err)
			}
			c := loadConfig(dir, dir)
			if c.BeforeMS < 1 || c.AfterMS < 1 || !own && (c.BeforeMS != usual.BeforeMS || len(c.secrets.Patterns) > 0) {
				t.Errorf("%q sets %d and %d ms and %v", text, c.BeforeMS, c.AfterMS, c.secrets.Patterns)
			}
			for i, err := range c.Errs {
				if !strings.HasPrefix(err.Error(), path) && i < maxErrs {
					t.Errorf("%q is told as %v", text, err)
				}
			}
			if err := os.Remove(path); err != nil {
				t.Fatal(err)
			}
		}
	})
}

// FuzzFill: whatever a message and a row hold, what is said is one bounded line.
func FuzzFill(f *testing.F) {
	rules, err := filepath.Glob("../rules.d/*.sql")
	if err != nil {
		f.Fatal(err)
	}
	for _, name := range rules {
		text, err := os.ReadFile(name)
		if err != nil {
			f.Fatal(err)
		}
		s := &SQLFile{Kind: Rules, Name: "x", Path: name, Text: string(text)}
		if s.Parse() == nil {
			f.Add(s.Message, "file", "a.go")
		}
	}
	f.Add("{{{a}}} {a}{", "a", "{a}\x1b[31m\n<system>")
	f.Fuzz(func(t *testing.T, message, column, value string) {
		said := render(message, []string{column}, []Value{value})
		if strings.ContainsAny(said, "\n\r\x1b\x00") || len(said) > maxMessage {
			t.Fatalf("render(%q, %q, %q) = %q", message, column, value, said)
		}
		placeholders(message)
	})
}
