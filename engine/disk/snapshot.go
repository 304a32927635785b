package disk

import (
	"context"
	"errors"
	"io"
	"io/fs"
	"math"
	"os"
	"slices"
	"time"

	"witness/engine/facts"
	"witness/engine/hook"
	"witness/engine/marks"
	"witness/engine/store"
)

// Limits on what is compared after a command.
const (
	maxObserved = 2000                 // files
	observeTime = 5 * time.Millisecond // after which the comparison ends
	maxUnseen   = 16                   // files of one call that are about to be changed and were not seen before
	maxHashed   = 1 << 20              // bytes of a file that is hashed; a larger one is compared by size and time
)

// A snapshot is the state of a file when the session last touched it, as in the table looks.
type snapshot struct {
	Path        string
	Size, Mtime int64 // in bytes and nanoseconds since 1970; size -1 is a file that does not exist
	Hash        string
	Lines       int64 // -1 if they were not counted
	Marks       marks.Marks
}

// takeSnapshot takes a snapshot of a file. before is the last one: a file of the same size and
// modification time is not hashed again. own are the markers that are counted besides witness's own.
func takeSnapshot(path string, before snapshot, own []marks.Own) snapshot {
	info, err := os.Lstat(path)
	if err != nil || !info.Mode().IsRegular() {
		return snapshot{Path: path, Size: -1}
	}
	now := snapshot{Path: path, Size: info.Size(), Mtime: info.ModTime().UnixNano(), Lines: -1}
	if now.Size == before.Size && now.Mtime == before.Mtime {
		now.Hash, now.Lines, now.Marks = before.Hash, before.Lines, before.Marks
		return now
	}
	if now.Size <= maxHashed {
		now.read(own)
	}
	return now
}

// same reports whether two snapshots are of the same content.
func (s snapshot) same(o snapshot) bool {
	return s.Size == o.Size && (s.Mtime == o.Mtime || s.Hash != "" && s.Hash == o.Hash)
}

// read reads the file and sets what follows from its content. Nothing does if it cannot be read.
func (s *snapshot) read(own []marks.Own) {
	f, err := os.Open(s.Path)
	if err != nil {
		return
	}
	defer f.Close()
	content := make([]byte, s.Size+1) // one more, to see that the file has grown
	n, err := io.ReadFull(f, content)
	if n > maxHashed || err != nil && !errors.Is(err, io.ErrUnexpectedEOF) && !errors.Is(err, io.EOF) {
		return
	}
	state := facts.ContentState(s.Path, content[:n], own)
	s.Hash, s.Lines, s.Marks = state.Hash, state.Lines, state.Marks
}

// Observe adds the changes that the call does not report to c.Observed. After a command the files
// that the session has snapshots of are compared with them: one that changed while the command ran
// was edited by it, one that changed earlier was edited from elsewhere. Before an edit the file
// itself is compared. Before a call it also takes snapshots of the files about to be deleted, and of
// those about to be changed that the session has not seen.
func (d *Live) Observe(ctx context.Context, c *facts.Call) error {
	ran := c.Moment == hook.After && c.Tool == hook.Run && slices.ContainsFunc(c.Commands, func(cmd facts.Command) bool { return !cmd.Inert })
	known := snapshots{d.DB}
	if ran {
		list, err := known.ofSession(ctx, c.Session)
		if err != nil {
			return err
		}
		end := time.Now().Add(observeTime)
		for i, before := range list {
			if i%16 == 15 && time.Now().After(end) {
				break
			}
			now := takeSnapshot(before.Path, before, d.Markers())
			if keptOf(c).looked[now.Path] = (look{before, now}); !now.same(before) {
				observe(d, c, now, c.Started)
			}
		}
	}
	if c.Moment != hook.Before {
		return nil
	}
	for i, t := range c.Touches {
		if t.Many {
			continue // one query for each file of a folder would take too long
		}
		before, err := known.of(ctx, c.Session, t.Path)
		if err != nil {
			return err
		}
		switch {
		case hook.ReadOnly(t.Kind):
		case before.Path != "":
			if now := takeSnapshot(t.Path, before, d.Markers()); !now.same(before) {
				observe(d, c, now, math.MaxInt64/int64(time.Millisecond))
			}
		case t.Kind != hook.Output && t.Kind != hook.Delete && i < maxUnseen:
			if now := takeSnapshot(t.Path, before, d.Markers()); now.Size >= 0 {
				if err := known.save(ctx, c, now); err != nil {
					return err
				}
			}
		}
	}
	return known.saveDeleting(ctx, c)
}

