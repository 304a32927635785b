package main

import (
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"io/fs"
	"maps"
	"os"
	"slices"
	"text/tabwriter"
	"time"

	"witness/internal/hostile"
)

// A bound limits the processor time of one case, as a multiple of another's.
type bound struct {
	name, than string
	ratio      float64
}

// bounds are the promises of docs/performance.md.
var bounds = append([]bound{
	{"before an edit", "floor", 1.5},
	{"before a command", "floor", 1.5},
	{"after 2 kB of output", "floor", 2.3},
	{"after 200 kB of output", "after 2 kB of output", 2.5},
	{"before an edit, large store", "before an edit", 1.2},
	{"before a command, large store", "before a command", 1.2},
	{"after 2 kB of output, large store", "after 2 kB of output", 1.2},
	{"before an edit, 500 rules", "before an edit", 1.5},
	{"before an edit, 500 instances", "before an edit", 1.5},
	{"before an edit, all packs", "before an edit", 1.3},
	{"16 hooks at once", "16 floors at once", 1.8},
}, hostileBounds()...)

// hostileFiles are those of a repository that nobody trusts.
var hostileFiles = hostile.Projects()

// besideName is the name of the case of a hook beside such files.
func besideName(files string) string { return "before an edit, hostile: " + files }

// hostileBounds returns a bound for each of them.
func hostileBounds() (list []bound) {
	for _, files := range slices.Sorted(maps.Keys(hostileFiles)) {
		list = append(list, bound{besideName(files), "before an edit", 1.5})
	}
	return list
}

// maxMemory bounds the peak memory of a hook in bytes.
const maxMemory = 25 << 20

// A figure is the result of one case as it is saved.
type figure struct {
	CPUMS     float64 `json:"cpu_ms"`      // median processor time
	CPURatio  float64 `json:"cpu_ratio"`   // of CPUMS to the floor's
	WallMS    float64 `json:"wall_ms"`     // median wall time
	WallP99MS float64 `json:"wall_p99_ms"` // 99th percentile of the wall time
	PeakMB    float64 `json:"peak_mb"`
}

func find(cases []*testCase, name string) *testCase {
	i := slices.IndexFunc(cases, func(c *testCase) bool { return c.name == name })
	if i < 0 {
		return nil
	}
	return cases[i]
}

// ratio returns the median processor time of c as a multiple of other's.
func (c *testCase) ratio(other *testCase) float64 {
	return float64(quantile(c.cpu, 0.5)) / float64(quantile(other.cpu, 0.5))
}

func (c *testCase) figure(cases []*testCase) figure {
	return figure{
		CPUMS:     ms(quantile(c.cpu, 0.5)),
		CPURatio:  c.ratio(find(cases, "floor")),
		WallMS:    ms(quantile(c.wall, 0.5)),
		WallP99MS: ms(quantile(c.wall, 0.99)),
		PeakMB:    float64(c.peak) / (1 << 20),
	}
}

func ms(d time.Duration) float64 { return float64(d) / float64(time.Millisecond) }

// printFigures prints a line for each case, with the ratio from last, if there is one.
func printFigures(out io.Writer, cases []*testCase, last map[string]figure) error {
	w := tabwriter.NewWriter(out, 0, 0, 2, ' ', tabwriter.AlignRight)
	fmt.Fprintln(w, "CPU\tx FLOOR\tBEFORE\tWALL\tWALL P99\tPEAK\tFAULTS\t  CASE")
	for _, c := range cases {
		f, before := c.figure(cases), ""
		if l, ok := last[c.name]; ok {
			before = fmt.Sprintf("%.2f", l.CPURatio)
		}
		fmt.Fprintf(w, "%.2f ms\t%.2f\t%s\t%.2f ms\t%.2f ms\t%.1f MB\t%d\t  %s\n", f.CPUMS, f.CPURatio, before, f.WallMS, f.WallP99MS, f.PeakMB, c.faults, c.name)
	}
	return w.Flush()
}

// printBounds compares the cases with the bounds and returns the number of figures that are
// more than twice their bound.
func printBounds(out io.Writer, cases []*testCase) (over int) {
	verdict := func(value, limit float64) string {
		switch {
		case value > 2*limit:
			over++
			return "more than twice the bound"
		case value > limit:
			return "over the bound"
		default:
			return "ok"
		}
	}
	fmt.Fprintln(out, "\nprocessor time:")
	for _, b := range bounds {
		c, than := find(cases, b.name), find(cases, b.than)
		if c == nil || than == nil {
			continue
		}
		r := c.ratio(than)
		fmt.Fprintf(out, "%s: %.2f x %s, at most %.1f: %s\n", b.name, r, b.than, b.ratio, verdict(r, b.ratio))
	}
	for _, c := range cases {
		if c.peak > 0 && c.isHook() {
			if v := verdict(float64(c.peak), maxMemory); v != "ok" {
				fmt.Fprintf(out, "%s: %.1f MB of memory, at most %d: %s\n", c.name, float64(c.peak)/(1<<20), maxMemory>>20, v)
			}
		}
	}
	return over
}

// readFigures reads figures that writeFigures wrote. A missing file holds none.
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
