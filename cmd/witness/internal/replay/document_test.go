package replay

import (
	"bytes"
	"encoding/json"
	"slices"
	"testing"
)

// FuzzSplitDocument checks that every record of a document, or of objects one after another, is JSON on one line, at a
// line that the text has.
func FuzzSplitDocument(f *testing.F) {
	for _, text := range []string{
		"{\n\"messages\": [\n{\"a\": 1},\n\n{}], \"info\": {\n}}", `{"messages":[]}`, `{"messages":[1`, `[]`, `{"a":1}{}`, `{"messages":{}}`, "{\n\"a\": 1}\n\n{\n}",
	} {
		f.Add([]byte(text))
	}
	f.Fuzz(func(t *testing.T, text []byte) {
		records, _ := splitDocument(text)
		objects, _ := splitObjects(text)
		for _, r := range slices.Concat(records, objects) {
			if !json.Valid(r.text) || bytes.ContainsRune(r.text, '\n') || r.n < 1 || r.n > 1+bytes.Count(text, []byte("\n")) {
				t.Fatalf("record %d %s of %s", r.n, r.text, text)
			}
		}
	})
}

func TestSplitDocument(t *testing.T) {
	records, ok := splitDocument([]byte("{\n  \"messages\": [\n    {\"a\": 1},\n    {\n      \"b\": 2}\n  ],\n  \"info\": {\"id\": \"s\"}\n}\n"))
	if !ok || len(records) != 3 {
		t.Fatal(ok, records)
	}
	for i, want := range []record{{1, []byte(`{"info":{"id":"s"}}`)}, {3, []byte(`{"a":1}`)}, {4, []byte(`{"b":2}`)}} {
		if got := records[i]; got.n != want.n || !bytes.Equal(got.text, want.text) {
			t.Errorf("record %d: %d %s, want %d %s", i, got.n, got.text, want.n, want.text)
		}
	}
}
