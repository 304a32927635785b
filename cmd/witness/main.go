// Witness is a behavioural linter for coding agents. It runs in an agent's hooks, records
// every tool call in a SQLite store, and evaluates rules, which are SQL queries, against the
// store before the next call.

// A hook runs for milliseconds and need not follow changes of the container's processor limit.
//
//go:debug updatemaxprocs=0
package main

import (
	"bytes"
	"io"
	"os"
	"path/filepath"
	"strings"

	"witness/cmd/witness/internal/ruletest"
	"witness/cmd/witness/internal/term"
)

// main runs witness. Started as did or will, the executable is that command of a rule test.
func main() {
	name := strings.TrimSuffix(filepath.Base(os.Args[0]), ".exe")
	streams := term.Streams{In: os.Stdin, Out: os.Stdout, Err: os.Stderr}
	if name == "did" || name == "will" {
		os.Exit(ruletest.DidWill(name, os.Args[1:], streams, plainHook))
	}
	os.Exit(run(os.Args[1:], streams))
}

// plainHook answers a payload of the plain protocol as `witness hook plain` does, except that it does not report
// changes of witness's own files: a script changes them to tell its story.
func plainHook(payload []byte, stdout, stderr io.Writer) (status int) {
	streams := term.Streams{In: bytes.NewReader(payload), Out: stdout, Err: stderr}
	ended := make(chan int, 2) // the script goes on when the process of a hook would end
	go func() { ended <- runHook(playMode, []string{"plain"}, streams, func(status int) { ended <- status }) }()
	return <-ended
}
