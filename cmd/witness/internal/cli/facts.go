package cli

import (
	"context"
	"encoding/json"
	"errors"
	"io"
	"os"
	"slices"

	"witness"
	"witness/cmd/witness/internal/term"
	"witness/engine/hook"
	"witness/engine/inspect"
	"witness/engine/regular"
	"witness/engine/store"
)

// factsCmd shows what is known of a command: from its line, and from its output.
type factsCmd struct {
	Command string      `arg:"" help:"The shell line that was run."`
	File    string      `arg:"" optional:"" help:"The file with its output; standard input if left out." type:"path"`
	Exit    *int        `help:"The exit status, if it is known."`
	Explain bool        `help:"Show each line with the pattern of a reader that takes it."`
	Format  term.Format `embed:"" set:"formats=text,json"`
}

// A factsResult is what facts prints as JSON.
type factsResult struct {
	Commands    []json.RawMessage `json:"commands" jsonschema:"the simple commands of the line, in order"`
	Touches     []json.RawMessage `json:"touches" jsonschema:"the files that the line reads and changes"`
	Unknown     []string          `json:"unknown" jsonschema:"what the line leaves open"`
	Runs        []json.RawMessage `json:"runs" jsonschema:"the runs of tests and checks that the output reports"`
	Tests       []json.RawMessage `json:"tests"`
	Diagnostics []json.RawMessage `json:"diagnostics"`
	Changes     []json.RawMessage `json:"changes" jsonschema:"what changed the tree as a whole: a checkout, an install"`
}

// Run prints a line for each fact that the output holds. Without an output it prints how the line is understood.
func (f *factsCmd) Run(ctx context.Context, s term.Streams) error {
	dir, err := term.WorkDir()
	if err != nil {
		return err
	}
	ev := hook.Event{Session: "facts", Moment: hook.After, Tool: hook.Run, CWD: dir, Command: f.Command, Outcome: outcome(f.Exit), Exit: f.Exit}
	if f.Explain && f.Format.Chosen() != "text" {
		return term.UsageError{Err: errors.New("--explain prints text only: leave --format out")}
	}
	waits := f.File == "" && term.IsTerminal(s.In)
	if waits {
		known, err := inspect.ReadFacts(ctx, witness.Files, dir, ev)
		if err == nil && f.Format.Chosen() == "text" && !f.Explain {
			err = known.WriteLine(s.Out)
		}
		if err != nil {
			return err
		}
		if err := term.Say(s.Err, "witness: type or paste the output of the command, and end it with Ctrl-D; Ctrl-C if there is none"); err != nil {
			return err
		}
	}
	output, err := f.output(s.In)
	if err != nil {
		return err
	}
	if ev.Output = string(output); f.Explain {
		return f.explain(ctx, s, dir, ev)
	}
	known, err := inspect.ReadFacts(ctx, witness.Files, dir, ev)
	switch {
	case err != nil:
		return err
	case f.Format.Chosen() == "json":
		return writeFactsJSON(s.Out, known)
	case len(output) == 0 && f.File == "" && !waits:
		return known.WriteLine(s.Out)
	}
	return known.WriteFound(s.Out)
}

// maxOutput is how many bytes of a file with an output are read.
const maxOutput = 256 << 20

// output reads the output of the command.
func (f *factsCmd) output(in io.Reader) ([]byte, error) {
	if f.File == "" {
		return io.ReadAll(io.LimitReader(in, maxOutput))
	}
	return regular.Read(f.File, maxOutput)
}

// explain prints each line of the output with the pattern that takes it.
func (f *factsCmd) explain(ctx context.Context, s term.Streams, dir string, ev hook.Event) error {
	var paint func(role, text string) string
	if term.IsTerminal(s.Out) && os.Getenv("NO_COLOR") == "" {
		paint = paintLine
	}
	return inspect.ExplainFacts(ctx, witness.Files, dir, ev, paint, s.Out)
}

// writeFactsJSON writes the facts as one JSON object.
func writeFactsJSON(out io.Writer, known inspect.Facts) error {
	r := factsResult{Unknown: append([]string{}, known.Unknown...)}
	lists := map[string]*[]json.RawMessage{
		"commands": &r.Commands, "touches": &r.Touches, "runs": &r.Runs, "tests": &r.Tests, "diagnostics": &r.Diagnostics, "changes": &r.Changes,
	}
	for _, t := range known.Tables {
		list := lists[t.Name]
		*list = []json.RawMessage{}
		at := slices.Index(t.Columns, "selection")
		for _, row := range t.Rows {
			if at >= 0 {
				row[at] = json.RawMessage(store.Text(row[at])) // the store has the array as text
			}
			*list = append(*list, term.Object(t.Columns, row))
		}
	}
	return term.WriteJSON(out, r)
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
