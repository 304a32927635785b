//go:build unix

package main

import (
	"bytes"
	"fmt"
	"os/exec"
	"runtime"
)

// measurePeak runs one more process of the case, as a child of the program peak, and sets
// c.peak.
func (c *testCase) measurePeak(peak string) error {
	cmd := exec.Command(peak, append([]string{c.program}, c.args...)...)
	cmd.Env = append(environ(), c.env...)
	cmd.Stdin = bytes.NewReader(c.input(c.runs))
	c.runs++
	out, err := cmd.Output()
	if err != nil {
		return fmt.Errorf("%s: %w", c.name, err)
	}
	if _, err := fmt.Sscan(string(out), &c.peak); err != nil {
		return fmt.Errorf("%s: %w", c.name, err)
	}
	if runtime.GOOS != "darwin" {
		c.peak <<= 10 // getrusage(2): bytes on macOS, kilobytes elsewhere
	}
	return nil
}
