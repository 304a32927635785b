package agent

import (
	"os"
	"path/filepath"
	"regexp"
	"slices"
	"strings"
	"testing"

	"witness/engine/hook"
)

// A key or a flag of a client's file that the program does not ask for has no effect, and neither has a file that no agent has.
func TestClientFilesHaveKnownKeys(t *testing.T) {
	source, err := filepath.Glob("*.go")
	if err != nil {
		t.Fatal(err)
	}
	asked := []string{"flags"}
	call := regexp.MustCompile(`\b[a-z]\.(?:line|lines|words|files|is)\("(\w+)"\)`)
	for _, path := range source {
		text, err := os.ReadFile(path)
		if err != nil {
			t.Fatal(err)
		}
		for _, m := range call.FindAllStringSubmatch(string(text), -1) {
			asked = append(asked, m[1])
		}
	}
	used := map[clientFile]bool{}
	for _, a := range Recorded() {
		if a.clientFile != "" && a.Name != "plain" { // the form of plain is the program's
			used[a.clientFile] = true
		}
	}
	files, err := filepath.Glob("clients/*.txt")
	if err != nil || len(files) != len(used) {
		t.Errorf("%d files of clients, of which the agents use %d, %v", len(files), len(used), err)
	}
	for _, path := range files {
		text, err := os.ReadFile(path)
		if err != nil {
			t.Fatal(err)
		}
		for line := range strings.Lines(string(text)) {
			if line = strings.TrimSpace(line); line == "" || line[0] == '#' {
				continue
			}
			key, value, _ := strings.Cut(line, " ")
			words := []string{key}
			if key == "flags" {
				words = strings.Fields(value)
			}
			for _, word := range words {
				if !slices.Contains(asked, word) {
					t.Errorf("%s: %s is not asked for", path, word)
				}
			}
			if kind, _, _ := strings.Cut(strings.TrimSpace(value), " "); key == "tool" && kind != "other" && !slices.Contains(hook.Tools, kind) {
				t.Errorf("%s: there is no tool %q", path, kind)
			}
		}
	}
	for _, a := range All {
		if _, err := os.Stat("clients/" + a.Name + ".txt"); err != nil && a.Name != "plain" {
			t.Error(err)
		}
		for _, s := range a.Settings() {
			if s.merged()+s.Whole+s.Block == "" {
				t.Errorf("%s: nothing is written into %s", a.Name, s.Path)
			}
		}
	}
}
