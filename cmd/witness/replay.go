package main

import (
	"bufio"
	"bytes"
	"compress/gzip"
	"context"
	"errors"
	"fmt"
	"io"
	"os"
	"text/tabwriter"

	"witness"
	"witness/engine"
	"witness/engine/agent"
)

// replayCmd judges recorded sessions.
type replayCmd struct {
	Files []string `arg:"" help:"Recorded hook payloads, one a line; gzip is understood."`
}

// Run judges each file and prints what would have been said, then how often.
func (r *replayCmd) Run(s streams) error {
	dir, err := workDir()
	if err != nil {
		return err
	}
	sum := map[string]*tally{}
	calls := 0
	for _, path := range r.Files {
		n, err := replayFile(dir, path, func(line int, f engine.Finding) {
			fmt.Fprintf(s.out, "%s:%d: %s %s: %s\n", path, line, f.Severity, f.Rule, f.Message)
			t := sum[f.Rule]
			if t == nil {
				t = &tally{}
				sum[f.Rule] = t
			}
			t.add(f.Severity)
		})
		calls += n
		if err != nil {
			return err
		}
	}
	return printTally(s.out, len(r.Files), calls, dir, sum)
}

// A tally counts what one rule said.
type tally struct{ warn, ask, block int }

func (t *tally) add(severity string) {
	switch severity {
	case engine.Warn:
		t.warn++
	case engine.Ask:
		t.ask++
	default:
		t.block++
	}
}

// printTally prints a line for each rule in force.
func printTally(out io.Writer, files, calls int, dir string, sum map[string]*tally) error {
	rules, _ := engine.ListRules(witness.Brain, dir)
	fmt.Fprintf(out, "\n%s, %s\n\n", count(files, "session"), count(calls, "call"))
	w := tabwriter.NewWriter(out, 0, 0, 2, ' ', 0)
	fmt.Fprintln(w, "RULE\tWARNED\tASKED\tBLOCKED")
	for _, f := range rules {
		if f.Severity == engine.Off || f.Err != nil {
			continue
		}
		t := sum[f.Name]
		if t == nil {
			t = &tally{}
		}
		fmt.Fprintf(w, "%s\t%d\t%d\t%d\n", f.Name, t.warn, t.ask, t.block)
	}
	return w.Flush()
}

// replayFile judges the payloads of one file in a store of its own and returns the number
// of calls that were judged.
func replayFile(dir, path string, say func(line int, f engine.Finding)) (calls int, err error) {
	ctx := context.Background()
	file, err := os.Open(path)
	if err != nil {
		return 0, err
	}
	defer file.Close()
	in, err := unzipped(file)
	if err != nil {
		return 0, fmt.Errorf("%s: %w", path, err)
	}
	e, err := engine.Replay(ctx, witness.Brain, dir)
	if err != nil {
		return 0, err
	}
	defer func() { err = errors.Join(err, e.Close()) }()
	lines := bufio.NewReaderSize(in, 1<<20)
	for n := 1; ; n++ {
		line, end := lines.ReadBytes('\n')
		if len(bytes.TrimSpace(line)) > 0 {
			judged, err := replayLine(ctx, e, line, func(f engine.Finding) { say(n, f) })
			if err != nil {
				return calls, fmt.Errorf("%s:%d: %w", path, n, err)
			}
			calls += judged
		}
		if end == io.EOF {
			return calls, nil
		}
		if end != nil {
			return calls, fmt.Errorf("%s:%d: %w", path, n, end)
		}
	}
}

// replayLine takes in one payload.
func replayLine(ctx context.Context, e *engine.Engine, line []byte, say func(engine.Finding)) (calls int, err error) {
	who := agent.Claude
	for _, a := range agent.All {
		if a.Detect(func(string) string { return "" }, line) {
			who = a
			break
		}
	}
	events, err := who.Hear(line, func(string) string { return "" })
	if err != nil {
		return 0, err
	}
	for _, ev := range events {
		if ev.Moment == engine.Before {
			calls++
		}
		v, err := e.Hear(ctx, ev, who.Manners())
		if err != nil {
			return calls, err
		}
		for _, f := range v.Findings {
			say(f)
		}
	}
	return calls, nil
}

// unzipped looks through gzip.
func unzipped(in io.Reader) (io.Reader, error) {
	b := bufio.NewReader(in)
	if magic, err := b.Peek(2); err == nil && magic[0] == 0x1f && magic[1] == 0x8b {
		return gzip.NewReader(b)
	}
	return b, nil
}

// count is a number with its noun.
func count(n int, noun string) string {
	if n == 1 {
		return "1 " + noun
	}
	return fmt.Sprintf("%d %ss", n, noun)
}
