package main

import (
	"context"
	"errors"
	"fmt"
	"io"
	"os"
	"os/signal"
	"strings"
	"syscall"
	"time"

	"witness/engine"
)

// watchCmd follows the store of the project.
type watchCmd struct {
	Lines  int           `short:"n" help:"How many of the latest lines are shown first." default:"10"`
	Since  time.Duration `help:"Show first what was heard since so long ago, such as 30m, instead of the latest lines." placeholder:"TIME"`
	Once   bool          `help:"Show that, and end."`
	Format string        `help:"${enum}" enum:"text,ndjson" default:"text"`
}

// watchEvery is how often the store is asked whether it has changed.
const watchEvery = 250 * time.Millisecond

// Run prints what was heard and said, and goes on until it is interrupted or nobody reads it.
func (w *watchCmd) Run(s streams) (err error) {
	dir, err := workDir()
	if err != nil {
		return err
	}
	if w.Lines < 0 || w.Since < 0 {
		return usageError{errors.New("--lines and --since are 0 or more")}
	}
	ctx, stop := signal.NotifyContext(context.Background(), os.Interrupt, syscall.SIGTERM)
	defer stop()
	path := engine.StoreOf(dir)
	if _, err := os.Stat(path); err != nil {
		fmt.Fprintf(s.err, "witness: nothing has been heard in this project yet (%s)\n", path)
	}
	tick := time.NewTicker(watchEvery)
	defer tick.Stop()
	watcher := engine.Watch(path, time.Now().Add(-w.Since))
	defer func() { err = errors.Join(err, watcher.Close()) }()
	err = w.follow(ctx, watcher, tick.C, s.out)
	if errors.Is(err, syscall.EPIPE) || ctx.Err() != nil {
		return nil
	}
	return err
}

// follow prints what there is, and at each tick what has come.
func (w *watchCmd) follow(ctx context.Context, watcher *engine.Watcher, tick <-chan time.Time, out io.Writer) error {
	show := w.printer(out)
	list, err := w.first(ctx, watcher)
	for {
		if err != nil {
			return err
		}
		for _, o := range list {
			if err := show(o); err != nil {
				return err
			}
		}
		if w.Once {
			return nil
		}
		select {
		case <-ctx.Done():
			return nil
		case _, more := <-tick:
			if !more || closed(out) {
				return nil
			}
		}
		list, err = watcher.New(ctx)
	}
}

// first is what is shown at the beginning.
func (w *watchCmd) first(ctx context.Context, watcher *engine.Watcher) ([]engine.Occurrence, error) {
	if w.Since > 0 {
		return watcher.New(ctx)
	}
	return watcher.Last(ctx, w.Lines)
}

// printer prints an occurrence as a line.
func (w *watchCmd) printer(out io.Writer) func(engine.Occurrence) error {
	if w.Format == "ndjson" {
		return func(o engine.Occurrence) error { return writeLine(out, o) }
	}
	paint := func(_, text string) string { return text }
	if isTerminal(out) && os.Getenv("NO_COLOR") == "" && os.Getenv("TERM") != "dumb" {
		paint = func(colour, text string) string {
			if colour == "" {
				return text
			}
			return "\x1b[" + colour + "m" + text + "\x1b[0m"
		}
	}
	return func(o engine.Occurrence) error {
		if o.Event == engine.Before && o.Rule == "" && o.Subject == "" {
			return nil // which files it is about is known when it has ended
		}
		_, err := fmt.Fprintln(out, watchLine(o, paint))
		return err
	}
}

// The colours of what is said, and of what came to a bad end; as ANSI has them.
const (
	red     = "31"
	yellow  = "33"
	magenta = "35"
	dim     = "2"
)

// watchLine is an occurrence for a person: the local time, who, and what.
func watchLine(o engine.Occurrence, paint func(colour, text string) string) string {
	clock := o.Timestamp
	if at, err := time.Parse(time.RFC3339, o.Timestamp); err == nil {
		clock = at.Local().Format("15:04:05")
	}
	who := o.Agent + " " + short(o.Session)
	if o.Actor != "" {
		who += "/" + short(o.Actor)
	}
	what, colour := o.Event, ""
	switch {
	case o.Rule != "":
		what = o.Severity
		colour = map[string]string{engine.Warn: yellow, engine.Ask: magenta}[o.Severity]
		if colour == "" {
			colour = red
		}
		return fmt.Sprintf("%s  %s  %s", paint(dim, clock), who, paint(colour, fmt.Sprintf("%-7s %s: %s", what, o.Rule, oneLine(o.Message, 500))))
	case o.Event == engine.Before:
		colour = dim
	case o.Outcome == engine.Failed || o.Outcome == engine.Denied:
		colour = red
	}
	var about []string
	for _, word := range []string{o.Tool, oneLine(o.Subject, 120)} {
		if word != "" {
			about = append(about, word)
		}
	}
	if o.Event == engine.After {
		ended := o.Outcome
		if o.DurationMS > 0 {
			ended += " in " + (time.Duration(o.DurationMS) * time.Millisecond).String()
		}
		about = append(about, "("+ended+")")
	}
	return fmt.Sprintf("%s  %s  %s", paint(dim, clock), who, paint(colour, strings.TrimSpace(fmt.Sprintf("%-7s %s", what, strings.Join(about, " ")))))
}

// short is the beginning of an id, enough to tell it from others.
func short(id string) string { return oneLine(id, 8) }

// oneLine is a text without what a terminal would obey, and not longer than most runes.
func oneLine(text string, most int) string {
	runes := []rune(strings.Join(strings.FieldsFunc(text, func(r rune) bool { return r <= ' ' || r >= 0x7f && r < 0xa0 }), " "))
	if len(runes) > most {
		if most > 20 {
			return string(runes[:most-1]) + "…"
		}
		return string(runes[:most])
	}
	return string(runes)
}
