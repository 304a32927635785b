package bundle_test

import (
	"slices"
	"strings"
	"testing"

	"witness"
	"witness/engine/bundle"
)

// TestOwnReaders checks that the index of witness's own readers passes none over for a command, a task or a form
// that its header names, nor for the table and the literals.
func TestOwnReaders(t *testing.T) {
	source := bundle.Source{Origin: "embedded", FS: witness.Files}
	listed := bundle.OwnReaders(witness.Files)
	if len(listed) == 0 {
		t.Fatal("no readers")
	}
	for _, r := range listed {
		f := bundle.ReadOwn(source, bundle.Facts, r.Name)
		if err := f.Parse(); err != nil {
			t.Fatal(err)
		}
		for _, name := range slices.Concat(f.Commands, f.Tasks, []string{f.Form}) {
			if word, _, _ := strings.Cut(name, " "); word != "" && !r.Mentions(word) {
				t.Errorf("%s is passed over for %q", f.Path, word)
			}
		}
		literals, ok := r.Literals()
		if r.Into != f.Into || !ok || !slices.Equal(literals, f.Contains) {
			t.Errorf("%s: the index says into %q and contains %q (%v), the header %q and %q", f.Path, r.Into, literals, ok, f.Into, f.Contains)
		}
		if r.Mentions("no such program") {
			t.Errorf("%s is read for a command that it does not list", f.Path)
		}
	}
}
