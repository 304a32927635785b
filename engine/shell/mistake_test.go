package shell

import (
	"os"
	"os/exec"
	"slices"
	"strings"
	"testing"
	"time"
)

// mistakes are lines that the parser refuses, and what is read of them: the names that touch is given. With a ? a part of the line is
// said not to be read.
var mistakes = []struct{ line, read string }{
	// Bash and zsh refuse it as they read it. Nothing of the line runs and nothing after it; lines before have run.
	{"touch a )\ntouch b", ""},
	{"touch a\ntouch b; fi; touch c\ntouch d", "a"},
	{"touch a\nfor x in 1; do touch b; fi; done; touch c", "a"},
	{"touch a\ntouch b && && touch c", "a"},
	{"touch a\ntouch b | | touch c", "a"},
	{"touch a\ntouch b & & touch c", "a"},
	{"touch a # ;\ntouch b > ; touch c", "a"},
	{"touch a & # ;\ntouch b;; touch c", "a"},
	{"touch a;\n\ntouch b; touch c; }", "a"},
	{"touch a; echo 'b; touch c", ""},
	{"touch a; if true; then touch b; touch c", ""},
	{"cat <<E; touch a\nx\nE\ntouch b; echo \"c", "a"},
	{"touch a; echo \"`x`|y`|z\"; touch c", ""},
	{"bash -c 'touch a; fi'; touch b", "b"},
	{"touch a\ntouch b ;;\ntouch c", "a"},
	{"touch a\nx=(1 2; touch b", "a"},
	{"touch a\ntouch b; [[ x == ]]; touch c", "a"},
	{"touch a\ntouch b; [[ x = y z ]]; touch c", "a"},
	{"touch a\ntouch b; [[ ]]; touch c", "a"},
	{"touch a\ntouch b; exec 3<>; touch c", "a"},

	// Bash refuses it, and zsh takes it.
	{"touch a; ls app/(payload)/x || touch b", "a,b"},
	{"touch a\nx=b(c)\ntouch d", "a,d"},
	{"touch a; x=(1 (2)); touch b", "a,b"},
	{"touch a; sleep 0 &; touch b", "a,b"},
	{";touch a; ; touch b", "a,b"},
	{"touch a; if true; then; fi; touch b", "a,b"},
	{"function { touch a; }; touch b", "a,b"},
	{"() { touch a; }; touch b", "a,b"},
	{"function x y { touch a; }; y", "a"},
	{"x=y; echo ${(f)x} ${$(touch a)%b}; touch c", "a,c"},
	{"echo $(touch a; ls (x)); touch b", "a,b"},
	{"[[ a == (a|b) ]] && touch a", "a"},
	{"touch a; x() echo; touch b", "a,b"},
	{"touch a &&\n# x", "a"},
	{"touch a; true ||", "a"},
	{"false || ; touch a && ;touch b", "a,b"},

	// Bash takes it for a program, and zsh for words before a command.
	{"repeat 2 touch a; noglob touch b; - touch c", "a,b,c"},
	{"repeat 2 { touch a }", "a,}"},
	{"foreach x (1 2) touch a; end; touch b", "a,b"},

	// A shell finds it when it comes to it. Zsh and older versions of bash do so within $(…).
	{"touch a; echo ${b c}; touch d", "a,d"},
	{"touch a; (echo \"${.*c}\"); touch d", "a,d"},
	{"touch a; echo ${x[}; touch b", "a,b"},
	{"touch a; (echo $((1+))); touch b", "a,b"},
	{"touch a; ((1+)); touch b", "a,b"},
	{"touch a; (echo $[1 2]); touch b", "a,b"},
	{"touch a; echo \"x`)`y\"; touch b", "a,b"},
	{"touch a; echo \"`'`\"; touch b", "a,b"},

	// Bash takes it.
	{"cat <<E\ntouch a", ""}, // all of it is the document
	{"touch a; cat <<'E'\nx", "a"},
	{"time ! touch a", "a"},
	{"! ! touch a; !; touch b", "a,b"},
	{"x=(1 2) touch a", "a"},

	// Whether and what a shell runs is not known.
	{"touch a; let 1+; touch b", "a?"},
	{"touch a; echo \"$(if)\"; touch b", "a?"},
	{"touch a; echo ${b c $(touch d)}; touch e\ntouch f", "a,f?"},
	{"for x (1 2) touch a; touch b", "?"},
	{"if [[ 1 == 1 ]] { touch a }; touch b", "?"},
	{"if [[ 1 == 1 ]] touch a; touch b", "?"},
	{"touch a\nwhile true; { touch b; break }\ntouch c", "a,c?"},
	{"touch a; until false; touch b", "a?"},
	{"touch a; if (true) touch b", "a?"},
	{"touch a; for ((x = 0; x < 1; x++)) { touch b }", "a?"},
	{"touch a; repeat 2; do touch b; done", "a?"},
	{"touch a; {touch b; }", "a?"},
	{"{ touch a } always { touch b }", "?"},
	{"touch a; () { touch b } x", "a?"},
	{strings.Repeat("nice ", maxWrappers+1) + "touch a", "?"},
	{strings.Repeat("nice ", maxWrappers) + "touch a", "a"},
}

