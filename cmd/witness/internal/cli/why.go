package cli

import (
	"context"
	"fmt"
	"strings"

	"witness/cmd/witness/internal/term"
	"witness/engine"
	"witness/engine/inspect"
)

// whyCmd explains a verdict.
type whyCmd struct {
	ID     string      `arg:"" optional:"" help:"The verdict, as witness query verdicts lists it; the last of this project if left out."`
	SQLite bool        `name:"sqlite" help:"Print the parameters of the rule as lines for the shell sqlite3, to run it by hand."`
	Format term.Format `embed:"" set:"formats=text,json"`
}

// Run prints the rule, the call, the row of the finding, the facts it was computed from, and what was done since.
func (w *whyCmd) Run(ctx context.Context, s term.Streams) error {
	return asking(ctx, func(ctx context.Context, e *engine.Engine) error {
		if w.SQLite {
			lines, err := inspect.ShellParameters(ctx, e, w.ID)
			if err == nil {
				_, err = fmt.Fprint(s.Out, lines)
			}
			return err
		}
		list, err := inspect.Why(ctx, e, w.ID)
		switch {
		case err != nil:
			return err
		case w.Format.Chosen() == "json":
			return term.WriteJSON(s.Out, list)
		case len(list) == 0:
			_, err := fmt.Fprintln(s.Out, "There are no verdicts in this project yet.")
			return err
		}
		shorten, err := inspect.Shortener(ctx, e)
		if err != nil {
			return err
		}
		for i, x := range list {
			if i > 0 {
				fmt.Fprintln(s.Out)
			}
			x.Session = shorten(x.Session)
			if err := printReasons(s, x); err != nil {
				return err
			}
		}
		return nil
	})
}

// printReasons prints the reasons of a verdict in lines that fit the terminal: what does not fit continues below its own text.
func printReasons(s term.Streams, x inspect.Explanation) error {
	var text strings.Builder
	if err := x.Write(&text); err != nil {
		return err
	}
	head, rest, _ := strings.Cut(text.String(), "\n")
	palette, width := s.Palette(s.Out), term.ScreenWidth(s.Out)
	fmt.Fprintln(s.Out, strings.Replace(head, x.Severity, palette.Paint(term.StyleOf(x.Severity), x.Severity), 1))
	indent := 0 // of the message, which ends with an empty line
	for line := range strings.SplitSeq(strings.TrimSuffix(rest, "\n"), "\n") {
		lines := []string{line}
		if width > 0 {
			lines = term.Wrap(line, width, indent)
		}
		if line == "" {
			indent = inspect.NameWidth + 3
		}
		if _, err := fmt.Fprintln(s.Out, strings.Join(lines, "\n")); err != nil {
			return err
		}
	}
	return nil
}
