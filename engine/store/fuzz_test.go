package store

import (
	"encoding/json"
	"path/filepath"
	"regexp"
	"strings"
	"testing"

	"witness/internal/testfiles"
)

// FuzzMatches checks that every pattern gives an error or a JSON array of matches inside of the text.
func FuzzMatches(f *testing.F) {
	f.Add("--- FAIL: TestA (0.00s)\nok  \tpkg\t0.1s\n", `(?m)^--- (?P<outcome>FAIL|PASS): (?P<test>\S+)`)
	f.Add("1..2\nok 1 - a\nnot ok 2 - b # skip\n", `(?m)^(?P<no>not )?ok (?P<n>\d+)(?: - (?P<test>.*))?$`)
	f.Add("a\n\nb", `(?P<x>.)`)
	addReaders(f)
	f.Fuzz(func(t *testing.T, text, pattern string) {
		out, err := matches(text, pattern, "", "", "", "")
		if err != nil {
			return
		}
		var rows []map[string]any
		if err := json.Unmarshal([]byte(out), &rows); err != nil {
			t.Fatalf("matches(%q, %q) = %s: %v", text, pattern, out, err)
		}
		for _, row := range rows {
			at, ok := row["at"].(float64)
			if !ok || int(at) > len(text) {
				t.Fatalf("a match at %v in a text of %d bytes", row["at"], len(text))
			}
		}
	})
}

// patternText matches a regular expression in a reader, which is an SQL string literal.
var patternText = regexp.MustCompile(`'(\(\?m\)(?:[^']|'')*)'`)

// addReaders seeds the corpus with each reader's expressions and a recorded output of its tool.
func addReaders(f *testing.F) {
	n := 0
	for name, text := range testfiles.SQL(f) {
		reader := strings.TrimSuffix(filepath.Base(name), ".sql")
		if !strings.HasPrefix(name, "facts.d/") || strings.HasPrefix(reader, "_") {
			continue
		}
		output := ""
		for _, printed := range testfiles.Scripts(f, "testscripts/facts/"+reader+".txtar", "") {
			if len(printed) > len(output) && len(printed) < 8000 {
				output = printed
			}
		}
		for _, m := range patternText.FindAllStringSubmatch(text, -1) {
			f.Add(output, strings.ReplaceAll(m[1], "''", "'"))
			n++
		}
	}
	if n < 5 {
		f.Fatalf("only %d expressions were found in the readers", n)
	}
}
