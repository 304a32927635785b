package receipt

import (
	"context"
	"slices"
	"strings"

	"witness/engine"
	"witness/engine/git"
	"witness/engine/store"
)

// What is checked out is known of prompts and ends of turns, and before and after each line that runs git.
const headsQuery = `
	SELECT e.root, e.head, e.at FROM events e
	WHERE  e.at >= :since AND e.head <> ''
	ORDER  BY e.at, e.session, e.t, e.moment DESC`

// A head is the commit that was checked out at a time.
type head struct {
	root, commit string
	at           int64
}

// checkedOut returns the latest commit that was seen to be checked out in a root at a time, or else the first one after it, "" if none was.
func (h history) checkedOut(root string, at int64) (commit string) {
	for _, one := range h.heads {
		if one.root != root {
			continue
		}
		if one.at > at && commit != "" {
			break
		}
		commit = one.commit
	}
	return commit
}

// untouched stands for the hash of a file that nothing is known of.
const untouched = "untouched"

// lastSeen returns the hash of a file when a run ended, as the hooks saw it: what the last change before it left and when that was, or
// else what the next one found.
func (h history) lastSeen(r *Run, file string) (hash string, changed int64) {
	hash = untouched
	for _, c := range h.changes {
		if c.root != r.root || c.file != file {
			continue
		}
		if c.at > r.at {
			if changed == 0 && c.before != "" {
				return c.before, r.at
			}
			break
		}
		hash, changed = c.after, c.at
	}
	return hash, changed
}

// asIn reports whether a file was what it is in the tree of a commit, with that hash there, when a run ended. base is the commit that was
// checked out then, which has what no hook has seen change, and replaces what was committed when another one was checked out.
func (h history) asIn(r *Run, file, committed, base string, in tree) bool {
	hash, changed := h.lastSeen(r, file)
	inBase := func() bool { return !slices.Contains(in.since(base), file) }
	switch {
	case hash == untouched:
		return base != "" && inBase()
	case base == "" || (hash == committed) == inBase():
		return hash == committed
	}
	replaced := slices.ContainsFunc(h.heads, func(one head) bool {
		return one.root == r.root && one.at > changed && one.at <= r.at && in.in(one.commit, file) == hash
	})
	return replaced != (hash == committed)
}

// readHeads reads which commits were checked out since a time.
func (h *history) readHeads(ctx context.Context, e *engine.Engine, since int64) error {
	return e.DB.Each(ctx, headsQuery, store.Args{"since": since}, func(_ []string, row []store.Value) error {
		one := head{root: store.Text(row[0]), commit: store.Text(row[1])}
		one.at, _ = row[2].(int64)
		h.heads = append(h.heads, one)
		return nil
	})
}

// differences returns which files are not in a commit, or in the index for "", what they were in an earlier one. A commit that git no longer
// has tells nothing.
func differences(ctx context.Context, root, commit string) func(base string) []string {
	known := map[string][]string{}
	return func(base string) []string {
		files, ok := known[base]
		if !ok {
			args := []string{"diff-tree", "-r", "--name-only", "--no-renames", "-z", base, commit}
			if commit == "" {
				args = []string{"diff", "--cached", "--name-only", "--no-renames", "-z", base}
			}
			out, _ := git.Run(ctx, root, args...)
			files = strings.FieldsFunc(string(out), func(c rune) bool { return c == 0 })
			known[base] = files
		}
		return files
	}
}