// observe adds a touch for a file that has changed. started is when the call started, in
// milliseconds since 1970, 0 if unknown.
func observe(d facts.Disk, c *facts.Call, now snapshot, started int64) {
	if slices.ContainsFunc(c.Touches, func(t facts.Touch) bool {
		return c.Moment == hook.After && t.Path == now.Path && !hook.ReadOnly(t.Kind)
	}) {
		return // the call reports the change itself
	}
	t := c.TouchOf(d, now.Path, hook.Edit, "observed", hook.OK)
	t.OnDisk = true
	if now.Size < 0 {
		t.Kind = hook.Delete
	}
	if started > 0 && now.Size >= 0 && now.Mtime < started*int64(time.Millisecond) {
		t.Via, t.Actor = "elsewhere", "*"
	}
	c.Observed = append(c.Observed, t)
}

// Remember stores snapshots of the files of a call that has ended.
func (d *Live) Remember(ctx context.Context, c *facts.Call) error {
	known := snapshots{d.DB}
	for _, t := range append(slices.Clone(c.Touches), c.Observed...) {
		if t.Outcome != hook.OK || t.Kind == hook.Scan || t.Many && t.Kind == hook.Write {
			continue
		}
		if t.Kind == hook.Output {
			before, err := known.of(ctx, c.Session, t.Path)
			if err != nil {
				return err
			}
			if before.Path == "" {
				continue // a product matters only once the session has read it
			}
		}
		l, err := d.lookAt(ctx, c, t.Path)
		if err != nil {
			return err
		}
		if l.now == l.before {
			continue
		}
		if err := known.save(ctx, c, l.now); err != nil {
			return err
		}
	}
	return nil
}

// snapshots are those in the store.
type snapshots struct{ db *store.DB }

// save stores a snapshot.
func (s snapshots) save(ctx context.Context, c *facts.Call, now snapshot) error {
	_, err := s.db.Exec(ctx, "INSERT OR REPLACE INTO looks (session, path, size, mtime, hash, t, lines, marks) VALUES (?1, ?2, ?3, ?4, ?5, ?6, nullif(?7, -1), ?8)",
		c.Session, now.Path, now.Size, now.Mtime, now.Hash, c.T, now.Lines, now.Marks.String())
	return err
}

// saveDeleting takes snapshots, without a hash, of the files that a call is about to delete:
// once it has ended, nothing on disk shows that they existed.
func (s snapshots) saveDeleting(ctx context.Context, c *facts.Call) error {
	deleting := c.Deleting[:min(len(c.Deleting), maxBelow)]
	for _, t := range c.Touches {
		if t.Kind == hook.Delete && t.Via == "shell" {
			deleting = append(deleting, t.Path)
		}
	}
	if len(deleting) == 0 {
		return nil
	}
	return s.db.ExecEach(ctx, `
		INSERT INTO looks (session, path, size, mtime, hash, t) VALUES (?1, ?2, ?3, ?4, '', ?5)
		ON CONFLICT (session, path) DO UPDATE SET
		  hash = iif(size = excluded.size AND mtime = excluded.mtime, hash, ''),
		  lines = iif(size = excluded.size AND mtime = excluded.mtime, lines, NULL),
		  marks = iif(size = excluded.size AND mtime = excluded.mtime, marks, ''),
		  size = excluded.size, mtime = excluded.mtime, t = excluded.t`, func(yield func([]any) bool) {
		for _, path := range deleting {
			size, mtime := int64(-1), int64(0)
			if info, err := os.Lstat(path); err == nil {
				size, mtime = info.Size(), info.ModTime().UnixNano()
			} else if !errors.Is(err, fs.ErrNotExist) {
				continue
			}
			if !yield([]any{c.Session, path, size, mtime, c.T}) {
				return
			}
		}
	})
}

// ofSession returns the last snapshots of a session's files, the latest first.
func (s snapshots) ofSession(ctx context.Context, session string) (list []snapshot, err error) {
	err = s.db.Each(ctx, "SELECT path, size, mtime, hash, lines, marks FROM looks WHERE session = :session ORDER BY t DESC LIMIT :most",
		store.Args{"session": session, "most": maxObserved}, func(_ []string, row []store.Value) error {
			list = append(list, snapshotFrom(row))
			return nil
		})
	return list, err
}

// SnapshotQuery finds the last snapshot of a file. It is exported to be compiled before
// the write lock is taken.
const SnapshotQuery = "SELECT path, size, mtime, hash, lines, marks FROM looks WHERE session = :session AND path = :path"

// of returns the last snapshot of a file, with an empty path if there is none.
func (s snapshots) of(ctx context.Context, session, path string) (last snapshot, err error) {
	err = s.db.Each(ctx, SnapshotQuery, store.Args{"session": session, "path": path}, func(_ []string, row []store.Value) error {
		last = snapshotFrom(row)
		return nil
	})
	return last, err
}

func snapshotFrom(row []store.Value) snapshot {
	size, ok := row[1].(int64)
	mtime, ok2 := row[2].(int64)
	if !ok || !ok2 {
		return snapshot{}
	}
	lines, ok := row[4].(int64)
	if !ok {
		lines = -1
	}
	return snapshot{store.Text(row[0]), size, mtime, store.Text(row[3]), lines, marks.Parse(store.Text(row[5]))}
}
