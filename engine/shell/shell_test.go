package shell

import (
	"fmt"
	"strings"
	"testing"
)

// tableCase is a line that runs in /w with the home directory /home/dev, and its analysis as render
// formats it.
type tableCase struct{ line, want string }

func TestParseTables(t *testing.T) {
	for _, table := range [][]tableCase{gateTable, commandTable, fileTable, recordedTable} {
		for _, c := range table {
			if got := render(Parse(c.line, "/w", "/home/dev")); got != c.want {
				t.Errorf("%s\n got: %s\nwant: %s", c.line, got, c.want)
			}
		}
	}
}

func TestPowerShellTable(t *testing.T) {
	for _, c := range powerShellTable {
		if got := render(PowerShell(c.line, "/w", "/home/dev")); got != c.want {
			t.Errorf("%s\n got: %s\nwant: %s", c.line, got, c.want)
		}
	}
}

// TestParseCommandFields checks the fields that render omits: the arguments, the text and Inert.
func TestParseCommandFields(t *testing.T) {
	for _, c := range []struct{ line, want string }{
		{`git -c a=b -C sub commit -m "fix it" $X`, `git commit ["-m" "fix it" "$?"] false: git -c a=b -C sub commit -m "fix it" $X`},
		{"timeout 60 go test -run 'TestA' ./... | tail", `go test ["-run" "TestA" "./..."] false: timeout 60 go test -run 'TestA' ./...`},
		{"npm run test -- -t x", `npm test ["--" "-t" "x"] false: npm run test -- -t x`},
		{"python -W error tests/runtests.py auth --parallel 1", `runtests.py ["auth" "--parallel" "1"] false: python -W error tests/runtests.py auth --parallel 1`},
		{"cat *.go \\\n  x", `cat ["*.go" "x"] true: cat *.go x`},
		{"pytest --version", `pytest ["--version"] true: pytest --version`},
		{"git stash list", `git stash ["list"] true: git stash list`},
		{"git stash", `git stash [] false: git stash`},
		{"sed -i s/a/b/ f", `sed ["-i" "s/a/b/" "f"] false: sed -i s/a/b/ f`},
		{"for f in a b; do go vet $f; done", `go vet ["$?"] false: go vet $f`},
	} {
		got := Parse(c.line, "/w", "").Commands[0]
		if said := fmt.Sprintf("%s %q %v: %s", got.Name, got.Args, got.Inert, got.Text); said != c.want {
			t.Errorf("%s\n got: %s\nwant: %s", c.line, said, c.want)
		}
	}
}

