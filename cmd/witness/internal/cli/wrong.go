package cli

import (
	"context"
	"errors"
	"fmt"
	"io"
	"time"

	"witness"
	"witness/cmd/witness/internal/ruletest"
	"witness/cmd/witness/internal/term"
	"witness/engine"
	"witness/engine/hook"
	"witness/engine/inspect"
)

// wrongCmd marks a verdict as wrong.
type wrongCmd struct {
	ID      string `arg:"" optional:"" help:"The verdict, as witness why shows it; may be shortened. Left out, the last one said in this project is shown, and with --because marked."`
	Because string `help:"Why, in your own words, at most 300 bytes. They are stored, and leave the machine only if you export them." placeholder:"TEXT"`
	Undo    bool   `help:"Take the vote back; without ID, the last one."`
	Export  bool   `help:"Print the marked verdict, without ID the last one, as a test of its rule: see witness rules test. Changes nothing."`
}

// Run records the vote, which only a person may give.
func (c *wrongCmd) Run(ctx context.Context, s term.Streams) error {
	switch {
	case c.Export && (c.Undo || c.Because != ""):
		return term.UsageError{Err: errors.New("--export prints a vote and changes none: leave --because and --undo out")}
	case c.Undo && c.Because != "":
		return term.UsageError{Err: errors.New("--undo takes a vote back and needs no reason: leave --because out")}
	case c.Export:
		return c.export(ctx, s)
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

// export prints the verdict as a script, after it has run it to see whether the rule says the same there.
func (c *wrongCmd) export(ctx context.Context, s term.Streams) error {
	return asking(ctx, func(ctx context.Context, e *engine.Engine) error {
		x, err := inspect.ExportWrong(ctx, e, witness.Files, c.ID)
		if err != nil {
			return err
		}
		says, err := ruletest.Says(x.Script, x.Rule)
		if err != nil {
			return err
		}
		found := "# It fails as long as the rule says the same: witness rules test FILE.txtar\n"
		if !says {
			found = "# The rule does not say the same here: something that it depends on is not among the facts.\n"
			fmt.Fprintf(s.Err, "witness: the script does not make %s say the same: complete it by hand\n", x.Rule)
		}
		_, err = io.WriteString(s.Out, found+x.Script)
		return err
	})
}
