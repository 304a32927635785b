package ruletest

import (
	"errors"
	"fmt"
	"path/filepath"
	"runtime"
	"slices"
	"strings"

	"github.com/rogpeppe/go-internal/testscript"
	"github.com/rogpeppe/go-internal/txtar"
)

// A Result is the outcome of one run of a script.
type Result struct {
	Log     string // every heading, command and output
	Phase   string // the part of Log from the last heading to the failure
	Failure string // "path:line: cause", or "" if the script did not fail
	Skipped bool
}

// Run runs the script at path in a sandbox, which prepare completes. bin is a directory made by
// LinkCommands. With update, a failing cmp rewrites the expected output in the script; with trust, all files
// of the script's project are in force.
func Run(path, bin string, update, trust bool, prepare func(*testscript.Env) error) Result {
	archive, err := check(path)
	if err != nil {
		return Result{Failure: err.Error()}
	}
	t := &recorder{}
	done := make(chan struct{})
	go func() { // recorder ends this goroutine when the script fails or skips
		defer close(done)
		defer func() {
			if r := recover(); r != nil {
				t.failed = true // testscript panics if it cannot update the script
			}
		}()
		testscript.RunT(t, testscript.Params{
			Files: []string{path}, UpdateScripts: update, RequireUniqueNames: true, Cmds: Commands(),
			Setup: func(env *testscript.Env) error {
				env.Setenv("PATH", bin+string(filepath.ListSeparator)+env.Getenv("PATH"))
				return errors.Join(SetUp(env, trust), prepare(env))
			},
		})
	}()
	<-done
	return t.result(path, archive)
}

// check reads the script at path and returns an error if it would write files outside of its
// directory when it is unpacked, or if it uses a feature of testscript that requires a Go test
// binary or a terminal.
func check(path string) (*txtar.Archive, error) {
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
			return nil, fmt.Errorf("%s:%d: the file %q would be outside of the test's directory", path, n, file.Name)
		}
		n += strings.Count(string(file.Data), "\n")
	}
	return archive, nil
}

// checkLine checks the conditions and the command of a line.
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

// A recorder is the testscript.T of one script. It records the log and the outcome.
type recorder struct {
	log             strings.Builder
	failed, skipped bool
}

func (r *recorder) Run(_ string, f func(testscript.T)) { f(r) }
func (r *recorder) Parallel()                          {}
func (r *recorder) Verbose() bool                      { return true } // otherwise the log of a phase that passed is dropped
func (r *recorder) Log(args ...any)                    { fmt.Fprintln(&r.log, args...) }
func (r *recorder) Fatal(args ...any)                  { r.Log(args...); r.FailNow() }
func (r *recorder) FailNow()                           { r.failed = true; runtime.Goexit() }
func (r *recorder) Skip(args ...any)                   { r.Log(args...); r.skipped = true; runtime.Goexit() }

// result returns the outcome of the script at path, which the archive holds.
func (r *recorder) result(path string, archive *txtar.Archive) Result {
	log, phase := cleanLog(r.log.String(), headings(archive))
	res := Result{Log: log, Skipped: r.skipped}
	if !r.failed {
		return res
	}
	const mark = "FAIL: "
	i := strings.LastIndex(log, mark+path+":")
	if i < 0 { // testscript itself failed, for example to create the directory
		res.Failure = path + ":1: " + strings.TrimSpace(log)
		return res
	}
	res.Failure = strings.TrimRight(log[i+len(mark):], "\n")
	if cause, ok := strings.CutPrefix(res.Failure, path+":0: "); ok {
		res.Failure = path + ":1: " + cause // it failed before the first line
	}
	res.Phase = log[min(phase, i):i]
	return res
}

// headings returns the headings of a script, which are the lines that begin with "#".
func headings(archive *txtar.Archive) (list []string) {
	for line := range strings.Lines(string(archive.Comment)) {
		if strings.HasPrefix(line, "#") {
			list = append(list, strings.TrimSuffix(line, "\n"))
		}
	}
	return list
}

// cleanLog removes from a log of testscript what differs between runs: the environment at its
// beginning, which ends with a blank line, and the duration after each heading. phase is the
// offset of the last heading.
func cleanLog(log string, headings []string) (clean string, phase int) {
	if i := strings.Index(log, "WORK="); i >= 0 {
		if _, rest, ok := strings.Cut(log[i:], "\n\n"); ok {
			log = log[:i] + rest // the message of skip precedes the environment
		}
	}
	var b strings.Builder
	for line := range strings.Lines(log) {
		if i := strings.LastIndex(line, " ("); i > 0 && len(headings) > 0 && line[:i] == headings[0] {
			phase, headings = b.Len(), headings[1:]
			line = line[:i] + "\n"
		}
		b.WriteString(line)
	}
	return b.String(), phase
}
