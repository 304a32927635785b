package main

import (
	"context"
	"io"
	"os"

	"witness"
	"witness/cmd/witness/internal/term"
	"witness/engine"
	"witness/engine/hook"
)

// factsCmd shows the facts that the readers extract from a command's output.
type factsCmd struct {
	Command string `arg:"" help:"The shell line that was run."`
	File    string `arg:"" optional:"" help:"The file with its output; standard input if left out." type:"path"`
	Exit    *int   `help:"The exit status, if it is known."`
}

// Run prints a line for each fact.
func (f *factsCmd) Run(s term.Streams) error {
	in := s.In
	if f.File != "" {
		file, err := os.Open(f.File)
		if err != nil {
			return err
		}
		defer file.Close()
		in = file
	}
	output, err := io.ReadAll(in)
	if err != nil {
		return err
	}
	dir, err := term.WorkDir()
	if err != nil {
		return err
	}
	return engine.ReadFacts(context.Background(), witness.Files, dir, hook.Event{
		Session: "facts", Moment: hook.After, Tool: hook.Run, CWD: dir, Command: f.Command,
		Outcome: outcome(f.Exit), Exit: f.Exit, Output: string(output),
	}, s.Out)
}

// outcome returns the outcome of a command with this exit status. A nil status is unknown.
func outcome(exit *int) string {
	switch {
	case exit == nil:
		return hook.Unknown
	case *exit == 0:
		return hook.OK
	default:
		return hook.Failed
	}
}
