package term

import (
	"fmt"
	"io"
	"strings"
	"time"
)

// A Progress is a progress bar on a terminal.
type Progress struct {
	out          io.Writer // nil if the output is not a terminal
	start, shown time.Time
}

const (
	progressAfter = time.Second            // what takes a shorter time shows no bar
	progressEvery = 100 * time.Millisecond // the minimum time between drawings
	progressWidth = 30                     // in characters
)

// NewProgress returns a progress bar on out, which shows nothing unless that is a terminal.
func NewProgress(out io.Writer) *Progress {
	p := &Progress{start: time.Now()}
	if IsTerminal(out) {
		p.out = out
	}
	return p
}

// Show draws the bar with a text beside it, at most once in progressEvery.
func (p *Progress) Show(done, of int64, text string) {
	now := time.Now()
	if p.out == nil || now.Sub(p.start) < progressAfter || now.Sub(p.shown) < progressEvery {
		return
	}
	p.shown = now
	full := int(progressWidth * min(done, of) / max(of, 1))
	fmt.Fprintf(p.out, "\r[%s%s] %s", strings.Repeat("#", full), strings.Repeat(".", progressWidth-full), text)
}

// End removes the bar.
func (p *Progress) End() {
	if !p.shown.IsZero() {
		fmt.Fprint(p.out, "\r\x1b[K")
	}
}
