//go:build !unix

package fleet

import "os/exec"

// detach leaves the command as it is: it outlives its parent, whose streams it does not have.
func detach(*exec.Cmd) {}

// endGroup ends a command; what it has started ends when its streams do.
func endGroup(c *exec.Cmd) error { return c.Process.Kill() }

// Background does nothing.
func Background() {}
