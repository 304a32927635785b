package cli

import (
	"bytes"
	"io"
	"os"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"witness/cmd/witness/internal/term"
)

// endless is an input that goes on until a test is over, or that waits for it if the text is empty.
type endless struct {
	text string
	over <-chan struct{}
}

func (e endless) Read(p []byte) (int, error) {
	if e.text == "" {
		<-e.over
	}
	select {
	case <-e.over:
		return 0, io.ErrClosedPipe
	default:
		return copy(p, strings.Repeat(e.text, len(p)/len(e.text)+1)), nil
	}
}

// TestEndlessInput gives a hook an input that never ends: it ends by itself, and leaves a mark for the next
// start of a session.
func TestEndlessInput(t *testing.T) {
	defer func(d time.Duration) { hookDeadline = d }(hookDeadline)
	hookDeadline = 20 * time.Millisecond
	ended := make(chan int)
	over := t.Context().Done() // before the cleanup of the test
	waits := endless{over: over}
	for name, input := range map[string]io.Reader{"waits": waits, "text": io.MultiReader(io.LimitReader(endless{"{\"a\": \"b\"},", over}, 1<<20), waits), "begins": io.MultiReader(strings.NewReader("{"), waits)} {
		dir := t.TempDir()
		t.Setenv("WITNESS_DB", filepath.Join(dir, "witness.db"))
		t.Setenv("WITNESS_STRICT", "")
		var out, errs bytes.Buffer
		h := &hookRun{mode: "hook", args: []string{"plain"}, streams: term.Streams{In: input, Out: &out, Err: &errs}, exit: func(status int) { ended <- status }}
		go h.run()
		if status := <-ended; status != term.ExitOK || out.Len()+errs.Len() > 0 {
			t.Errorf("%s: status %d, %s%s", name, status, &out, &errs)
		}
		mark, err := os.ReadFile(filepath.Join(dir, "witness.db-failed"))
		if err != nil || !strings.Contains(string(mark), "was ended: its input did not end") {
			t.Errorf("%s: the mark is %q: %v", name, mark, err)
		}
	}
}
