package replay

import (
	"bytes"
	"encoding/json"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"
	"regexp"
	"runtime"
	"slices"
	"strings"
	"testing"

	"github.com/alecthomas/kong"

	"witness/cmd/witness/internal/term"
	"witness/engine/hook"
	"witness/internal/testenv"
)

func TestMain(m *testing.M) { os.Exit(testenv.Run(m)) }

// replayed runs witness replay with these arguments and returns the findings.
func replayed(t *testing.T, args ...string) (list []Finding) {
	t.Helper()
	var out, stderr bytes.Buffer
	var c Cmd
	parser, err := kong.New(&c)
	if err != nil {
		t.Fatal(err)
	}
	if _, err := parser.Parse(append([]string{"--format=ndjson"}, args...)); err != nil {
		t.Fatal(err)
	}
	if err := c.Run(t.Context(), term.Streams{Out: &out, Err: &stderr}); err != nil {
		t.Fatalf("%v %s", err, stderr.String())
	}
	for line := range bytes.Lines(out.Bytes()) {
		var f Finding
		if err := json.Unmarshal(line, &f); err != nil {
			t.Fatal(err)
		}
		list = append(list, f)
	}
	return list
}

// isolated changes to an empty directory, which is also the home directory, and returns the absolute
// path of the recorded sessions.
func isolated(t *testing.T) string {
	t.Helper()
	data, err := filepath.Abs("../../testdata/replay")
	if err != nil {
		t.Fatal(err)
	}
	dir := t.TempDir()
	t.Chdir(dir)
	t.Setenv("HOME", filepath.Join(dir, "home"))
	t.Setenv("WITNESS_SYSTEM_CONFIG", filepath.Join(dir, "none.toml"))
	return data
}

// TestReplayMatchesHook compares the verdicts that the hook gave in a session of each client with
// the findings of a replay of the client's transcript.
func TestReplayMatchesHook(t *testing.T) {
	data := isolated(t)
	t.Setenv("WITNESS_RULES_NO_EDIT_UNREAD", hook.Warn) // it was on at the time
	// The rules in force when the sessions were recorded, except test_after_edits, which spoke at every
	// edit then and speaks at commits and stops now. The file of Claude Code lacks one verdict that was
	// given then: `sleep 1; go test .` was called a pointless rerun.
	var rules []string
	for _, name := range []string{"fix_regressions_first", "no_commit_failing", "no_edit_unread", "no_pointless_rerun", "no_thrashing"} {
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
				if fields[3] != "test_after_edits" {
					want = append(want, strings.Join(fields[:5], " ")) // the wording may change
				}
			}
			var got []string
			for _, f := range replayed(t, append(rules, filepath.Join(data, client, "transcript"))...) {
				if f.Rule == "no_thrashing" && f.Severity == hook.Warn {
					continue // it says so after two rounds only since then
				}
				got = append(got, strings.Join([]string{f.Moment, f.Actor, f.Severity, f.Rule, f.Subject}, " "))
			}
			if len(want) == 0 || !slices.Equal(got, want) {
				t.Errorf("the replay found\n%s\nthe hook found\n%s", strings.Join(got, "\n"), strings.Join(want, "\n"))
			}
		})
	}
}

// TestTranscriptMatchesPayloads compares the events read from a transcript with those read from the hook
// payloads of the same session.
func TestTranscriptMatchesPayloads(t *testing.T) {
	data := isolated(t)
	for _, client := range []string{"claude", "codex", "gemini"} {
		t.Run(client, func(t *testing.T) {
			events := func(recording string) (list []string) {
				for _, f := range replayed(t, "--rules="+filepath.Join(data, "rules"), recording) {
					list = append(list, fmt.Sprintf("%s %s %s: %s", f.Session, f.Actor, f.Subject, f.Message))
				}
				slices.Sort(list) // concurrent calls may be in either order
				return list
			}
			folder := filepath.Join(data, client, "transcript")
			got, want := events(folder), events(withRollouts(t, filepath.Join(data, client, "payloads.jsonl"), folder))
			// Codex runs no hook at the end of a patch that was refused or did not apply.
			unreported := regexp.MustCompile(`: after edit apply_patch (denied|failed) `)
			got = slices.DeleteFunc(got, unreported.MatchString)
			for _, line := range got {
				if !slices.Contains(want, line) {
					t.Errorf("only the transcript has %s", line)
				}
			}
			for _, line := range want {
				if !slices.Contains(got, line) {
					t.Errorf("only the payloads have %s", line)
				}
			}
			if len(got) != len(want) || len(got) < 50 {
				t.Errorf("the transcript has %d events, the payloads have %d", len(got), len(want))
			}
		})
	}
}

// withRollouts returns a copy of payloads in which the paths of the rollouts are those in folder: Codex's
// adapter reads the exit statuses from the rollouts.
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

// TestReplayForgets checks that a recording is judged after others as it is judged alone.
func TestReplayForgets(t *testing.T) {
	data := isolated(t)
	rules := "--rules=" + filepath.Join(data, "rules")
	paths, err := filepath.Glob(filepath.Join(data, "*", "payloads.jsonl"))
	if err != nil || len(paths) < 3 {
		t.Fatal(paths, err)
	}
	var alone []Finding
	var twice []string
	for _, path := range paths {
		once := replayed(t, rules, path)
		alone = append(alone, slices.Concat(once, once)...)
		twice = append(twice, path, path)
	}
	defer runtime.GOMAXPROCS(runtime.GOMAXPROCS(1)) // one worker judges all
	if together := replayed(t, append(twice, rules)...); !slices.Equal(alone, together) {
		t.Errorf("alone there are %d findings, together %d", len(alone), len(together))
	}
}

// TestReplayIsDeterministic checks that repeated replays are equal, and that a session named by its
// file includes its subagents.
func TestReplayIsDeterministic(t *testing.T) {
	data := isolated(t)
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

// TestReplayFindsProjectTranscripts checks that replay without arguments finds the project's transcripts
// in the home directory, including those of subagents and of sessions in subdirectories, and none
// of other projects.
func TestReplayFindsProjectTranscripts(t *testing.T) {
	data := isolated(t)
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
