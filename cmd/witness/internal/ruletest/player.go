package ruletest

import (
	"bytes"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"os"
	"os/exec"
	"reflect"
	"slices"
	"strings"

	"github.com/rogpeppe/go-internal/testscript"

	"witness/cmd/witness/internal/term"
)

// A Program is one of those that a script can run: it has arguments and returns an exit status.
type Program func(args []string, s term.Streams) (status int)

// serveFlag is the only argument of did when it is started as a player.
const serveFlag = "-serve"

// A player is one process that runs every did and will of a script and most of its commands of witness, because starting a process
// takes as long as one of these. A hook keeps what it knows in the store and not in variables, so it answers as in a process of its own.
type player struct {
	env     []string // that it was started with
	process *exec.Cmd
	in      io.Closer
	out     *json.Decoder
	ask     *json.Encoder
	stderr  bytes.Buffer
}

// playerKey is the key of a script's player among the values of testscript.
type playerKey struct{}

// A request is one did or will of a script, or one command of witness.
type request struct {
	Name  string
	Args  []string
	Dir   string // in which the script is
	Input string
}

// An outcome is what the program has printed, and its exit status.
type outcome struct {
	Stdout, Stderr string
	Status         int
	Last           bool // the process ends with it
}

// Serve plays the calls that it reads until there are no more, or a hook was abandoned, which goes on until its process ends.
// A hook takes variables away that a project supplies: each call begins with those of the start.
func Serve(s term.Streams, hook Hook, witness Program, abandoned func() bool) int {
	env := os.Environ()
	calls, answers := json.NewDecoder(s.In), json.NewEncoder(s.Out)
	for {
		var p request
		err := calls.Decode(&p)
		if errors.Is(err, io.EOF) {
			return term.ExitOK
		}
		if err == nil {
			err = errors.Join(restore(env), os.Setenv("PWD", p.Dir), os.Chdir(p.Dir))
		}
		if err != nil {
			return term.Report(s.Err, err)
		}
		var stdout, stderr bytes.Buffer
		streams := term.Streams{In: strings.NewReader(p.Input), Out: &stdout, Err: &stderr}
		var status int
		if p.Name == "witness" {
			status = witness(p.Args, streams)
		} else {
			status = DidWill(p.Name, p.Args, streams, hook)
		}
		last := abandoned()
		if err := answers.Encode(outcome{stdout.String(), stderr.String(), status, last}); err != nil {
			return term.Report(s.Err, err)
		}
		if last {
			return term.ExitOK
		}
	}
}

// restore makes the environment what it was.
func restore(env []string) (err error) {
	os.Clearenv()
	for _, v := range env {
		if name, value, _ := strings.Cut(v, "="); name != "" { // Windows keeps the folder of each drive as =C:
			err = errors.Join(err, os.Setenv(name, value))
		}
	}
	return err
}

// IsServe reports whether the arguments of did are those of a player.
func IsServe(args []string) bool { return len(args) == 1 && args[0] == serveFlag }

// play returns the command of testscript that has the script's player run the program of that name.
func play(name string) func(ts *testscript.TestScript, neg bool, args []string) {
	return func(ts *testscript.TestScript, neg bool, args []string) {
		p := ts.Value(playerKey{}).(*player)
		done, err := p.play(environment(ts), request{Name: name, Args: args, Dir: ts.MkAbs("."), Input: hidden(ts, "stdin").String()})
		if err != nil {
			ts.Fatalf("%s: %v", name, err)
		}
		_, _ = io.WriteString(ts.Stdout(), done.Stdout)
		_, _ = io.WriteString(ts.Stderr(), done.Stderr)
		switch failed := done.Status != term.ExitOK; {
		case failed && !neg:
			_, _ = fmt.Fprintf(ts.Stderr(), "[exit status %d]\n", done.Status)
			ts.Fatalf("%s failed", name)
		case !failed && neg:
			ts.Fatalf("%s did not fail", name)
		}
	}
}

// play has the process play a call. With another environment it is another process.
func (p *player) play(env []string, call request) (done outcome, err error) {
	if p.process != nil && !slices.Equal(p.env, env) {
		p.stop()
	}
	if p.process == nil {
		if err := p.start(env); err != nil {
			return done, err
		}
	}
	if err = p.ask.Encode(call); err == nil {
		err = p.out.Decode(&done)
	}
	if err != nil { // it has crashed
		p.stop()
		return done, fmt.Errorf("%w\n%s", err, &p.stderr)
	}
	if done.Last {
		p.stop()
	}
	return done, nil
}

// start starts the process: this executable, by the name of did.
func (p *player) start(env []string) error {
	path, err := os.Executable()
	if err != nil {
		return err
	}
	program := &exec.Cmd{Path: path, Args: []string{"did", serveFlag}, Env: env, Stderr: &p.stderr}
	in, err := program.StdinPipe()
	if err != nil {
		return err
	}
	out, err := program.StdoutPipe()
	if err != nil {
		return err
	}
	if err := program.Start(); err != nil {
		return err
	}
	p.env, p.process, p.in, p.ask, p.out = env, program, in, json.NewEncoder(in), json.NewDecoder(out)
	return nil
}

// stop ends the process, if there is one.
func (p *player) stop() {
	if p.process == nil {
		return
	}
	_ = p.in.Close()
	_ = p.process.Wait()
	p.process = nil
}

// hidden returns a field of a script that testscript gives to programs and not to commands.
func hidden(ts *testscript.TestScript, field string) reflect.Value {
	return reflect.ValueOf(ts).Elem().FieldByName(field)
}

// environment returns the variables of a script, of which a later value of a name counts. testscript tells a command the value of a
// name and not which names there are.
func environment(ts *testscript.TestScript) []string {
	field := hidden(ts, "env")
	env := make([]string, field.Len())
	for i := range env {
		env[i] = field.Index(i).String()
	}
	return env
}
