package bundle

import (
	"strings"
	"testing"

	"witness/engine/sqltext"
	"witness/internal/testfiles"
)

// FuzzHeader checks that no file makes the decoder panic, that every rule it accepts has a message,
// and that the header keeps the line numbers of the file.
func FuzzHeader(f *testing.F) {
	f.Add("-- Warns.\n--- severity = \"warn\"\n--- message = \"{a}\"\n\nSELECT 1 AS a\n")
	f.Add("--- paths = [\"**/*.md\"]\n--- options.threshold = 3 # rounds\nSELECT :threshold")
	for _, text := range testfiles.Own(f) {
		f.Add(text)
	}
	f.Fuzz(func(t *testing.T, text string) {
		s := &File{Kind: Rules, Name: "x", Path: "rules.d/x.sql", Text: text}
		if err := s.Parse(); err == nil && s.Message == "" {
			t.Fatal("a rule without a message was accepted")
		}
		if strings.Count(s.HeaderText(), "\n") > strings.Count(text, "\n")+1 {
			t.Fatal("the header has more lines than the file")
		}
		_ = sqltext.Parameters(text)
		_ = sqltext.Required(text, func(string) string { return text })
		_, _, _ = s.Summary(), s.Doc(), s.SQL()
	})
}
