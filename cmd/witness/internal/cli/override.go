package cli

import (
	"bufio"
	"context"
	"errors"
	"fmt"
	"strings"
	"time"

	"witness/cmd/witness/internal/term"
	"witness/engine"
	"witness/engine/inspect"
)

// snoozeCmd disables a rule for a while.
type snoozeCmd struct {
	Rule string        `arg:"" help:"The rule."`
	For  term.Duration `default:"30m" help:"For how long, such as 2h or 1d, which is the longest."`
}

// maxSnooze is the longest time for which a rule can be snoozed. A rule that is to be off for good
// is set to "off" in the configuration, which is visible and reviewed.
const maxSnooze = 24 * time.Hour

// Run records the snooze, which only a person may do.
func (c *snoozeCmd) Run(ctx context.Context, s term.Streams) error {
	length := time.Duration(c.For)
	if length > maxSnooze {
		return term.UsageError{Err: fmt.Errorf("--for must be at most 24h, not %s; to disable a rule for good, set its severity to \"off\" in .witness.toml and run witness trust", length)}
	}
	if err := term.RequirePerson(); err != nil {
		return err
	}
	return withEngine(ctx, func(ctx context.Context, e *engine.Engine) error {
		until, err := inspect.Snooze(ctx, e, c.Rule, length)
		switch {
		case err != nil:
		case length == 0:
			_, err = fmt.Fprintf(s.Out, "%s is enabled again in this project.\n", c.Rule)
		default:
			_, err = fmt.Fprintf(s.Out, "%s is disabled in this project until %s.\nTo end it: witness unsnooze %s\n", c.Rule, inspect.Clock(until, time.Now()), c.Rule)
		}
		return err
	})
}

// unsnoozeCmd ends snoozes.
type unsnoozeCmd struct {
	Rule string `arg:"" optional:"" help:"The rule; all that are snoozed in this project if left out."`
}

// Run ends the snoozes, which only a person may do.
func (c *unsnoozeCmd) Run(ctx context.Context, s term.Streams) error {
	if err := term.RequirePerson(); err != nil {
		return err
	}
	return asking(ctx, func(ctx context.Context, e *engine.Engine) error {
		ended, err := inspect.Unsnooze(ctx, e, c.Rule)
		for _, rule := range ended {
			fmt.Fprintf(s.Out, "%s is enabled again in this project.\n", rule)
		}
		if err == nil && len(ended) == 0 {
			_, err = fmt.Fprintln(s.Out, "No rule is snoozed in this project.")
		}
		return err
	})
}

// allowCmd lets one refused call through.
type allowCmd struct {
	ID string `arg:"" optional:"" help:"The verdict, as witness why shows it; if left out, the last refusal in this project, which is shown first."`
}

// Run records the permission, which only a person may give. It asks first unless the person has named the verdict.
func (c *allowCmd) Run(ctx context.Context, s term.Streams) error {
	if err := term.RequirePerson(); err != nil {
		return err
	}
	return asking(ctx, func(ctx context.Context, e *engine.Engine) error {
		list, err := inspect.Refusals(ctx, e, c.ID)
		if err != nil {
			return err
		}
		if c.ID == "" && !confirmed(s, list) {
			return errors.New("nothing was allowed")
		}
		for _, r := range list {
			if err := inspect.AllowOnce(ctx, e, r.ID); err != nil {
				return err
			}
			if err := term.Say(s.Out, "Allowed once: %s: %s", r.Rule, r.Message); err != nil {
				return err
			}
		}
		_, err = fmt.Fprintln(s.Out, "Tell your agent to try again.")
		return err
	})
}

// confirmed shows a call that was refused and asks whether to let it through.
func confirmed(s term.Streams, list []inspect.Refusal) bool {
	_ = term.Say(s.Out, "The call that was refused last:\n  %s", list[0].Call) // without an output there is no answer
	for _, r := range list {
		_ = term.Say(s.Out, "  %s %s: %s", r.Severity, r.Rule, r.Message)
	}
	return agreed(s, "Let it through once?")
}

// agreed asks a person a question, and reports whether the answer is yes.
func agreed(s term.Streams, question string) bool {
	fmt.Fprint(s.Out, question+" [y/N] ")
	answer, err := bufio.NewReader(s.In).ReadString('\n')
	answer = strings.ToLower(strings.TrimSpace(answer))
	return err == nil && (answer == "y" || answer == "yes")
}
