package main

import (
	"errors"
	"fmt"
	"os"
	"strings"

	"github.com/mattn/go-isatty"

	"witness/engine/agent"
)

// person tells why whoever calls is no person at a terminal, nil if it seems to be one.
// Standard input and what answers must be a terminal, and neither this process nor any
// above it may have been started by an agent: a wrapper such as script(1) makes a
// terminal, and env -u takes a mark off, but not off the process that did it.
func person() error {
	if !terminal(os.Stdin) || !terminal(os.Stdout) && !terminal(os.Stderr) {
		return errors.New("this is for a person at a terminal, and here is none; run it in a terminal of your own")
	}
	who := agent.MarkedBy(os.Getenv)
	for pid := os.Getppid(); who == "" && pid > 1; pid = parentOf(pid) {
		who = agent.MarkedBy(environmentOf(pid))
	}
	if who != "" {
		return fmt.Errorf("this is for a person at a terminal, and here %s is at work; run it in a terminal of your own", who)
	}
	return nil
}

func terminal(f *os.File) bool { return isatty.IsTerminal(f.Fd()) || isatty.IsCygwinTerminal(f.Fd()) }

// parentOf is the process above another, 0 where the system does not tell (only Linux has
// /proc).
func parentOf(pid int) (parent int) {
	text, err := os.ReadFile(fmt.Sprintf("/proc/%d/stat", pid))
	if err != nil {
		return 0
	}
	// The second field is the program's name in parentheses, which may hold anything.
	_, rest, _ := strings.Cut(string(text[strings.LastIndexByte(string(text), ')')+1:]), " ")
	var state string
	if _, err := fmt.Sscan(rest, &state, &parent); err != nil {
		return 0
	}
	return parent
}

// environmentOf is the environment that a process was started with, empty if it is
// somebody else's.
func environmentOf(pid int) func(string) string {
	text, err := os.ReadFile(fmt.Sprintf("/proc/%d/environ", pid))
	if err != nil {
		text = nil
	}
	variables := map[string]string{}
	for entry := range strings.SplitSeq(string(text), "\x00") {
		name, value, _ := strings.Cut(entry, "=")
		variables[name] = value
	}
	return func(name string) string { return variables[name] }
}
