package replay

import (
	"fmt"
	"io"
	"strings"
	"sync"
	"time"

	"witness/cmd/witness/internal/term"
)

// A progress draws a progress bar on a terminal.
type progress struct {
	out      io.Writer // nil if the output is not a terminal
	sessions int
	bytes    int64

	mu       sync.Mutex
	finished int   // sessions
	done     int64 // bytes read
	start    time.Time
	shown    time.Time // of the latest drawing
}

const (
	progressAfter = time.Second            // a shorter replay shows no bar
	progressEvery = 100 * time.Millisecond // the minimum time between drawings
	progressWidth = 30                     // in characters
)

// newProgress returns the progress bar for a replay of these recordings.
func newProgress(out io.Writer, list []recording) *progress {
	p := &progress{sessions: len(list), start: time.Now()}
	if term.IsTerminal(out) {
		p.out = out
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

// show draws the bar, at most once in progressEvery.
func (p *progress) show() {
	now := time.Now()
	if p.out == nil || now.Sub(p.start) < progressAfter || now.Sub(p.shown) < progressEvery {
		return
	}
	p.shown = now
	full := int(progressWidth * min(p.done, p.bytes) / max(p.bytes, 1))
	fmt.Fprintf(p.out, "\r[%s%s] %d of %d sessions", strings.Repeat("#", full), strings.Repeat(".", progressWidth-full), p.finished, p.sessions)
}

// end removes the bar.
func (p *progress) end() {
	if !p.shown.IsZero() {
		fmt.Fprint(p.out, "\r\x1b[K")
	}
}
