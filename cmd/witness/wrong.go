package main

import (
	"context"
	"errors"
	"fmt"
	"time"

	"witness/cmd/witness/internal/term"
	"witness/engine"
	"witness/engine/hook"
	"witness/engine/inspect"
)

// wrongCmd marks a verdict as wrong.
type wrongCmd struct {
	ID      string `arg:"" optional:"" help:"The verdict, as witness why shows it; may be shortened. The last one said in this project if left out."`
	Because string `help:"Why, in your own words, at most 300 bytes. They are stored, and leave the machine only if you export them." placeholder:"TEXT"`
	Undo    bool   `help:"Take the vote back; without ID, the last one."`
}

// Run records the vote, which only a person may give.
func (c *wrongCmd) Run(s term.Streams) error {
	if c.Undo && c.Because != "" {
		return term.UsageError{Err: errors.New("--undo takes a vote back and needs no reason: leave --because out")}
	}
	if err := term.RequirePerson(); err != nil {
		return err
	}
	return withEngine(func(ctx context.Context, e *engine.Engine) error {
		done, back := "Marked as wrong", "To take it back: witness wrong %s --undo\n"
		v, err := inspect.Vote{}, error(nil)
		if c.Undo {
			done, back = "No longer marked as wrong", "To mark it again: witness wrong %s\n"
			v, err = inspect.TakeBack(ctx, e, c.ID, programVersion())
		} else {
			v, err = inspect.Wrong(ctx, e, c.ID, c.Because, programVersion())
		}
		if err != nil {
			return err
		}
		_, err = fmt.Fprintf(s.Out, "%s: %s %s %s, of %s\n  %s\nIn this project %s was %s.\n"+back,
			done, v.ID, v.Severity, v.Rule, time.UnixMilli(v.At).Format(time.DateTime), hook.Printable(v.Message), v.Rule, v.Figure, v.ID)
		return err
	})
}
