// Package script runs test scripts. A script is a text archive (golang.org/x/tools/txtar):
// commands first, then the files that lie in the folder in which the commands run.
//
// The language is that of github.com/rogpeppe/go-internal/testscript, so a script runs under
// both. What needs Go's own test binary or a terminal is missing: ttyin, ttyout and the
// conditions short, net, link, gc and go1.N. This package is there because testscript is made
// for Go tests: it brings Go's build configuration and the testing package, whose start
// every run of the program would pay for.
package script

import (
	"bytes"
	"context"
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"strings"

	"golang.org/x/tools/txtar"
)

// A Script is an archive and what it is run with.
type Script struct {
	File   string           // the archive; causes begin with this path
	Words  []string         // programs on PATH that are run without exec before them
	Update bool             // a cmp that finds a difference to a file of the archive rewrites it there
	SetUp  func(*Env) error // called once the files are there, before the first line; may be nil
}

// A Result tells how a script went.
type Result struct {
	Log     string // every heading, command and output
	Phase   string // the part of it under the last heading, up to the failure
	Failure string // path:line: cause; empty if the script did not fail
	Skipped bool
}

// A run is a script at work.
type run struct {
	Script
	env                   *Env
	archive               *txtar.Archive
	files                 map[string]int // where the files of the archive lie, with their index in it
	updated               bool
	dir                   string // the folder of the next command
	log                   bytes.Buffer
	phase                 int // where in the log the last heading stands
	line                  int
	stdin, stdout, stderr string
	background            []*process
	ctx                   context.Context // done at the end, which ends what is in the background
}

// How a script ends before its last line without having failed.
var (
	errStopped = errors.New("stop")
	errSkipped = errors.New("skip")
)

// Run runs a script in a folder of its own, which is removed afterwards. Scripts can be run beside
// each other.
func Run(s Script) Result {
	ctx, cancel := context.WithCancel(context.Background())
	defer cancel()
	r := &run{Script: s, env: &Env{}, ctx: ctx, line: 1}
	err := r.setUp()
	if r.env.WorkDir != "" {
		defer remove(filepath.Dir(r.env.WorkDir))
	}
	if err == nil {
		err = r.steps()
	}
	result := Result{Skipped: errors.Is(err, errSkipped)}
	over := result.Skipped || errors.Is(err, errStopped)
	fail := func(err error) {
		result.Failure = r.abbreviate(fmt.Sprintf("%s:%d: %v", s.File, r.line, err))
		result.Phase = r.abbreviate(r.log.String()[r.phase:])
		fmt.Fprintf(&r.log, "FAIL: %s\n", result.Failure)
	}
	if err != nil && !over {
		fail(err)
	}
	cancel()
	_ = r.waitAll() // it fails as it is told to end
	if err := r.save(); err != nil && result.Failure == "" {
		fail(err)
	}
	if result.Failure == "" && !over {
		r.log.WriteString("PASS\n")
	}
	result.Log = r.abbreviate(r.log.String())
	return result
}

// steps runs the lines of the script up to the first that fails.
func (r *run) steps() error {
	text := strings.TrimSuffix(string(r.archive.Comment), "\n")
	for i, line := range strings.Split(text, "\n") {
		r.line = i + 1
		line = strings.TrimSuffix(line, "\r")
		if strings.HasPrefix(line, "#") {
			r.phase = r.log.Len()
			r.note(line)
			continue
		}
		if err := r.step(line); err != nil {
			return err
		}
	}
	return nil
}

// step runs a line.
func (r *run) step(line string) error {
	words, err := split(line, r.env.expand)
	if err != nil {
		r.note("> " + line)
		return err
	}
	if len(words) == 0 {
		return nil
	}
	r.note("> " + line)
	s, err := parse(words)
	if err != nil {
		return err
	}
	for _, condition := range s.conditions {
		if ok, err := r.holds(condition); !ok || err != nil {
			return err
		}
	}
	return r.do(s)
}

// note adds a line to the log, or a text, which then ends as a line does.
func (r *run) note(text string) {
	r.log.WriteString(text)
	if !strings.HasSuffix(text, "\n") {
		r.log.WriteByte('\n')
	}
}

// abbreviate gives the script's folder a name that is the same in each run.
func (r *run) abbreviate(text string) string {
	if r.env.WorkDir == "" {
		return text
	}
	return strings.ReplaceAll(text, r.env.WorkDir, "$WORK")
}

// path is a file as the script names it.
func (r *run) path(name string) string {
	if filepath.IsAbs(name) {
		return name
	}
	return filepath.Join(r.dir, name)
}

// read reads a file, or what the last program printed.
func (r *run) read(name string) (string, error) {
	switch name {
	case "stdout":
		return r.stdout, nil
	case "stderr":
		return r.stderr, nil
	}
	text, err := os.ReadFile(r.path(name))
	return string(text), err
}
