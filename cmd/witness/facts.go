package main

import (
	"context"
	"io"
	"os"

	"witness"
	"witness/engine"
)

// factsCmd shows what the readers make of an output.
type factsCmd struct {
	Command string `arg:"" help:"The shell line that was run."`
	File    string `arg:"" optional:"" help:"What it printed; standard input if left out." type:"path"`
	Exit    *int   `help:"The exit code, if it is known."`
}

// Run reads the output and prints a line for each fact.
func (f *factsCmd) Run(s streams) error {
	in := s.in
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
	dir, err := workDir()
	if err != nil {
		return err
	}
	return engine.ReadFacts(context.Background(), witness.Brain, dir, engine.Event{
		Session: "facts", Moment: engine.After, Tool: engine.Run, CWD: dir, Command: f.Command,
		Outcome: outcome(f.Exit), Exit: f.Exit, Output: string(output),
	}, s.out)
}

// outcome is how a command with this exit code ended.
func outcome(exit *int) string {
	switch {
	case exit == nil:
		return engine.Unknown
	case *exit == 0:
		return engine.OK
	default:
		return engine.Failed
	}
}
