package cli

import (
	"bytes"
	"context"
	"errors"
	"fmt"
	"io"
	"os"
	"regexp"
	"strings"
	"sync"

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
	Output   string      `short:"o" placeholder:"FILE" help:"The file to write instead of the standard output; with receipt.key set its signature is written to FILE.sig."`
	Format   term.Format `embed:"" set:"formats=text,markdown,json,in-toto,trailer,github"`
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
		if err := c.write(ctx, s, e, list); err != nil {
			return err
		}
		var missing []string
		for _, r := range list {
			if c.Note {
				if err := receipt.Keep(ctx, e.Project.Root, e.Config.ReceiptKey, r); err != nil {
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

// write writes receipts to the output, signed if that is a file and there is a key.
func (c *receiptCmd) write(ctx context.Context, s term.Streams, e *engine.Engine, list []receipt.Receipt) error {
	if c.Output == "" {
		return writeReceipts(ctx, s, e.Project.Root, list, c.Format.Chosen())
	}
	var text bytes.Buffer
	s.Out = &text
	if err := writeReceipts(ctx, s, e.Project.Root, list, c.Format.Chosen()); err != nil {
		return err
	}
	if err := writeOwn(c.Output, text.Bytes()); err != nil || e.Config.ReceiptKey == "" {
		return err
	}
	signature, err := receipt.Sign(ctx, e.Config.ReceiptKey, text.Bytes())
	if err != nil {
		return err
	}
	return writeOwn(c.Output+".sig", signature)
}

// receiptBegins matches the beginning of a receipt in each of its formats, and of a signature.
var receiptBegins = sync.OnceValue(func() *regexp.Regexp {
	return regexp.MustCompile(`\A(?:(?:[0-9a-f]{7,40}|staged): |\| commit \| on exactly its tree \||\[\s*\{\s*"commit":|\{\s*"_type": *"https://in-toto\.io/` +
		`|Ran-on-this-tree: |::\w+ [^\n]*title=witness receipt |-----BEGIN SSH SIGNATURE-----)`)
})

// writeOwn writes a file that others may read, in the place of nothing but an earlier receipt or signature.
func writeOwn(path string, text []byte) error {
	if err := term.CheckReplaceable(path, receiptBegins().Match); err != nil {
		return err
	}
	return os.WriteFile(path, text, 0o644)
}

// writeReceipts writes receipts in a format.
func writeReceipts(ctx context.Context, s term.Streams, root string, list []receipt.Receipt, format string) error {
	one := receipt.Receipt.Text
	switch format {
	case "trailer":
		one = receipt.Receipt.Trailers
	case "github":
		one = func(r receipt.Receipt, out io.Writer) error { return r.Annotations(ctx, root, out) }
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
		if err := one(r, s.Out); err != nil {
			return err
		}
	}
	return nil
}
