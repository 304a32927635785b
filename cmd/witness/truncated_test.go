package main

import (
	"bytes"
	"context"
	"fmt"
	"path/filepath"
	"regexp"
	"slices"
	"strings"
	"testing"

	"github.com/rogpeppe/go-internal/txtar"

	"witness"
	"witness/engine/hook"
	"witness/engine/inspect"
)

// TestTruncatedFailureNeverPasses truncates each failing output in the readers' scripts with head and
// tail, as agents do, and checks that no part is read as a passing run.
func TestTruncatedFailureNeverPasses(t *testing.T) {
	if testing.Short() {
		t.Skip("it reads about 1500 outputs")
	}
	paths, err := filepath.Glob("../../testscripts/facts/*.txtar")
	if err != nil || len(paths) == 0 {
		t.Fatalf("no scripts: %v", err)
	}
	total := 0
	for _, path := range paths {
		failing := failingOutputs(t, path)
		total += len(failing)
		t.Run(filepath.Base(path), func(t *testing.T) {
			t.Parallel()
			seen := map[string]bool{}
			for _, f := range failing {
				for line, text := range f.truncated() {
					if seen[line+"\n"+text] {
						continue // outputs of one tool often begin or end alike
					}
					seen[line+"\n"+text] = true
					if fact := passingRun(t, line, text); fact != "" {
						t.Errorf("%s: %s passes: %s", f.file, line, fact)
					}
				}
			}
		})
	}
	if total < 100 {
		t.Errorf("only %d failing outputs were found", total)
	}
}

// A failingOutput is an output in a script whose facts are a failing run.
type failingOutput struct{ command, file, text string }

// failingOutputs returns the failing outputs of the script at path.
func failingOutputs(t *testing.T, path string) (list []failingOutput) {
	t.Helper()
	script, err := txtar.ParseFile(path)
	if err != nil {
		t.Fatal(err)
	}
	files := map[string]string{}
	for _, f := range script.Files {
		files[f.Name] = string(f.Data)
	}
	// A part of these outputs equals the complete output of a passing run.
	ambiguous := []string{"prettier.txtar nofile.txt", "pytest.txtar internal.txt", "surefire.txtar printed.txt"}
	step := regexp.MustCompile(`(?m)^witness facts (?:--exit \d+ )?'([^'|>;&]*)' (\S+)\ncmp stdout (\S+)$`)
	for _, m := range step.FindAllStringSubmatch(string(script.Comment), -1) {
		facts := files[m[3]]
		fails := strings.Contains(facts, "outcome=fail")
		mixed := strings.Contains(facts, "outcome=pass  ") && strings.Count(facts, "runs  ") > 1
		if fails && !mixed && !slices.Contains(ambiguous, filepath.Base(path)+" "+m[2]) {
			list = append(list, failingOutput{m[1], m[2], files[m[2]]})
		}
	}
	return list
}

// truncated returns shell lines that truncate the output of the command, with the text they print.
func (f failingOutput) truncated() map[string]string {
	lines := strings.SplitAfter(strings.TrimSuffix(f.text, "\n"), "\n")
	parts := map[string]string{}
	for _, n := range []int{1, 2, 4, len(lines) / 2} {
		if n >= 1 && n < len(lines) {
			parts[fmt.Sprintf("%s 2>&1 | head -n %d", f.command, n)] = strings.Join(lines[:n], "")
			parts[fmt.Sprintf("%s 2>&1 | tail -n %d", f.command, n)] = strings.Join(lines[len(lines)-n:], "")
		}
	}
	return parts
}

// passingRun returns the first run that the readers report as passed, or "".
func passingRun(t *testing.T, line, output string) string {
	t.Helper()
	var b bytes.Buffer
	known, err := inspect.ReadFacts(context.Background(), witness.Files, "/home/dev", hook.Event{
		Session: "facts", Moment: hook.After, Tool: hook.Run, CWD: "/home/dev", Command: line,
		Outcome: hook.OK, Exit: new(int), Output: output,
	})
	if err == nil {
		err = known.WriteFound(&b)
	}
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
