// Score measures the readers of test output against real sessions:
//
//	go run ./cmd/score DIR
//
// DIR holds sessions as lines of Claude Code's hook payloads (*.jsonl.gz) and truth.json,
// which says of each session which steps are test runs and what they counted. Every
// step that has ended is read as the hook would read it. Exit 1 if a measure is below its goal.
package main

import (
	"context"
	"encoding/json"
	"fmt"
	"io"
	"maps"
	"os"
	"path/filepath"
	"slices"
	"strconv"
)

// The goals. False runs are counted against the steps that are no run by the truth, which
// is a floor: each is printed, to be looked at.
const (
	minRecall = 0.99
	minExact  = 0.98
	maxFalse  = 0.005
)

// A truth is what truth.json says of one session: how many steps it has, and which of
// them, counted from 0, bear the summary of a test run.
type truth struct {
	Steps int             `json:"steps"`
	Tests map[string]want `json:"tests"`
}

// A want is one test run as the truth has it: the last one of its step.
type want struct {
	Runner string `json:"runner"`
	Passed int64  `json:"passed"`
	Failed int64  `json:"failed"`
}

// A score counts what was found.
type score struct {
	runs, found, exact int // runs by the truth, those read at all, those with the right counts
	others, wrong      int // steps that are no run by the truth, those of which a run was read
	incomplete         int // runs found that do not name all they count, or were cut short
}

func main() { os.Exit(run(os.Args[1:], os.Stdout, os.Stderr)) }

// run is the whole program.
func run(args []string, stdout, stderr io.Writer) int {
	if len(args) != 1 {
		fmt.Fprintln(stderr, "usage: score DIR, a folder of sessions with their truth.json")
		return 2
	}
	s, err := measure(context.Background(), args[0], stdout)
	if err != nil {
		fmt.Fprintln(stderr, "score:", err)
		return 1
	}
	recall, exact, wrong := share(s.found, s.runs), share(s.exact, s.runs), share(s.wrong, s.others)
	fmt.Fprintf(stdout, "recall %.4f (%d of %d runs), exact %.4f (%d), false runs %.4f (%d of %d other steps), incomplete %d\n",
		recall, s.found, s.runs, exact, s.exact, wrong, s.wrong, s.others, s.incomplete)
	if recall < minRecall || exact < minExact || wrong > maxFalse {
		return 1
	}
	return 0
}

// share is a part of a whole, 0 of nothing.
func share(part, whole int) float64 {
	if whole == 0 {
		return 0
	}
	return float64(part) / float64(whole)
}

// measure reads all sessions and prints each disagreement.
func measure(ctx context.Context, dir string, out io.Writer) (s score, err error) {
	data, err := os.ReadFile(filepath.Join(dir, "truth.json"))
	if err != nil {
		return s, err
	}
	var truths map[string]truth
	if err := json.Unmarshal(data, &truths); err != nil {
		return s, fmt.Errorf("truth.json: %w", err)
	}
	for _, name := range slices.Sorted(maps.Keys(truths)) {
		steps, err := ended(filepath.Join(dir, name+".jsonl.gz"))
		if err != nil {
			return s, err
		}
		if len(steps) != truths[name].Steps {
			return s, fmt.Errorf("%s has %d steps, not %d", name, len(steps), truths[name].Steps)
		}
		for i, step := range steps {
			found, err := read(ctx, step)
			if err != nil {
				return s, fmt.Errorf("%s, step %d: %w", name, i, err)
			}
			w, isRun := truths[name].Tests[strconv.Itoa(i)]
			if verdict := s.judge(found, w, isRun); verdict != "" {
				fmt.Fprintf(out, "%s %s %d: %.200q\n", verdict, name, i, step.Command)
			}
		}
	}
	return s, nil
}

// judge compares what was found in one step with the truth, and says how they disagree.
func (s *score) judge(found []result, w want, isRun bool) string {
	if !isRun {
		s.others++
		if len(found) > 0 {
			s.wrong++
			return fmt.Sprint("false ", found)
		}
		return ""
	}
	s.runs++
	found = slices.DeleteFunc(found, func(r result) bool { return r.tool != w.Runner })
	if len(found) == 0 {
		return "missed"
	}
	s.found++
	r := found[len(found)-1]
	if !r.complete {
		s.incomplete++
	}
	if r.passed != w.Passed || r.failed != w.Failed {
		return fmt.Sprintf("wrong %v, not %d passed, %d failed:", r, w.Passed, w.Failed)
	}
	s.exact++
	return ""
}
