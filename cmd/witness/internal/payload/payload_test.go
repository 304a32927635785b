package payload

import (
	"bytes"
	"encoding/json"
	"io"
	"strings"
	"testing"
	"testing/iotest"
)

// TestReadKeepsMembersAndStringEnds checks that a small payload is returned unchanged, and that a large one
// keeps every member and both ends of every string, wherever blocks end and strings are cut.
func TestReadKeepsMembersAndStringEnds(t *testing.T) {
	for name, piece := range map[string]string{"letters": "x", "quotes": `"`, "runes": "\u00e9\u4e16\U0001f600", "mixed": "a\"\\\n\u2028\x01"} {
		for _, size := range []int{100, smallPayload + 1} {
			long := "BEGIN" + strings.Repeat(piece, size/len(piece)) + "END"
			call := map[string]any{"a": long, "short": piece + "last", "z": map[string]any{"list": []any{1.5, nil, true, piece, long}}}
			text, err := json.Marshal(call)
			if err != nil {
				t.Fatal(err)
			}
			for shape, r := range map[string]io.Reader{"whole": bytes.NewReader(text), "in pieces": iotest.HalfReader(bytes.NewReader(text))} {
				got, err := Read(r)
				if err != nil {
					t.Fatal(err)
				}
				if size == 100 && !bytes.Equal(got, text) {
					t.Errorf("%s %s: a small payload became %s", name, shape, got)
				}
				if len(got) > 6*2*stringEnd+1000 {
					t.Errorf("%s %s of %d: %d bytes are kept", name, shape, size, len(got))
				}
				var back struct {
					A, Short string
					Z        struct{ List []any }
				}
				if err := json.Unmarshal(got, &back); err != nil {
					t.Fatalf("%s %s of %d: %v", name, shape, size, err)
				}
				if back.Short != piece+"last" || len(back.Z.List) != 5 || back.Z.List[0] != 1.5 {
					t.Errorf("%s %s of %d: short members have changed: %q", name, shape, size, back.Short)
				}
				for _, s := range []string{back.A, back.Z.List[4].(string)} {
					if !strings.HasPrefix(s, "BEGIN"+piece) || !strings.HasSuffix(s, piece+"END") {
						t.Errorf("%s %s of %d: %q … %q", name, shape, size, s[:20], s[max(0, len(s)-20):])
					}
				}
			}
		}
	}
}

// TestReadCutsLists checks that the end of a long list deep in a payload is dropped, and that what
// follows the list is kept.
func TestReadCutsLists(t *testing.T) {
	element := `{"a":[1,"x]},\"",{"b":null}]},`
	list := "[" + strings.Repeat(element, 2*maxPart/len(element)) + `{"last":1}]`
	text := `{"tool_input":{"edits":` + list + `,"nested":[[` + list + `]],"file_path":"a.go"},"tool_name":"Edit"}`
	got, err := Read(iotest.HalfReader(strings.NewReader(text)))
	if err != nil {
		t.Fatal(err)
	}
	if len(got) > 2*maxPart+1<<20 {
		t.Errorf("%d bytes of %d are kept", len(got), len(text))
	}
	var back struct {
		Input struct {
			File   string `json:"file_path"`
			Edits  []any
			Nested [][][]any
		} `json:"tool_input"`
		Name string `json:"tool_name"`
	}
	if err := json.Unmarshal(got, &back); err != nil || back.Input.File != "a.go" || back.Name != "Edit" || len(back.Input.Edits) < 1000 || len(back.Input.Nested[0][0]) < 1000 {
		t.Errorf("%v %q %q", err, back.Input.File, back.Name)
	}
}

// FuzzShortener checks that a short payload is not changed, whatever the block size.
func FuzzShortener(f *testing.F) {
	f.Add(`{"a":"x\"y\\\u00e9","b":[1,"\\"]}`, 3)
	f.Add(`"\u12`, 1)
	f.Fuzz(func(t *testing.T, text string, block int) {
		if block <= 0 {
			return
		}
		s := shortener{out: make([]byte, 0, 2*len(text)+10)}
		for rest := []byte(text); len(rest) > 0; {
			n := min(block, len(rest))
			s.write(rest[:n])
			rest = rest[n:]
		}
		if !strings.HasPrefix(text, string(s.out)) || json.Valid([]byte(text)) && string(s.out) != text {
			t.Fatalf("%q became %q", text, s.out)
		}
	})
}
