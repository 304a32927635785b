//go:build unix

package main

import (
	"bytes"
	"fmt"
	"os"
	"os/exec"
	"runtime"
)

// weigh runs one more process of the case and notes the most memory that it had in use.
func (c *testCase) weigh(peak string) error {
	cmd := exec.Command(peak, append([]string{c.program}, c.args...)...)
	cmd.Env = append(os.Environ(), c.env...)
	cmd.Stdin = bytes.NewReader(c.input(c.runs))
	c.runs++
	said, err := cmd.Output()
	if err != nil {
		return fmt.Errorf("%s: %w", c.name, err)
	}
	if _, err := fmt.Sscan(string(said), &c.peak); err != nil {
		return fmt.Errorf("%s: %w", c.name, err)
	}
	if runtime.GOOS != "darwin" {
		c.peak <<= 10 // getrusage(2): bytes on macOS, kilobytes elsewhere
	}
	return nil
}
