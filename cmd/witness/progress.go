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

// A progress shows on a terminal how much of a long work is done. The zero value and nil
// show nothing.
type progress struct {
	out   io.Writer // nil if there is no terminal
	total int

	mu    sync.Mutex
	count int
	begun time.Time
	shown time.Time
}

// A work that takes less than progressAfter shows nothing.
const (
	progressAfter = time.Second
	progressEvery = 100 * time.Millisecond
	progressWidth = 30
)

// newProgress is the progress of a work of so many steps.
func newProgress(out io.Writer, total int) *progress {
	p := &progress{total: total, begun: time.Now()}
	if isTerminal(out) {
		p.out = out
	}
	return p
}

// isTerminal tells whether what is written is seen by a person at a terminal.
func isTerminal(out io.Writer) bool {
	f, ok := out.(*os.File)
	return ok && (isatty.IsTerminal(f.Fd()) || isatty.IsCygwinTerminal(f.Fd()))
}

// step notes that one more is done.
func (p *progress) step() {
	p.mu.Lock()
	defer p.mu.Unlock()
	p.count++
	now := time.Now()
	if p.out == nil || now.Sub(p.begun) < progressAfter || now.Sub(p.shown) < progressEvery {
		return
	}
	p.shown = now
	full := progressWidth * p.count / p.total
	fmt.Fprintf(p.out, "\r[%s%s] %d of %d sessions", strings.Repeat("#", full), strings.Repeat(".", progressWidth-full), p.count, p.total)
}

// done takes the bar away.
func (p *progress) done() {
	if !p.shown.IsZero() {
		fmt.Fprint(p.out, "\r\x1b[K")
	}
}
