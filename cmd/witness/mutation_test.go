package main

import (
	"fmt"
	"os"
	"path/filepath"
	"regexp"
	"strings"
	"testing"

	"github.com/rogpeppe/go-internal/testscript"

	"witness/cmd/witness/internal/ruletest"
	"witness/internal/testfiles"
)

// TestScriptsDetectMutants checks that the script of each rule fails if the rule never fires, and if it
// always does. The mutant replaces the rule by its name, as a user's own file would.
func TestScriptsDetectMutants(t *testing.T) {
	if testing.Short() {
		t.Skip("plays the script of each rule twice: run the tests without -short")
	}
	rules := testfiles.Rules(t)
	column := regexp.MustCompile(`\{(\w+)\}`)
	for _, path := range rules {
		text, err := os.ReadFile(path)
		if err != nil {
			t.Fatal(err)
		}
		name := strings.TrimSuffix(filepath.Base(path), ".sql")
		var header, columns []string
		for line := range strings.Lines(string(text)) {
			if strings.HasPrefix(line, "---") {
				header = append(header, line)
			}
			if strings.HasPrefix(line, "--- message") {
				for _, m := range column.FindAllStringSubmatch(line, -1) {
					columns = append(columns, fmt.Sprintf("'x' AS %s", m[1]))
				}
			}
		}
		always := strings.Join(header, "") + "\nSELECT " + strings.Join(columns, ", ")
		for kind, mutant := range map[string]string{"always": always, "never": always + "\nWHERE  0"} {
			t.Run(name+"/"+kind, func(t *testing.T) {
				t.Parallel()
				r := ruletest.Run("../../testscripts/rules/"+name+".txtar", "", false, true, func(env *testscript.Env) error {
					env.Setenv("GOGC", "400")
					dir := filepath.Join(env.Getenv("HOME"), ".config", "witness", "rules.d")
					if err := os.MkdirAll(dir, 0o755); err != nil {
						return err
					}
					return os.WriteFile(filepath.Join(dir, name+".sql"), []byte(mutant), 0o644)
				})
				if r.Failure == "" {
					t.Errorf("testscripts/rules/%s.txtar passes with a rule that %s fires", name, kind)
				}
			})
		}
	}
}

// TestScriptsAssertSilence checks that the script of each rule asserts its silence at least as often as its words.
func TestScriptsAssertSilence(t *testing.T) {
	for _, path := range testfiles.Rules(t) {
		name := strings.TrimSuffix(filepath.Base(path), ".sql")
		if strings.HasPrefix(name, "_") {
			continue
		}
		text, err := os.ReadFile("../../testscripts/rules/" + name + ".txtar")
		if err != nil {
			t.Fatal(err)
		}
		script, _, _ := strings.Cut(string(text), "\n-- ")
		said, silent := 0, 0
		for line := range strings.Lines(script) {
			if _, after, ok := strings.Cut(line, "] "); ok && strings.HasPrefix(line, "[") {
				line = after
			}
			switch {
			case strings.HasPrefix(line, "! stdout"):
				silent++
			case strings.HasPrefix(line, "stdout"), strings.HasPrefix(line, "cmp stdout"), strings.HasPrefix(line, "cmpenv stdout"):
				said++
			}
		}
		if silent < said {
			t.Errorf("testscripts/rules/%s.txtar asserts %d times that the rule speaks, and %d times that it is silent", name, said, silent)
		}
	}
}
