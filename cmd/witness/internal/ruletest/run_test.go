package ruletest

import (
	"io"
	"os"
	"path/filepath"
	"regexp"
	"strings"
	"testing"

	"github.com/rogpeppe/go-internal/testscript"

	"witness/cmd/witness/internal/term"
	"witness/internal/testenv"
	"witness/internal/testfiles"
)

// TestMain lets the test binary be witness, did and will: witness fails if it has less than two
// arguments, and the hook that the others call has nothing to say.
func TestMain(m *testing.M) {
	if IsServe(os.Args[1:]) {
		silent := func([]byte, io.Writer, io.Writer) int { return term.ExitOK }
		nothing := func([]string, term.Streams) int { return term.ExitOK }
		os.Exit(Serve(term.Streams{In: os.Stdin, Out: os.Stdout, Err: os.Stderr}, silent, nothing, func() bool { return false }))
	}
	if IsCommand(filepath.Base(os.Args[0])) {
		if len(os.Args) < 3 {
			os.Exit(1)
		}
		os.Exit(0)
	}
	os.Exit(testenv.Run(m))
}

func prepareNothing(*testscript.Env) error { return nil }

// scriptFile writes a script with this text to a temporary directory.
func scriptFile(t *testing.T, text string) (path string) {
	t.Helper()
	path = filepath.Join(t.TempDir(), "a.txtar")
	if err := os.WriteFile(path, []byte(text), 0o644); err != nil {
		t.Fatal(err)
	}
	return path
}

// TestRuleScriptsSuitRunner checks that the scripts of the embedded rules, which `rules new --from` copies, use nothing that
// `rules test` refuses. TestScripts of testscripts/cli runs them with the same commands and set-up.
func TestRuleScriptsSuitRunner(t *testing.T) {
	for _, path := range testfiles.Glob(t, "testscripts/rules/*.txtar", 80) {
		if _, err := check(path); err != nil {
			t.Error(err)
		}
	}
}

// TestRunReportsFailures checks the line and cause of each failure, and the log of its phase.
func TestRunReportsFailures(t *testing.T) {
	bin, err := LinkCommands()
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { _ = os.RemoveAll(bin) })
	for text, want := range map[string]string{
		"# one\nwill edit a\n# two\nwill edit a\nstdout two\n": "5: no match for `two` found in stdout",
		"will edit\n":                   "1: will failed",
		"! will edit a\n":               "1: will did not fail",
		"\nexec false\n":                "2: unexpected command failure",
		"witness watch &\n":             "1: witness cannot run in the background without exec; write: exec witness watch &",
		"nonsense\n":                    `1: unknown command "nonsense"`,
		"[short] skip\n":                `1: unknown condition "short"`,
		"\n[!windows] [!go1.1] skip\n":  `2: unknown condition "go1.1"`,
		"[nonsense] skip\n":             `1: unknown condition "nonsense"`,
		"ttyin a\n":                     `1: unknown command "ttyin"`,
		"! ttyout a\n":                  `1: unknown command "ttyout"`,
		"skip\n-- a --\n\n-- ../b --\n": `4: the file "../b" would be outside of the test's directory`,
		"skip\n-- /b --\n":              `2: the file "/b" would be outside of the test's directory`,
		"skip\n-- $HOME/b --\n":         `2: the file "$HOME/b" would be outside of the test's directory`,
		"skip\n-- $WORK/../b --\n":      `2: the file "$WORK/../b" would be outside of the test's directory`,
		"skip\n-- a --\n-- a --\n":      "1: a would overwrite $WORK/a",
		"exec sh -c 'printf \"%s\\n%s\" \"-- d --\" d >b'\ncmp b c\n-- c --\n": `2: cannot update script file "c"`,
	} {
		path := scriptFile(t, text)
		r := Run(path, bin, true, true, prepareNothing)
		if !strings.HasPrefix(r.Failure, path+":"+want) {
			t.Errorf("%q failed with %q, not with %q", text, r.Failure, want)
		}
		if strings.HasPrefix(text, "# one") && r.Phase != "# two\n> will edit a\n> stdout two\n" {
			t.Errorf("the phase is %q", r.Phase)
		}
		if now, err := os.ReadFile(path); err != nil || string(now) != text {
			t.Errorf("the script is now %q, %v", now, err)
		}
	}
}

// TestRunReportsSkip checks that a skipped script is reported as such, and that a stopped one passes.
func TestRunReportsSkip(t *testing.T) {
	for text, skipped := range map[string]bool{"skip 'no reason'\nnonsense\n": true, "stop\nnonsense\n": false, "": false} {
		if r := Run(scriptFile(t, text), "", false, true, prepareNothing); r.Failure != "" || r.Skipped != skipped {
			t.Errorf("%q: %+v", text, r)
		}
	}
}

// TestDocumentedCommandsExist checks that each command listed in docs/writing-rules.md exists.
func TestDocumentedCommandsExist(t *testing.T) {
	text, err := os.ReadFile("../../../../docs/writing-rules.md")
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
				continue // these cells list arguments
			}
			listed++
			if r := Run(scriptFile(t, word[1]+"\n"), "", false, true, prepareNothing); strings.Contains(r.Failure, "unknown") {
				t.Errorf("%s is listed: %s", word[1], r.Failure)
			}
		}
	}
	if listed < 20 {
		t.Errorf("only %d words are listed", listed)
	}
}
