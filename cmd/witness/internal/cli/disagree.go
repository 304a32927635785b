package cli

import (
	"context"

	"witness/cmd/witness/internal/term"
	"witness/engine"
	"witness/engine/inspect"
)

// disagreeCmd records that an agent finds a verdict wrong.
type disagreeCmd struct {
	ID      string `arg:"" optional:"" help:"The verdict, as witness why shows it; may be shortened. The last one said in this project if left out."`
	Because string `required:"" help:"Why, in at most 300 bytes. It is stored on this machine and never leaves it." placeholder:"TEXT"`
}

// Run records the objection, which changes nothing.
func (c *disagreeCmd) Run(ctx context.Context, s term.Streams) error {
	return asking(ctx, func(ctx context.Context, e *engine.Engine) error {
		v, err := inspect.Disagree(ctx, e, c.ID, c.Because)
		if err != nil {
			return err
		}
		return term.Say(s.Out, "Noted for the user: you disagree with %s %s, of %s. It still holds.", v.ID, v.Severity, v.Rule)
	})
}
