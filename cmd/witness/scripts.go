package main

import (
	"errors"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"
	"runtime"
	"slices"
	"strings"

	"github.com/rogpeppe/go-internal/testscript"
	"github.com/rogpeppe/go-internal/txtar"

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

// A result is the outcome of one run of a script.
type result struct {
	log     string // every heading, command and output
	phase   string // the part of log from the last heading up to the failure
	failure string // path:line: cause; empty if the script did not fail
	skipped bool
}

// runScript runs the script at path and waits for its end. did, will and witness are found in bin.
func runScript(path, bin string, update bool, prepare func(*testscript.Env) error) result {
	archive, err := checkScript(path)
	if err != nil {
		return result{failure: err.Error()}
	}
	t := &recorder{}
	done := make(chan struct{})
	go func() { // FailNow and Skip end the goroutine
		defer close(done)
		defer func() {
			if r := recover(); r != nil {
				t.failed = true // testscript panics if an update cannot be written
			}
		}()
		testscript.RunT(t, testscript.Params{
			Files: []string{path}, UpdateScripts: update, RequireUniqueNames: true, Cmds: commands(),
			Setup: func(env *testscript.Env) error {
				env.Setenv("PATH", bin+string(filepath.ListSeparator)+env.Getenv("PATH"))
				return errors.Join(setUp(env), prepare(env))
			},
		})
	}()
	<-done
	return t.result(path, archive)
}

// commands are the words as commands of a script, which need no exec before them.
func commands() map[string]func(*testscript.TestScript, bool, []string) {
	all := map[string]func(*testscript.TestScript, bool, []string){}
	for _, word := range words {
		all[word] = func(ts *testscript.TestScript, neg bool, args []string) {
			if len(args) > 0 && strings.HasPrefix(args[len(args)-1], "&") {
				ts.Fatalf("only exec starts a program in the background: exec %s %s", word, strings.Join(args, " "))
			}
			err := ts.Exec(word, args...)
			switch {
			case err != nil && !neg:
				ts.Logf("[%v]", err)
				ts.Fatalf("%s failed", word)
			case err == nil && neg:
				ts.Fatalf("%s did not fail", word)
			}
		}
	}
	return all
}

// checkScript refuses a script that would write files outside of its folder when it is unpacked,
// and one that uses what testscript has for Go's own tests and for terminals.
func checkScript(path string) (*txtar.Archive, error) {
	archive, err := txtar.ParseFile(path)
	if err != nil {
		return nil, fmt.Errorf("%s:1: %w", path, err)
	}
	n := 0
	for line := range strings.Lines(string(archive.Comment)) {
		n++
		if err := checkLine(line); err != nil {
			return nil, fmt.Errorf("%s:%d: %w", path, n, err)
		}
	}
	for _, file := range archive.Files {
		n++
		name := filepath.FromSlash(strings.TrimPrefix(file.Name, "$WORK/"))
		if !filepath.IsLocal(name) || name == "." || strings.Contains(name, "$") {
			return nil, fmt.Errorf("%s:%d: the file %q would be outside of the script's folder", path, n, file.Name)
		}
		n += strings.Count(string(file.Data), "\n")
	}
	return archive, nil
}

func checkLine(line string) error {
	for _, word := range strings.Fields(line) {
		condition, ok := strings.CutPrefix(word, "[")
		switch {
		case ok:
			name := strings.TrimPrefix(strings.TrimSuffix(condition, "]"), "!")
			if slices.Contains([]string{"short", "net", "link", "gc", "gccgo"}, name) || strings.HasPrefix(name, "go1.") {
				return fmt.Errorf("unknown condition %q; known are unix, symlink, exec:PROGRAM and Go's names of systems and processors, such as windows and arm64", name)
			}
		case word == "ttyin" || word == "ttyout":
			return fmt.Errorf("unknown command %q: a test has no terminal", word)
		case word != "!":
			return nil
		}
	}
	return nil
}

// A recorder is the test that testscript reports to.
type recorder struct {
	log             strings.Builder
	failed, skipped bool
}

func (r *recorder) Run(_ string, f func(testscript.T)) { f(r) }
func (r *recorder) Parallel()                          {}
func (r *recorder) Verbose() bool                      { return true } // or testscript drops the log of passed phases
func (r *recorder) Log(args ...any)                    { fmt.Fprintln(&r.log, args...) }
func (r *recorder) Fatal(args ...any)                  { r.Log(args...); r.FailNow() }
func (r *recorder) FailNow()                           { r.failed = true; runtime.Goexit() }
func (r *recorder) Skip(args ...any)                   { r.Log(args...); r.skipped = true; runtime.Goexit() }

// result takes the log apart. It begins with the environment, which ends with an empty line, and
// its headings end with a time.
func (r *recorder) result(path string, archive *txtar.Archive) result {
	log := r.log.String()
	if i := strings.Index(log, "WORK="); i >= 0 {
		if _, rest, ok := strings.Cut(log[i:], "\n\n"); ok {
			log = log[:i] + rest // a message of skip comes before the environment
		}
	}
	var headings []string
	for line := range strings.Lines(string(archive.Comment)) {
		if heading := strings.TrimSuffix(line, "\n"); strings.HasPrefix(heading, "#") {
			headings = append(headings, heading)
		}
	}
	var b strings.Builder
	phase := 0
	for line := range strings.Lines(log) {
		if timed := strings.LastIndex(line, " ("); timed > 0 && len(headings) > 0 && line[:timed] == headings[0] {
			phase, headings = b.Len(), headings[1:]
			line = line[:timed] + "\n"
		}
		b.WriteString(line)
	}
	log = b.String()
	res := result{log: log, skipped: r.skipped}
	if !r.failed {
		return res
	}
	const mark = "FAIL: "
	i := strings.LastIndex(log, mark+path+":")
	if i < 0 { // testscript itself failed, such as to make the folder
		res.failure = path + ":1: " + strings.TrimSpace(log)
		return res
	}
	res.failure = strings.TrimRight(log[i+len(mark):], "\n")
	if cause, ok := strings.CutPrefix(res.failure, path+":0: "); ok {
		res.failure = path + ":1: " + cause // before the first line
	}
	res.phase = log[min(phase, i):i]
	return res
}

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
