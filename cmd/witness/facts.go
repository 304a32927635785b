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
	Explain bool   `help:"Show each line with the pattern of a reader that takes it."`
}

// Run prints a line for each fact.
func (f *factsCmd) Run(ctx context.Context, s term.Streams) error {
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
	ev := hook.Event{
		Session: "facts", Moment: hook.After, Tool: hook.Run, CWD: dir, Command: f.Command,
		Outcome: outcome(f.Exit), Exit: f.Exit, Output: string(output),
	}
	if !f.Explain {
		return engine.ReadFacts(ctx, witness.Files, dir, ev, s.Out)
	}
	var paint func(role, text string) string
	if term.IsTerminal(s.Out) && os.Getenv("NO_COLOR") == "" {
		paint = paintLine
	}
	return engine.ExplainFacts(ctx, witness.Files, dir, ev, paint, s.Out)
}

// lineColors are the ANSI colours of lines by the role of the pattern that takes them.
var lineColors = map[string]string{"test": "1", "finding": "1", "detail": "36", "above": "36", "tally": "32", "stop": "31", "": "2"}

// paintLine colours a line by the role of its pattern: bold for tests and findings, cyan for their
// details, green for counts, red for what stops a run, blue for headings, and dim for no pattern.
func paintLine(role, text string) string {
	color, ok := lineColors[role]
	if !ok {
		color = "34"
	}
	return "\x1b[" + color + "m" + text + "\x1b[0m"
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
