//go:build unix

package shell

import (
	"fmt"
	"slices"
	"strings"
	"syscall"
	"testing"
	"time"
)

// TestHostileLines checks that a line of half a megabyte of repeated constructs takes at
// most a small multiple of the processor time of as many plain commands. A quadratic algorithm
// would take many times as long.
func TestHostileLines(t *testing.T) {
	if testing.Short() {
		t.Skip("takes twenty seconds of processor time: run it without -short")
	}
	least := func(piece string, parse func(line, dir, home string) Line) time.Duration {
		line := strings.Repeat(piece, 256<<10/len(piece)) + "cmd"
		return fastest(t, func() { parse(line, "/w", "/home/dev") })
	}
	plain := least("a;", Parse)
	for _, piece := range []string{
		"a;", "$(", "`", "(", "{ ", "cat <<E\n", "cat >f <<'E'\nE\n", "<<E ", "a&&<<E ", "$((", `"$(`, "{a,b}", "{1..9}", "a|", "a&&", "echo a ", "if a;then ", "while a;do ",
		"case a in ", "${a:-", "${a}", "a=$a$a;", "for i in 1 2 3;do ", "f(){ f;};", "bash -c '", `\`, "[", "*", "@(", ">a ", "a=(", "[[ a && ", "#\n", "\n",
		"<(", "xargs ", "sudo ", "env a=b ", "a=b ", "cd a;", "cd ..;", "! ", `"`, "'", "git commit;", "eval ", "sed -i s/a/b/ f$a;", "cat f|git apply;", "echo a>f;cat<f;", "find . -name a -exec cp {} b ;", "while read a;do ", "xargs -a f a;", "for f in *;do ", "Set-Location a;", "ls a(b);", "${a b};", "((1+));", "x`)`;", ")\n",
		"echo a|tr a b;", "x=$(echo a|sed s/a/b/);", "xargs -a <(echo a) b;", "bash <(", ". <(echo a);", "{ echo a;", "find . -exec sh -c 'b {}' ;", "git update-ref a b;",
	} {
		for name, parse := range map[string]func(line, dir, home string) Line{"bash": Parse, "powershell": PowerShell} {
			if took := least(piece, parse); took > 12*plain {
				t.Errorf("%s: repeated %q took %v, plain commands %v", name, piece, took, plain)
			}
		}
	}
}

// TestHostileScripts checks that a script with four times as many functions takes some four times as long to read, and not sixteen.
func TestHostileScripts(t *testing.T) {
	script := func(functions int) string {
		var b strings.Builder
		for i := range functions {
			fmt.Fprintf(&b, "def f%d():\n    g(1)\nx = 1\n", i)
		}
		return b.String()
	}
	small, large := script(1000), script(4000)
	if few, many := fastest(t, func() { certain(small, nil) }), fastest(t, func() { certain(large, nil) }); many > 9*few {
		t.Errorf("1000 functions took %v, 4000 took %v", few, many)
	}
}

// TestHostileCode checks that code with four times as many calls of libraries takes some four times as long to read, on one line and on
// many, nested and not.
func TestHostileCode(t *testing.T) {
	for _, piece := range []string{"c.a_b(", "c.a_b(B='x');", "c.a_b(B='x')\n", "boto3.client('s3').A('b').delete()\n", "c = boto3.client('s3').", "r.git.commit('x').", "import boto3,"} {
		read := func(n int) time.Duration {
			code := "import boto3, git, sh\nc = boto3.client('s3')\n" + strings.Repeat(piece, n)
			return fastest(t, func() {
				f := fileReporter{rec: &recorder{}}
				f.readCode(code, pythonCode, place{})
			})
		}
		if few, many := read(2000), read(8000); many > 9*few {
			t.Errorf("%q: 2000 took %v, 8000 took %v", piece, few, many)
		}
	}
}

// fastest returns the processor time of the fastest of five attempts: the garbage collector, or other programs, may slow any of them down.
func fastest(t *testing.T, do func()) time.Duration {
	t.Helper()
	spent := func() time.Duration {
		var u syscall.Rusage
		if err := syscall.Getrusage(syscall.RUSAGE_SELF, &u); err != nil {
			t.Fatal(err)
		}
		return time.Duration(u.Utime.Nano() + u.Stime.Nano())
	}
	var took []time.Duration
	for range 5 {
		before := spent()
		do()
		took = append(took, spent()-before)
	}
	return slices.Min(took)
}
