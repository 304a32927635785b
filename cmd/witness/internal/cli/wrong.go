package cli

import (
	"context"
	"errors"
	"time"

	"witness/cmd/witness/internal/term"
	"witness/engine"
	"witness/engine/hook"
	"witness/engine/inspect"
)

// wrongCmd marks a verdict as wrong.
type wrongCmd struct {
	ID      string `arg:"" optional:"" help:"The verdict, as witness why shows it; may be shortened. Left out, the last one said in this project is shown, and with --because marked."`
	Because string `help:"Why, in your own words, at most 300 bytes. They are stored." placeholder:"TEXT"`
	Undo    bool   `help:"Take the vote back; without ID, the last one."`
}

// Run records the vote, which only a person may give.
func (c *wrongCmd) Run(ctx context.Context, s term.Streams) error {
	if c.Undo && c.Because != "" {
		return term.UsageError{Err: errors.New("--undo takes a vote back and needs no reason: leave --because out")}
	}
	if err := term.RequirePerson(); err != nil {
		return err
	}
	if c.ID == "" && c.Because == "" && !c.Undo {
		return c.show(ctx, s)
	}
	return asking(ctx, func(ctx context.Context, e *engine.Engine) error {
		done, back := "Marked as wrong", "To take it back: witness wrong %s --undo"
		v, err := inspect.Vote{}, error(nil)
		if c.Undo {
			done, back = "No longer marked as wrong", "To mark it again: witness wrong %s"
			v, err = inspect.TakeBack(ctx, e, c.ID, programVersion())
		} else {
			v, err = inspect.Wrong(ctx, e, c.ID, c.Because, programVersion())
		}
		if err != nil {
			return err
		}
		return term.Say(s.Out, "%s: %s %s %s, of %s\n  %s\nIn this project %s was %s.\n"+back,
			done, v.ID, v.Severity, v.Rule, time.UnixMilli(v.At).Format(time.DateTime), hook.Printable(v.Message), v.Rule, v.Figure, v.ID)
	})
}

// show prints the verdict that would be marked.
func (c *wrongCmd) show(ctx context.Context, s term.Streams) error {
	return asking(ctx, func(ctx context.Context, e *engine.Engine) error {
		v, err := inspect.LastSaid(ctx, e)
		if err != nil {
			return err
		}
		return term.Say(s.Out, "The last thing that was said: %s %s, of %s\n  %s\nNothing is marked yet. To mark it as wrong: witness wrong %s",
			v.Severity, v.Rule, time.UnixMilli(v.At).Format(time.DateTime), hook.Printable(v.Message), v.ID)
	})
}
