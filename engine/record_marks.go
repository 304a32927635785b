package engine

import (
	"context"
	"slices"

	"witness/engine/facts"
	"witness/engine/hook"
	"witness/engine/marks"
)

// marks records how often each marker is in a file before and after a change, if the number changed. After a read it records
// the boxes of a task list, open or ticked, that the file has.
func (r recorder) marks(ctx context.Context, c *facts.Call, t facts.Touch) error {
	if t.Outcome != hook.OK {
		return nil
	}
	read := t.Kind == hook.Read
	shown := t.After
	if t.After == facts.Absent {
		shown = t.Before
	}
	for _, name := range shown.Marks.All() {
		before, known := markOf(t.Before, name)
		after, counted := markOf(t.After, name)
		if read {
			before, known = after, counted && after > 0 && marks.IsBox(name)
		}
		if !read && !t.OnDisk && !known && (name == "filter" || name == "mock" || name == "tested" || !slices.Contains(marks.Names[:], name)) {
			known = true // a new file; what witness's own rules take for weaker or more is compared with what was there, and what decides how a run ends was not
		}
		if !known || !counted || before == after && !read {
			continue
		}
		if _, err := r.db.Exec(ctx, "INSERT OR REPLACE INTO marks (session, path, t, mark, before, after) VALUES (?1, ?2, ?3, ?4, ?5, ?6)",
			c.Session, t.Path, c.T, name, before, after); err != nil {
			return err
		}
	}
	return nil
}

// markOf returns how often a marker is in a file in one of its states. A file that does not exist has none.
func markOf(s facts.State, name string) (n int, known bool) {
	if s == facts.Absent {
		return 0, true
	}
	return s.Marks.Of(name)
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
