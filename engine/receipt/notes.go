package receipt

import (
	"bytes"
	"context"
	"encoding/json"
	"fmt"
	"strings"

	"witness/engine/git"
	"witness/engine/hook"
)

// notesRef is the ref of the git notes, after refs/notes.
const notesRef = "witness"

// Keep keeps a receipt as git notes: its text at the commit, for people, and all of it at the tree, where an amended, rebased or squashed
// commit finds it as long as its tree is the same. With a key that one is signed.
func Keep(ctx context.Context, root, key string, r Receipt) error {
	var text strings.Builder
	if err := r.Text(&text); err != nil {
		return err
	}
	all, err := json.Marshal(r)
	if err != nil {
		return err
	}
	if key != "" {
		signature, err := Sign(ctx, key, all)
		if err != nil {
			return err
		}
		all = append(append(all, '\n'), signature...)
	}
	for _, note := range [][2]string{{r.Commit, text.String()}, {r.Tree, string(all)}} {
		if _, err := git.Run(ctx, root, "notes", "--ref="+notesRef, "add", "-f", "-m", note[1], note[0]); err != nil {
			return fmt.Errorf("git keeps no note of %s: %w", note[0], err)
		}
	}
	return nil
}

// ReadNote replaces r, which was made from the store, by the receipt in the git note of r.Tree, and reports whether there is such a
// note. r.Files stays as it is, because it comes from the commit and not from the note. A note is untrusted input, because whoever can
// push notes can write one, so control characters are removed from all strings that are shown.
func ReadNote(ctx context.Context, root string, r *Receipt) bool {
	out, err := git.Run(ctx, root, "notes", "--ref="+notesRef, "show", r.Tree)
	if r.Tree == "" || err != nil {
		return false
	}
	var kept Receipt
	if at := bytes.Index(out, []byte("\n"+signatureStart)); at >= 0 {
		kept.Signed = signer(ctx, root, out[:at], out[at+1:])
		out = out[:at]
	}
	signed := kept.Signed
	if json.Unmarshal(out, &kept) != nil || kept.Tree != r.Tree {
		return false
	}
	kept.Commit, kept.Files, kept.Signed = r.Commit, r.Files, signed
	clean := func(list []string) {
		for i := range list {
			list[i] = hook.Sanitize(list[i])
		}
	}
	for i := range kept.Runs {
		run := &kept.Runs[i]
		run.Command, run.Tool, run.Session, run.Agent = hook.Sanitize(run.Command), hook.Sanitize(run.Tool), hook.Sanitize(run.Session), hook.Sanitize(run.Agent)
		clean(run.Changed)
		clean(run.Dirty)
		clean(run.Failing)
		clean(run.Flaky)
	}
	for i := range kept.Sessions {
		s := &kept.Sessions[i]
		s.Session, s.Agent = hook.Sanitize(s.Session), hook.Sanitize(s.Agent)
		clean(s.Models)
	}
	for i := range kept.Said {
		s := &kept.Said[i]
		s.Rule, s.Severity, s.Subject, s.Became, s.Session = hook.Sanitize(s.Rule), hook.Sanitize(s.Severity), hook.Sanitize(s.Subject), hook.Sanitize(s.Became), hook.Sanitize(s.Session)
	}
	clean(kept.Untried)
	clean(kept.Unseen)
	*r = kept
	return true
}
