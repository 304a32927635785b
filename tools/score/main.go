// Score measures the accuracy of the test-output readers on recorded sessions:
//
//	just score DIR
//
// DIR contains sessions (*.jsonl.gz), whose lines are hook payloads of Claude Code, and truth.json,
// which lists the test runs of each session with their counts. Score reads every completed step as a
// hook would. It exits with 1 if a measure misses its goal.
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

// The goals, as shares of the runs, and for false runs of the other steps. The truth may miss runs,
// so false runs are printed for review.
const (
	minRecall = 0.99
	minExact  = 0.98
	maxFalse  = 0.005
)

// A truth is the entry of one session in truth.json: the number of steps, and the test runs by the
// index of their step.
type truth struct {
	Steps int             `json:"steps"`
	Tests map[string]want `json:"tests"`
}

// A want is the expected result of a step: its last test run.
type want struct {
	Runner string `json:"runner"`
	Passed int64  `json:"passed"`
	Failed int64  `json:"failed"`
}

// A score counts steps by their result.
type score struct {
	runs, found, exact int // expected runs, those found, those found with the right counts
	others, wrong      int // steps without an expected run, those in which one was found
	incomplete         int // runs found that do not list all counted tests, or are truncated
}

func main() { os.Exit(run(os.Args[1:], os.Stdout, os.Stderr)) }

// run runs score and returns the exit status.
func run(args []string, stdout, stderr io.Writer) int {
	if len(args) != 1 {
		fmt.Fprintln(stderr, "usage: score DIR, a directory of sessions with their truth.json")
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

// share returns part divided by whole, or 0 if whole is 0.
func share(part, whole int) float64 {
	if whole == 0 {
		return 0
	}
	return float64(part) / float64(whole)
}

// measure reads all sessions and prints each step whose result differs from the truth.
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
		steps, err := completedSteps(filepath.Join(dir, name+".jsonl.gz"))
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
			if difference := s.compare(found, w, isRun); difference != "" {
				fmt.Fprintf(out, "%s %s %d: %.200q\n", difference, name, i, step.Command)
			}
		}
	}
	return s, nil
}

// compare counts the result of one step and describes how it differs from the truth, if it does.
func (s *score) compare(found []result, w want, isRun bool) string {
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
