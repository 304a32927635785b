// Witness is a behavioural linter for coding agents: it is wired into an agent's hooks,
// remembers what the agent does and says what it is about to regret.

// A hook lives for milliseconds: how many processors its container grants is not looked up again
// and again.
//
//go:debug updatemaxprocs=0
package main

import (
	"os"
	"path/filepath"
	"strings"

	"witness/engine"
)

// main is witness; started by the name of did or will it is that word of a test script.
func main() {
	name := strings.TrimSuffix(filepath.Base(os.Args[0]), ".exe")
	if name == "did" || name == "will" {
		os.Exit(tense(name, os.Args[1:], os.Stdout, os.Stderr))
	}
	if isHook(os.Args[1:]) {
		engine.OneThread()
	}
	os.Exit(run(os.Args[1:], os.Stdin, os.Stdout, os.Stderr))
}
