package main

import (
	"os"
	"os/exec"
	"path/filepath"
	"regexp"
	"strings"
	"testing"
)

// TestSecurityDocs holds docs/security.md to its word: each claim, which is a line of a list,
// names what holds it, and what it names is there.
func TestSecurityDocs(t *testing.T) {
	text := string(read(t, "../../docs/security.md"))
	out, err := exec.CommandContext(t.Context(), "git", "-C", "../..", "grep", "-hoE", "^func (Test|Fuzz)[A-Za-z]+", "--", "*_test.go").Output()
	if err != nil {
		t.Skip(err) // no repository, no list
	}
	tests := strings.Fields(strings.ReplaceAll(string(out), "func ", ""))
	known := map[string]bool{}
	for _, name := range tests {
		known[name] = true
	}
	named := regexp.MustCompile("`((?:Test|Fuzz)[A-Za-z]+|[a-z_/]+\\.txtar)`")
	claims := 0
	for _, claim := range strings.Split(text, "\n- ")[1:] {
		claim, _, _ = strings.Cut(claim, "\n\n")
		claims++
		found := named.FindAllStringSubmatch(claim, -1)
		if len(found) == 0 {
			t.Errorf("docs/security.md names no test for %q", claim)
		}
		for _, name := range found {
			if strings.HasSuffix(name[1], ".txtar") {
				if _, err := os.Stat(filepath.Join("../../testscripts", name[1])); err != nil {
					t.Error(err)
				}
			} else if !known[name[1]] {
				t.Errorf("docs/security.md names %s, and there is no such test", name[1])
			}
		}
	}
	if claims < 20 {
		t.Errorf("only %d claims were found", claims)
	}
}
