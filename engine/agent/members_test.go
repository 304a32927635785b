package agent

import (
	"bytes"
	"encoding/json"
	"maps"
	"os"
	"path/filepath"
	"reflect"
	"testing"
)

func TestMembers(t *testing.T) {
	for _, test := range []struct {
		object string
		want   map[string]string
	}{
		{`{"a":"1","b":"2","c":"3"}`, map[string]string{"a": "1", "b": "2"}},
		{`{"x":{"a":"no","b":["no"]},"b":"2"}`, map[string]string{"b": "2"}},
		{`{"a":null,"b":7}`, map[string]string{"a": "", "b": ""}},
		{`{"a":"1","b":"2", what stands behind is not read`, map[string]string{"a": "1", "b": "2"}},
		{`{"a":"1",`, map[string]string{"a": "1"}},
		{`["a","1"]`, nil},
		{``, nil},
	} {
		if got := members([]byte(test.object), "a", "b"); !maps.Equal(got, test.want) {
			t.Errorf("%s: %v, want %v", test.object, got, test.want)
		}
	}
}

// FuzzMembers: of what is JSON, the members are those that encoding/json finds; what is none
// does no harm.
func FuzzMembers(f *testing.F) {
	for _, object := range []string{
		`{"a":"1","b":{"c":[1,{"d":"}"}],"e":null},"f":true}`, ` { "a" : -1.5e3 , "\u0062" : "\"\\\\" } `, `{"a":"\\","a":[]}`, `{}`, `[{"a":1}]`, `{"a" 1}`, `{"a":1,}`, `{"a":"`, `{"a":]}`,
	} {
		f.Add([]byte(object))
	}
	f.Fuzz(func(t *testing.T, object []byte) {
		got := map[string]json.RawMessage{}
		eachMember(object, func(name string, value []byte) bool {
			got[name] = value
			return true
		})
		var want map[string]json.RawMessage
		if json.Unmarshal(object, &want) != nil {
			return
		}
		if len(want) > 0 && !reflect.DeepEqual(got, want) || len(got) != len(want) {
			t.Errorf("%s: %s, want %s", object, got, want)
		}
		for name, value := range want {
			var s string
			if _ = json.Unmarshal(value, &s); text(value) != s {
				t.Errorf("%s: %s is %q, want %q", object, name, text(value), s)
			}
		}
	})
}

// TestClaudeMembers: what is taken of a payload without its types is what encoding/json takes.
func TestClaudeMembers(t *testing.T) {
	names, err := filepath.Glob("testdata/claude/*.jsonl")
	if err != nil || len(names) == 0 {
		t.Fatal("no payloads", err)
	}
	n := 0
	for _, name := range names {
		lines, err := os.ReadFile(name)
		if err != nil {
			t.Fatal(err)
		}
		lines = append(lines, `
{"session_id":"s","session_id":null,"cwd":7,"tool_input":{"command":"a","command":5,"file_path":["b"]},"tool_input":null,"tool_name":"Bash","tool_name":{},"stop_hook_active":true,"stop_hook_active":null,"duration_ms":99999999999999999999999}
{"session_id":"\ud800\u0041","cwd":"\/w","duration_ms":12,"is_interrupt":"true","tool_input":[{"command":"a"}],"error":null,"timestamp":null}
`...)
		for line := range bytes.Lines(lines) {
			if !json.Valid(line) {
				continue
			}
			var got, want claudePayload
			eachMember(line, got.take)
			if err := json.Unmarshal(line, &want); err != nil && !passOver(err) {
				t.Fatal(err)
			}
			if !reflect.DeepEqual(got, want) {
				t.Errorf("%s: %+v, want %+v", line, got, want)
			}
			n++
		}
	}
	if n < 50 {
		t.Errorf("only %d payloads", n)
	}
}
