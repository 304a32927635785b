package main

import (
	"os"
	"os/exec"
	"path/filepath"
	"regexp"
	"slices"
	"strings"
	"testing"
)

// TestSecurityDocs holds docs/security.md to its word: each claim, which is a line of a list,
// names what holds it, and what it names is there.
func TestSecurityDocs(t *testing.T) {
	claims := strings.Split(string(read(t, "../../docs/security.md")), "\n- ")[1:]
	for i := range claims {
		claims[i], _, _ = strings.Cut(claims[i], "\n\n")
	}
	if len(claims) < 20 {
		t.Errorf("only %d claims were found", len(claims))
	}
	checkHeld(t, claims)
}

// TestPerformanceDocs does the same for the second table of docs/performance.md.
func TestPerformanceDocs(t *testing.T) {
	_, table, _ := strings.Cut(string(read(t, "../../docs/performance.md")), "| what | held by |\n|---|---|\n")
	claims := strings.Split(strings.TrimSpace(table), "\n")
	if len(claims) < 5 {
		t.Errorf("only %d claims were found", len(claims))
	}
	checkHeld(t, claims)
}

// checkHeld fails for a claim that names no test or script, or one that is not there.
func checkHeld(t *testing.T, claims []string) {
	t.Helper()
	out, err := exec.CommandContext(t.Context(), "git", "-C", "../..", "grep", "-hoE", "^func (Test|Fuzz)[A-Za-z]+", "--", "*_test.go").Output()
	if err != nil {
		t.Skip(err) // no repository, no list
	}
	tests := strings.Fields(strings.ReplaceAll(string(out), "func ", ""))
	named := regexp.MustCompile("`((?:Test|Fuzz)[A-Za-z]+|[a-z_/]+\\.txtar)`")
	for _, claim := range claims {
		found := named.FindAllStringSubmatch(claim, -1)
		if len(found) == 0 {
			t.Errorf("nothing is named that holds %q", claim)
		}
		for _, name := range found {
			if strings.HasSuffix(name[1], ".txtar") {
				if _, err := os.Stat(filepath.Join("../../testscripts", name[1])); err != nil {
					t.Error(err)
				}
			} else if !slices.Contains(tests, name[1]) {
				t.Errorf("there is no test %s, which holds %q", name[1], claim)
			}
		}
	}
}
