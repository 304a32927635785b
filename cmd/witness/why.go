package main

import (
	"context"
	"errors"
	"os"

	"witness"
	"witness/engine"
)

// whyCmd tells the reasons of what was said.
type whyCmd struct {
	ID string `arg:"" optional:"" help:"The verdict, as witness query verdicts lists it; the last of this project if left out."`
}

// Run prints the rule, the call, the row behind the verdict and the facts it came from.
func (w *whyCmd) Run(s streams) error {
	return withStore(func(ctx context.Context, e *engine.Engine) error { return e.Why(ctx, w.ID, s.out) })
}

// withStore opens the store of the project around the working directory.
func withStore(do func(context.Context, *engine.Engine) error) (err error) {
	ctx := context.Background()
	dir, err := workDir()
	if err != nil {
		return err
	}
	e, err := engine.Open(ctx, witness.Brain, dir, os.Getenv("CLAUDE_PROJECT_DIR"))
	if err != nil {
		return err
	}
	defer func() { err = errors.Join(err, e.Close()) }()
	return do(ctx, e)
}
