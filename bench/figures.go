package main

import (
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"io/fs"
	"os"
	"slices"
	"text/tabwriter"
	"time"
)

// A limit bounds the median of one case by another's.
type limit struct {
	name, than string
	bound      float64
}

// limits are what a hook may cost.
var limits = []limit{
	{"before an edit", "floor", 1.8},
	{"before a command", "floor", 1.8},
	{"after 2 kB of output", "floor", 2.2},
	{"after 200 kB of output", "after 2 kB of output", 3},
	{"before an edit, large store", "before an edit", 1.2},
	{"after 2 kB of output, large store", "after 2 kB of output", 1.2},
	{"before an edit, 500 rules", "before an edit", 1.3},
	{"16 hooks at once", "16 floors at once", 1.5},
}

// maxMemory is the most that a hook may have in use, in bytes, whatever it is handed.
const maxMemory = 25 << 20

// A figure is what one case came to, as it is saved.
type figure struct {
	MedianMS float64 `json:"median_ms"`
	P99MS    float64 `json:"p99_ms"`
	CPUMS    float64 `json:"cpu_ms"` // the median of what was spent on the processor
	Ratio    float64 `json:"ratio"`  // of the median to the floor's
	PeakMB   float64 `json:"peak_mb"`
}

func find(cases []*testCase, name string) *testCase {
	i := slices.IndexFunc(cases, func(c *testCase) bool { return c.name == name })
	if i < 0 {
		return nil
	}
	return cases[i]
}

// ratio is how many times longer than another case this one takes, by the medians.
func (c *testCase) ratio(other *testCase) float64 {
	return float64(quantile(c.times, 0.5)) / float64(quantile(other.times, 0.5))
}

func (c *testCase) figure(cases []*testCase) figure {
	return figure{ms(quantile(c.times, 0.5)), ms(quantile(c.times, 0.99)), ms(quantile(c.cpu, 0.5)), c.ratio(find(cases, "floor")), float64(c.peak) / (1 << 20)}
}

func ms(d time.Duration) float64 { return float64(d) / float64(time.Millisecond) }

// printFigures prints a line for each case, with the ratio that was saved last.
func printFigures(out io.Writer, cases []*testCase, last map[string]figure) error {
	w := tabwriter.NewWriter(out, 0, 0, 2, ' ', tabwriter.AlignRight)
	fmt.Fprintln(w, "MEDIAN\tP99\tCPU\tx FLOOR\tBEFORE\tPEAK\tFAULTS\t  CASE")
	for _, c := range cases {
		f, was := c.figure(cases), ""
		if l, ok := last[c.name]; ok {
			was = fmt.Sprintf("%.2f", l.Ratio)
		}
		fmt.Fprintf(w, "%.2f ms\t%.2f ms\t%.2f ms\t%.2f\t%s\t%.1f MB\t%d\t  %s\n", f.MedianMS, f.P99MS, f.CPUMS, f.Ratio, was, f.PeakMB, c.faults, c.name)
	}
	return w.Flush()
}

// printLimits compares with the bounds and returns how many are exceeded twice over.
func printLimits(out io.Writer, cases []*testCase) (over int) {
	verdict := func(value, bound float64) string {
		switch {
		case value > 2*bound:
			over++
			return "more than twice the bound"
		case value > bound:
			return "over the bound"
		default:
			return "ok"
		}
	}
	fmt.Fprintln(out)
	for _, l := range limits {
		c, than := find(cases, l.name), find(cases, l.than)
		if c == nil || than == nil {
			continue
		}
		r := c.ratio(than)
		fmt.Fprintf(out, "%s: %.2f x %s, at most %.1f: %s\n", l.name, r, l.than, l.bound, verdict(r, l.bound))
	}
	for _, c := range cases {
		if c.peak > 0 && c.hook() {
			if v := verdict(float64(c.peak), maxMemory); v != "ok" {
				fmt.Fprintf(out, "%s: %.1f MB of memory, at most %d: %s\n", c.name, float64(c.peak)/(1<<20), maxMemory>>20, v)
			}
		}
	}
	return over
}

// readFigures reads what was saved; a file that is not there holds nothing.
func readFigures(path string) (map[string]figure, error) {
	text, err := os.ReadFile(path)
	if errors.Is(err, fs.ErrNotExist) {
		return nil, nil
	}
	if err != nil {
		return nil, err
	}
	var last map[string]figure
	if err := json.Unmarshal(text, &last); err != nil {
		return nil, fmt.Errorf("%s: %w", path, err)
	}
	return last, nil
}

func writeFigures(path string, cases []*testCase) error {
	all := map[string]figure{}
	for _, c := range cases {
		all[c.name] = c.figure(cases)
	}
	text, err := json.MarshalIndent(all, "", "  ")
	if err != nil {
		return err
	}
	return os.WriteFile(path, append(text, '\n'), 0o644)
}
