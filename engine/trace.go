package engine

import (
	"bufio"
	"errors"
	"fmt"
	"os"
	"strings"
	"time"

	"witness/engine/hook"
	"witness/engine/regular"
	"witness/engine/store"
)

// A Trace measures where a hook spends its time. Its methods do nothing on a nil *Trace.
type Trace struct {
	started time.Time
	events  []string
	spans   []span
}

// A span is one measured step of a hook.
type span struct {
	name       string
	from, took time.Duration // from is relative to the start of the trace
	cpu        time.Duration // processor time of the process
}

// NewTrace starts a trace.
func NewTrace() *Trace { return &Trace{started: time.Now()} }

// Start starts a span; the returned function ends it. Ending a span twice has no effect.
func (t *Trace) Start(name string) (end func()) {
	if t == nil {
		return func() {}
	}
	i, cpu := len(t.spans), store.CPUTime()
	t.spans = append(t.spans, span{name: name, from: time.Since(t.started), took: -1})
	return func() {
		if s := &t.spans[i]; s.took < 0 {
			s.took, s.cpu = time.Since(t.started)-s.from, store.CPUTime()-cpu
		}
	}
}

// Describe adds an event to the title of the trace.
func (t *Trace) Describe(ev hook.Event) {
	if t != nil {
		t.events = append(t.events, strings.TrimSpace(ev.Agent+" "+ev.Moment+" "+ev.Tool))
	}
}

// traceHeader is the first line of a trace file.
const traceHeader = "# witness trace: span, start, wall clock and processor time in milliseconds"

// Append appends the trace to a regular file that does not exist, is empty or is already a trace. Any
// other file is an error and is not changed: the path comes from the environment, which a project's
// settings can set, and they must not be able to make witness write into a file of their choice.
func (t *Trace) Append(path string) error {
	if t == nil {
		return nil
	}
	f, err := os.OpenFile(path, os.O_CREATE|os.O_APPEND|os.O_RDWR|regular.NoFollow, 0o600)
	if err != nil {
		return err
	}
	defer f.Close()
	info, err := f.Stat()
	if err != nil {
		return err
	}
	if !info.Mode().IsRegular() {
		return fmt.Errorf("%s: not a regular file; name a file that does not exist", path)
	}
	var b strings.Builder
	if info.Size() == 0 {
		b.WriteString(traceHeader + "\n")
	} else if line, _, err := bufio.NewReader(f).ReadLine(); err != nil || string(line) != traceHeader {
		return errors.Join(fmt.Errorf("%s: not a trace file; name a file that does not exist", path), err)
	}
	fmt.Fprintf(&b, "\n%s %s\n", t.started.Format(time.RFC3339), strings.Join(t.events, ", "))
	for _, s := range t.spans {
		ms := func(d time.Duration) float64 { return float64(d.Microseconds()) / 1000 }
		fmt.Fprintf(&b, "  %-22s %8.2f %8.2f %8.2f\n", s.name, ms(s.from), ms(s.took), ms(s.cpu))
	}
	_, err = f.WriteString(b.String())
	return err
}
