package script

import (
	"os"
	"path/filepath"
	"strings"
	"sync"
	"testing"
)

// written is a script of that text in a folder of its own.
func written(t *testing.T, text string) (path string) {
	t.Helper()
	path = filepath.Join(t.TempDir(), "a.txtar")
	if err := os.WriteFile(path, []byte(text), 0o644); err != nil {
		t.Fatal(err)
	}
	return path
}

// broken are scripts that fail, with line and cause.
var broken = map[string]string{
	"say one\nstdout two\nsay three":           "2: no match for `two` found in stdout",
	"# one\n\nsay one\n! stdout on.\n":         "4: unexpected match for `on.` found in stdout: one",
	"say aa\nstdout -count=3 a":                "2: have 2 matches for `a`, want 3",
	"say a\nstdout -count=0 a":                 `2: bad -count=: "0" is no number above 0`,
	"say a\n! stdout -count=1 a":               "2: cannot use -count= with negated match",
	"say a\nstdout -count=1":                   "2: -count= needs a pattern behind it",
	"say a\nstdout":                            "2: usage: stdout [-count=N] 'pattern'",
	"say a\nstdout a b":                        "2: usage: stdout [-count=N] 'pattern'",
	"say a\nstdout (":                          "2: error parsing regexp: missing closing ): `(?m)(`",
	"grep a none":                              "1: open $WORK/none: no such file or directory",
	"grep -count=1 a":                          "1: usage: grep [-count=N] 'pattern' file",
	"grep a b c":                               "1: usage: grep [-count=N] 'pattern' file",
	"say a\ncmp stdout b\n-- b --\nb\n":        "2: stdout and b differ",
	"say b\n! cmp stdout b\n-- b --\nb\n":      "2: stdout and b do not differ",
	"cmp b b\n-- b --\nb\n":                    "1: cmp: cannot compare a file against itself",
	"cmp b c\n-- b --\nb\n":                    "1: open $WORK/c: no such file or directory",
	"cmp b":                                    "1: usage: cmp file1 file2",
	"cmpenv b c\n-- b --\nb\n-- c --\n$WORK\n": "1: b and c differ",
	"\nexec moan oh":                           "2: unexpected command failure",
	"! exec say one":                           "1: unexpected command success",
	"exec no-such-program":                     "1: unexpected command failure",
	"exec":                                     "1: usage: exec program [args...] [&]",
	"exec &":                                   "1: usage: exec program [args...] [&]",
	"moan oh":                                  "1: moan failed",
	"! say oh":                                 "1: say did not fail",
	"exec moan oh &\n\nwait":                   "3: unexpected command failure",
	"! exec say oh &\nwait\n":                  "2: unexpected command success",
	"exec moan oh &a&\n\nwait a":               "3: unexpected command failure",
	"exec linger &a&\nexec linger &a&":         `2: duplicate background process name "a"`,
	"wait a":                                   `1: unknown background process "a"`,
	"kill a":                                   `1: unknown background process "a"`,
	"kill -HUP":                                "1: unknown signal: HUP",
	"say 'one":                                 "1: unterminated quoted argument",
	"say one\n[linux]":                         "2: missing command after condition",
	"!":                                        "1: ! on line by itself",
	"!say one":                                 `1: unknown command "!say" (did you mean "! say"?)`,
	"! cd a":                                   "1: unsupported: ! cd",
	"cd none":                                  "1: directory none does not exist",
	"cd b\n-- b --\n":                          "1: $WORK/b is not a directory",
	"chmod 8 b\n-- b --\n":                     "1: invalid mode: 8",
	"chmod 1000 b\n-- b --\n":                  "1: invalid mode: 1000",
	"cp b c d\n-- b --\n-- c --\n":             "1: cp: destination $WORK/d is not a directory",
	"cp none b\n-- b --\n":                     "1: open $WORK/none: no such file or directory",
	"exists none":                              "1: $WORK/none does not exist",
	"! exists b\n-- b --\n":                    "1: file $WORK/b unexpectedly exists",
	"! exists b\n-- b/c --\n":                  "1: directory $WORK/b unexpectedly exists",
	"exists -readonly b\n-- b --\n":            "1: $WORK/b exists but is writable",
	"exists -readonly":                         "1: usage: exists [-readonly] file...",
	"mkdir b/c\n-- b --\n":                     "1: mkdir $WORK/b: not a directory",
	"symlink a b c":                            "1: usage: symlink file -> target",
	"unquote b\n-- b --\nb\n":                  "1: $WORK/b: data does not appear to be quoted",
	"stdin none":                               "1: open $WORK/none: no such file or directory",
	"stop a b":                                 "1: usage: stop [msg]",
	"skip a b":                                 "1: usage: skip [msg]",
	"env A=b\nmv $A c":                         "2: rename $WORK/b $WORK/c: no such file or directory",
	"\r\nsay one\r\nstdout two\r\n":            "3: no match for `two` found in stdout",
	"say one\n[linux] [unix] nonsense\nsay two": "2: unknown command \"nonsense\"; known are " + known,
	"? say one":                                  "1: unknown command \"?\"; known are " + known,
	"say one\n[linx] say two":                    `2: unknown condition "linx"; known are unix, symlink, exec:PROGRAM and Go's names of systems and processors, such as windows and arm64`,
	"say one\n\nsay 'a\x00b'":                    "3: say failed",
	"say a\ncmp stdout b c\n-- b --\n-- b/c --a": "2: usage: cmp file1 file2",
}

