package script

import (
	"fmt"
	"io"
	"os"
	"os/signal"
	"path/filepath"
	"regexp"
	"runtime"
	"strings"
	"testing"
	"time"

	"github.com/rogpeppe/go-internal/testscript"
)

// programs are what the scripts of these tests run; testscript knows them as commands, too.
var programs = map[string]func(){
	"say":  func() { fmt.Println(strings.Join(os.Args[1:], " ")) },
	"moan": func() { fmt.Fprintln(os.Stderr, strings.Join(os.Args[1:], " ")); os.Exit(1) },
	"reply": func() {
		if _, err := io.Copy(os.Stdout, os.Stdin); err != nil {
			os.Exit(2)
		}
	},
	"where": func() {
		dir, err := os.Getwd()
		if len(os.Args) > 1 {
			dir = os.Getenv(os.Args[1])
		}
		fmt.Println(dir)
		if err != nil {
			os.Exit(2)
		}
	},
	"linger": func() { time.Sleep(time.Hour) }, // until it is interrupted
	"unended": func() {
		if os.WriteFile(os.Args[1], []byte("-- d --\nd"), 0o644) != nil {
			os.Exit(2)
		}
	},
	"stay": func() {
		signal.Ignore(os.Interrupt)
		if os.WriteFile("staying", nil, 0o644) == nil {
			time.Sleep(time.Hour)
		}
	},
	"await": func() {
		for _, err := os.Stat(os.Args[1]); err != nil; _, err = os.Stat(os.Args[1]) {
			time.Sleep(time.Millisecond)
		}
	},
}

func TestMain(m *testing.M) { testscript.Main(m, programs) }

// mine runs a script as this package does.
func mine(path string, update bool) Result {
	words := make([]string, 0, len(programs))
	for word := range programs {
		words = append(words, word)
	}
	return Run(Script{File: path, Words: words, Update: update})
}

// theirs runs it under testscript.
func theirs(path string, update bool, more ...map[string]func(*testscript.TestScript, bool, []string)) Result {
	t := &listener{}
	done := make(chan struct{})
	go func() {
		defer close(done)
		p := testscript.Params{Files: []string{path}, UpdateScripts: update, RequireUniqueNames: true}
		for _, commands := range more {
			p.Cmds = commands
		}
		testscript.RunT(t, p)
	}()
	<-done
	// The log begins with the environment, headings have times, and the message of a skip is first.
	log := t.log.String()
	if environment, rest, ok := strings.Cut(log, "\n\n"); ok {
		skipped, _, _ := strings.Cut(environment, "WORK=")
		log = rest + skipped
	}
	log = regexp.MustCompile(`(?m)^(#.*) \([0-9.]+s\)$`).ReplaceAllString(log, "$1")
	r := Result{Log: log, Skipped: t.skipped}
	if _, failure, ok := strings.Cut(log, "FAIL: "); ok {
		r.Failure, _, _ = strings.Cut(failure, "\n")
	} else if t.failed {
		r.Failure = log
	}
	return r
}

// listener is what testscript takes for a test.
type listener struct {
	log             strings.Builder
	failed, skipped bool
}

func (l *listener) Run(_ string, f func(testscript.T)) { f(l) }
func (l *listener) Parallel()                          {}
func (l *listener) Verbose() bool                      { return true }
func (l *listener) Log(args ...any)                    { fmt.Fprintln(&l.log, args...) }
func (l *listener) Fatal(args ...any)                  { l.Log(args...); l.FailNow() }
func (l *listener) FailNow()                           { l.failed = true; runtime.Goexit() }
func (l *listener) Skip(args ...any)                   { l.Log(args...); l.skipped = true; runtime.Goexit() }

// lines is a log without its empty lines: nobody is shown them.
func lines(log string) string {
	var b strings.Builder
	for line := range strings.Lines(log) {
		if strings.TrimSpace(line) != "" {
			b.WriteString(line)
		}
	}
	return b.String()
}

// TestSameAsTestscript runs testdata/*.txtar here and under testscript: both pass, or skip, and
// show the same.
func TestSameAsTestscript(t *testing.T) {
	scripts, err := filepath.Glob("testdata/*.txtar")
	if err != nil || len(scripts) < 6 {
		t.Fatalf("%d scripts, %v", len(scripts), err)
	}
	for _, path := range scripts {
		t.Run(filepath.Base(path), func(t *testing.T) {
			have, want := mine(path, false), theirs(path, false)
			if have.Failure != "" || want.Failure != "" {
				t.Fatalf("it failed: %q, under testscript: %q\n%s", have.Failure, want.Failure, have.Log)
			}
			if have.Skipped != want.Skipped || have.Skipped != strings.HasSuffix(path, "skip.txtar") {
				t.Errorf("skipped: %t, under testscript: %t", have.Skipped, want.Skipped)
			}
			if lines(have.Log) != lines(want.Log) {
				t.Errorf("the log is\n%s\nunder testscript it is\n%s", lines(have.Log), lines(want.Log))
			}
		})
	}
}
