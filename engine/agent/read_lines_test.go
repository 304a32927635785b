package agent

import (
	"encoding/json"
	"testing"

	"witness/engine/hook"
)

// The arguments are those of Gemini CLI 0.61, Copilot Chat in VS Code, Copilot CLI 1.0, the filesystem server,
// and opencode 1.2 and pi 0.73, which count from 1.
func TestReadLines(t *testing.T) {
	for _, test := range []struct {
		args        string
		fromOne     bool
		first, last int64
	}{
		{`{"file_path":"a","start_line":5,"end_line":20}`, false, 5, 20},
		{`{"file_path":"a","start_line":5}`, false, 5, 0},
		{`{"file_path":"a","end_line":20}`, false, 1, 20},
		{`{"filePath":"a","startLine":1,"endLine":200}`, false, 1, 200},
		{`{"path":"a","view_range":[3,9]}`, false, 3, 9},
		{`{"path":"a","view_range":[3,-1]}`, false, 3, 0},
		{`{"path":"a","head":12}`, false, 1, 12},
		{`{"filePath":"a","offset":1920,"limit":220}`, true, 1920, 2139},
		{`{"filePath":"a","limit":10}`, true, 1, 10},
		{`{"filePath":"a","offset":7}`, true, 7, 0},
		{`{"file_path":"a","offset":7,"limit":5}`, false, 0, 0}, // where it counts from is not known
		{`{"path":"a"}`, true, 0, 0},
		{`{"path":"a","start_line":"x","view_range":[1]}`, true, 0, 0},
		{`{"path":"a","start_line":9,"end_line":2}`, false, 0, 0},
		{`[]`, true, 0, 0},
	} {
		e := hook.Event{Tool: hook.Read, Files: []hook.File{{Path: "a", Kind: hook.Read}}}
		setReadLines(&e, json.RawMessage(test.args), test.fromOne)
		if f := e.Files[0]; f.First != test.first || f.Last != test.last {
			t.Errorf("%s: %d to %d, want %d to %d", test.args, f.First, f.Last, test.first, test.last)
		}
	}
	// What the result says of the lines shown is not replaced, and an edit shows none.
	for path, want := range map[string]hook.File{
		"src/a.go:10-20":     {Path: "src/a.go", First: 10, Last: 20},
		"src/a.go:5-9,30-40": {Path: "src/a.go", First: 5, Last: 9},
		"src/a.go:x":         {Path: "src/a.go:x"},
		`C:\a.go`:            {Path: `C:\a.go`},
		"src/a:10":           {Path: "src/a:10"},
	} {
		e := hook.Event{Tool: hook.Read, Files: []hook.File{{Path: path}}}
		if setReadLines(&e, nil, true); e.Files[0].Path != want.Path || e.Files[0].First != want.First || e.Files[0].Last != want.Last {
			t.Errorf("%s: %+v, want %+v", path, e.Files[0], want)
		}
	}
	e := hook.Event{Tool: hook.Read, Files: []hook.File{{Path: "a", Kind: hook.Read, First: 5, Last: 8}}}
	setReadLines(&e, json.RawMessage(`{"start_line":5,"end_line":20}`), false)
	edit := hook.Event{Tool: hook.Edit, Files: []hook.File{{Path: "a", Kind: hook.Edit}}}
	setReadLines(&edit, json.RawMessage(`{"start_line":5,"end_line":20}`), false)
	if e.Files[0].Last != 8 || edit.Files[0].First != 0 {
		t.Errorf("%v, %v", e.Files, edit.Files)
	}
}
