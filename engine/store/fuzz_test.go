package store

import (
	"encoding/json"
	"os"
	"testing"

	"witness/engine/bundle"
	"witness/internal/testfiles"
)

// FuzzMatches checks that every pattern gives an error or a JSON array of matches inside of the text.
func FuzzMatches(f *testing.F) {
	f.Add("--- FAIL: TestA (0.00s)\nok  \tpkg\t0.1s\n", `(?m)^--- (?P<outcome>FAIL|PASS): (?P<test>\S+)`)
	f.Add("1..2\nok 1 - a\nnot ok 2 - b # skip\n", `(?m)^(?P<no>not )?ok (?P<n>\d+)(?: - (?P<test>.*))?$`)
	f.Add("a\n\nb", `(?P<x>.)`)
	addReaders(f)
	f.Fuzz(func(t *testing.T, text, pattern string) {
		out, err := matches(text, pattern)
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

// addReaders seeds the corpus with the patterns of each reader's lines and a recorded output of its tool.
func addReaders(f *testing.F) {
	n := 0
	for _, reader := range (bundle.Loader{Sources: []bundle.Source{{Origin: "embedded", FS: os.DirFS(testfiles.Root(f))}}}).Load(bundle.Facts) {
		if err := reader.Parse(); err != nil {
			f.Fatal(err)
		}
		output := ""
		for _, printed := range testfiles.Scripts(f, "testscripts/facts/"+reader.Name+".txtar", "") {
			if len(printed) > len(output) && len(printed) < 8000 {
				output = printed
			}
		}
		for _, p := range reader.Patterns() {
			f.Add(output, "(?m)^(?:"+p.Text+")$")
			n++
		}
	}
	if n < 50 {
		f.Fatalf("only %d patterns were found in the readers", n)
	}
}