// fishLines are lines that only fish takes, or a shell that is told to run it.
var fishLines = []struct{ line, read string }{
	{"fish -c 'function f; touch a; end; f; touch b'", "a,b"},
	{"fish -c 'for x in 1 2; touch a; end; touch b'", "a,b"},
	{"fish -c 'if false; touch a; else if false; touch b; else; touch c; end'", "c"},
	{"fish -c 'begin; touch a; end > a; and touch c'", "a,c"},
	{"fish -c 'while not test -e a # it is\ntouch a; end; or touch b'", "a,b"},
	{"for x in 1 2\n  set n (touch a)\n  echo \"$x: $n (touch b)\"\nend\ntouch c", "a,c"},
	{"fish -c 'set -gx OUT (touch a; touch b) c; set -e OUT; begin; touch d; end'", "a,b,d"},
	{"fish -c 'echo \"end; (touch a)\"; function f; end'", ""},
	{"for x in 1 2\n  grep -c '^<<<' (touch a)\nend\ntouch b", "a,b"},
	{"fish -c 'begin; cat <<E; touch a; end\nE'", "a"}, // nothing, but it is read as that of a POSIX shell
	{"fish -c 'if not touch a; end; true; and not touch b'", "a,b"},
	{"fish -c 'switch x; case x; touch a; end; begin; touch b; end'", "?"},
	{"fish -c 'begin; if true; touch a; end'", "?"},
}

// TestBehindMistakes checks what is read of a line with a mistake, and that a shell makes no file of a part that is neither read nor said
// not to be.
func TestBehindMistakes(t *testing.T) {
	for i, test := range slices.Concat(mistakes, fishLines) {
		shells := []string{"bash", "zsh"}
		if i >= len(mistakes) {
			shells = append(shells, "fish")
		}
		line := Parse(test.line, "/p", "")
		var seen []string
		for _, c := range line.Commands {
			if c.Name == "touch" {
				seen = append(seen, c.Args...)
			}
		}
		read := strings.Join(seen, ",")
		if line.Partial {
			read += "?"
		}
		if read != test.read {
			t.Errorf("%s\n of this is read %q, want %q", test.line, read, test.read)
		}
		for _, shell := range shells {
			for _, file := range made(t, shell, test.line) {
				if !line.Partial && !slices.Contains(seen, file) {
					t.Errorf("%s\n%s makes %s of this, and it is not read", test.line, shell, file)
				}
			}
		}
	}
}

// made returns the files of one letter that a shell makes of a line in an empty folder, nothing if there is no such shell.
func made(t *testing.T, shell, line string) (files []string) {
	t.Helper()
	dir := t.TempDir()
	cmd := exec.Command(shell, "-c", line)
	cmd.Dir, cmd.WaitDelay = dir, time.Second
	cmd.Env = []string{"PATH=" + os.Getenv("PATH"), "ZDOTDIR=" + dir}
	_ = cmd.Run() // a mistake is reported by the exit status
	entries, err := os.ReadDir(dir)
	if err != nil {
		t.Fatal(err)
	}
	for _, e := range entries {
		files = append(files, e.Name())
	}
	return files
}
