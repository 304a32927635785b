//go:build !unix

package fleet

import "os/exec"

// detach leaves the command as it is: it outlives its parent, whose streams it does not have.
func detach(*exec.Cmd) {}

// Background does nothing.
func Background() {}
