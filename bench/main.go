// Bench measures what a hook costs, as the agent pays it: whole processes, in turns, next
// to a floor that nothing could go below. Run it with `go run ./bench`.
//
// The ratios to the floor are what counts; they hold on other machines, the milliseconds
// do not. See `limits` for the bounds.
package main

import (
	"errors"
	"flag"
	"fmt"
	"os"
	"path/filepath"
	"time"
)

func main() {
	var o options
	flag.IntVar(&o.rounds, "rounds", 100, "how often each case is measured")
	flag.BoolVar(&o.smoke, "smoke", false, "measure a few rounds only")
	flag.BoolVar(&o.large, "large", false, "also measure a store of a million events, which takes a while to make the first time")
	flag.BoolVar(&o.check, "check", false, "exit with 1 if a figure is more than twice its bound")
	flag.StringVar(&o.save, "save", "", "write the figures to this `file`")
	flag.StringVar(&o.only, "only", "", "measure only cases whose name contains this `text`, and the floors")
	flag.StringVar(&o.witness, "witness", "", "measure this `program` instead of building one")
	flag.Parse()
	if err := run(o); err != nil {
		fmt.Fprintln(os.Stderr, "bench:", err)
		os.Exit(1)
	}
}

// options are the flags.
type options struct {
	rounds              int
	smoke, large, check bool
	save, only, witness string
}

// ruleAge is how old rules are that a project has had for a while. What was changed less than
// two seconds ago witness reads each time.
const ruleAge = 3 * time.Second

// lastFile is what figures are compared with, if it is there.
const lastFile = "bench.json"

func run(o options) (err error) {
	if o.smoke {
		o.rounds = 5
	}
	dir, err := os.MkdirTemp("", "witness-bench-")
	if err != nil {
		return err
	}
	defer func() { err = errors.Join(err, os.RemoveAll(dir)) }()
	// The store's identity follows from the folder's real path.
	if dir, err = filepath.EvalSymlinks(dir); err != nil {
		return err
	}
	cases, err := prepare(dir, o)
	if err != nil {
		return err
	}
	time.Sleep(ruleAge)
	if err := measure(cases, o.rounds, filepath.Join(dir, "peak")); err != nil {
		return err
	}
	last, err := readFigures(lastFile)
	if err != nil {
		return err
	}
	if err := printFigures(os.Stdout, cases, last); err != nil {
		return err
	}
	over := printLimits(os.Stdout, cases)
	if o.save != "" {
		if err := writeFigures(o.save, cases); err != nil {
			return err
		}
	}
	if o.check && over > 0 {
		return fmt.Errorf("%d figures are more than twice their bound", over)
	}
	return nil
}
