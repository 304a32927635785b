package main

import (
	"bytes"
	"database/sql"
	"errors"
	"fmt"
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
	project  string               // root of a hook's project
	dir      string               // working directory, if it matters
	home     string               // home directory of a hook's user

	runs int             // how many processes were started
	wall []time.Duration // of each round, sorted in the end
	cpu  []time.Duration // user and system time of each round's processes, sorted in the end
	peak int64           // bytes
	// faults is the number of internal errors that hooks recorded in the store, such as an
	// exceeded time limit. A hook with a fault does less work than the case is to measure.
	faults int
}

// warmUp is the number of rounds before the first that is measured.
const warmUp = 3

// measure runs all cases in turns, so that a slow phase of the machine affects all of them.
// peak is the path of the program that measures memory.
func measure(cases []*testCase, rounds int, peak string) error {
	for round := range warmUp + rounds {
		for i := range cases {
			// The order rotates, so that no case always follows the same one.
			c := cases[(i+round)%len(cases)]
			wall, cpu, err := c.run()
			if err != nil {
				return fmt.Errorf("%s: %w", c.name, err)
			}
			if round >= warmUp {
				c.wall = append(c.wall, wall)
				c.cpu = append(c.cpu, cpu)
			}
		}
	}
	for _, c := range cases {
		slices.Sort(c.wall)
		slices.Sort(c.cpu)
		if err := c.measurePeak(peak); err != nil {
			return err
		}
		if c.isHook() {
			if err := c.countFaults(); err != nil {
				return err
			}
		}
	}
	return nil
}

// run starts the processes of the case at once and waits for all of them. It returns the
// wall time, and the sum of their processor time.
func (c *testCase) run() (wall, cpu time.Duration, err error) {
	n := max(1, c.parallel)
	commands := make([]*exec.Cmd, n)
	stderrs := make([]bytes.Buffer, n)
	for i := range commands {
		cmd := exec.Command(c.program, c.args...)
		cmd.Dir, cmd.Env = c.dir, append(environ(), c.env...)
		cmd.Stdin = bytes.NewReader(c.input(c.runs))
		cmd.Stderr = &stderrs[i]
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
			return 0, 0, fmt.Errorf("%w: %s", err, stderrs[i].String())
		}
	}
	wall = time.Since(began)
	for _, cmd := range commands {
		cpu += cmd.ProcessState.UserTime() + cmd.ProcessState.SystemTime()
	}
	return wall, cpu, nil
}

// quantile returns the q-quantile of sorted values, or 0 if there are none.
func quantile(sorted []time.Duration, q float64) time.Duration {
	if len(sorted) == 0 {
		return 0
	}
	return sorted[min(len(sorted)-1, int(q*float64(len(sorted))))]
}

// countFaults reads the number of faults in the store of the case.
func (c *testCase) countFaults() (err error) {
	db, err := sql.Open("sqlite", "file:"+c.store())
	if err != nil {
		return err
	}
	defer func() { err = errors.Join(err, db.Close()) }()
	return db.QueryRow("SELECT count(*) FROM faults").Scan(&c.faults)
}
