package main

import (
	"os"
	"path/filepath"
	"regexp"
	"strings"
	"testing"

	"github.com/rogpeppe/go-internal/testscript"
)

func nothing(*testscript.Env) error { return nil }

// scriptFile writes a script of that text.
func scriptFile(t *testing.T, text string) (path string) {
	t.Helper()
	path = filepath.Join(t.TempDir(), "a.txtar")
	if err := os.WriteFile(path, []byte(text), 0o644); err != nil {
		t.Fatal(err)
	}
	return path
}

func words2bin(t *testing.T) (bin string) {
	t.Helper()
	bin, err := linkWords()
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { _ = os.RemoveAll(bin) })
	return bin
}

// TestRunScriptRunsOwnScripts runs the scripts of witness's own rules as `witness rules test`
// does: they pass.
func TestRunScriptRunsOwnScripts(t *testing.T) {
	bin := words2bin(t)
	paths, err := filepath.Glob("../../testscripts/rules/*.txtar")
	if err != nil || len(paths) < 8 {
		t.Fatalf("%d scripts, %v", len(paths), err)
	}
	for _, path := range paths {
		t.Run(filepath.Base(path), func(t *testing.T) {
			t.Parallel()
			if r := runScript(path, bin, false, nothing); r.failure != "" || r.skipped {
				t.Errorf("%s\n%s", r.failure, r.phase)
			}
		})
	}
}

// TestRunScriptReportsFailures holds each failure to its line, its cause and the log of its phase.
func TestRunScriptReportsFailures(t *testing.T) {
	bin := words2bin(t)
	for text, want := range map[string]string{
		"# one\nwill stop\n# two\nwill stop\nstdout two\n": "5: no match for `two` found in stdout",
		"will edit\n":                   "1: will failed",
		"! will stop\n":                 "1: will did not fail",
		"\nexec false\n":                "2: unexpected command failure",
		"witness watch &\n":             "1: only exec starts a program in the background: exec witness watch &",
		"nonsense\n":                    `1: unknown command "nonsense"`,
		"[short] skip\n":                `1: unknown condition "short"`,
		"\n[!windows] [!go1.1] skip\n":  `2: unknown condition "go1.1"`,
		"[nonsense] skip\n":             `1: unknown condition "nonsense"`,
		"ttyin a\n":                     `1: unknown command "ttyin"`,
		"! ttyout a\n":                  `1: unknown command "ttyout"`,
		"skip\n-- a --\n\n-- ../b --\n": `4: the file "../b" would be outside of the script's folder`,
		"skip\n-- /b --\n":              `2: the file "/b" would be outside of the script's folder`,
		"skip\n-- $HOME/b --\n":         `2: the file "$HOME/b" would be outside of the script's folder`,
		"skip\n-- $WORK/../b --\n":      `2: the file "$WORK/../b" would be outside of the script's folder`,
		"skip\n-- a --\n-- a --\n":      "1: a would overwrite $WORK/a",
		"exec sh -c 'printf \"%s\\n%s\" \"-- d --\" d >b'\ncmp b c\n-- c --\n": `2: cannot update script file "c"`,
	} {
		path := scriptFile(t, text)
		r := runScript(path, bin, true, nothing)
		if !strings.HasPrefix(r.failure, path+":"+want) {
			t.Errorf("%q failed with %q, not with %q", text, r.failure, want)
		}
		if strings.HasPrefix(text, "# one") && r.phase != "# two\n> will stop\n> stdout two\n" {
			t.Errorf("the phase is %q", r.phase)
		}
		if now, err := os.ReadFile(path); err != nil || string(now) != text {
			t.Errorf("the script is now %q, %v", now, err)
		}
	}
}

// TestRunScriptSkips tells a skipped script from a passed one, which a stopped one is.
func TestRunScriptSkips(t *testing.T) {
	for text, skipped := range map[string]bool{"skip 'no reason'\nnonsense\n": true, "stop\nnonsense\n": false, "": false} {
		if r := runScript(scriptFile(t, text), "", false, nothing); r.failure != "" || r.skipped != skipped {
			t.Errorf("%q: %+v", text, r)
		}
	}
}

// TestWordsAreDocumented: each word that docs/writing-rules.md lists is one of a test.
func TestWordsAreDocumented(t *testing.T) {
	text, err := os.ReadFile("../../docs/writing-rules.md")
	if err != nil {
		t.Fatal(err)
	}
	_, section, _ := strings.Cut(string(text), "\n## The words of a test\n")
	section, _, _ = strings.Cut(section, "\n## ")
	listed := 0
	for row := range strings.Lines(section) {
		cell, isRow := strings.CutPrefix(row, "| ")
		cell, _, _ = strings.Cut(cell, " | ")
		for _, word := range regexp.MustCompile("`([a-z0-9]+)[ `]").FindAllStringSubmatch(cell, -1) {
			if !isRow || strings.HasPrefix(row, "| `did") || strings.HasPrefix(row, "| `will") {
				continue // their verbs
			}
			listed++
			if r := runScript(scriptFile(t, word[1]+"\n"), "", false, nothing); strings.Contains(r.failure, "unknown") {
				t.Errorf("%s is listed: %s", word[1], r.failure)
			}
		}
	}
	if listed < 20 {
		t.Errorf("only %d words are listed", listed)
	}
}