func TestParseEndsOnHostileLines(t *testing.T) {
	if testing.Short() {
		t.Skip("takes five seconds of processor time: run it without -short")
	}
	const n = 1 << 18
	for name, line := range map[string]string{
		"parentheses":  strings.Repeat("(", n),
		"closed":       strings.Repeat("(", n/2) + "a" + strings.Repeat(")", n/2),
		"blocks":       strings.Repeat("{ ", n/2),
		"substitution": strings.Repeat("$(", n/2),
		"backquotes":   strings.Repeat("`", n),
		"arithmetic":   strings.Repeat("$((", n/3),
		"if":           strings.Repeat("if ", n/3),
		"nested if":    strings.Repeat("if a;then ", n/10),
		"not":          strings.Repeat("! ", n/2),
		"and":          strings.Repeat("a&&", n/3) + "a",
		"pipe":         strings.Repeat("a|", n/2) + "a",
		"list":         strings.Repeat("a;", n/2),
		"set -e":       "set -e;" + strings.Repeat("a;", n/2),
		"braces":       strings.Repeat("{a,b}", 1000),
		"turns":        strings.Repeat("for i in {1..200}; do ", 20) + "a" + strings.Repeat("; done", 20),
		"function":     "f() { f; f; }; f",
		"assignments":  strings.Repeat("a=b;", n/4),
		"here-doc":     "cat > f <<'EOF'\n" + strings.Repeat("if ( x [ {\n", n/11) + "EOF\n",
		"python":       "python - <<'EOF'\n" + strings.Repeat("a = open('f')\n", n/15) + "EOF\n",
		"ruby":         "ruby -e '" + strings.Repeat("Dir.glob(1).each { |f| x } ", n/64) + "'",
		"unknown":      strings.Repeat("\x00", 1000) + "a",
		"loops":        strings.Repeat("while a;do ", n/11),
		"wrappers":     strings.Repeat("sudo ", n/5) + "a",
		"doubling":     "a=xx;" + strings.Repeat("a=$a$a;", 60) + "cat $a",
		"functions":    "f() { for i in {1..200}; do g $@; done; }; g() { for j in {1..200}; do f $@ {1..100}; done; }; f a",
		"words":        "a=" + strings.Repeat("x", n/4) + "; echo " + strings.Repeat("$a ", n/4),
		"commas":       strings.Repeat("a ,", n/3),
		"dollars":      "$a = 'xx';" + strings.Repeat("$a = \"$a$a\";", 60) + "cat $a",
		"fields":       "for i in {1..200}; do for j in {1..200}; do echo {1..100}{1..9}; done; done",
		"replacement":  "echo " + strings.Repeat("x", n/4) + " | xargs -I{} echo " + strings.Repeat("{}", n/4),
		"format":       "printf '" + strings.Repeat("x", n/4) + "%s' " + strings.Repeat("a ", n/4) + " | sh",
		"shells":       strings.Repeat("bash -c eval\\ ", 5000),
	} {
		t.Run(name, func(t *testing.T) {
			checkInvariants(t, Parse(line, "/w", ""))
			checkInvariants(t, PowerShell(line, "/w", ""))
		})
	}
}

func TestParseKeepsCommandsAfterLongHereDocument(t *testing.T) {
	line := "cat > x.txt <<'EOF'\n" + strings.Repeat("a line of a long text\n", 200_000) + "EOF\ngit commit -am x"
	if got := render(Parse(line, "/w", "")); got != "cat~; git commit* | write! x.txt" {
		t.Error(got)
	}
}

func BenchmarkParse(b *testing.B) {
	b.ReportAllocs()
	for b.Loop() {
		Parse("cd sub && go vet ./... && go test ./... 2>&1 | tail -20 && git commit -am 'fix it'", "/w", "/home/dev")
	}
}

func BenchmarkParseHereDocument(b *testing.B) {
	line := "cat > f.py <<'EOF'\n" + strings.Repeat("print('a line of a program')\n", 36000) + "EOF\n"
	b.SetBytes(int64(len(line)))
	for b.Loop() {
		Parse(line, "/w", "/home/dev")
	}
}

// render formats a line as in the tables: each command with the names of its gates in <>, @dir if
// it does not run in /w, * if it is Last, ~ if it is Filtered and & if it is Background. The
// touches follow after a bar, with ! if they are Sure.
func render(l Line) string {
	var b strings.Builder
	for i, c := range l.Commands {
		if i > 0 {
			b.WriteString("; ")
		}
		b.WriteString(c.Name)
		if len(c.Gates) > 0 {
			names := make([]string, len(c.Gates))
			for j, g := range c.Gates {
				names[j] = l.Commands[g].Name
			}
			fmt.Fprintf(&b, "<%s>", strings.Join(names, ","))
		}
		switch {
		case c.Dir == "":
			b.WriteString("@?")
		case c.Dir != "/w":
			b.WriteString("@" + strings.TrimPrefix(c.Dir, "/w/"))
		}
		if c.Last {
			b.WriteString("*")
		}
		if c.OutputHidden {
			b.WriteString("~")
		}
		if c.Background {
			b.WriteString("&")
		}
	}
	for i, t := range l.Touches {
		sep := ", "
		if i == 0 {
			sep = " | "
		}
		sure := ""
		if t.Unconditional {
			sure = "!"
		}
		b.WriteString(sep + t.Kind + sure + " " + renderTouch(t))
	}
	return b.String()
}
