package cli

import (
	"context"
	"errors"
	"fmt"
	"os"
	"os/signal"
	"strings"
	"syscall"
	"time"

	"witness"
	"witness/cmd/witness/internal/term"
	"witness/cmd/witness/internal/watch"
	"witness/engine/hook"
	"witness/engine/inspect"
	"witness/engine/project"
)

// watchCmd prints the project's calls and findings as they are recorded.
type watchCmd struct {
	Lines  int           `short:"n" help:"How many of the latest lines are printed first." default:"10"`
	Since  term.Duration `help:"Print first what was recorded in this time, such as 30m or 1d, instead of the latest lines." placeholder:"TIME"`
	Once   bool          `help:"Exit after that."`
	Format term.Format   `embed:"" set:"formats=text,json,ndjson"`
}

// pollInterval is how often watch checks whether the store has changed.
const pollInterval = 250 * time.Millisecond

// Run prints occurrences until it is interrupted or its output is closed.
func (w *watchCmd) Run(s term.Streams) (err error) {
	dir, err := term.WorkDir()
	if err != nil {
		return err
	}
	if w.Lines < 0 || w.Since < 0 {
		return term.UsageError{Err: errors.New("--lines and --since must not be negative")}
	}
	ctx, stop := signal.NotifyContext(context.Background(), os.Interrupt, syscall.SIGTERM)
	defer stop()
	path := project.StoreOf(dir)
	if w.Format.Chosen() == "text" && !w.Once && s.HaveScreen() {
		return w.onScreen(ctx, path, project.RootOf(dir), s)
	}
	if _, err := os.Stat(path); err != nil {
		fmt.Fprintf(s.Err, "witness: nothing has been recorded in this project yet (%s)\n", path)
	}
	tick := time.NewTicker(pollInterval)
	defer tick.Stop()
	watcher := inspect.Watch(witness.Files, project.RootOf(dir), path, time.Now().Add(-time.Duration(w.Since)))
	defer func() { err = errors.Join(err, watcher.Close()) }()
	err = w.follow(ctx, watcher, tick.C, s)
	if errors.Is(err, syscall.EPIPE) || ctx.Err() != nil {
		return nil
	}
	return err
}

// firstOnScreen is how many of the latest occurrences the screen begins with, to scroll back to.
const firstOnScreen = 500

// onScreen shows the calls on the terminal instead of printing them.
func (w *watchCmd) onScreen(ctx context.Context, path, root string, s term.Streams) (err error) {
	watcher := inspect.Watch(witness.Files, root, path, time.Now().Add(-time.Duration(w.Since)))
	defer func() { err = errors.Join(err, watcher.Close()) }()
	first, err := (&watchCmd{Lines: max(w.Lines, firstOnScreen), Since: w.Since}).first(ctx, watcher)
	if err == nil {
		err = watch.Follow(ctx, watcher, first, inspect.ProjectName(ctx, witness.Files, root), s, onBehalf)
	}
	if ctx.Err() != nil {
		return nil
	}
	return err
}

// onBehalf runs a command for a key of the screen, and returns what it says.
func onBehalf(args []string) string {
	var said strings.Builder
	Run(args, term.Streams{In: strings.NewReader(""), Out: &said, Err: &said})
	return said.String()
}

// follow prints the first occurrences, and at each tick those recorded since. It returns when ctx
// is done, tick is closed, or out is closed.
func (w *watchCmd) follow(ctx context.Context, watcher *inspect.Watcher, tick <-chan time.Time, s term.Streams) error {
	show := w.printer(s)
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
			if !more || term.Closed(s.Out) {
				return nil
			}
		}
		list, err = watcher.New(ctx)
	}
}

// first returns the occurrences that are printed at the start.
func (w *watchCmd) first(ctx context.Context, watcher *inspect.Watcher) ([]inspect.Occurrence, error) {
	if w.Since > 0 {
		return watcher.New(ctx)
	}
	return watcher.Last(ctx, w.Lines)
}

// printer returns a function that prints an occurrence as a line in the chosen format.
func (w *watchCmd) printer(s term.Streams) func(inspect.Occurrence) error {
	out := s.Out
	if w.Format.Chosen() != "text" {
		return func(o inspect.Occurrence) error { return term.WriteJSONLine(out, o) }
	}
	paint := s.Palette(s.Out)
	return func(o inspect.Occurrence) error {
		if o.Event == hook.Before && o.Rule == "" && o.Subject == "" {
			return nil // the files it concerns are known only after the call
		}
		_, err := fmt.Fprintln(out, watchLine(o, paint))
		return err
	}
}

// watchLine formats an occurrence: the local time, the agent, and the event or finding.
func watchLine(o inspect.Occurrence, paint term.Palette) string {
	clock := o.Timestamp
	if at, err := time.Parse(time.RFC3339, o.Timestamp); err == nil {
		clock = at.Local().Format("15:04:05")
	}
	agent := hook.Sanitize(o.Agent) + " " + short(o.Session)
	if o.Actor != "" {
		agent += "/" + short(o.Actor)
	}
	color, text := findingText(o)
	if o.Rule == "" {
		color, text = eventText(o)
	}
	return fmt.Sprintf("%s  %s  %s", paint.Paint(term.Dim, clock), agent, paint.Paint(color, text))
}

// findingText formats the finding of an occurrence: its severity, rule and message.
func findingText(o inspect.Occurrence) (color term.Style, text string) {
	return term.StyleOf(o.Severity), fmt.Sprintf("%-7s %s: %s", o.Severity, hook.Sanitize(o.Rule), oneLine(o.Message, 500))
}

// eventText formats the event of an occurrence: its moment, tool, subject and outcome.
func eventText(o inspect.Occurrence) (color term.Style, text string) {
	switch {
	case o.Event == hook.Before:
		color = term.Dim
	case o.Outcome == hook.Failed || o.Outcome == hook.Denied:
		color = term.Red
	}
	var about []string
	for _, word := range []string{hook.Sanitize(o.Tool), oneLine(o.Subject, 120)} {
		if word != "" {
			about = append(about, word)
		}
	}
	if o.Event == hook.After {
		ended := o.Outcome
		if o.DurationMS > 0 {
			ended += " in " + (time.Duration(o.DurationMS) * time.Millisecond).String()
		}
		about = append(about, "("+ended+")")
		if o.Result != "" {
			about = append(about, hook.Sanitize(o.Result))
		}
	}
	return color, strings.TrimSpace(fmt.Sprintf("%-7s %s", o.Event, strings.Join(about, " ")))
}

// short returns the first characters of an ID, enough to distinguish it.
func short(id string) string { return oneLine(id, 8) }

// oneLine returns text as one line of at most limit runes that is safe for a terminal and for an agent that runs this.
func oneLine(text string, limit int) string {
	runes := []rune(hook.Sanitize(strings.Join(strings.FieldsFunc(text, func(r rune) bool { return r <= ' ' || r >= 0x7f && r < 0xa0 }), " ")))
	if len(runes) > limit {
		if limit > 20 {
			return string(runes[:limit-1]) + "…"
		}
		return string(runes[:limit])
	}
	return string(runes)
}
