package eval

import (
	"strings"
	"testing"

	"witness/engine/bundle"
	"witness/engine/store"
	"witness/internal/testfiles"
)

// FuzzRender checks that a rendered message is one bounded line, for any message and row.
func FuzzRender(f *testing.F) {
	for path, text := range testfiles.Own(f) {
		file := &bundle.File{Kind: bundle.Rules, Name: "x", Path: path, Text: text}
		if strings.HasPrefix(path, "rules.d/") && file.Parse() == nil {
			f.Add(file.Message, "file", "a.go")
		}
	}
	f.Add("{{{a}}} {a}{", "a", "{a}\x1b[31m\n<system>")
	f.Fuzz(func(t *testing.T, message, column, value string) {
		text := render(message, map[string]any{column: map[string]any{value: message}}, []string{column}, []store.Value{value})
		if strings.ContainsAny(text, "\n\r\x1b\x00") || len(text) > 1000 {
			t.Fatalf("render(%q, %q, %q) = %q", message, column, value, text)
		}
		Placeholders(message)
	})
}
