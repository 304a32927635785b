// Witness is a behavioural linter for coding agents. It runs in an agent's hooks, records
// every tool call in a SQLite store, and evaluates rules, which are SQL queries, against the
// store before the next call.

// A hook runs for milliseconds and need not follow changes of the container's processor limit.
//
//go:debug updatemaxprocs=0
package main

import (
	"os"

	"witness/cmd/witness/internal/cli"
	"witness/cmd/witness/internal/term"
)

func main() { os.Exit(cli.Main(os.Args, term.Streams{In: os.Stdin, Out: os.Stdout, Err: os.Stderr})) }
