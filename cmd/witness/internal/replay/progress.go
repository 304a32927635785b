package replay

import (
	"fmt"
	"io"
	"sync"

	"witness/cmd/witness/internal/term"
)

// A progress shows how much of the recordings was read.
type progress struct {
	sessions int
	bytes    int64

	mu       sync.Mutex
	bar      *term.Progress
	finished int   // sessions
	done     int64 // bytes read
}

// newProgress returns the progress bar for a replay of these recordings.
func newProgress(out io.Writer, list []recording) *progress {
	p := &progress{sessions: len(list), bar: term.NewProgress(out)}
	if term.IsTerminal(out) {
		for _, r := range list {
			p.bytes += r.size()
		}
	}
	return p
}

// read adds the number of bytes that were read.
func (p *progress) read(bytes int) {
	p.mu.Lock()
	defer p.mu.Unlock()
	p.done += int64(bytes)
	p.show()
}

// step adds one finished session.
func (p *progress) step() {
	p.mu.Lock()
	defer p.mu.Unlock()
	p.finished++
	p.show()
}

// show draws the bar.
func (p *progress) show() {
	p.bar.Show(p.done, p.bytes, fmt.Sprintf("%d of %d sessions", p.finished, p.sessions))
}

// end removes the bar.
func (p *progress) end() { p.bar.End() }
