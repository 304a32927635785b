package store

import (
	"strings"
	"testing"
	"testing/fstest"
)

// TestNamesOfViews checks that a statement gets the views that it names, and not those that only a comment, a string or a
// column is called after.
func TestNamesOfViews(t *testing.T) {
	v := &views{assets: fstest.MapFS{
		"views/red.sql":   {Data: []byte("-- What fails.\n\nSELECT session FROM failing -- not by: green")},
		"views/green.sql": {Data: []byte("-- What passes.\n\nSELECT session FROM runs WHERE t < :t")},
	}}
	for statement, want := range map[string]string{
		"SELECT 1 FROM red":                               "red",
		"SELECT 1 FROM \"Green\" g":                       "green",
		"SELECT 1 FROM runs -- those of red\n/* green */": "",
		"SELECT 'red', r.green FROM runs r":               "",
		"SELECT 1 FROM runs WHERE :red > 0":               "",
	} {
		var names []string
		for _, one := range v.usedBy(statement) {
			names = append(names, one.Name)
		}
		if got := strings.Join(names, " "); got != want {
			t.Errorf("%s: views %q, want %q", statement, got, want)
		}
	}
	if w := v.wrap("SELECT 1 FROM green -- :head"); strings.Join(w.parameters, " ") != ":t" || w.own != 0 {
		t.Errorf("parameters %q, of which %d are the file's own; a comment is none", w.parameters, w.own)
	}
}
