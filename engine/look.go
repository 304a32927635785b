package engine

import (
	"context"
	"crypto/sha256"
	"encoding/hex"
	"io"
	"math"
	"os"
	"slices"
	"time"
)

// Bounds of what is compared after a run.
const (
	maxLooks  = 2000
	lookTime  = 5 * time.Millisecond
	maxHashed = 1 << 20 // bytes of a file that is hashed; a larger one is told by size and time
)

// A look is what a file was when the session last saw it.
type look struct {
	path        string
	size, mtime int64 // in bytes and nanoseconds; size -1 is a file that is not there
	hash        string
}

// lookAt looks at a file as it is now; before is what was seen last, so that a file whose
// size and time are as they were is not read.
func lookAt(path string, before look) look {
	info, err := os.Lstat(path)
	if err != nil || !info.Mode().IsRegular() {
		return look{path: path, size: -1}
	}
	now := look{path: path, size: info.Size(), mtime: info.ModTime().UnixNano()}
	if now.size == before.size && now.mtime == before.mtime {
		now.hash = before.hash
		return now
	}
	if now.size <= maxHashed {
		now.hash = hashFile(path)
	}
	return now
}

// same tells whether a file has the content that it had.
func (l look) same(o look) bool {
	return l.size == o.size && (l.mtime == o.mtime || l.hash != "" && l.hash == o.hash)
}

func hashFile(path string) string {
	f, err := os.Open(path)
	if err != nil {
		return ""
	}
	defer f.Close()
	h := sha256.New()
	if _, err := io.Copy(h, io.LimitReader(f, maxHashed+1)); err != nil {
		return ""
	}
	return hex.EncodeToString(h.Sum(nil)[:12])
}

// observe adds what a call changed without saying so. After a run the files that the
// session knows are compared with what was last seen of them: one that changed while the
// command ran is an edit of the command's; one that changed before it began was changed
// by somebody else. Before an edit the file itself is compared.
func (e *Engine) observe(ctx context.Context, c *call) error {
	if e.path == "" {
		return nil // a store in memory: facts, replay; the disk is not that session's
	}
	ran := c.Moment == After && c.Tool == Run && slices.ContainsFunc(c.commands, func(cmd command) bool { return !cmd.Inert })
	if ran {
		known, err := e.db.looks(ctx, c.Session)
		if err != nil {
			return err
		}
		end := time.Now().Add(lookTime)
		for i, before := range known {
			if i%16 == 15 && time.Now().After(end) {
				break
			}
			if now := lookAt(before.path, before); !now.same(before) {
				e.changedOnDisk(c, now, c.began)
			}
		}
	}
	if c.Moment == Before {
		for _, t := range c.touches {
			if t.many {
				continue // who changed them last is not asked of the files of a folder
			}
			before, err := e.db.lookOf(ctx, c.Session, t.path)
			if err != nil {
				return err
			}
			if before.path != "" && !readOnly(t.kind) {
				if now := lookAt(t.path, before); !now.same(before) {
					e.changedOnDisk(c, now, math.MaxInt64/int64(time.Millisecond))
				}
			}
		}
	}
	return nil
}

// changedOnDisk adds a touch for a file that is not as it was. began is when the call
// began, in milliseconds; 0 if that was not told.
func (e *Engine) changedOnDisk(c *call, now look, began int64) {
	if slices.ContainsFunc(c.touches, func(t touch) bool { return c.Moment == After && t.path == now.path && !readOnly(t.kind) }) {
		return // the call said so itself
	}
	t := touch{path: now.path, file: c.place.file(now.path), kind: Edit, via: "observed", outcome: OK, onDisk: true}
	if within(now.path, c.place.Root) {
		t.root = c.place.Root
	}
	if now.size < 0 {
		t.kind = Delete
	}
	if began > 0 && now.size >= 0 && now.mtime < began*int64(time.Millisecond) {
		t.via, t.actor = "elsewhere", "*"
	}
	c.observed = append(c.observed, t)
}

// recordLooks remembers what the files of a call look like now.
func (c *conn) recordLooks(ctx context.Context, call *call) error {
	for _, t := range append(slices.Clone(call.touches), call.observed...) {
		if t.outcome != OK || t.kind == Scan || t.many && t.kind == Write {
			continue
		}
		before, err := c.lookOf(ctx, call.Session, t.path)
		if err != nil {
			return err
		}
		if t.kind == Output && before.path == "" {
			continue // a product is of no interest, unless somebody looked at it
		}
		now := lookAt(t.path, before)
		if now == before {
			continue
		}
		if _, err := c.exec(ctx, "INSERT OR REPLACE INTO looks (session, path, size, mtime, hash, t) VALUES (?1, ?2, ?3, ?4, ?5, ?6)",
			call.Session, t.path, now.size, now.mtime, now.hash, call.t); err != nil {
			return err
		}
	}
	return nil
}

// looks are the files that a session knows, those seen last first.
func (c *conn) looks(ctx context.Context, session string) (list []look, err error) {
	err = c.each(ctx, "SELECT path, size, mtime, hash FROM looks WHERE session = :session ORDER BY t DESC LIMIT :most",
		args{"session": session, "most": maxLooks}, func(_ []string, row []driverValue) error {
			list = append(list, lookFrom(row))
			return nil
		})
	return list, err
}

const lastLook = "SELECT path, size, mtime, hash FROM looks WHERE session = :session AND path = :path"

// lookOf is what a session last saw of a file; its path is empty if it never did.
func (c *conn) lookOf(ctx context.Context, session, path string) (l look, err error) {
	err = c.each(ctx, lastLook, args{"session": session, "path": path}, func(_ []string, row []driverValue) error {
		l = lookFrom(row)
		return nil
	})
	return l, err
}

func lookFrom(row []driverValue) look {
	size, ok := row[1].(int64)
	mtime, ok2 := row[2].(int64)
	if !ok || !ok2 {
		return look{}
	}
	return look{show(row[0]), size, mtime, show(row[3])}
}
