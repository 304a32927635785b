package agent

import (
	"os"
	"path/filepath"
	"slices"
	"testing"
)

func TestSkillLinesAreRead(t *testing.T) {
	text := "# Ship\nState: !`git status` and `not this`\n```!\nnpm test\nnpm run build\n```\nthen !`git push`, !``"
	want := []string{"git status", "npm test\nnpm run build", "git push"}
	if got := skillLines(text); !slices.Equal(got, want) {
		t.Errorf("got %q, want %q", got, want)
	}
}

// An older version of the client tells only of the call of Skill: the lines of its file are judged with it. A newer one
// announces each.
func TestSkillIsReadForOlderVersions(t *testing.T) {
	project := t.TempDir()
	folder := filepath.Join(project, ".claude", "skills", "ship")
	if err := os.MkdirAll(folder, 0o755); err != nil {
		t.Fatal(err)
	}
	if err := os.WriteFile(filepath.Join(folder, "SKILL.md"), []byte("!`git commit -qm x`"), 0o600); err != nil {
		t.Fatal(err)
	}
	payload := []byte(`{"session_id":"s","transcript_path":"/h/.claude/projects/p/s.jsonl","cwd":"` + filepath.ToSlash(project) + `","hook_event_name":"PreToolUse","tool_name":"Skill","tool_input":{"skill":"ship"},"tool_use_id":"t"}`)
	for version, want := range map[string][]string{"claude-code_2-1-330_harness": {"t:preamble-0 git commit -qm x", "t "}, "": {"t:preamble-0 git commit -qm x", "t "}, "claude-code_2-1-332_harness": {"t "}} {
		events, err := Claude.Events(payload, environment(map[string]string{"AI_AGENT": version}))
		var got []string
		for _, e := range events {
			got = append(got, e.Call+" "+e.Command)
		}
		if err != nil || !slices.Equal(got, want) {
			t.Errorf("%s: got %q, %v, want %q", version, got, err, want)
		}
	}
}

func TestSkillNamesDoNotLeaveTheirFolder(t *testing.T) {
	for _, name := range []string{"", "../secret", "a/b", "*", "p:../x"} {
		if text := skillText(name, t.TempDir(), "", ""); text != "" {
			t.Errorf("%q: %q", name, text)
		}
	}
}
