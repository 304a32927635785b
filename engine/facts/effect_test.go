package facts

import (
	"testing"

	"witness/engine/hook"
	"witness/engine/marks"
	"witness/engine/project"
)

// TestRecordedMeasure replays calls of one session on a file, and compares what is known of it after
// each.
func TestRecordedMeasure(t *testing.T) {
	text := func(s string) *string { return &s }
	state := func(text string) State { return ContentState("/p/a.py", []byte(text), nil) }
	created := false
	d := NewRecorded(func() []marks.Own { return nil })
	for _, step := range []struct {
		name          string
		file          hook.File
		before, after State
		manner        string
	}{
		{"an edit of a file that was not shown", hook.File{Kind: hook.Edit, Replaced: []hook.Replacement{{Old: "a", New: "b"}}}, State{}, State{}, ""},
		{"a new file", hook.File{Kind: hook.Write, Content: "a\nb", Existed: &created}, Absent, state("a\nb"), ""},
		{"an edit", hook.File{Kind: hook.Edit, Replaced: []hook.Replacement{{Old: "b", New: "c\n"}}}, state("a\nb"), state("a\nc\n"), ""},
		{"the same content", hook.File{Kind: hook.Write, Content: "a\nc\n"}, state("a\nc\n"), state("a\nc\n"), "same"},
		{"each occurrence", hook.File{Kind: hook.Edit, Original: text("aa"), Replaced: []hook.Replacement{{Old: "a", New: "b", All: true}}}, state("aa"), state("bb"), ""},
		{"a text that is not there", hook.File{Kind: hook.Edit, Replaced: []hook.Replacement{{Old: "z", New: "b"}}}, state("bb"), State{}, ""},
		{"after that nothing is known", hook.File{Kind: hook.Edit, Replaced: []hook.Replacement{{Old: "b", New: "c"}}}, State{}, State{}, ""},
		{"a write of unknown content", hook.File{Kind: hook.Write}, State{}, State{}, ""},
		{"what a read shows", hook.File{Kind: hook.Read, Content: "x"}, State{}, State{}, ""},
		{"an edit of it", hook.File{Kind: hook.Edit, Replaced: []hook.Replacement{{Old: "x", New: "y"}}}, state("x"), state("y"), ""},
		{"a deletion", hook.File{Kind: hook.Delete}, state("y"), Absent, ""},
	} {
		step.file.Path = "/p/a.go"
		c := &Call{Event: hook.Event{Session: "s", Moment: hook.After, Outcome: hook.OK, Files: []hook.File{step.file}}, Project: project.Project{Dir: "/p", Root: "/p"}}
		c.touch(d, "/p/a.go", step.file.Kind, "tool", hook.OK)
		if err := d.Measure(t.Context(), c); err != nil {
			t.Fatal(err)
		}
		got := c.Touches[0]
		if got.Before != step.before || got.After != step.after || got.Manner != step.manner {
			t.Errorf("%s: %+v, %+v, %q; want %+v, %+v, %q", step.name, got.Before, got.After, got.Manner, step.before, step.after, step.manner)
		}
	}
	c := &Call{Event: hook.Event{Session: "s"}, Commands: []Command{{AltersTree: true}}}
	d.contents = map[[2]string]string{{"s", "/p/a.go"}: "x"}
	if err := d.Measure(t.Context(), c); err != nil || len(d.contents) > 0 {
		t.Errorf("after a checkout %d contents are known, %v", len(d.contents), err)
	}
}

// TestContentState counts the lines of a content.
func TestContentState(t *testing.T) {
	for content, lines := range map[string]int64{"": 0, "a": 1, "a\n": 1, "a\nb": 2, "\n\n": 2} {
		if s := ContentState("a.go", []byte(content), nil); s.Lines != lines || s.Size != int64(len(content)) {
			t.Errorf("%q has %d lines and %d bytes", content, s.Lines, s.Size)
		}
	}
}
