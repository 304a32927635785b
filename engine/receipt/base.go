package receipt

import (
	"context"
	"slices"
	"strconv"
	"strings"

	"witness/engine"
	"witness/engine/git"
	"witness/engine/hook"
	"witness/engine/store"
)

// What is checked out is known of prompts and ends of turns, and before and after each line that runs git. A commit or a soft reset moves the
// branch and leaves the files alone. What happened since the event before, outside of a line, may have replaced them.
const headsQuery = `
	SELECT e.root, e.head, e.at, e.moment,
	       e.moment <> 'after' OR EXISTS (SELECT 1 FROM changes g WHERE g.session = e.session AND g.t = e.t AND g.kind = 'checkout'),
	       EXISTS (SELECT 1 FROM commands c WHERE c.session = e.session AND c.t = e.t AND e.moment = 'after' AND c.program = 'git reset' AND instr(c.args, '"--hard"'))
	FROM   events e
	WHERE  e.at >= :since AND e.head <> ''
	ORDER  BY e.at, e.session, e.t, e.moment DESC`

// A head is the commit that was checked out at a time.
type head struct {
	root, commit string
	at           int64
	moment       string // before or after a line, or another
	replaces     bool   // a checkout may have put other files in place of those of the commits since the head before it
	discards     bool   // git reset --hard has also thrown away changes that no commit has, of the files that git tracks
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

// replaced reports whether a file that was changed at some time had been committed so and was then replaced, or was thrown away, before a run
// ended.
func (h history) replaced(r *Run, file, hash string, changed int64, in tree) bool {
	before := head{}
	for _, one := range h.heads {
		if one.root != r.root {
			continue
		}
		if one.at > r.at {
			break
		}
		was := func(commit string) bool { return commit != "" && in.in(commit, file) == hash }
		if one.at > changed && one.replaces && !was(one.commit) {
			from, to := before.at/1000+1, one.at/1000
			switch one.moment { // in the second in which a line begins it is the line that moves
			case hook.Before:
				to--
			case hook.After:
				from--
			}
			if one.discards && in.in(one.commit, file) != gone || was(before.commit) || slices.ContainsFunc(in.moves(from, to), was) {
				return true
			}
		}
		before = one
	}
	return false
}

// asIn reports whether a file was what it is in the tree of a commit, with that hash there, when a run ended. base is the commit that was
// checked out then: it has what no hook has seen change, and what was replaced when it was checked out.
func (h history) asIn(r *Run, file, committed, base string, in tree) bool {
	hash, changed := h.lastSeen(r, file)
	inBase := func() bool { return !slices.Contains(in.since(base), file) }
	switch {
	case hash == untouched:
		return base != "" && inBase()
	case base == "" || (hash == committed) == inBase() || !h.replaced(r, file, hash, changed, in):
		return hash == committed
	}
	return inBase()
}

// readHeads reads which commits were checked out since a time.
func (h *history) readHeads(ctx context.Context, e *engine.Engine, since int64) error {
	return e.DB.Each(ctx, headsQuery, store.Args{"since": since}, func(_ []string, row []store.Value) error {
		one := head{root: store.Text(row[0]), commit: store.Text(row[1])}
		one.at, _ = row[2].(int64)
		one.moment, one.replaces, one.discards = store.Text(row[3]), row[4] == int64(1), row[5] == int64(1)
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

// moves returns which commits git has checked out, one after the other, between two seconds since 1970: one line can commit and check out something
// else.
func moves(ctx context.Context, root string) func(from, to int64) []string {
	type move struct {
		commit string
		at     int64
	}
	var list []move
	out, _ := git.Run(ctx, root, "log", "-g", "--date=unix", "--format=%H %gd", "HEAD", "--")
	for line := range strings.Lines(string(out)) {
		commit, at, _ := strings.Cut(line, " HEAD@{")
		if at, err := strconv.ParseInt(strings.TrimSuffix(at, "}\n"), 10, 64); err == nil {
			list = append(list, move{commit, at})
		}
	}
	return func(from, to int64) (commits []string) {
		for _, one := range list {
			if one.at >= from && one.at <= to && !slices.Contains(commits, one.commit) {
				commits = append(commits, one.commit)
			}
		}
		return commits
	}
}
