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

// baseAt returns the commit that was checked out in a root at a time, "" if it is not known: the latest that was seen, or else the first
// one after it.
func (h history) baseAt(root string, at int64) (commit string) {
	for _, one := range h.heads {
		switch {
		case one.root != root:
		case one.at <= at:
			commit = one.commit
		case commit == "":
			return one.commit
		default:
			return commit
		}
	}
	return commit
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

// differences returns which files other than documents are not in a commit, or in the index for "", what they were in an earlier one. A commit that git
// no longer has tells nothing.
func differences(ctx context.Context, root, commit string, isDocument func(file string) bool) func(base string) []string {
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
			known[base] = slices.DeleteFunc(files, isDocument)
			files = known[base]
		}
		return files
	}
}
