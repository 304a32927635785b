package engine

import (
	"context"

	"witness/engine/facts"
	"witness/engine/hook"
	"witness/engine/marks"
)

// marks records how often each marker is in a file before and after a change, if the number changed. After a read it records
// the boxes of a task list, open or ticked, that the file has.
func (r recorder) marks(ctx context.Context, c *facts.Call, t facts.Touch) error {
	before, after := t.Before.Marks, t.After.Marks
	read := t.Kind == hook.Read
	if read {
		before = after
	}
	if !before.Counted || !after.Counted || t.Outcome != hook.OK {
		return nil
	}
	for i, name := range marks.Names {
		if before.N[i] == after.N[i] && !(read && after.N[i] > 0 && marks.IsBox(i)) {
			continue
		}
		if _, err := r.db.Exec(ctx, "INSERT OR REPLACE INTO marks (session, path, t, mark, before, after) VALUES (?1, ?2, ?3, ?4, ?5, ?6)",
			c.Session, t.Path, c.T, name, before.N[i], after.N[i]); err != nil {
			return err
		}
	}
	return nil
}

// editor records that an actor has changed a file. The files of a folder that was copied or removed are left
// out: there can be hundreds.
func (r recorder) editor(ctx context.Context, c *facts.Call, t facts.Touch, actor string) error {
	if hook.ReadOnly(t.Kind) || t.Kind == hook.Output || t.Outcome != hook.OK || t.Manner == "same" || t.Many || t.Root == "" {
		return nil
	}
	_, err := r.db.Exec(ctx, `
		INSERT INTO editors (path, session, actor, t, at, root, file)
		VALUES (?1, ?2, ?3, ?4, coalesce((SELECT max(at) FROM events WHERE session = ?2 AND t = ?4), 0), ?5, ?6)
		ON CONFLICT (path, session, actor) DO UPDATE SET t = excluded.t, at = excluded.at`,
		t.Path, c.Session, actor, c.T, t.Root, t.File)
	return err
}
