package facts

import (
	"bytes"
	"context"
	"crypto/sha256"
	"encoding/hex"
	"strings"

	"witness/engine/hook"
	"witness/engine/marks"
)

// A State is what is known of the content of a file at one time. The zero value is a state of which
// nothing is known.
type State struct {
	Known bool
	Size  int64       // in bytes, 0 if the file does not exist
	Lines int64       // -1 if they were not counted
	Hash  string      // "" if it was not computed, or the file does not exist
	Marks marks.Marks // of a file that does not exist, none
}

// Absent is the state of a file that does not exist.
var Absent = State{Known: true, Marks: marks.Marks{Counted: true}}

// same reports whether two states are certainly of the same content.
func (s State) same(o State) bool { return s.Hash != "" && s.Hash == o.Hash }

// ContentState returns the state of a file with this content. own are the markers that are counted besides witness's own.
func ContentState(path string, content []byte, own []marks.Own) State {
	var counted lineCounter
	_, _ = counted.Write(content) // never fails
	sum := sha256.Sum256(content)
	return State{true, int64(len(content)), counted.lines(), shortHash(sum[:]), marks.Count(path, content, own)}
}

// A lineCounter counts the lines that are written to it. The last may have no end.
type lineCounter struct {
	ends int64
	open bool // the last line has no end yet
}

// Write counts the ends of lines in b.
func (l *lineCounter) Write(b []byte) (int, error) {
	l.ends += int64(bytes.Count(b, []byte{'\n'}))
	if len(b) > 0 {
		l.open = b[len(b)-1] != '\n'
	}
	return len(b), nil
}

func (l *lineCounter) lines() int64 {
	if l.open {
		return l.ends + 1
	}
	return l.ends
}

// shortHash returns as much of a checksum as is stored.
func shortHash(sum []byte) string { return hex.EncodeToString(sum[:12]) }

// Changed sets the states of a file before and after a change.
func (t *Touch) Changed(before, after State) {
	t.Before, t.After = before, after
	if before.same(after) {
		t.Manner = "same"
	}
}

// Measured reports whether a touch has states: whether it changed a file, and the disk is asked for it.
func (t Touch) Measured() bool {
	return t.Outcome == hook.OK && !hook.ReadOnly(t.Kind) && t.Kind != hook.Output && !(t.Many && t.Kind == hook.Write)
}

// maxContents limits how much of the content of files is kept during a replay, in bytes of one file.
const maxContents = 1 << 20

// Measure sets the states of the files that a call changed, as far as the recording shows them.
func (d *Recorded) Measure(_ context.Context, c *Call) error {
	for _, cmd := range c.Commands {
		if cmd.AltersTree && !cmd.Inert {
			clear(d.contents)
		}
	}
	for _, t := range c.Touches {
		if t.Via == "shell" && !hook.ReadOnly(t.Kind) {
			delete(d.contents, [2]string{c.Session, t.Path})
		}
	}
	for _, f := range c.Files {
		path := c.Project.Path(f.Path)
		i := c.touchIndex(path, f.Kind)
		if i < 0 || c.Touches[i].Outcome != hook.OK {
			continue
		}
		d.replay(f, [2]string{c.Session, path}, &c.Touches[i])
	}
	return nil
}

// replay sets the states of a file that a tool read or changed, and keeps its content.
func (d *Recorded) replay(f hook.File, key [2]string, t *Touch) {
	content, known := d.contents[key]
	if f.Original != nil {
		content, known = *f.Original, true
	}
	var before, after State
	if known {
		before = ContentState(key[1], []byte(content), d.Markers())
	}
	switch f.Kind {
	case hook.Read:
		if f.Content == "" {
			return // a part of it
		}
		content, known = f.Content, true
		if marks.HasBoxes(key[1]) {
			t.After.Marks = marks.Count(key[1], []byte(content), nil)
		}
	case hook.Delete:
		after, known = Absent, false
	case hook.Edit:
		if content, known = replaced(content, f.Replaced, known); known {
			after = ContentState(key[1], []byte(content), d.Markers())
		}
	default:
		if f.Existed != nil && !*f.Existed {
			before = Absent
		}
		if content, known = f.Content, f.Content != ""; known {
			after = ContentState(key[1], []byte(content), d.Markers())
		}
	}
	if !hook.ReadOnly(f.Kind) {
		t.Changed(before, after)
	}
	if delete(d.contents, key); known && len(content) <= maxContents {
		if d.contents == nil {
			d.contents = map[[2]string]string{}
		}
		d.contents[key] = content
		if !hook.ReadOnly(f.Kind) {
			if d.wrote == nil {
				d.wrote = map[[2]string]bool{}
			}
			d.wrote[key] = true
		}
	}
}

// replaced returns a content after the replacements of an edit. ok is false if it is not known: a text
// that is to be replaced is not there.
func replaced(content string, list []hook.Replacement, known bool) (_ string, ok bool) {
	for _, r := range list {
		if !known || r.Old == "" || !strings.Contains(content, r.Old) {
			return "", false
		}
		n := 1
		if r.All {
			n = -1
		}
		content = strings.Replace(content, r.Old, r.New, n)
	}
	return content, known && len(list) > 0
}
