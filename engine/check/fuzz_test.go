package check

import (
	"errors"
	"os"
	"strings"
	"testing"

	"witness/engine/bundle"
	"witness/internal/testfiles"
)

// FuzzCheck checks that no file makes the checker panic, and that every mistake is on an existing line.
func FuzzCheck(f *testing.F) {
	for _, text := range []string{
		"--- message = \"{a}\"\n\nSELECT t.flie AS a FROM tuches t WHERE sesion = :sessoin\n",
		"--- tools = [\"edit\"\n--- commands = \"git push\"\nSELECT 1; DELETE FROM x",
		"-- tools = 3\n ---- [options]\n--- limit = 3\nSELECT \"x\", 'y /* ' FROM (SELECT 1 AS [q]) /* z",
		"--- message = \"x\"\nSELECT lenght(date('now')) FROM verdicts v, events UNION SELECT 1, 2",
	} {
		f.Add(text)
	}
	c, err := newChecker(f.Context(), os.DirFS(testfiles.Root(f)))
	if err != nil {
		f.Fatal(err)
	}
	f.Fuzz(func(t *testing.T, text string) {
		s := &bundle.File{Kind: bundle.Rules, Name: "x", Path: "rules.d/x.sql", Text: text}
		for _, err := range c.checkFile(t.Context(), s) {
			mistake, ok := errors.AsType[*bundle.FileError](err)
			if !ok || mistake.Line < 0 || mistake.Line > 1+strings.Count(text, "\n") {
				t.Errorf("%v", err)
			}
		}
	})
}
