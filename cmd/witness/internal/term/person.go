package term

import (
	"errors"
	"fmt"
	"os"
	"strings"

	"witness/engine/agent"
)

// RequirePerson returns an error unless a person at a terminal seems to have run the command:
// standard input and one of the output streams must be a terminal, and no agent may have
// started this process.
func RequirePerson() error {
	if !IsTerminal(os.Stdin) || !IsTerminal(os.Stdout) && !IsTerminal(os.Stderr) {
		return errors.New("this command is for a person at a terminal, and there is no terminal; run it in a terminal of your own")
	}
	return RefuseAgent()
}

// RefuseAgent returns an error if an agent has run the command. Unlike RequirePerson it lets a script run it.
func RefuseAgent() error {
	if name := CallingAgent(); name != "" {
		return fmt.Errorf("this command is for a person at a terminal, and it was started by %s; run it in a terminal of your own", name)
	}
	return nil
}

// CallingAgent returns the name of the agent whose environment variables are set in this process
// or one of its ancestors, or "". The initial environments of the ancestors are examined because a
// wrapper such as script(1) provides a terminal and env -u removes a variable, but neither changes
// the agent's own process.
func CallingAgent() string {
	name := agent.FromEnv(os.Getenv)
	for pid := os.Getpid(); name == "" && pid > 1; pid = parentOf(pid) {
		name = agent.FromEnv(environmentOf(pid))
	}
	return name
}

// parentOf returns the parent of a process, or 0 if it cannot be determined: only Linux
// has /proc.
func parentOf(pid int) (parent int) {
	text, err := os.ReadFile(fmt.Sprintf("/proc/%d/stat", pid))
	if err != nil {
		return 0
	}
	// The second field is the program's name in parentheses, which may itself contain ")".
	_, rest, _ := strings.Cut(string(text[strings.LastIndexByte(string(text), ')')+1:]), " ")
	var state string
	if _, err := fmt.Sscan(rest, &state, &parent); err != nil {
		return 0
	}
	return parent
}

// environmentOf returns a lookup in the initial environment of a process. The environment
// is empty if it is not readable, as that of another user's process.
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
