package engine

import "context"

// recordTouches remembers the files that a call read or changed, or was refused to change.
func (c *conn) recordTouches(ctx context.Context, call *call, touches []touch, conflict string) error {
	for _, t := range touches {
		actor := call.Actor
		if t.actor != "" {
			actor = t.actor
		}
		if t.kind == Write && !t.onDisk && call.Moment == After {
			known, err := c.knows(ctx, call, t.path)
			if err != nil {
				return err
			}
			t.onDisk = known
		}
		if _, err := c.exec(ctx, `
			INSERT OR `+conflict+` INTO touches (session, path, actor, kind, t, file, root, via, outcome, on_disk, seen)
			VALUES (?1, ?2, ?3, ?4, ?5, ?6, ?7, ?8, ?9, ?10, ?11)`,
			call.Session, t.path, actor, t.kind, call.t, t.file, t.root, t.via, t.outcome, t.onDisk, t.seen); err != nil {
			return err
		}
	}
	return nil
}

// knows tells whether a file is there by what the session did to it before the call. After a
// write the disk no longer tells whether there was one before.
func (c *conn) knows(ctx context.Context, call *call, path string) (bool, error) {
	there, err := c.int(ctx, `
		SELECT kind <> 'delete' FROM touches
		WHERE  session = :p1 AND path = :p2 AND +t < :p3 AND outcome = 'ok'
		ORDER  BY +t DESC LIMIT 1`, call.Session, path, call.t)
	return there != 0, err
}
