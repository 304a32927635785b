package main

import (
	"bytes"
	"encoding/json"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"
)

// replayed runs witness replay in an empty project, apart from the machine's own settings,
// and returns the findings.
func replayed(t *testing.T, args ...string) (list []finding) {
	t.Helper()
	var out, errs bytes.Buffer
	if status := run(append([]string{"replay", "--format=ndjson"}, args...), strings.NewReader(""), &out, &errs); status != exitOK {
		t.Fatalf("exit %d: %s", status, errs.String())
	}
	for line := range bytes.Lines(out.Bytes()) {
		var f finding
		if err := json.Unmarshal(line, &f); err != nil {
			t.Fatal(err)
		}
		list = append(list, f)
	}
	return list
}

// alone sets the test apart: an empty home and an empty project. It returns the absolute
// path of testdata/replay.
func alone(t *testing.T) string {
	t.Helper()
	data, err := filepath.Abs("testdata/replay")
	if err != nil {
		t.Fatal(err)
	}
	dir := t.TempDir()
	t.Chdir(dir)
	for _, name := range []string{"HOME", "XDG_CONFIG_HOME", "XDG_STATE_HOME"} {
		t.Setenv(name, filepath.Join(dir, "home"))
	}
	t.Setenv("WITNESS_SYSTEM_CONFIG", filepath.Join(dir, "none.toml"))
	return data
}

// TestReplayIsTheHook compares, for a session of each client that ran with witness in its
// hooks, what the hook said with what the replay of the client's own transcript says.
func TestReplayIsTheHook(t *testing.T) {
	data := alone(t)
	// The rules in force when the sessions were recorded.
	var rules []string
	for _, name := range []string{"fix_regressions_first", "no_commit_failing", "no_edit_unread", "no_pointless_rerun", "no_thrashing", "test_after_edits"} {
		rules = append(rules, "--rule="+name)
	}
	for _, client := range []string{"claude", "codex", "gemini"} {
		t.Run(client, func(t *testing.T) {
			text, err := os.ReadFile(filepath.Join(data, client, "verdicts"))
			if err != nil {
				t.Fatal(err)
			}
			var want []string
			for line := range strings.Lines(string(text)) {
				fields := strings.Split(line, "\t")
				if fields[3] == "test_after_edits" && fields[4] == "sub.txt" {
					continue // a new file: since then the rule does not hold it up
				}
				want = append(want, strings.Join(fields[:5], " ")) // the wording may change
			}
			var got []string
			for _, f := range replayed(t, append(rules, filepath.Join(data, client, "transcript"))...) {
				got = append(got, strings.Join([]string{f.Event, f.Actor, f.Severity, f.Rule, f.Subject}, " "))
			}
			if len(want) == 0 || !slices.Equal(got, want) {
				t.Errorf("the replay says\n%s\nthe hook said\n%s", strings.Join(got, "\n"), strings.Join(want, "\n"))
			}
		})
	}
}

// TestTranscriptTellsWhatHooksWereTold compares everything that is heard of a transcript
// with everything that is heard of the payloads of the same session.
func TestTranscriptTellsWhatHooksWereTold(t *testing.T) {
	data := alone(t)
	for _, client := range []string{"claude", "codex", "gemini"} {
		t.Run(client, func(t *testing.T) {
			heard := func(recording string) (list []string) {
				for _, f := range replayed(t, "--rules="+filepath.Join(data, "rules"), recording) {
					list = append(list, fmt.Sprintf("%s %s %s: %s", f.Session, f.Actor, f.Subject, f.Message))
				}
				slices.Sort(list) // calls that run side by side come in either order
				return list
			}
			folder := filepath.Join(data, client, "transcript")
			got, want := heard(folder), heard(withRollouts(t, filepath.Join(data, client, "payloads.jsonl"), folder))
			for _, line := range got {
				if !slices.Contains(want, line) {
					t.Errorf("only the transcript tells %s", line)
				}
			}
			for _, line := range want {
				if !slices.Contains(got, line) {
					t.Errorf("only the hook was told %s", line)
				}
			}
			if len(got) != len(want) || len(got) < 50 {
				t.Errorf("the transcript tells %d things, the hook was told %d", len(got), len(want))
			}
		})
	}
}

// withRollouts is a copy of payloads that name the rollouts where they lie now: Codex's
// hook finds the exit codes there.
func withRollouts(t *testing.T, payloads, folder string) string {
	t.Helper()
	text, err := os.ReadFile(payloads)
	if err != nil {
		t.Fatal(err)
	}
	moved := strings.ReplaceAll(string(text), "/home/dev/.codex/sessions/2026/11/21/", filepath.ToSlash(folder)+"/")
	copied := filepath.Join(t.TempDir(), "payloads.jsonl")
	if err := os.WriteFile(copied, []byte(moved), 0o600); err != nil {
		t.Fatal(err)
	}
	return copied
}

