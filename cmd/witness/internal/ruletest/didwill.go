package ruletest

import (
	"bytes"
	"encoding/json"
	"errors"
	"flag"
	"fmt"
	"io"
	"os"
	"path/filepath"
	"strings"

	"witness/cmd/witness/internal/term"
	"witness/engine/hook"
)

// A Hook answers a payload of the plain protocol and returns its exit status.
type Hook func(payload []byte, stdout, stderr io.Writer) (status int)

// DidWill runs did or will, the two commands of a script that play the agent, and returns the exit
// status. did records what the agent has done. will announces what it is about to do, and
// prints a line for each finding: its severity, its rule and its message.
//
//	did  [FLAGS] read|edit|write|delete PATH…
//	did  [FLAGS] run 'COMMAND' [OUTPUT-FILE]
//	did  [FLAGS] run @FILE [OUTPUT-FILE]     (the command is the text of FILE)
//	did  [FLAGS] start|prompt|stop|compact|end
//	will [FLAGS] edit|write|delete|read PATH…
//	will [FLAGS] run 'COMMAND'
//	will [FLAGS] stop|start|prompt
//
//	-as ACTOR      the call is a subagent's
//	-session ID    the call is of another session
//	-in DIR        the call is made in another directory
//	-exit N        the exit status; unknown if left out
//	-failed        the call failed
//	-background    the command is still running
//	-cut           the agent received only a part of the output
//
// Both send the call to hook, so scripts test the real engine and a real store.
func DidWill(name string, args []string, s term.Streams, hook Hook) int {
	if err := didWill(name, args, s.Out, hook); err != nil {
		fmt.Fprintf(s.Err, "%s: %v\n", name, err)
		return term.ExitFailed
	}
	return term.ExitOK
}

// options are the flags of did and will.
type options struct {
	actor, session, dir     string
	exit                    int // -1 if unknown
	failed, background, cut bool
}

// didWill parses the arguments, sends the call to hook and prints the findings.
func didWill(name string, args []string, stdout io.Writer, hook Hook) error {
	var o options
	flags := flag.NewFlagSet(name, flag.ContinueOnError)
	flags.SetOutput(io.Discard)
	flags.StringVar(&o.actor, "as", "", "")
	flags.StringVar(&o.session, "session", "s1", "")
	flags.StringVar(&o.dir, "in", ".", "")
	flags.IntVar(&o.exit, "exit", -1, "")
	flags.BoolVar(&o.failed, "failed", false, "")
	flags.BoolVar(&o.background, "background", false, "")
	flags.BoolVar(&o.cut, "cut", false, "")
	if err := flags.Parse(args); err != nil {
		return err
	}
	if flags.NArg() == 0 {
		return errors.New("missing argument: read, edit, write, delete, run, or a moment such as stop")
	}
	verb := flags.Arg(0)
	if err := flags.Parse(flags.Args()[1:]); err != nil {
		return err
	}
	call, err := o.call(name, verb, flags.Args())
	if err != nil {
		return err
	}
	return send(name, call, stdout, hook)
}

// call returns the payload of the plain protocol for a verb and its arguments.
func (o options) call(name, verb string, args []string) (map[string]any, error) {
	dir, err := filepath.Abs(o.dir)
	if err != nil {
		return nil, err
	}
	call := map[string]any{"protocol": "witness/1", "session": o.session, "actor": o.actor, "cwd": dir, "moment": hook.Before}
	if name == "did" {
		call["moment"] = hook.After
	}
	switch verb {
	case hook.Read, hook.Edit, hook.Write, hook.Delete:
		if len(args) == 0 {
			return nil, fmt.Errorf("%s: missing file", verb)
		}
		call["tool"] = verb
		var files []map[string]string
		for _, path := range args {
			files = append(files, map[string]string{"path": path, "kind": verb})
		}
		call["files"] = files
	case hook.Run:
		if err := o.run(name, call, args); err != nil {
			return nil, err
		}
	case hook.Start, hook.Prompt, hook.Stop, hook.Compact, hook.End:
		call["moment"] = verb
	default:
		return nil, fmt.Errorf("unknown argument %q: want read, edit, write, delete, run, start, prompt, stop, compact or end", verb)
	}
	if o.failed {
		call["outcome"] = hook.Failed
	}
	return call, nil
}

// run adds a command and its output to a call.
func (o options) run(name string, call map[string]any, args []string) error {
	if len(args) == 0 || len(args) > 2 {
		return errors.New("run: want a command and, after did, an optional file with its output")
	}
	line := args[0]
	if file, ok := strings.CutPrefix(line, "@"); ok {
		text, err := os.ReadFile(file)
		if err != nil {
			return err
		}
		line = strings.TrimSuffix(string(text), "\n")
	}
	call["tool"], call["command"] = hook.Run, line
	if len(args) == 2 {
		output, err := os.ReadFile(args[1])
		if err != nil {
			return err
		}
		call["output"] = string(output)
	}
	call["background"], call["cut"] = o.background, o.cut
	if o.exit >= 0 {
		call["exit"] = o.exit
	} else if name == "did" {
		call["outcome"] = hook.Unknown
	}
	return nil
}

// send sends the call to hook and prints the findings of its reply, unless it is a call of did.
func send(name string, call map[string]any, stdout io.Writer, hook Hook) error {
	payload, err := json.Marshal(call)
	if err != nil {
		return err
	}
	var reply, stderr bytes.Buffer
	if status := hook(payload, &reply, &stderr); status != term.ExitOK || stderr.Len() > 0 {
		return errors.New(strings.TrimSpace(stderr.String()))
	}
	if reply.Len() == 0 || name == "did" {
		return nil
	}
	var verdict struct {
		Findings []struct{ Rule, Severity, Message string }
	}
	if err := json.Unmarshal(reply.Bytes(), &verdict); err != nil {
		return err
	}
	for _, f := range verdict.Findings {
		fmt.Fprintf(stdout, "%s %s: %s\n", f.Severity, f.Rule, f.Message)
	}
	return nil
}
