package main

import (
	"bytes"
	"encoding/json"
	"io"
	"os/exec"
	"path/filepath"
	"strconv"
	"strings"
	"testing"
	"testing/iotest"
	"time"
)

// TestReadPayload: what is small stays as it is; of what is large every member is there, and
// of each string both ends, whatever stands where a block or the cut falls.
func TestReadPayload(t *testing.T) {
	for name, piece := range map[string]string{"letters": "x", "quotes": `"`, "runes": "\u00e9\u4e16\U0001f600", "mixed": "a\"\\\n\u2028\x01"} {
		for _, size := range []int{100, smallPayload + 1} {
			long := "BEGIN" + strings.Repeat(piece, size/len(piece)) + "END"
			call := map[string]any{"a": long, "short": piece + "last", "z": map[string]any{"list": []any{1.5, nil, true, piece, long}}}
			text, err := json.Marshal(call)
			if err != nil {
				t.Fatal(err)
			}
			for shape, r := range map[string]io.Reader{"whole": bytes.NewReader(text), "in pieces": iotest.HalfReader(bytes.NewReader(text))} {
				got, err := readPayload(r)
				if err != nil {
					t.Fatal(err)
				}
				if size == 100 && !bytes.Equal(got, text) {
					t.Errorf("%s %s: a small call became %s", name, shape, got)
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

// TestHugePayload: of a call of 100 MB the fields that rules need are found though they come
// last, in less than 300 MB and five seconds of the processor.
func TestHugePayload(t *testing.T) {
	if !exists("/usr/bin/time") {
		t.Skip("time(1) is not there to measure with")
	}
	w := newWorld(t)
	filler := strings.Repeat(`x\n`, 100<<20/3)
	file := filepath.Join(w.dir, "a.go")
	for agent, last := range map[string]string{
		"claude": `"file_path":"` + file + `"},"session_id":"s","cwd":"` + w.dir + `","tool_name":"Edit","tool_use_id":"t1","hook_event_name":"PreToolUse"}`,
		"codex":  `"command":"*** Begin Patch\n*** Update File: a.go\n@@\n-x\n+y\n*** End Patch\n"},"session_id":"s","turn_id":"t","cwd":"` + w.dir + `","model":"m","permission_mode":"default","tool_name":"apply_patch","tool_use_id":"t3","hook_event_name":"PreToolUse"}`,
		"plain":  `"x":1},"protocol":"witness/1","session":"s","moment":"before","tool":"edit","cwd":"` + w.dir + `","files":[{"path":"a.go","kind":"edit"}]}`,
	} {
		// A process that a large one starts is said to have been as large: time stands between.
		peak := filepath.Join(w.dir, "peak")
		cmd := exec.CommandContext(t.Context(), "/usr/bin/time", "-f", "%M", "-o", peak, "witness", "hook", agent)
		cmd.Dir, cmd.Env = w.dir, w.env
		cmd.Stdin = io.MultiReader(strings.NewReader(`{"tool_input":{"old_string":"`), strings.NewReader(filler), strings.NewReader(`",`+last))
		out, err := cmd.CombinedOutput()
		if err != nil || !strings.Contains(string(out), "a.go exists and has not been read") {
			t.Errorf("%s: %v %s", agent, err, out)
		}
		spent := cmd.ProcessState.UserTime() + cmd.ProcessState.SystemTime()
		if spent > 5*time.Second {
			t.Errorf("%s took %v of the processor", agent, spent)
		}
		kb, err := strconv.Atoi(strings.TrimSpace(string(read(t, peak))))
		if err != nil || kb > 300<<10 {
			t.Errorf("%s took %d kB %v", agent, kb, err)
		}
		t.Logf("%s: %v, %d MB", agent, spent, kb>>10)
	}
}

// TestReadPayloadLists: of long lists deep in a call the rest is left out, and what follows
// them is there.
func TestReadPayloadLists(t *testing.T) {
	element := `{"a":[1,"x]},\"",{"b":null}]},`
	list := "[" + strings.Repeat(element, 2*maxPart/len(element)) + `{"last":1}]`
	text := `{"tool_input":{"edits":` + list + `,"nested":[[` + list + `]],"file_path":"a.go"},"tool_name":"Edit"}`
	got, err := readPayload(iotest.HalfReader(strings.NewReader(text)))
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

// FuzzShortener: what is short comes out as it went in, in whatever blocks.
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
