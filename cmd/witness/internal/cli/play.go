package cli

import (
	"bytes"
	"io"
	"sync/atomic"

	"witness/cmd/witness/internal/term"
	"witness/engine/store"
)

// abandoned says that a played hook has not ended in time and still runs: its process would have ended.
var abandoned atomic.Bool

// played has the store of the script that this process plays.
var played store.Kept

// playHook answers a payload of the plain protocol as `witness hook plain` does, except that it does not report
// changes of witness's own files: a script changes them to tell its story.
func playHook(payload []byte, stdout, stderr io.Writer) (status int) {
	streams := term.Streams{In: bytes.NewReader(payload), Out: stdout, Err: stderr}
	ended := make(chan int, 2) // the script goes on when the process of a hook would end
	go func() {
		exit := func(status int) { abandoned.Store(true); ended <- status }
		ended <- (&hookRun{args: []string{"plain"}, streams: streams, exit: exit, played: &played}).run()
	}()
	return <-ended
}