// TestReplaySameBytes replays the same recordings in several ways: the output is the same
// each time, and a session named by its file brings its subagents along.
func TestReplaySameBytes(t *testing.T) {
	data := alone(t)
	first := replayed(t, "--rules="+filepath.Join(data, "rules"), data)
	for range 3 {
		if again := replayed(t, "--rules="+filepath.Join(data, "rules"), data); !slices.Equal(first, again) {
			t.Fatal("two replays of the same recordings differ")
		}
	}
	for _, client := range []string{"claude", "codex", "gemini"} {
		folder := filepath.Join(data, client, "transcript")
		own, err := filepath.Glob(filepath.Join(folder, "*.jsonl"))
		if err != nil || len(own) == 0 {
			t.Fatal("no transcript", err)
		}
		whole := replayed(t, "--rules="+filepath.Join(data, "rules"), folder)
		if byFile := replayed(t, "--rules="+filepath.Join(data, "rules"), own[0]); !slices.Equal(whole, byFile) {
			t.Errorf("%s: the folder gives %d findings, the file %d", client, len(whole), len(byFile))
		}
	}
}

// TestReplayOfTheProject finds the transcripts of the project in the home directory, with
// those of subagents and of sessions in its folders, and no other project's.
func TestReplayOfTheProject(t *testing.T) {
	data := alone(t)
	home, err := os.Getwd()
	if err != nil {
		t.Fatal(err)
	}
	t.Setenv("HOME", home)
	project := filepath.Join(home, "proj")
	if err := os.MkdirAll(filepath.Join(project, ".git"), 0o755); err != nil {
		t.Fatal(err)
	}
	t.Chdir(project)
	copied := func(from, to, cwd string) {
		t.Helper()
		files := os.DirFS(filepath.Join(data, from))
		err := fs.WalkDir(files, ".", func(name string, entry fs.DirEntry, err error) error {
			if err != nil || entry.IsDir() {
				return err
			}
			text, err := fs.ReadFile(files, name)
			if err != nil {
				return err
			}
			target := filepath.Join(home, to, name)
			if err := os.MkdirAll(filepath.Dir(target), 0o755); err != nil {
				return err
			}
			return os.WriteFile(target, bytes.ReplaceAll(text, []byte("/home/dev/proj"), []byte(cwd)), 0o600)
		})
		if err != nil {
			t.Fatal(err)
		}
	}
	copied("claude/transcript", ".claude/projects/-proj", project)
	copied("codex/transcript", ".codex/sessions/2026/11/21", project+"/sub")
	copied("gemini/transcript", ".gemini/tmp/other/chats", project+"-other")
	count, actors := map[string]int{}, map[string]bool{}
	for _, f := range replayed(t, "--rules="+filepath.Join(data, "rules")) {
		count[f.Agent]++
		actors[f.Actor] = true
	}
	if count["claude"] == 0 || count["codex"] == 0 || count["gemini"] != 0 || len(actors) != 4 {
		t.Errorf("findings %v of %d actors; want some of claude and codex, none of gemini, of the main agent and 3 subagents", count, len(actors))
	}
}

// TestReplayDocs runs the replays of docs/replay.md and compares what they print.
func TestReplayDocs(t *testing.T) {
	text, err := os.ReadFile("../../docs/replay.md")
	if err != nil {
		t.Fatal(err)
	}
	root, err := filepath.Abs("../..")
	if err != nil {
		t.Fatal(err)
	}
	alone(t)
	t.Chdir(root)
	blocks := strings.Split(string(text), "\n    $ witness replay ")[1:]
	if len(blocks) == 0 {
		t.Fatal("no replay in docs/replay.md")
	}
	for _, block := range blocks {
		command, rest, _ := strings.Cut(block, "\n")
		var want strings.Builder
		for line := range strings.Lines(rest) {
			if line != "\n" && !strings.HasPrefix(line, "    ") {
				break
			}
			want.WriteString(strings.TrimPrefix(line, "    "))
		}
		var out, errs bytes.Buffer
		status := run(append([]string{"replay"}, strings.Fields(command)...), strings.NewReader(""), &out, &errs)
		if status != exitOK || strings.TrimSpace(out.String()) != strings.TrimSpace(want.String()) {
			t.Errorf("witness replay %s: exit %d, %s\n%s\ndocs/replay.md has\n%s", command, status, errs.String(), out.String(), want.String())
		}
	}
}
