package main

import (
	"context"
	"fmt"
	"time"

	"witness/engine"
)

// snoozeCmd silences a rule for a while.
type snoozeCmd struct {
	Rule string        `arg:"" help:"The rule."`
	For  time.Duration `default:"30m" help:"For how long, at most 24h; 0s ends it."`
}

// maxSnooze is the longest that a rule is silenced: what is to be silent for good has its
// severity set to off, where everybody sees it.
const maxSnooze = 24 * time.Hour

// Run records the word of the person.
func (c *snoozeCmd) Run(s streams) error {
	if c.For < 0 || c.For > maxSnooze {
		return usageError{fmt.Errorf("--for must be at most 24h, not %s; to silence a rule for good, set its severity to \"off\" in .witness.toml", c.For)}
	}
	if err := person(); err != nil {
		return err
	}
	return withStore(func(ctx context.Context, e *engine.Engine) error {
		until, err := e.Snooze(ctx, c.Rule, c.For)
		switch {
		case err != nil:
		case c.For == 0:
			_, err = fmt.Fprintf(s.out, "%s speaks again in this project.\n", c.Rule)
		default:
			_, err = fmt.Fprintf(s.out, "%s is silent in this project until %s. To end it: witness snooze %s --for 0s\n", c.Rule, until.Format("15:04"), c.Rule)
		}
		return err
	})
}

// allowCmd lets one refused call through.
type allowCmd struct {
	ID string `arg:"" optional:"" help:"The verdict, as witness why shows it; what was refused last in this project if left out."`
}

// Run records the word of the person.
func (c *allowCmd) Run(s streams) error {
	if err := person(); err != nil {
		return err
	}
	return withStore(func(ctx context.Context, e *engine.Engine) error {
		allowed, err := e.AllowOnce(ctx, c.ID)
		for _, message := range allowed {
			if _, err := fmt.Fprintf(s.out, "Allowed once: %s\n", message); err != nil {
				return err
			}
		}
		if err == nil {
			_, err = fmt.Fprintln(s.out, "Tell your agent to try again.")
		}
		return err
	})
}
