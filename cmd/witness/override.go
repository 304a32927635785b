package main

import (
	"context"
	"fmt"
	"time"

	"witness/cmd/witness/internal/term"
	"witness/engine"
	"witness/engine/inspect"
)

// snoozeCmd disables a rule for a while.
type snoozeCmd struct {
	Rule string        `arg:"" help:"The rule."`
	For  time.Duration `default:"30m" help:"For how long, at most 24h; 0s ends it."`
}

// maxSnooze is the longest time for which a rule can be snoozed. A rule that is to be off for good
// is set to "off" in the configuration, which is visible and reviewed.
const maxSnooze = 24 * time.Hour

// Run records the snooze, which only a person may do.
func (c *snoozeCmd) Run(ctx context.Context, s term.Streams) error {
	if c.For < 0 || c.For > maxSnooze {
		return term.UsageError{Err: fmt.Errorf("--for must be at most 24h, not %s; to disable a rule for good, set its severity to \"off\" in .witness.toml", c.For)}
	}
	if err := term.RequirePerson(); err != nil {
		return err
	}
	return withEngine(ctx, func(ctx context.Context, e *engine.Engine) error {
		until, err := inspect.Snooze(ctx, e, c.Rule, c.For)
		switch {
		case err != nil:
		case c.For == 0:
			_, err = fmt.Fprintf(s.Out, "%s is enabled again in this project.\n", c.Rule)
		default:
			_, err = fmt.Fprintf(s.Out, "%s is disabled in this project until %s. To end it: witness snooze %s --for 0s\n", c.Rule, until.Format("15:04"), c.Rule)
		}
		return err
	})
}

// allowCmd lets one refused call through.
type allowCmd struct {
	ID string `arg:"" optional:"" help:"The verdict, as witness why shows it; the last refusal in this project if left out."`
}

// Run records the permission, which only a person may give.
func (c *allowCmd) Run(ctx context.Context, s term.Streams) error {
	if err := term.RequirePerson(); err != nil {
		return err
	}
	return withEngine(ctx, func(ctx context.Context, e *engine.Engine) error {
		allowed, err := inspect.AllowOnce(ctx, e, c.ID)
		for _, message := range allowed {
			if _, err := fmt.Fprintf(s.Out, "Allowed once: %s\n", message); err != nil {
				return err
			}
		}
		if err == nil {
			_, err = fmt.Fprintln(s.Out, "Tell your agent to try again.")
		}
		return err
	})
}
