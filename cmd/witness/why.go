package main

import (
	"context"

	"witness/cmd/witness/internal/term"
	"witness/engine"
	"witness/engine/inspect"
)

// whyCmd explains a verdict.
type whyCmd struct {
	ID string `arg:"" optional:"" help:"The verdict, as witness query verdicts lists it; the last of this project if left out."`
}

// Run prints the rule, the call, the row of the finding and the facts it was computed from.
func (w *whyCmd) Run(ctx context.Context, s term.Streams) error {
	return withEngine(ctx, func(ctx context.Context, e *engine.Engine) error { return inspect.Why(ctx, e, w.ID, s.Out) })
}
