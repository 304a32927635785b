package script

import (
	"slices"
	"strings"
	"testing"

	"github.com/rogpeppe/go-internal/testscript"
)

// FuzzLine: whatever stands in a line, it is taken apart as testscript does, and refused where
// testscript refuses it. The one command is harmless: it notes its words.
func FuzzLine(f *testing.F) {
	for _, line := range []string{
		"a 'b c' 'don''t' '' x'y'z # a", "$NAME ${NAME}s '$NAME' $$ ${/} ${NAME@R} ${@R} ${", "'unended", "a\t b\r", "'''a''' '' ''''", "é ü#$é ${é}", "$/ $: $* $", "'#' a#b",
	} {
		f.Add(line, "the value")
	}
	f.Fuzz(func(t *testing.T, line, value string) {
		if strings.ContainsAny(line+value, "\n\x00") || strings.HasSuffix(line, "\r") {
			return
		}
		env := &Env{}
		var words []string
		note := map[string]func(*testscript.TestScript, bool, []string){"note": func(ts *testscript.TestScript, _ bool, args []string) {
			words = args
			for _, name := range []string{"WORK", "TMPDIR", "HOME", "PATH", "devnull", "/", ":", "$", "exe", "GOTRACEBACK"} {
				env.Setenv(name, ts.Getenv(name))
			}
			env.Setenv("NAME", ts.Getenv("NAME"))
		}}
		quoted := "'" + strings.ReplaceAll(value, "'", "''") + "'"
		there := theirs(written(t, "env 'NAME='"+quoted+"\nnote\nnote "+line+"\n"), false, note)
		have, err := split("note "+line, env.expand)
		if (err != nil) != (there.Failure != "") {
			t.Fatalf("%q is refused with %v, under testscript with %q", line, err, there.Failure)
		}
		if err == nil && !slices.Equal(have[1:], words) {
			t.Errorf("%q is %q, under testscript %q", line, have[1:], words)
		}
	})
}

// FuzzScript: no script makes the runner fail, and each one that is refused says where. There
// are no commands in them, or a script could do whatever it says.
func FuzzScript(f *testing.F) {
	for text := range broken {
		f.Add(text)
	}
	for text := range stricter {
		f.Add(text)
	}
	f.Fuzz(func(t *testing.T, text string) {
		var lines []string
		for line := range strings.SplitSeq(text, "\n") {
			if !strings.HasPrefix(line, "-- ") {
				line = "[!unix] [unix] " + line // never met
			}
			lines = append(lines, line)
		}
		path := written(t, strings.Join(lines, "\n"))
		if have := mine(path, true); have.Failure != "" && !strings.HasPrefix(have.Failure, path+":") {
			t.Errorf("%q failed with %q", text, have.Failure)
		}
	})
}
