package engine

import (
	"context"

	"witness/engine/facts"
	"witness/engine/hook"
)

// touches records the files that a call read or changed, or was denied to change. conflict is what
// SQLite does if the touch is already recorded: REPLACE or IGNORE.
func (r recorder) touches(ctx context.Context, c *facts.Call, touches []facts.Touch, conflict string) error {
	for _, t := range touches {
		actor := c.Actor
		if t.Actor != "" {
			actor = t.Actor
		}
		if t.Kind == hook.Write && !t.OnDisk && c.Moment == hook.After {
			existed, err := r.existed(ctx, c, t.Path)
			if err != nil {
				return err
			}
			t.OnDisk = existed
		}
		if _, err := r.db.Exec(ctx, `
			INSERT OR `+conflict+` INTO touches (session, path, actor, kind, t, file, root, via, outcome, on_disk, seen, class, manner, first_line, last_line, lines)
			VALUES (?1, ?2, ?3, ?4, ?5, ?6, ?7, ?8, ?9, ?10, ?11, ?12, ?13, nullif(?14, 0), nullif(?15, 0), nullif(?16, 0))`,
			c.Session, t.Path, actor, t.Kind, c.T, t.File, t.Root, t.Via, t.Outcome, t.OnDisk, t.Seen, t.Class, t.Manner, t.First, t.Last, t.Lines); err != nil {
			return err
		}
	}
	return nil
}

// existed reports whether a file existed before the call, according to the session's last touch of
// it. After a write the disk does not show that any more.
func (r recorder) existed(ctx context.Context, c *facts.Call, path string) (bool, error) {
	there, err := r.db.Int(ctx, `
		SELECT kind <> 'delete' FROM touches
		WHERE  session = :p1 AND path = :p2 AND +t < :p3 AND outcome = 'ok'
		ORDER  BY +t DESC LIMIT 1`, c.Session, path, c.T)
	return there != 0, err
}
