// Bench measures the cost of a hook in processor time, as a ratio to a floor: a minimal
// program that uses SQLite. `just bench` runs it in the root of the repository.
//
// Each case is a whole process, as an agent starts it. The cases are run in turns, and the
// medians of their processor time (user and system) are compared with the bounds in
// figures.go. Wall time is printed for information: it depends on the disk and on what
// else the machine does. Milliseconds differ between machines; the ratios should not.
package main

import (
	"errors"
	"flag"
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"time"
)

func main() {
	var o options
	flag.IntVar(&o.rounds, "rounds", 100, "how often each case is measured")
	flag.BoolVar(&o.smoke, "smoke", false, "measure five rounds only")
	flag.BoolVar(&o.large, "large", false, "also measure a store of a million events; creating it the first time takes a while")
	flag.BoolVar(&o.check, "check", false, "exit with 1 if a figure is more than twice its bound")
	flag.StringVar(&o.save, "save", "", "write the figures to this `file`")
	flag.StringVar(&o.only, "only", "", "measure only cases whose name contains this `text`, and the floor")
	flag.Func("peer", "also measure another program, as `name=command`, with the payload before an edit; repeatable", func(text string) error {
		name, command, ok := strings.Cut(text, "=")
		words := strings.Fields(command)
		if !ok || len(words) == 0 {
			return errors.New("a peer is name=command, such as node=node -e 0")
		}
		program, err := exec.LookPath(words[0])
		if err == nil {
			words[0], err = filepath.Abs(program) // it runs in another directory
		}
		o.peers = append(o.peers, peer{name, words})
		return err
	})
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
	peers               []peer
}

// A peer is another program that a hook could run.
type peer struct {
	name    string
	command []string
}

// ruleAge is the time between writing the rules and the first measurement. witness reads
// rules changed in the last two seconds on every call; those of a project are older.
const ruleAge = 3 * time.Second

// lastFile holds the figures that a run is compared with, if it exists.
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
	// witness identifies a project by its path without symbolic links.
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
	over := printBounds(os.Stdout, cases)
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
