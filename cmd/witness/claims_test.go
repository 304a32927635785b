package main

import (
	"io/fs"
	"os"
	"path/filepath"
	"regexp"
	"slices"
	"strings"
	"testing"
)

// TestSecurityDocs checks that each claim in docs/security.md, which is an item of a list, names the tests
// or scripts that verify it, and that these exist.
func TestSecurityDocs(t *testing.T) {
	claims := strings.Split(string(read(t, "../../docs/security.md")), "\n- ")[1:]
	for i := range claims {
		claims[i], _, _ = strings.Cut(claims[i], "\n\n")
	}
	if len(claims) < 20 {
		t.Errorf("only %d claims were found", len(claims))
	}
	checkClaims(t, claims)
}

// TestPerformanceDocs does the same for the second table of docs/performance.md.
func TestPerformanceDocs(t *testing.T) {
	_, table, _ := strings.Cut(string(read(t, "../../docs/performance.md")), "| what | held by |\n|---|---|\n")
	table, _, _ = strings.Cut(table, "\n\n")
	claims := strings.Split(table, "\n")
	if len(claims) < 5 {
		t.Errorf("only %d claims were found", len(claims))
	}
	checkClaims(t, claims)
}

// checkClaims fails for a claim that names no test or script, or one that does not exist.
func checkClaims(t *testing.T, claims []string) {
	t.Helper()
	tests := testNames(t)
	named := regexp.MustCompile("`((?:Test|Fuzz)[A-Za-z]+|[a-z0-9_/]+\\.txtar)`")
	for _, claim := range claims {
		found := named.FindAllStringSubmatch(claim, -1)
		if len(found) == 0 {
			t.Errorf("no test is named that verifies %q", claim)
		}
		for _, name := range found {
			if strings.HasSuffix(name[1], ".txtar") {
				folder := "../../testscripts"
				if strings.HasPrefix(name[1], "e2e/") {
					folder = "../.."
				}
				if _, err := os.Stat(filepath.Join(folder, name[1])); err != nil {
					t.Error(err)
				}
			} else if !slices.Contains(tests, name[1]) {
				t.Errorf("there is no test %s, which is to verify %q", name[1], claim)
			}
		}
	}
}

// testNames returns the names of all tests and fuzz tests of the module.
func testNames(t *testing.T) (names []string) {
	t.Helper()
	declaration := regexp.MustCompile(`(?m)^func ((?:Test|Fuzz)\w+)`)
	err := filepath.WalkDir("../..", func(path string, entry fs.DirEntry, err error) error {
		if err != nil || !strings.HasSuffix(path, "_test.go") {
			return err
		}
		for _, match := range declaration.FindAllSubmatch(read(t, path), -1) {
			names = append(names, string(match[1]))
		}
		return nil
	})
	if err != nil {
		t.Fatal(err)
	}
	return names
}
