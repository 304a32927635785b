package cli

import (
	"encoding/json"
	"maps"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"github.com/alecthomas/kong"

	"witness/cmd/witness/internal/term"
	"witness/engine/agent"
)

// TestSettingsFilesAreGuarded checks that the user is asked before an agent edits a settings file
// of any agent, or removes its directory.
func TestSettingsFilesAreGuarded(t *testing.T) {
	home, project := t.TempDir(), t.TempDir()
	t.Setenv("HOME", home)
	t.Setenv("XDG_STATE_HOME", filepath.Join(home, "state"))
	t.Setenv("WITNESS_STRICT", "1")
	t.Setenv("WITNESS_SYSTEM_CONFIG", filepath.Join(home, "none.toml"))
	if err := os.Mkdir(filepath.Join(project, ".git"), 0o755); err != nil {
		t.Fatal(err)
	}
	asked := func(call map[string]any) bool {
		call["protocol"], call["session"], call["moment"], call["cwd"] = "witness/1", "s1", "before", project
		payload, err := json.Marshal(call)
		if err != nil {
			t.Fatal(err)
		}
		var out, stderr strings.Builder
		if status := playHook(payload, &out, &stderr); status != term.ExitOK {
			t.Fatal(stderr.String())
		}
		return strings.Contains(out.String(), "changes ")
	}
	for _, a := range agent.All {
		for _, s := range a.Settings() {
			path := filepath.Join(map[string]string{"project": project, "user": home}[s.Scope], filepath.FromSlash(s.Path))
			if err := os.MkdirAll(filepath.Dir(path), 0o755); err != nil {
				t.Fatal(err)
			}
			if err := os.WriteFile(path, nil, 0o644); err != nil {
				t.Fatal(err)
			}
			if !asked(map[string]any{"tool": "edit", "files": []map[string]string{{"path": path, "kind": "edit"}}}) {
				t.Errorf("%s: the user is not asked before an edit of %s", a.Name, path)
			}
			if !asked(map[string]any{"tool": "run", "command": "rm -rf " + filepath.Dir(path)}) {
				t.Errorf("%s: the user is not asked before rm -rf of the directory of %s", a.Name, path)
			}
		}
	}
}

// TestPersonsCommandsAreGuarded asks a hook about every command of witness: the user is asked before an agent runs one
// that relaxes or deletes something or adds facts, and not about those that only show something.
func TestPersonsCommandsAreGuarded(t *testing.T) {
	home, project := tamperingWorld(t, "wired")
	parser, err := kong.New(&cli{})
	if err != nil {
		t.Fatal(err)
	}
	lines := map[string]bool{"init --remove": true, "init claude --remove=true --user": true, "trust --list": false, "trust --revoke": true, "db prune --gone": true}
	for _, leaf := range parser.Model.Leaves(false) {
		path := strings.TrimPrefix(leaf.FullPath(), "cli.test ")
		path = strings.TrimPrefix(path, parser.Model.Name+" ")
		forPerson := strings.Contains(leaf.Help, "for a person at a terminal") || strings.Contains(leaf.Help, "not for agents")
		lines[path] = forPerson || slices.Contains([]string{"hook", "lint", "record", "rules new"}, path)
	}
	n := 0
	for _, line := range slices.Sorted(maps.Keys(lines)) {
		n++
		if asked := asksAbout(t, home, project, "witness "+line, n); asked != lines[line] {
			t.Errorf("witness %s: asked %v, want %v", line, asked, lines[line])
		}
	}
}
