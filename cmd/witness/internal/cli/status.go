package cli

import (
	"context"
	"errors"
	"fmt"
	"io/fs"
	"math"
	"os"
	"path"
	"strings"

	"witness"
	"witness/cmd/witness/internal/term"
	"witness/engine"
	"witness/engine/hook"
	"witness/engine/inspect"
	"witness/engine/project"
	"witness/engine/report"
)

// statusCmd says how the project stands, whichever session has left it so.
type statusCmd struct {
	Short  bool        `help:"One short line for a shell prompt or the status line of a client; nothing if witness has recorded nothing here."`
	Format term.Format `embed:"" set:"formats=text,json"`
}

// named is how many names a line of the status has.
const named = 3

// Run prints the status, in at most ten lines.
func (c *statusCmd) Run(ctx context.Context, s term.Streams) error {
	dir, err := term.WorkDir()
	if err != nil {
		return err
	}
	if _, err := os.Stat(project.StoreOf(dir)); c.Short && errors.Is(err, fs.ErrNotExist) {
		return nil
	}
	return asking(ctx, func(ctx context.Context, e *engine.Engine) error {
		st, err := inspect.StatusOf(ctx, e)
		if err != nil {
			return err
		}
		if c.Short {
			_, err = fmt.Fprintln(s.Out, shortStatus(st))
			return err
		}
		silenced, err := inspect.Silences(ctx, witness.Files, dir)
		if err := errors.Join(err, st.Complete(ctx, e)); err != nil {
			return err
		}
		st.Silenced = append(st.Silenced, silenced...)
		if c.Format.Chosen() == "json" {
			return term.WriteJSON(s.Out, st)
		}
		shorten, err := inspect.Shortener(ctx, e)
		if err != nil {
			return err
		}
		return printStanding(s, inspect.ProjectName(ctx, witness.Files, st.Project), st, shorten)
	})
}

// shortStatus returns the status in a few words, the gravest first.
func shortStatus(st inspect.Status) string {
	var words []string
	if n := inspect.Failures(st.Red); n > 0 {
		words = append(words, fmt.Sprintf("%d red", n))
	}
	if n := len(st.Untested); n > 0 {
		words = append(words, fmt.Sprintf("%d untested", n))
	}
	if n := len(st.Waiting); n > 0 {
		words = append(words, fmt.Sprintf("%d waiting", n))
	}
	if n := inspect.Failures(st.Apart); n > 0 {
		words = append(words, fmt.Sprintf("%d apart", n))
	}
	switch {
	case len(words) > 0:
		return strings.Join(words, ", ")
	case st.Tested:
		return "green"
	}
	return "no tests yet"
}

// printStanding prints a line for each thing that there is, and first what all of it comes to.
func printStanding(s term.Streams, name string, st inspect.Status, shorten func(string) string) error {
	paint := s.Palette(s.Out)
	width := term.ScreenWidth(s.Out)
	lines := []string{paint.Paint(term.Bold, hook.Sanitize(name)+": "+shortStatus(st))}
	room := math.MaxInt
	if width > 0 {
		room = max(20, width-10)
	}
	add := func(style term.Style, name, text string) {
		lines = append(lines, paint.Paint(style, term.Pad(name, 10))+term.Cut(hook.Sanitize(text), room))
	}
	list := func(style term.Style, name string, of []string, end string) {
		add(style, name, enumerated(of, room-term.Width(end))+end)
	}
	if len(st.Red) > 0 {
		var tests []string
		for _, f := range st.Red {
			tests = append(tests, f.Test+" by "+f.BrokenBy)
		}
		list(term.Red, "Red", tests, "")
	}
	if len(st.Apart) > 0 {
		var tests []string
		for _, f := range st.Apart {
			tests = append(tests, f.Test+" ("+report.Apart(f.Apart)+")")
		}
		list(term.Dim, "Apart", tests, "")
	}
	if len(st.Untested) > 0 {
		list(term.Yellow, "Untested", st.Untested, "")
	}
	if len(st.Flaky) > 0 {
		list(term.Dim, "Flaky", st.Flaky, "")
	}
	if len(st.Waiting) > 0 {
		list(term.Magenta, "Waiting", st.Waiting, " (for your answer)")
	}
	if len(st.Silenced) > 0 {
		add(term.Magenta, "Silenced", st.Silenced[0].What+others(len(st.Silenced)-1))
	}
	if st.Session == "" {
		add(term.Dim, "Session", "none yet; `witness doctor` tests the hooks")
	} else {
		add(term.Plain, "Session", fmt.Sprintf("%s %s, %s, %s", st.Agent, shorten(st.Session), term.Count(int(st.Calls), "call"), term.Ago(st.Last.UnixMilli())))
	}
	if len(st.Red)+len(st.Apart) > 0 {
		add(term.Dim, "Next", "witness query failing")
	}
	_, err := fmt.Fprintln(s.Out, strings.Join(lines, "\n"))
	return err
}

// enumerated returns the first names, as many as there is room for, and how many others there are. Of a path that is too long it
// leaves out folders.
func enumerated(names []string, room int) string {
	for n := min(named, len(names)); n > 0; n-- {
		if text := strings.Join(names[:n], ", ") + others(len(names)-n); term.Width(text) <= room {
			return text
		}
	}
	rest := others(len(names) - 1)
	if first := "…/" + path.Base(names[0]); !strings.Contains(names[0], " ") && term.Width(first+rest) <= room {
		return first + rest
	}
	return term.Cut(names[0], room-term.Width(rest)) + rest
}

// others returns that there are n more, "" for none.
func others(n int) string {
	if n < 1 {
		return ""
	}
	return fmt.Sprintf(", and %d more", n)
}
