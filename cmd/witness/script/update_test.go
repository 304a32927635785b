package script

import (
	"os"
	"strings"
	"testing"
)

// TestUpdate: an update makes of a script what testscript makes of it.
func TestUpdate(t *testing.T) {
	for name, text := range map[string]string{
		"stdout":            "say a\ncmp stdout b\n-- b --\nb\n-- c --\nno end",
		"stderr":            "! exec moan a\ncmp stderr sub/b\n\n-- sub/b --\nb\n",
		"a file":            "cp b c\ncmp b d\n-- b --\nb\n-- d --\nd\n",
		"from a folder":     "mkdir sub\ncd sub\nsay a\ncmp stdout ../b\n-- b --\nb\n",
		"quoted":            "cp a b\nunquote b\ncmp b c\n-- a --\n>-- d --\n>d\n-- c --\n",
		"up to the failure": "say a\ncmp stdout b\nsay c\nstdout d\nsay e\ncmp stdout f\n-- b --\n-- f --\n",
		"before it stops":   "say a\ncmp stdout b\nstop\n-- b --\n",
		"before it skips":   "say a\ncmp stdout b\nskip\n-- b --\n",
		"not expanded":      "say a\ncmpenv stdout b\n-- b --\nb\n",
		"none of its own":   "cp b c\nsay a\ncmp stdout c\n-- b --\nb\n",
		"none":              "say a\ncmp stdout b\n! cmp stdout c\n-- b --\na\n-- c --\nc",
	} {
		here, there := written(t, text), written(t, text)
		have, want := mine(here, true), theirs(there, true)
		if (have.Failure == "") != (want.Failure == "") || have.Skipped != want.Skipped {
			t.Errorf("%s: %+v, under testscript: %+v", name, have, want)
		}
		updated, expected := read(t, here), read(t, there)
		if updated != expected {
			t.Errorf("%s: updated to\n%s\nunder testscript to\n%s", name, updated, expected)
		}
		if changed := updated != text; changed != !strings.HasPrefix(name, "no") {
			t.Errorf("%s: changed is %t", name, changed)
		}
	}
}

// TestUpdateThatCannotBe: what cannot be written into an archive is told at its line, and the
// archive stays.
func TestUpdateThatCannotBe(t *testing.T) {
	const text = "unended b\ncmp b c\n-- c --\n"
	path := written(t, text)
	have := mine(path, true)
	if want := path + ":2: c cannot be updated: it has a line like the name of a file in it, and its last line has no end"; have.Failure != want {
		t.Errorf("it failed with\n%s, not with\n%s", have.Failure, want)
	}
	if now := read(t, path); now != text {
		t.Errorf("it is now %q", now)
	}
}

func read(t *testing.T, path string) string {
	t.Helper()
	text, err := os.ReadFile(path)
	if err != nil {
		t.Fatal(err)
	}
	return string(text)
}
