// Witness is a behavioural linter for coding agents: it is wired into an agent's hooks,
// remembers what the agent does and says what it is about to regret.
package main

import "os"

func main() { os.Exit(run(os.Args[1:], os.Stdin, os.Stdout, os.Stderr)) }
