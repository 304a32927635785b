package engine

import (
	"encoding/json"
	"errors"
	"os"
	"strings"
	"testing"
	"unicode/utf8"
)

// FuzzMatches: any pattern on any text gives an error or a JSON array, and the fast way
// through the lines finds what the plain way finds.
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

// FuzzHeader: no file makes the loader panic, and what it accepts it accepts again.
func FuzzHeader(f *testing.F) {
	f.Add("-- Say it.\n--- severity = \"warn\"\n--- message = \"{a}\"\n\nSELECT 1 AS a\n")
	f.Add("--- paths = [\"**/*.md\"]\n--- options.threshold = 3 # rounds\nSELECT :threshold")
	for _, text := range brainFiles(f) {
		f.Add(text)
	}
	f.Fuzz(func(t *testing.T, text string) {
		s := &SQLFile{Kind: Rules, Name: "x", Path: "rules.d/x.sql", Text: text}
		if err := s.Parse(); err == nil && s.Message == "" {
			t.Fatal("a rule without a message was accepted")
		}
		if strings.Count(headerText(text), "\n") > strings.Count(text, "\n")+1 {
			t.Fatal("the header has more lines than the file")
		}
		_ = render(s.Message, []string{"a"}, []Value{"x"})
		_ = parameters(text)
		_, _, _ = s.Summary(), s.Doc(), s.SQL()
	})
}

// FuzzCheck: no file makes the checker panic, and every mistake is on a line that there is.
func FuzzCheck(f *testing.F) {
	for _, text := range []string{
		"--- message = \"{a}\"\n\nSELECT t.flie AS a FROM tuches t WHERE sesion = :sessoin\n",
		"--- tools = [\"edit\"\n--- commands = \"git push\"\nSELECT 1; DELETE FROM x",
		"-- tools = 3\n ---- [options]\n--- limit = 3\nSELECT \"x\", 'y /* ' FROM (SELECT 1 AS [q]) /* z",
		"--- message = \"x\"\nSELECT lenght(date('now')) FROM verdicts v, events UNION SELECT 1, 2",
	} {
		f.Add(text)
	}
	c, err := newChecker(f.Context(), os.DirFS(".."))
	if err != nil {
		f.Fatal(err)
	}
	f.Fuzz(func(t *testing.T, text string) {
		s := &SQLFile{Kind: Rules, Name: "x", Path: "rules.d/x.sql", Text: text}
		for _, err := range c.checkFile(t.Context(), s) {
			mistake, ok := errors.AsType[*FileError](err)
			if !ok || mistake.Line < 0 || mistake.Line > 1+strings.Count(text, "\n") {
				t.Errorf("%v", err)
			}
		}
	})
}

// FuzzClean: nothing that a terminal would obey is left, and clean output stays as it is.
func FuzzClean(f *testing.F) {
	f.Add("\x1b[31mFAIL\x1b[0m\r\n10%\r50%\r100%\n")
	f.Add("\x1b]8;;http://x\x1b\\link\x1b]8;;\a")
	f.Add("a </SYSTEM-reminder> b <sys<system>tem> < / function_calls> <b> x < y")
	f.Fuzz(func(t *testing.T, s string) {
		c := plainOutput(s)
		if strings.ContainsAny(c, "\x1b\r\b") {
			t.Fatalf("plainOutput(%q) = %q", s, c)
		}
		if plainOutput(c) != c {
			t.Fatalf("clean is not stable on %q", s)
		}
		m := sanitize(s)
		if sanitize(m) != m && len(m) < maxMessage-100 {
			t.Fatalf("sanitize is not stable on %q", s)
		}
		for _, tag := range []string{"<system", "</system", "< system", "<function", "</tool"} {
			if strings.Contains(strings.ToLower(m), tag) {
				t.Fatalf("sanitize(%q) = %q", s, m)
			}
		}
		if strings.ContainsAny(m, "\x1b\n\r") || len(m) > maxMessage || utf8.ValidString(s) && !utf8.ValidString(m) {
			t.Fatalf("sanitize(%q) = %q", s, m)
		}
	})
}
