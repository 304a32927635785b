package main

import (
	"bytes"
	"fmt"
	"io/fs"
	"path/filepath"
	"strings"
	"testing"

	"witness"
	"witness/cmd/witness/internal/cli"
	"witness/cmd/witness/internal/term"
	"witness/engine/check"
)

// TestReadme checks that each line that README.md and docs/replay.md show below a replay is in what that command prints in the root of
// the repository, and that the table of docs/precision.md of how often the rules were right is that of docs/precision.tsv. With -update it writes the table.
func TestReadme(t *testing.T) {
	root, err := filepath.Abs("../..")
	if err != nil {
		t.Fatal(err)
	}
	t.Setenv("WITNESS_SYSTEM_CONFIG", filepath.Join(t.TempDir(), "none.toml"))
	t.Chdir(root)
	checkReplays(t, "README.md", "go run -v ./cmd/witness ")
	checkReplays(t, "docs/replay.md", "witness ")
	text := string(read(t, "docs/precision.md"))
	before, rest, ok := strings.Cut(text, "<!-- precision -->\n")
	_, after, ok2 := strings.Cut(rest, "<!-- /precision -->")
	if !ok || !ok2 {
		t.Fatal("docs/precision.md has no place for the table: <!-- precision -->, <!-- /precision -->")
	}
	checkFile(t, "docs/precision.md", before+"<!-- precision -->\n"+precisionTable(t)+"<!-- /precision -->"+after)
}

// checkReplays compares the outputs that a document shows below its replays, which begin with program, with what they print.
func checkReplays(t *testing.T, file, program string) {
	t.Helper()
	compared := 0
	for _, block := range strings.Split(string(read(t, file)), "\n    $ "+program+"replay ")[1:] {
		command, rest, _ := strings.Cut(block, "\n")
		var out, errs bytes.Buffer
		if status := cli.Run(append([]string{"replay"}, strings.Fields(command)...), term.Streams{In: strings.NewReader(""), Out: &out, Err: &errs}); status != term.ExitOK {
			t.Errorf("%s: witness replay %s: exit %d, %s", file, command, status, errs.String())
		}
		for line := range strings.Lines(rest) {
			shown, ok := strings.CutPrefix(line, "    ")
			if !ok && line != "\n" || strings.HasPrefix(shown, "$ ") {
				break
			}
			compared++
			if !strings.Contains(out.String(), shown) {
				t.Errorf("%s: witness replay %s does not print %q, but\n%s", file, command, shown, out.String())
			}
		}
	}
	if compared == 0 {
		t.Errorf("%s shows no output", file)
	}
}

// precisionTable returns what was read of the rules that are on by default, as Markdown.
func precisionTable(t *testing.T) string {
	t.Helper()
	rows, err := check.ReadPrecision(witness.Files)
	if err != nil {
		t.Fatal(err)
	}
	var b strings.Builder
	b.WriteString("| rule | spoke | read | right | wrong | undecidable |\n|---|---|---|---|---|---|\n")
	silent, sessions, calls := 0, 0, 0
	for _, p := range rows {
		if _, err := fs.Stat(witness.Files, "rules.d/"+p.Rule+".sql"); err != nil {
			continue // it is in the folder of a pack
		}
		sessions, calls = max(sessions, p.Sessions), max(calls, p.Calls)
		if p.Read == 0 {
			silent++
			continue
		}
		fmt.Fprintf(&b, "| `%s` | %d | %d | %d | %d | %d |\n", p.Rule, p.Fired, p.Read, p.Right, p.Wrong, p.Undecidable)
	}
	fmt.Fprintf(&b, "\nThat was in %d sessions with %d calls. The other %d rules that are on by default said nothing there, or nothing that was read;\n"+
		"so little was said that no rule has a percentage yet. [rules.md](rules.md) has each rule with its figures, those of the packs too.\n", sessions, calls, silent)
	return b.String()
}
