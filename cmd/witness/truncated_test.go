package main

import (
	"bytes"
	"context"
	"fmt"
	"path/filepath"
	"regexp"
	"strings"
	"testing"

	"github.com/rogpeppe/go-internal/txtar"

	"witness"
	"witness/engine"
)

// TestTruncatedFailureNeverPasses truncates each failing output in the readers' scripts with head and
// tail, as agents do, and checks that no part is read as a passing run.
func TestTruncatedFailureNeverPasses(t *testing.T) {
	if testing.Short() {
		t.Skip("it reads about 1500 outputs")
	}
	scripts, err := filepath.Glob("../../testscripts/facts/*.txtar")
	if err != nil || len(scripts) == 0 {
		t.Fatalf("no scripts: %v", err)
	}
	// A part of these outputs equals the complete output of a passing run.
	ambiguous := map[string]bool{"prettier nofile.txt": true, "pytest internal.txt": true, "surefire printed.txt": true}
	step := regexp.MustCompile(`(?m)^exec witness facts (?:--exit \d+ )?'([^'|>;&]*)' (\S+)\ncmp stdout (\S+)$`)
	failing := 0
	for _, path := range scripts {
		script, err := txtar.ParseFile(path)
		if err != nil {
			t.Fatal(err)
		}
		files := map[string]string{}
		for _, f := range script.Files {
			files[f.Name] = string(f.Data)
		}
		name := strings.TrimSuffix(filepath.Base(path), ".txtar")
		for _, m := range step.FindAllStringSubmatch(string(script.Comment), -1) {
			command, output, facts := m[1], files[m[2]], files[m[3]]
			if !strings.Contains(facts, "outcome=fail") || strings.Contains(facts, "outcome=pass  ") && strings.Count(facts, "runs  ") > 1 || ambiguous[name+" "+m[2]] {
				continue
			}
			failing++
			lines := strings.SplitAfter(strings.TrimSuffix(output, "\n"), "\n")
			for _, n := range []int{1, 2, 4, len(lines) / 2} {
				if n < 1 || n >= len(lines) {
					continue
				}
				for part, text := range map[string]string{"head": strings.Join(lines[:n], ""), "tail": strings.Join(lines[len(lines)-n:], "")} {
					line := fmt.Sprintf("%s 2>&1 | %s -n %d", command, part, n)
					if fact := passingRun(t, line, text); fact != "" {
						t.Errorf("%s, %s: %s passes: %s", name, m[2], line, fact)
					}
				}
			}
		}
	}
	if failing < 100 {
		t.Errorf("only %d failing outputs were found", failing)
	}
}

// passingRun returns the first run that the readers report as passed, or "".
func passingRun(t *testing.T, line, output string) string {
	t.Helper()
	var b bytes.Buffer
	err := engine.ReadFacts(context.Background(), witness.Brain, "/home/dev", engine.Event{
		Session: "facts", Moment: engine.After, Tool: engine.Run, CWD: "/home/dev", Command: line,
		Outcome: engine.OK, Exit: new(int), Output: output,
	}, &b)
	if err != nil {
		t.Fatal(err)
	}
	for fact := range strings.Lines(b.String()) {
		if strings.HasPrefix(fact, "runs") && strings.Contains(fact, "outcome=pass") {
			return fact
		}
	}
	return ""
}
