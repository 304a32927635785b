package main

import (
	"bytes"
	"database/sql"
	"errors"
	"fmt"
	"os"
	"os/exec"
	"slices"
	"time"
)

// A testCase is one kind of process that is measured.
type testCase struct {
	name     string
	program  string
	args     []string
	env      []string
	input    func(run int) []byte // standard input of the nth process, from 0
	parallel int                  // how many processes start at once; 0 is one

	runs  int
	times []time.Duration
	cpu   []time.Duration // what each round's processes spent on the processor
	peak  int64           // bytes
	// faults is how often a hook kept a fault to itself, such as running out of its time:
	// what it did then is less than what it is for.
	faults int
}

// warmUp is how many rounds are run before the first that counts.
const warmUp = 3

// measure runs all cases in turns, so that what slows the machine slows them alike.
func measure(cases []*testCase, rounds int, peak string) error {
	for round := range warmUp + rounds {
		for i := range cases {
			// Another case goes first in each round: none always follows the same.
			c := cases[(i+round)%len(cases)]
			took, spent, err := c.run()
			if err != nil {
				return fmt.Errorf("%s: %w", c.name, err)
			}
			if round >= warmUp {
				c.times = append(c.times, took)
				c.cpu = append(c.cpu, spent)
			}
		}
	}
	for _, c := range cases {
		slices.Sort(c.times)
		slices.Sort(c.cpu)
		if err := c.weigh(peak); err != nil {
			return err
		}
		if c.hook() {
			if err := c.countFaults(); err != nil {
				return err
			}
		}
	}
	return nil
}

// run starts the case's processes at once and waits for the last. It returns how long
// that took, and what they spent on the processor together.
func (c *testCase) run() (took, spent time.Duration, err error) {
	n := max(1, c.parallel)
	commands := make([]*exec.Cmd, n)
	complaints := make([]bytes.Buffer, n)
	for i := range commands {
		cmd := exec.Command(c.program, c.args...)
		cmd.Env = append(os.Environ(), c.env...)
		cmd.Stdin = bytes.NewReader(c.input(c.runs))
		cmd.Stderr = &complaints[i]
		commands[i] = cmd
		c.runs++
	}
	began := time.Now()
	for _, cmd := range commands {
		if err := cmd.Start(); err != nil {
			return 0, 0, err
		}
	}
	for i, cmd := range commands {
		if err := cmd.Wait(); err != nil {
			return 0, 0, fmt.Errorf("%w: %s", err, complaints[i].String())
		}
	}
	took = time.Since(began)
	for _, cmd := range commands {
		spent += cmd.ProcessState.UserTime() + cmd.ProcessState.SystemTime()
	}
	return took, spent, nil
}

// quantile is the value that the share q of sorted values does not exceed.
func quantile(sorted []time.Duration, q float64) time.Duration {
	if len(sorted) == 0 {
		return 0
	}
	return sorted[min(len(sorted)-1, int(q*float64(len(sorted))))]
}

// countFaults asks the store what its hooks kept to themselves.
func (c *testCase) countFaults() (err error) {
	db, err := sql.Open("sqlite", "file:"+c.store())
	if err != nil {
		return err
	}
	defer func() { err = errors.Join(err, db.Close()) }()
	return db.QueryRow("SELECT count(*) FROM faults").Scan(&c.faults)
}
