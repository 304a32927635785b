package main

import (
	"context"
	"fmt"

	"witness/cmd/witness/internal/term"
	"witness/engine"
	"witness/engine/inspect"
)

// whyCmd explains a verdict.
type whyCmd struct {
	ID     string      `arg:"" optional:"" help:"The verdict, as witness query verdicts lists it; the last of this project if left out."`
	Format term.Format `embed:"" set:"formats=text,json"`
}

// Run prints the rule, the call, the row of the finding, the facts it was computed from, and what was done since.
func (w *whyCmd) Run(ctx context.Context, s term.Streams) error {
	return asking(ctx, func(ctx context.Context, e *engine.Engine) error {
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
		for i, x := range list {
			if i > 0 {
				fmt.Fprintln(s.Out)
			}
			if err := x.Write(s.Out); err != nil {
				return err
			}
		}
		return nil
	})
}
