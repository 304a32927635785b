package state_test

import (
	"path/filepath"
	"regexp"
	"slices"
	"strings"
	"testing"

	"witness/engine/store"
	"witness/internal/testfiles"
)

// TestFolder checks the files of the folder state: each is executed by this package, has a sentence on top and at most 60
// lines of SQL, none above 120 columns.
func TestFolder(t *testing.T) {
	var code strings.Builder
	for _, path := range testfiles.Glob(t, "engine/state/*.go", 5) {
		code.WriteString(testfiles.Read(t, path))
	}
	for _, path := range testfiles.Glob(t, "state/*.sql", 30) {
		name, text := filepath.Base(path), testfiles.Read(t, path)
		if !strings.Contains(code.String(), `"`+name+`"`) {
			t.Errorf("%s: nothing executes it", name)
		}
		if !strings.HasPrefix(text, "-- ") || !strings.Contains(text, ".\n") || len(store.Statements(text)) == 0 {
			t.Errorf("%s does not begin with a sentence", name)
		}
		lines := 0
		for n, line := range strings.Split(text, "\n") {
			if len(line) > 120 {
				t.Errorf("%s:%d has %d columns", name, n+1, len(line))
			}
			if line != "" && !strings.HasPrefix(strings.TrimSpace(line), "--") {
				lines++
			}
		}
		if lines > 60 {
			t.Errorf("%s has %d lines of SQL", name, lines)
		}
	}
	for _, name := range regexp.MustCompile(`"(\w+\.sql)"`).FindAllStringSubmatch(code.String(), -1) {
		if paths := testfiles.Glob(t, "state/"+name[1], 0); len(paths) == 0 {
			t.Errorf("there is no file state/%s", name[1])
		}
	}
}

// TestOneHome checks that nothing but the folder state writes what fails and what is untested. Old sessions are deleted as a
// whole.
func TestOneHome(t *testing.T) {
	writes := regexp.MustCompile(`(?i)\b(INSERT\s+(OR\s+\w+\s+)?INTO|REPLACE\s+INTO|UPDATE(\s+OR\s+\w+)?|DELETE\s+FROM)\s+(failing|recovered|tally|rounds)\b`)
	if !writes.MatchString("UPDATE OR IGNORE failing\nSET") || writes.MatchString("SELECT * FROM failing") {
		t.Error("the pattern is wrong")
	}
	paths := slices.Concat(testfiles.Glob(t, "engine/*.go", 10), testfiles.Glob(t, "engine/*/*.go", 100),
		testfiles.Glob(t, "views/*.sql", 10), testfiles.Glob(t, "share.d/*.sql", 1))
	for _, path := range paths {
		if strings.HasSuffix(path, "_test.go") || filepath.Base(path) == "prune.go" {
			continue
		}
		if found := writes.FindString(testfiles.Read(t, path)); found != "" {
			t.Errorf("%s: %s", path, found)
		}
	}
}
