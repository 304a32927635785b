package agent

import (
	"encoding/json"
	"reflect"
	"testing"

	"witness/engine/hook"
)

// TestClaudeReplaced reads what an Edit replaced. Results in the form of Claude Code 2.1.197.
func TestClaudeReplaced(t *testing.T) {
	for _, test := range []struct {
		name, tool, input, detail string
		original                  string
		replaced                  []hook.Replacement
	}{
		{"an edit", hook.Edit, `{"file_path":"/p/a.go","old_string":"a","new_string":"b","replace_all":true}`, `{"originalFile":"aa","userModified":false}`, "aa", []hook.Replacement{{Old: "a", New: "b", All: true}}},
		{"several edits", hook.Edit, `{"edits":[{"old_string":"a","new_string":"b"},{"old_string":"c","new_string":"d"}]}`, `{"originalFile":"ac"}`, "ac", []hook.Replacement{{Old: "a", New: "b"}, {Old: "c", New: "d"}}},
		{"an edit that the user changed", hook.Edit, `{"old_string":"a","new_string":"b"}`, `{"originalFile":"a","userModified":true}`, "a", nil},
		{"an overwritten file", hook.Write, `{"content":"b"}`, `{"type":"update","originalFile":"a"}`, "a", nil},
		{"a new file", hook.Write, `{"content":"b"}`, `{"type":"create","originalFile":null}`, "", nil},
		{"a result that is a text", hook.Edit, `{"old_string":"a","new_string":"b"}`, `"done"`, "", nil},
	} {
		e := hook.Event{Tool: test.tool, Files: []hook.File{{}}}
		c := claudeToolUse{input: json.RawMessage(test.input), claudeEnd: claudeEnd{detail: json.RawMessage(test.detail)}}
		c.setReplaced(&e)
		f := e.Files[0]
		original := ""
		if f.Original != nil {
			original = *f.Original
		}
		if original != test.original || !reflect.DeepEqual(f.Replaced, test.replaced) {
			t.Errorf("%s: %q, %v", test.name, original, f.Replaced)
		}
	}
}
