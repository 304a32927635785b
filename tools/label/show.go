package main

import (
	"bytes"
	"fmt"
	"io"
	"os"
	"strings"

	"witness/engine/agent"
	"witness/engine/hook"
)

// maxShown is how many bytes of a command, an output or a message are shown.
const maxShown = 600

// show prints a finding behind the last prompt and the events before it, and the event that follows.
func show(out io.Writer, f finding, before int) error {
	steps, err := stepsOf(f)
	if err != nil {
		return err
	}
	at := len(steps)
	for i, s := range steps {
		if s.Line > f.Line {
			at = i
			break
		}
	}
	for i := max(0, at-before) - 1; i >= 0; i-- {
		if steps[i].Event.Moment == hook.Prompt {
			printStep(out, steps[i])
			fmt.Fprintln(out, "      …")
			break
		}
	}
	for _, s := range steps[max(0, at-before):at] {
		printStep(out, s)
	}
	fmt.Fprintf(out, "\n>> %s %s: %s\n\n", f.Severity, f.Rule, f.Message)
	if at < len(steps) {
		printStep(out, steps[at])
	}
	_, err = fmt.Fprintf(out, "%s:%d\n", f.Path, f.Line)
	return err
}

// stepsOf reads the events of the recording that a finding is about.
func stepsOf(f finding) (steps []agent.Step, err error) {
	text, err := os.ReadFile(f.Path)
	if err != nil {
		return nil, err
	}
	for _, a := range agent.All {
		if a.Name != f.Agent || a.Transcript == nil {
			continue
		}
		next := a.Transcript.Read()
		for i, line := range bytes.Split(text, []byte("\n")) {
			if len(line) > 0 {
				steps = append(steps, next(i+1, line)...)
			}
		}
		return append(steps, next(0, nil)...), nil
	}
	return nil, nil // hook payloads: the sentence and its place have to do
}

// printStep prints what an event says, if anything.
func printStep(out io.Writer, s agent.Step) {
	e, text := s.Event, ""
	switch e.Moment {
	case hook.Prompt:
		text = "USER   " + e.Prompt
	case hook.Before:
		text = "call   " + e.Name + " " + e.Command + files(e)
	case hook.After:
		text = "       " + string(e.Outcome) + " " + e.Output
	case hook.Stop, hook.SubagentStop:
		text = "AGENT  " + e.Message
	}
	if text = strings.ReplaceAll(strings.TrimRight(text, " \n"), "\n", "⏎"); text != "" {
		if len(text) > maxShown {
			text = strings.ToValidUTF8(text[:maxShown*2/3], "") + " … " + strings.ToValidUTF8(text[len(text)-maxShown/3:], "")
		}
		fmt.Fprintf(out, "%5d %s\n", s.Line, text)
	}
}

// files returns the files of a call.
func files(e hook.Event) string {
	var b strings.Builder
	for _, f := range e.Files {
		b.WriteString(" " + f.Path)
	}
	return b.String()
}
