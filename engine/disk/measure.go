package disk

import (
	"context"

	"witness/engine/facts"
	"witness/engine/hook"
	"witness/engine/marks"
)

// A look is the last snapshot of a file, and the one that is taken now.
type look struct{ before, now snapshot }

// lookAt takes a snapshot of a file, once in a call.
func (d *Live) lookAt(ctx context.Context, c *facts.Call, path string) (look, error) {
	if l, ok := keptOf(c).looked[path]; ok {
		return l, nil
	}
	before, err := snapshots{d.DB}.of(ctx, c.Session, path)
	if err != nil {
		return look{}, err
	}
	l := look{before, takeSnapshot(path, before, d.Markers())}
	keptOf(c).looked[path] = l
	return l, nil
}

// state returns what a snapshot shows of a file. An empty path is no snapshot.
func (s snapshot) state() facts.State {
	switch {
	case s.Path == "":
		return facts.State{}
	case s.Size < 0:
		return facts.Absent
	}
	return facts.State{Known: true, Size: s.Size, Lines: s.Lines, Hash: s.Hash, Marks: s.Marks}
}

// Measure sets the states of the files that a call changed, whether they were there before it, and how many lines
// those have that it read, from its snapshots. It reads nothing that Remember would not read after it.
//
// A file that was not written since the last snapshot has no state after the change: the disk and what
// the client says contradict each other. Only a formatter may have left it alone.
func (d *Live) Measure(ctx context.Context, c *facts.Call) error {
	for _, touches := range [][]facts.Touch{c.Touches, c.Observed} {
		for i := range touches {
			t := &touches[i]
			reads := t.Kind == hook.Read && t.Outcome == hook.OK && (t.Lines == 0 || marks.HasBoxes(t.Path)) && !c.Alters(t.Path)
			if !t.Measured() && !reads {
				continue
			}
			l, err := d.lookAt(ctx, c, t.Path)
			if err != nil {
				return err
			}
			if reads {
				t.SetTotal(l.now.Lines)
				t.After.Marks = l.now.Marks
				continue
			}
			before, after := l.before.state(), l.now.state()
			t.OnDisk = t.OnDisk || l.before.Path != "" && l.before.Size >= 0
			written := l.now.Size != l.before.Size || l.now.Mtime != l.before.Mtime
			formatted := t.Kind == hook.Rewrite && t.Manner != "restore"
			if t.Kind == hook.Delete && l.now.Size >= 0 || !written && !formatted {
				after = facts.State{} // it was created again, or not written
			}
			t.Changed(before, after)
		}
	}
	return nil
}
