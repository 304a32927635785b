package ruletest

import (
	"bytes"
	"encoding/json"
	"errors"
	"flag"
	"fmt"
	"io"
	"io/fs"
	"os"
	"path/filepath"
	"strings"
	"time"

	"witness/cmd/witness/internal/term"
	"witness/engine/hook"
)

// A Hook answers a payload of the plain protocol and returns its exit status.
type Hook func(payload []byte, stdout, stderr io.Writer) (status int)

// DidWill runs did or will, the two commands of a script that play the agent, and returns the exit
// status. did records what the agent has done, will announces what it is about to do. Both print a line
// for each finding: its severity, its rule and its message.
//
//	did  [FLAGS] read|edit|write|delete PATH…
//	did  [FLAGS] run 'COMMAND' [OUTPUT-FILE]
//	did  [FLAGS] run @FILE [OUTPUT-FILE]     (the command is the text of FILE)
//	did  [FLAGS] search PATTERN [OUTPUT-FILE]
//	did  [FLAGS] fetch URL [OUTPUT-FILE]
//	did  [FLAGS] task KIND [OUTPUT-FILE]
//	did  [FLAGS] other NAME [OUTPUT-FILE]
//	did  [FLAGS] stop|subagent_stop [FILE]   (with the agent's last message)
//	did  [FLAGS] prompt ['TEXT'|@FILE]       (what the user wrote)
//	did  [FLAGS] start|subagent_start|compact|end
//	will …                                   (the same, without outputs)
//
//	-as ACTOR      the call is a subagent's
//	-session ID    the call is of another session
//	-in DIR        the call is made in another directory
//	-exit N        the exit status; unknown if left out
//	-failed        the call failed
//	-refused       the user has refused the call
//	-background    the command is still running
//	-cut           the agent received only a part of the output
//	-took DURATION how long the call took, such as 90s
//	-mode MODE     the client's permission mode
//	-on MACHINE    it happens on another machine of the fleet: of did
//	-ago DURATION  so long ago, with -on
//	-content FILE  what a write writes: the content of FILE
//	-todos LIST    the tasks that the call sets in the agent's list, such as 'a=open b=done'
//
// Both send the call to hook, so scripts test the real engine and a real store. did sends the end of a call: of
// the same call that will has announced, if the agent has done nothing else since, and else of a call without a
// beginning. It creates a file that is written and removes one that is deleted.
func DidWill(name string, args []string, s term.Streams, hook Hook) int {
	if err := didWill(name, args, s.Out, hook); err != nil {
		fmt.Fprintf(s.Err, "%s: %v\n", name, err)
		return term.ExitFailed
	}
	return term.ExitOK
}

// options are the flags of did and will.
type options struct {
	actor, session, dir string
	mode, todos         string
	content             string // the file with what a write writes
	exit                int    // -1 if unknown
	failed, refused     bool
	background, cut     bool
	on, ago             string
	took                time.Duration
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
	flags.BoolVar(&o.refused, "refused", false, "")
	flags.BoolVar(&o.background, "background", false, "")
	flags.BoolVar(&o.cut, "cut", false, "")
	flags.StringVar(&o.mode, "mode", "", "")
	flags.StringVar(&o.on, "on", "", "")
	flags.StringVar(&o.ago, "ago", "", "")
	flags.StringVar(&o.todos, "todos", "", "")
	flags.StringVar(&o.content, "content", "", "")
	flags.DurationVar(&o.took, "took", 0, "")
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
	switch {
	case o.on == "" && o.ago != "":
		return errors.New("-ago makes what another machine did older: it needs -on MACHINE")
	case o.on != "" && name != "did":
		return errors.New("-on: nobody else knows what an agent on another machine is about to do: use did")
	case o.on != "":
		call["session"] = o.on + " " + o.session // is not confused with the session here
	}
	if err := announce(call); err != nil {
		return err
	}
	if name == "did" && (o.on == "" || o.dir != ".") {
		if err := o.change(verb, flags.Args()); err != nil {
			return err
		}
	}
	if o.on != "" {
		return o.sendOn(call, stdout, hook)
	}
	return send(call, stdout, hook)
}

// change creates the files that a call has written and removes those that it has deleted.
func (o options) change(verb string, paths []string) error {
	for _, path := range paths {
		if o.failed || o.refused || verb != hook.Write && verb != hook.Delete {
			return nil
		}
		if !filepath.IsAbs(path) {
			path = filepath.Join(o.dir, path)
		}
		_, err := os.Lstat(path)
		switch {
		case verb == hook.Delete && err == nil:
			err = os.Remove(path)
		case verb == hook.Write && (errors.Is(err, fs.ErrNotExist) || o.content != ""):
			content, wrong := o.written()
			if o.content == "" {
				content = "\n" // a file without a line is nothing to try
			}
			err = errors.Join(wrong, os.MkdirAll(filepath.Dir(path), 0o755), os.WriteFile(path, []byte(content), 0o644))
		default:
			err = nil
		}
		if err != nil {
			return err
		}
	}
	return nil
}

// send sends the call to hook and prints the findings of its reply.
func send(call map[string]any, stdout io.Writer, hook Hook) error {
	payload, err := json.Marshal(call)
	if err != nil {
		return err
	}
	var reply, stderr bytes.Buffer
	if status := hook(payload, &reply, &stderr); status != term.ExitOK || stderr.Len() > 0 {
		return errors.New(strings.TrimSpace(stderr.String()))
	}
	if reply.Len() == 0 {
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
