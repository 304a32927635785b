//go:build unix

package fleet

import (
	"os/exec"
	"syscall"
)

// detach gives a command a session of its own, so that the end of the agent's terminal does not end it.
func detach(c *exec.Cmd) { c.SysProcAttr = &syscall.SysProcAttr{Setsid: true} }

// endGroup ends a command that was detached, with what it has started.
func endGroup(c *exec.Cmd) error { return syscall.Kill(-c.Process.Pid, syscall.SIGKILL) }

// Background gives way to every other process, above all to hooks.
func Background() { _ = syscall.Setpriority(syscall.PRIO_PROCESS, 0, 10) }
