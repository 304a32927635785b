package main

import (
	"fmt"
	"io"
	"os"
	"strings"
	"sync"
	"time"

	"github.com/mattn/go-isatty"
)

// A progress shows on a terminal how far a long replay has come.
type progress struct {
	out      io.Writer // nil if there is no terminal
	sessions int
	bytes    int64

	mu     sync.Mutex
	judged int
	done   int64 // bytes
	begun  time.Time
	shown  time.Time
}

// A replay that takes less than progressAfter shows nothing.
const (
	progressAfter = time.Second
	progressEvery = 100 * time.Millisecond
	progressWidth = 30
)

// newProgress is the progress of judging these recordings.
func newProgress(out io.Writer, list []recording) *progress {
	p := &progress{sessions: len(list), begun: time.Now()}
	if isTerminal(out) {
		p.out = out
		for _, r := range list {
			p.bytes += r.size()
		}
	}
	return p
}

// isTerminal tells whether what is written is seen by a person at a terminal.
func isTerminal(out io.Writer) bool {
	f, ok := out.(*os.File)
	return ok && (isatty.IsTerminal(f.Fd()) || isatty.IsCygwinTerminal(f.Fd()))
}

// read notes that more of the recordings was read.
func (p *progress) read(bytes int) {
	p.mu.Lock()
	defer p.mu.Unlock()
	p.done += int64(bytes)
	p.show()
}

// step notes that one more session is judged.
func (p *progress) step() {
	p.mu.Lock()
	defer p.mu.Unlock()
	p.judged++
	p.show()
}

// show draws the bar, now and then.
func (p *progress) show() {
	now := time.Now()
	if p.out == nil || now.Sub(p.begun) < progressAfter || now.Sub(p.shown) < progressEvery {
		return
	}
	p.shown = now
	full := int(progressWidth * min(p.done, p.bytes) / max(p.bytes, 1))
	fmt.Fprintf(p.out, "\r[%s%s] %d of %d sessions", strings.Repeat("#", full), strings.Repeat(".", progressWidth-full), p.judged, p.sessions)
}

// end takes the bar away.
func (p *progress) end() {
	if !p.shown.IsZero() {
		fmt.Fprint(p.out, "\r\x1b[K")
	}
}
