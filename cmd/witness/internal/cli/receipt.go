package cli

import (
	"context"
	"errors"
	"fmt"
	"strings"

	"witness"
	"witness/cmd/witness/internal/term"
	"witness/engine"
	"witness/engine/receipt"
)

// receiptCmd says what ran on the trees of commits.
type receiptCmd struct {
	Revision string      `arg:"" optional:"" help:"A commit, or a range such as main..HEAD." default:"HEAD" placeholder:"REV"`
	Staged   bool        `help:"What is staged, instead of a commit."`
	Check    bool        `help:"Exit with 1 unless tests passed on exactly the tree of each commit that changes programs or tests, and none failed there."`
	Note     bool        `help:"Keep each receipt as git notes of its commit and its tree, in refs/notes/witness." xor:"note"`
	Notes    bool        `help:"Take what the note of a tree says before what the store of this machine does: for CI, where nothing was recorded." xor:"note"`
	Format   term.Format `embed:"" set:"formats=text,markdown,json,in-toto"`
}

// Run prints the receipts, the oldest commit first.
func (c *receiptCmd) Run(ctx context.Context, s term.Streams) error {
	if c.Staged {
		if c.Note {
			return term.UsageError{Err: errors.New("--note needs a commit: what is staged has none yet")}
		}
		c.Revision = receipt.Staged
	}
	return asking(ctx, func(ctx context.Context, e *engine.Engine) error {
		list, err := receipt.Of(ctx, e, witness.Files, c.Revision)
		if err != nil {
			return err
		}
		if c.Notes {
			for i := range list {
				receipt.ReadNote(ctx, e.Project.Root, &list[i])
			}
		}
		if err := writeReceipts(s, list, c.Format.Chosen()); err != nil {
			return err
		}
		var missing []string
		for _, r := range list {
			if c.Note {
				if err := receipt.Keep(ctx, e.Project.Root, r); err != nil {
					return err
				}
			}
			if !r.Green() {
				missing = append(missing, r.Name())
			}
		}
		if c.Check && len(missing) > 0 {
			return fmt.Errorf("tests have not passed on exactly the tree of %s: %s", term.Count(len(missing), "commit"), strings.Join(missing, " "))
		}
		return nil
	})
}

// writeReceipts writes receipts in a format.
func writeReceipts(s term.Streams, list []receipt.Receipt, format string) error {
	switch format {
	case "json":
		if list == nil {
			list = []receipt.Receipt{}
		}
		return term.WriteJSON(s.Out, list)
	case "markdown":
		return receipt.Markdown(s.Out, list)
	case "in-toto":
		for _, r := range list {
			for _, statement := range r.Statements() {
				if err := term.WriteJSONLine(s.Out, statement); err != nil {
					return err
				}
			}
		}
		return nil
	}
	for _, r := range list {
		if err := r.Text(s.Out); err != nil {
			return err
		}
	}
	return nil
}
