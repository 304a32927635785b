package replay

import (
	"bytes"
	"encoding/json"
	"fmt"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"
)

// TestProgressMatchesSubagentFiles moves the messages of the subagents into the session's own file, as the
// lines of progress that Claude Code 2.1.50 wrote. The events are the same, also if the files of the
// subagents are there as well.
func TestProgressMatchesSubagentFiles(t *testing.T) {
	data := isolated(t)
	folder := filepath.Join(data, "claude", "transcript")
	rules := "--rules=" + filepath.Join(data, "rules")
	events := func(path string) (list []string) {
		for _, f := range replayed(t, rules, path) {
			if f.Moment != "subagent_stop" { // the end of a subagent is that of its call, and not its last message
				list = append(list, fmt.Sprintf("%s %s: %s", f.Actor, f.Subject, f.Message))
			}
		}
		return list
	}
	want := events(folder)
	both := t.TempDir()
	if err := os.CopyFS(both, os.DirFS(folder)); err != nil {
		t.Fatal(err)
	}
	main := "e16d1ffd-3cf9-4199-96d6-f4ed3397d5a7.jsonl"
	folded := foldSubagents(t, filepath.Join(folder, main), filepath.Join(folder, strings.TrimSuffix(main, ".jsonl"), "subagents"))
	if err := os.WriteFile(filepath.Join(both, main), folded, 0o600); err != nil {
		t.Fatal(err)
	}
	alone := filepath.Join(t.TempDir(), main)
	if err := os.WriteFile(alone, folded, 0o600); err != nil {
		t.Fatal(err)
	}
	for name, path := range map[string]string{"progress alone": alone, "progress and files": both} {
		if got := events(path); len(want) < 50 || !slices.Equal(got, want) {
			t.Errorf("%s:\n%s\nwant\n%s", name, strings.Join(got, "\n"), strings.Join(want, "\n"))
		}
	}
}

// foldSubagents returns a transcript with the messages of the subagents in it, each behind the last record
// that is not younger.
func foldSubagents(t *testing.T, main, folder string) []byte {
	t.Helper()
	type message map[string]any
	read := func(path string) (list []message) {
		text, err := os.ReadFile(path)
		if err != nil {
			t.Fatal(err)
		}
		for line := range bytes.Lines(text) {
			var m message
			if err := json.Unmarshal(line, &m); err != nil {
				t.Fatal(err)
			}
			list = append(list, m)
		}
		return list
	}
	at := func(m message) string { text, _ := m["timestamp"].(string); return text }
	records := read(main)
	files, err := filepath.Glob(filepath.Join(folder, "*.jsonl"))
	if err != nil || len(files) != 2 {
		t.Fatal("not the two subagents of the recording", files, err)
	}
	for _, file := range files {
		for _, m := range read(file) {
			kind, _ := m["type"].(string)
			if kind != "user" && kind != "assistant" {
				continue
			}
			inner := message{"type": kind, "message": m["message"], "timestamp": m["timestamp"], "uuid": m["uuid"]}
			line := message{
				"type": "progress", "sessionId": m["sessionId"], "cwd": m["cwd"], "timestamp": m["timestamp"], "isSidechain": false,
				"data": message{"type": "agent_progress", "agentId": m["agentId"], "message": inner}, "parentToolUseID": "toolu_of_" + fmt.Sprint(m["agentId"]),
			}
			i := len(records)
			for i > 0 && (at(records[i-1]) == "" || at(records[i-1]) > at(m)) {
				i--
			}
			records = slices.Insert(records, i, line)
		}
	}
	var out bytes.Buffer
	for _, m := range records {
		line, err := json.Marshal(m)
		if err != nil {
			t.Fatal(err)
		}
		out.Write(append(line, '\n'))
	}
	return out.Bytes()
}
