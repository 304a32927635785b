package main

import (
	"errors"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"
	"runtime"
	"strings"

	"github.com/rogpeppe/go-internal/testscript"

	"witness/engine"
)

// words are the programs of a test script: witness itself, and did and will, which play
// the agent. All three are this program, which looks at the name it is started by.
var words = []string{"witness", "did", "will"}

// setUp makes a script's folder a project with a store of its own, apart from the
// machine's settings. Mistakes are shown (WITNESS_STRICT), and time is plenty.
func setUp(env *testscript.Env) error {
	home := filepath.Join(env.WorkDir, ".home")
	for _, dir := range []string{home, filepath.Join(env.WorkDir, ".git")} {
		if err := os.MkdirAll(dir, 0o755); err != nil {
			return err
		}
	}
	system := filepath.Join(home, "system.toml")
	if err := os.WriteFile(system, []byte("[limits]\nbefore_ms = 60000\nafter_ms = 60000\n"), 0o644); err != nil {
		return err
	}
	env.Setenv("HOME", home)
	env.Setenv("XDG_STATE_HOME", filepath.Join(home, "state"))
	env.Setenv("WITNESS_SYSTEM_CONFIG", system)
	env.Setenv("WITNESS_STRICT", "1")
	return nil
}

// A trial is one run of one script: it is to testscript what testing.T is in a Go test.
type trial struct {
	log             strings.Builder
	failed, skipped bool
}

// try runs the script at path and waits for its end. did, will and witness are found in bin.
func try(path, bin string, update bool, prepare func(*testscript.Env) error) *trial {
	t := &trial{}
	params := testscript.Params{
		Files: []string{path}, UpdateScripts: update, RequireUniqueNames: true,
		Cmds: map[string]func(*testscript.TestScript, bool, []string){},
		Setup: func(env *testscript.Env) error {
			env.Setenv("PATH", bin+string(filepath.ListSeparator)+env.Getenv("PATH"))
			return errors.Join(setUp(env), prepare(env))
		},
	}
	for _, word := range words {
		params.Cmds[word] = func(ts *testscript.TestScript, neg bool, args []string) {
			switch err := ts.Exec(word, args...); {
			case err != nil && !neg:
				ts.Fatalf("%s failed", word)
			case err == nil && neg:
				ts.Fatalf("%s did not fail", word)
			}
		}
	}
	done := make(chan struct{})
	go func() { // a script ends by ending its goroutine
		defer close(done)
		testscript.RunT(t, params)
	}()
	<-done
	return t
}

// Run runs f at once: a trial has one script.
func (t *trial) Run(_ string, f func(testscript.T)) { f(t) }

// Parallel does nothing: who calls try decides what runs beside it.
func (t *trial) Parallel() {}

// Verbose keeps the whole log. What of it is shown is decided afterwards.
func (t *trial) Verbose() bool { return true }

// Log adds to the log.
func (t *trial) Log(args ...any) { fmt.Fprintln(&t.log, args...) }

// Fatal adds to the log and ends the script as failed.
func (t *trial) Fatal(args ...any) { t.Log(args...); t.FailNow() }

// FailNow ends the script as failed.
func (t *trial) FailNow() { t.failed = true; runtime.Goexit() }

// Skip ends the script as not run.
func (t *trial) Skip(args ...any) { t.Log(args...); t.skipped = true; runtime.Goexit() }

// linkWords makes a folder in which this program is found by the name of each word.
func linkWords() (bin string, err error) {
	self, err := os.Executable()
	if err != nil {
		return "", err
	}
	if bin, err = os.MkdirTemp("", "witness-words-"); err != nil {
		return "", err
	}
	suffix := ""
	if runtime.GOOS == "windows" {
		suffix = ".exe"
	}
	for _, word := range words {
		to := filepath.Join(bin, word+suffix)
		if os.Symlink(self, to) == nil {
			continue
		}
		// Windows lets few users make links.
		program, err := os.ReadFile(self)
		if err == nil {
			err = os.WriteFile(to, program, 0o755)
		}
		if err != nil {
			return "", errors.Join(err, os.RemoveAll(bin))
		}
	}
	return bin, nil
}

// copyBrain copies the readers and questions of a source, and the rules that match a
// pattern, into dir, as its project or user has them. What the script brought itself stays.
func copyBrain(source engine.Source, rules, dir string) error {
	for _, pattern := range []string{"facts.d/*.sql", "rules.d/" + rules + ".sql", "queries.d/*.sql"} {
		files, err := fs.Glob(source.FS, pattern)
		if err != nil {
			return err
		}
		for _, name := range files {
			text, err := fs.ReadFile(source.FS, name)
			if err != nil {
				continue // no regular file: witness does not read it either
			}
			to := filepath.Join(dir, filepath.FromSlash(name))
			if err := os.MkdirAll(filepath.Dir(to), 0o755); err != nil {
				return err
			}
			if _, err := os.Lstat(to); err == nil {
				continue
			}
			if err := os.WriteFile(to, text, 0o644); err != nil {
				return err
			}
		}
	}
	return nil
}
