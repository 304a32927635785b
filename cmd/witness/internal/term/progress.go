package term

import (
	"fmt"
	"io"
	"strings"
	"sync"
	"time"
)

// A Progress shows on a terminal how far something is that takes long: a bar, or what is being done and for how many seconds.
// What takes a shorter time than a second shows nothing.
type Progress struct {
	out   io.Writer // nil if the output is not a terminal
	start time.Time

	mu    sync.Mutex
	shown time.Time // when it was last drawn
	doing string
	next  *time.Timer // draws what is being done; nil unless it waits to
}

const (
	progressAfter = time.Second            // what takes a shorter time shows nothing
	progressEvery = 100 * time.Millisecond // the minimum time between drawings of a bar
	progressWidth = 30                     // in characters
)

// NewProgress returns a progress on out, which shows nothing unless that is a terminal. End must be called before the result is printed.
func NewProgress(out io.Writer) *Progress {
	p := &Progress{start: time.Now()}
	if IsTerminal(out) {
		p.out = out
	}
	return p
}

// Show draws a bar with a text beside it, at most once in progressEvery. It takes the place of what Doing said.
func (p *Progress) Show(done, of int64, text string) {
	p.mu.Lock()
	defer p.mu.Unlock()
	p.stop()
	now := time.Now()
	if p.out == nil || now.Sub(p.start) < progressAfter || now.Sub(p.shown) < progressEvery {
		return
	}
	full := int(progressWidth * min(done, of) / max(of, 1))
	p.draw(now, fmt.Sprintf("[%s%s] %s", strings.Repeat("#", full), strings.Repeat(".", progressWidth-full), text))
}

// Doing says what is being done, such as "checking the rules", for work whose end cannot be foreseen. It is shown with the
// seconds that have passed, also while the caller is busy.
func (p *Progress) Doing(what string) {
	p.mu.Lock()
	defer p.mu.Unlock()
	p.stop()
	if p.out == nil {
		return
	}
	p.doing = what
	p.next = time.AfterFunc(max(0, progressAfter-time.Since(p.start)), p.tick)
}

// tick draws what is being done, and again each second.
func (p *Progress) tick() {
	p.mu.Lock()
	defer p.mu.Unlock()
	if p.next == nil {
		return // it ended meanwhile
	}
	now := time.Now()
	p.draw(now, fmt.Sprintf("%s… %d s", p.doing, int(now.Sub(p.start).Seconds())))
	p.next.Reset(time.Second)
}

// stop ends the drawing of what was being done.
func (p *Progress) stop() {
	if p.next != nil {
		p.next.Stop()
		p.next = nil
	}
}

// draw writes the line anew.
func (p *Progress) draw(now time.Time, line string) {
	p.shown = now
	fmt.Fprintf(p.out, "\r%s\x1b[K", line)
}

// End removes what is shown. After it the progress shows nothing until Show or Doing is called again.
func (p *Progress) End() {
	p.mu.Lock()
	defer p.mu.Unlock()
	p.stop()
	if !p.shown.IsZero() {
		fmt.Fprint(p.out, "\r\x1b[K")
		p.shown = time.Time{}
	}
}