const known = "await, cd, chmod, cmp, cmpenv, cp, env, exec, exists, grep, kill, linger, mkdir, moan, mv, reply, rm, say, skip, stay, stderr, stdin, stdout, stop, symlink, unended, unix2dos, unquote, wait, where; exec runs a program"

// TestBrokenScripts: a script that fails says where and why, at the line at which it fails under
// testscript.
func TestBrokenScripts(t *testing.T) {
	for text, want := range broken {
		path := written(t, text)
		have := mine(path, false)
		if have.Failure != path+":"+want {
			t.Errorf("%q failed with\n%s, not with\n%s", text, strings.TrimPrefix(have.Failure, path+":"), want)
		}
		if !strings.HasSuffix(have.Log, have.Phase+"FAIL: "+have.Failure+"\n") && !strings.Contains(have.Log, "[background]") {
			t.Errorf("%q has the log %q, of it at last %q", text, have.Log, have.Phase)
		}
		line, _, _ := strings.Cut(want, ":")
		if there := theirs(path, false).Failure; !strings.HasPrefix(there, path+":"+line+": ") {
			t.Errorf("%q failed under testscript with %q", text, there)
		}
	}
}

// stricter are scripts that fail here and not, or elsewhere, under testscript.
var stricter = map[string]string{
	"\n[short] say one":                     `2: unknown condition "short"; known are unix, symlink, exec:PROGRAM and Go's names of systems and processors, such as windows and arm64`,
	"ttyin b\n-- b --\nb\n":                 "1: unknown command \"ttyin\"; known are " + known,
	"say a\n-- ../a --\na\n":                `2: the file "../a" would lie outside of the script's folder`,
	"say a\n-- b --\nb\n\n-- /tmp/a --\na":  `5: the file "/tmp/a" would lie outside of the script's folder`,
	"say a\n-- . --\n":                      `2: the file "." would lie outside of the script's folder`,
	"say a\n-- b --\nb\n-- ./b --\nb\n":     `4: there is a file "./b" already`,
	"say a\n-- b --\nb\n-- b/c --\nc\n":     "4: mkdir $WORK/b: not a directory",
	"exec &a&":                              "1: usage: exec program [args...] [&]",
	"say a\n[windows] !":                    "2: ! on line by itself",
	"-- a --\nsay a\n-- $MISSING/../x --\n": `3: the file "$MISSING/../x" would lie outside of the script's folder`,
}

func TestStricterThanTestscript(t *testing.T) {
	for text, want := range stricter {
		path := written(t, text)
		if have := mine(path, false); have.Failure != path+":"+want {
			t.Errorf("%q failed with\n%s, not with\n%s", text, have.Failure, want)
		}
	}
	missing := filepath.Join(t.TempDir(), "missing.txtar")
	if have := mine(missing, false); have.Failure != missing+":1: open "+missing+": no such file or directory" {
		t.Errorf("a script that is not there failed with %q", have.Failure)
	}
}

// TestSetUp: what is set up is there when the first line runs, and fails before it.
func TestSetUp(t *testing.T) {
	path := written(t, "say $A\nstdout ^b$\nexists made given\n-- given --\n")
	have := Run(Script{File: path, Words: []string{"say"}, SetUp: func(env *Env) error {
		env.Setenv("A", "a")
		env.Setenv("A", env.Getenv("HOME")+env.Getenv("A"))
		if env.Getenv("A") == "/no-homea" {
			env.Setenv("A", "b")
		}
		return os.WriteFile(filepath.Join(env.WorkDir, "made"), nil, 0o644)
	}})
	if have.Failure != "" {
		t.Error(have.Failure)
	}
	have = Run(Script{File: path, SetUp: func(*Env) error { return os.ErrPermission }})
	if have.Failure != path+":1: permission denied" {
		t.Errorf("it failed with %q", have.Failure)
	}
}

// TestPhase: of a script that fails the steps under the last heading are told, and a line of
// output that looks like a heading is none.
func TestPhase(t *testing.T) {
	have := mine(written(t, "# one\nsay a\n# two\nsay '# b'\nstdout c\n# three\n"), false)
	if have.Phase != "# two\n> say '# b'\n[stdout]\n# b\n> stdout c\n" {
		t.Errorf("the phase is %q", have.Phase)
	}
	if dos := mine(written(t, "# one\r\nsay a\r\n"), false); dos.Log != "# one\n> say a\n[stdout]\na\nPASS\n" {
		t.Errorf("with a DOS script's line ends the log is %q", dos.Log)
	}
}

// TestNothingIsLeft: scripts run beside each other, and neither see each other nor leave
// anything, not even a folder that forbids writing or a program that does not want to end.
func TestNothingIsLeft(t *testing.T) {
	temp := t.TempDir()
	t.Setenv("TMPDIR", temp)
	path := written(t, `! exists mine
mkdir mine .tmp/mine
cp file mine
chmod 555 mine
exec linger &
where TMPDIR
stdout ^${WORK@R}
env
-- file --
`)
	stubborn := written(t, "exec stay &\nawait staying\nsay one")
	var all sync.WaitGroup
	for i := range 11 {
		all.Go(func() {
			file := path
			if i == 10 {
				file = stubborn
			}
			if have := mine(file, false); have.Failure != "" {
				t.Errorf("it failed: %s\n%s", have.Failure, have.Log)
			}
		})
	}
	all.Wait()
	left, err := os.ReadDir(temp)
	if err != nil || len(left) > 0 {
		t.Errorf("left: %v, %v", left, err)
	}
}
