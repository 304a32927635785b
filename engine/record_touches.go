package engine

import (
	"context"
	"errors"

	"witness/engine/facts"
	"witness/engine/hook"
	"witness/engine/state"
)

// touches records the files that a call read or changed, or was denied to change. conflict is what
// SQLite does if the touch is already recorded: REPLACE or IGNORE.
func (r recorder) touches(ctx context.Context, c *facts.Call, touches []facts.Touch, conflict string) error {
	ending := state.Endings{}
	for _, t := range touches {
		actor := c.Actor
		if t.Actor != "" {
			actor = t.Actor
		}
		if (t.Kind == hook.Write || t.Kind == hook.Delete) && !t.OnDisk && c.Moment == hook.After {
			existed, err := r.existed(ctx, c, t.Path)
			if err != nil {
				return err
			}
			t.OnDisk = existed
		}
		if undone, err := r.undone(ctx, c, t); err != nil {
			return err
		} else if undone {
			t.Manner = "undo"
		}
		added, err := r.db.Exec(ctx, `
			INSERT OR `+conflict+` INTO touches (session, path, actor, kind, t, file, root, via, outcome, on_disk, seen, class, manner, first_line, last_line, lines,
			                                  size, lines_before, lines_after, hash_before, hash_after)
			VALUES (?1, ?2, ?3, ?4, ?5, ?6, ?7, ?8, ?9, ?10, ?11, ?12, ?13, nullif(?14, 0), nullif(?15, 0), nullif(?16, 0), nullif(?17, -1), nullif(?18, -1), nullif(?19, -1), ?20, ?21)`,
			c.Session, t.Path, actor, t.Kind, c.T, t.File, t.Root, t.Via, t.Outcome, t.OnDisk, t.Seen, t.Class, t.Manner, t.First, t.Last, t.Lines,
			orUnknown(t.After, t.After.Size), orUnknown(t.Before, t.Before.Lines), orUnknown(t.After, t.After.Lines), t.Before.Hash, t.After.Hash)
		if err != nil {
			return err
		}
		if added > 0 {
			err = errors.Join(r.marks(ctx, c, t), r.editor(ctx, c, t, actor))
		}
		if err != nil {
			return err
		}
		if added == 0 || hook.ReadOnly(t.Kind) || t.Kind == hook.Output || t.Outcome != hook.OK || t.Root == "" {
			continue
		}
		if err := r.state.Touched(ctx, c, t, ending); err != nil {
			return err
		}
	}
	return r.state.End(ctx, c, ending)
}

// existed reports whether a file existed before the call, according to the session's last touch of
// it. After the call the disk does not show that any more.
func (r recorder) existed(ctx context.Context, c *facts.Call, path string) (bool, error) {
	there, err := r.db.Int(ctx, `
		SELECT kind <> 'delete' FROM touches
		WHERE  session = :p1 AND path = :p2 AND +t < :p3 AND outcome = 'ok'
		ORDER  BY +t DESC LIMIT 1`, c.Session, path, c.T)
	return there != 0, err
}

// orUnknown returns a number of a state, or -1 if nothing is known of it.
func orUnknown(s facts.State, n int64) int64 {
	if !s.Known {
		return -1
	}
	return n
}

// undone reports whether an edit has put a file back to its content before the session's first edit of it, or before the first
// of the edits that no test has tried out yet.
func (r recorder) undone(ctx context.Context, c *facts.Call, t facts.Touch) (bool, error) {
	if t.After.Hash == "" || t.Before.Hash == "" || t.Manner == "same" || t.Kind == hook.Rewrite || t.Actor != "" {
		return false, nil
	}
	n, err := r.db.Int(ctx, `
		SELECT EXISTS (
		  SELECT 1 FROM (SELECT hash_before FROM touches
		                 WHERE  session = :p1 AND path = :p2 AND +t < :p3 AND kind IN ('edit', 'write', 'delete', 'rewrite') AND outcome = 'ok' AND via <> 'elsewhere'
		                 ORDER  BY +t LIMIT 1)
		  WHERE hash_before = :p4
		  UNION ALL
		  SELECT 1 FROM (SELECT hash_before FROM touches
		                 WHERE  session = :p1 AND path = :p2 AND +t < :p3 AND kind IN ('edit', 'write', 'delete', 'rewrite') AND outcome = 'ok' AND via <> 'elsewhere'
		                   AND  +t >= (SELECT pile FROM tally WHERE session = :p1 AND root = :p5 AND edits > 0)
		                 ORDER  BY +t LIMIT 1)
		  WHERE hash_before = :p4)`, c.Session, t.Path, c.T, t.After.Hash, t.Root)
	return n != 0, err
}
