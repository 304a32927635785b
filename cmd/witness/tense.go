package main

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

	"witness/engine"
)

// tense is the program behind `did` and `will`, the two words of test scripts: witness's
// own, and those that `witness rules test` runs for a project.
// `did` says what the agent has done, and records it; `will` asks about what it is about
// to do, and prints the verdict, nothing if there is none.
//
//	did  [FLAGS] read|edit|write|delete PATH…
//	did  [FLAGS] run 'COMMAND' [OUTPUT-FILE]
//	did  [FLAGS] run @FILE [OUTPUT-FILE]     (the command, of several lines, stands in a file)
//	did  [FLAGS] start|prompt|stop|compact|end
//	will [FLAGS] edit|write|delete|read PATH…
//	will [FLAGS] run 'COMMAND'
//	will [FLAGS] stop|start|prompt
//
//	-as ACTOR      a subagent does it
//	-session ID    in another session
//	-in DIR        in another directory
//	-exit N        with this exit code; unknown if left out
//	-failed        in vain: the call failed
//	-background    and the command still runs
//	-cut           and the agent saw only a part of the output
//
// Both speak the plain protocol to the program's own run: the real engine and the real
// store. `will` prints a line for each finding: its severity, the rule, the message.
func tense(word string, argv []string, stdout, stderr io.Writer) int {
	if err := say(word, argv, stdout); err != nil {
		fmt.Fprintf(stderr, "%s: %v\n", word, err)
		return exitFailed
	}
	return exitOK
}

func say(word string, argv []string, stdout io.Writer) error {
	flags := flag.NewFlagSet(word, flag.ContinueOnError)
	flags.SetOutput(io.Discard)
	actor := flags.String("as", "", "")
	session := flags.String("session", "s1", "")
	in := flags.String("in", ".", "")
	exit := flags.Int("exit", -1, "")
	failed := flags.Bool("failed", false, "")
	background := flags.Bool("background", false, "")
	wasCut := flags.Bool("cut", false, "")
	if err := flags.Parse(argv); err != nil {
		return err
	}
	if flags.NArg() == 0 {
		return errors.New("say what: read, edit, write, delete, run, or a moment such as stop")
	}
	dir, err := filepath.Abs(*in)
	if err != nil {
		return err
	}
	call := map[string]any{"protocol": "witness/1", "session": *session, "actor": *actor, "cwd": dir, "moment": engine.Before}
	if word == "did" {
		call["moment"] = engine.After
	}
	verb := flags.Arg(0)
	if err := flags.Parse(flags.Args()[1:]); err != nil {
		return err
	}
	rest := flags.Args()
	switch verb {
	case engine.Read, engine.Edit, engine.Write, engine.Delete:
		call["tool"] = verb
		var files []map[string]string
		for _, path := range rest {
			files = append(files, map[string]string{"path": path, "kind": verb})
		}
		call["files"] = files
	case engine.Run:
		if len(rest) == 0 || len(rest) > 2 {
			return errors.New("run takes a command and, of what was done, a file with its output")
		}
		line := rest[0]
		if name, ok := strings.CutPrefix(line, "@"); ok {
			text, err := os.ReadFile(name)
			if err != nil {
				return err
			}
			line = strings.TrimSuffix(string(text), "\n")
		}
		call["tool"], call["command"] = verb, line
		if len(rest) == 2 {
			output, err := os.ReadFile(rest[1])
			if err != nil {
				return err
			}
			call["output"] = string(output)
		}
		call["background"], call["cut"] = *background, *wasCut
		if *exit >= 0 {
			call["exit"] = *exit
		} else if word == "did" {
			call["outcome"] = engine.Unknown
		}
	case engine.Start, engine.Prompt, engine.Stop, engine.Compact, engine.End:
		call["moment"] = verb
	default:
		return fmt.Errorf("what is %q? one of read, edit, write, delete, run, start, prompt, stop, compact, end", verb)
	}
	if *failed {
		call["outcome"] = engine.Failed
	}
	return tell(word, call, stdout)
}

// tell makes the call through the program's own hook and prints what it answers.
func tell(word string, call map[string]any, stdout io.Writer) error {
	payload, err := json.Marshal(call)
	if err != nil {
		return err
	}
	var reply, complaint bytes.Buffer
	if status := run([]string{"hook", "plain"}, bytes.NewReader(payload), &reply, &complaint); status != exitOK || complaint.Len() > 0 {
		return errors.New(strings.TrimSpace(complaint.String()))
	}
	if reply.Len() == 0 || word == "did" {
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
