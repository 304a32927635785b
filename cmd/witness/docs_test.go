package main

import (
	"bytes"
	"os"
	"os/exec"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"github.com/rogpeppe/go-internal/diff"

	"witness"
	"witness/cmd/witness/internal/cli"
	"witness/cmd/witness/internal/term"
	"witness/cmd/witness/scripttest"
	"witness/engine/bundle"
	"witness/engine/check"
	"witness/engine/store"
)

// TestDocsAreCurrent checks that what `witness rules docs` and `witness config schema` print describes the rules, the schema, the views, the
// configuration and the headers as they are. With -update it writes these files.
func TestDocsAreCurrent(t *testing.T) {
	checkFile(t, "../../docs/rules.md", ruleDocs(t))
	checkFile(t, "../../docs/schema.md", schemaDocs(t))
	checkFile(t, "../../docs/renamed.tsv", renamed(t))
	checkFile(t, "../../views.sql", shellViews(t))
	checkFile(t, "../../docs/config.schema.json", configSchema(t))
	checkFile(t, "../../docs/header.schema.json", headerSchema(t, "witness: the header of a rule or a question", bundle.Rules, bundle.Queries))
	checkFile(t, "../../docs/reader.schema.json", headerSchema(t, "witness: a reader", bundle.Facts))
}

// TestMeasured checks what docs/rules.md says of the figures of a rule.
func TestMeasured(t *testing.T) {
	rows := []check.Precision{
		{Rule: "one", Date: "2026-11-22", Version: "v0.1.0", Sessions: 2, Calls: 200, Fired: 3, Read: 3, Right: 1, Wrong: 1, Undecidable: 1, WrongBlocks: 1},
		{Rule: "two", Date: "2026-11-22", Version: "v0.1.0", Sessions: 2, Calls: 200, Fired: 1, Reason: "nobody has read it"},
		{Rule: "three", Reason: "it is new"},
	}
	for i, want := range []string{
		"Measured on 22 November 2026 with v0.1.0: in 2 recorded sessions with 200 calls it fired 3 times (1.50 per 100 calls). Of these, 3 were read: 1 right, 1 wrong, 1 undecidable. 1 of the wrong ones blocked.",
		"Measured on 22 November 2026 with v0.1.0: in 2 recorded sessions with 200 calls it fired once (0.50 per 100 calls). None of its verdicts was read. Nobody has read it.",
		"Not measured. It is new.",
	} {
		if got := measured(rows[i]); got != want {
			t.Errorf("got %s\nwant %s", got, want)
		}
	}
}

// TestIndexesAreCurrent checks that the indexes of witness's own readers and rules describe them as they are. With
// -update it writes them.
func TestIndexesAreCurrent(t *testing.T) {
	for _, kind := range []string{bundle.Facts, bundle.Rules, bundle.Queries} {
		index, headers, err := bundle.IndexOwn(witness.Files, kind)
		if err != nil {
			t.Fatal(err)
		}
		checkFile(t, "../../"+kind+".d/"+bundle.OwnIndex, index)
		checkFile(t, "../../"+kind+".d/"+bundle.OwnHeaders, headers)
	}
	rows, err := check.ReadPrecision(os.DirFS("../.."))
	if err != nil {
		t.Fatal(err)
	}
	const stages = "../../engine/project/stages.tsv"
	text, err := os.ReadFile(stages)
	if err != nil {
		t.Fatal(err)
	}
	since := map[string]string{}
	for row := range strings.Lines(string(text)) {
		cells := strings.Split(strings.TrimSpace(row), "\t")
		since[cells[0]] = strings.Join(cells[2:], "")
	}
	checkFile(t, stages, stageTable(rows, since))
}

// shellViews returns the views for the shell sqlite3.
func shellViews(t *testing.T) string {
	t.Helper()
	db, err := store.OpenMemory(t.Context(), witness.Files)
	if err != nil {
		t.Fatal(err)
	}
	defer db.Close()
	return `-- The views, for the shell sqlite3: with them a rule runs by hand as it stands. Written by just docs from the folder views.
--
--     sqlite3 "$(witness db path)"
--     .read views.sql
--     .parameter set :session "'5f0c'"
--     .read rules.d/test_after_edits.sql
--
-- ` + "`witness why ID --sqlite`" + ` prints the parameters of a verdict. One that is not set is NULL, and compares with nothing.

.parameter init
` + db.ShellViews()
}

// renamed returns the earlier names of witness's own rules, as programs that compare the verdicts of two versions read
// them: an old name, a tab and a present one.
func renamed(t *testing.T) string {
	t.Helper()
	var lines []string
	for _, f := range (bundle.Loader{Sources: []bundle.Source{{Origin: "embedded", FS: witness.Files}}}).Load(bundle.Rules) {
		if err := f.Parse(); err != nil {
			t.Fatal(err)
		}
		for _, was := range f.Was {
			lines = append(lines, was+"\t"+f.Name+"\n")
		}
	}
	slices.Sort(lines)
	return "# was\tis\n" + strings.Join(lines, "")
}

// checkFile compares a file with its expected contents, or writes them with -update.
func checkFile(t *testing.T, file, want string) {
	t.Helper()
	have, err := os.ReadFile(file)
	if err != nil {
		t.Fatal(err)
	}
	if string(have) == want {
		return
	}
	if !*scripttest.Update {
		t.Errorf("%s is not current; just docs writes it:\n%s", file, diff.Diff("as it is", have, "as it should be", []byte(want)))
		return
	}
	if err := os.WriteFile(file, []byte(want), 0o644); err != nil {
		t.Fatal(err)
	}
}

// TestWritingRules follows docs/writing-rules.md in a new project: a block that begins with
// ```LANGUAGE FILE is written to that file, and in a block ```console each line after "$ " is a
// command, followed by its output. With -update the outputs in the document are replaced.
func TestWritingRules(t *testing.T) {
	followDocument(t, "../../docs/writing-rules.md")
	followDocument(t, "../../docs/instances.md")
}

// TestWritingReaders follows docs/writing-readers.md in the same way.
func TestWritingReaders(t *testing.T) {
	followDocument(t, "../../docs/writing-readers.md")
}

// followDocument does what a document says in a new project.
func followDocument(t *testing.T, document string) {
	t.Helper()
	text, err := os.ReadFile(document)
	if err != nil {
		t.Fatal(err)
	}
	home, err := filepath.EvalSymlinks(t.TempDir())
	if err != nil {
		t.Fatal(err)
	}
	project := filepath.Join(home, "shop")
	for name, content := range map[string]string{
		"limits.toml":      "[limits]\nbefore_ms = 60000\nafter_ms = 60000\n",
		"shop/.git/config": "", "shop/cart.go": "package cart\n", "shop/session.jsonl": "",
	} {
		if name == "shop/session.jsonl" {
			recorded, err := os.ReadFile("../../examples/session.jsonl")
			if err != nil {
				t.Fatal(err)
			}
			content = string(recorded)
		}
		writeFile(t, filepath.Join(home, name), content)
	}
	var out strings.Builder
	lines := strings.SplitAfter(string(text), "\n")
	for i := 0; i < len(lines); i++ {
		out.WriteString(lines[i])
		language, file, _ := strings.Cut(strings.TrimSpace(strings.TrimPrefix(lines[i], "```")), " ")
		if !strings.HasPrefix(lines[i], "```") || language == "" {
			continue
		}
		var block []string
		for i++; !strings.HasPrefix(lines[i], "```"); i++ {
			block = append(block, lines[i])
		}
		switch {
		case language == "console":
			for _, line := range block {
				if command, ok := strings.CutPrefix(line, "$ "); ok {
					out.WriteString(line + printed(t, home, project, command))
				}
			}
		default:
			if file != "" {
				writeFile(t, filepath.Join(project, file), strings.Join(block, ""))
			}
			out.WriteString(strings.Join(block, ""))
		}
		out.WriteString(lines[i])
	}
	checkFile(t, document, out.String())
}

// printed runs a command in the project and returns its output and errors as the document shows them.
func printed(t *testing.T, home, project, command string) string {
	t.Helper()
	var out bytes.Buffer
	cmd := exec.CommandContext(t.Context(), "sh", "-c", command)
	cmd.Dir, cmd.Stdout, cmd.Stderr = project, &out, &out
	cmd.Env = []string{"PATH=" + os.Getenv("PATH"), "HOME=" + home, "TMPDIR=" + home, "WITNESS_SYSTEM_CONFIG=" + filepath.Join(home, "limits.toml")}
	if err := cmd.Run(); err != nil && out.Len() == 0 {
		t.Fatalf("%s: %v", command, err)
	}
	return strings.ReplaceAll(out.String(), home, "/home/you")
}

// writeFile writes a file and creates its parent directories.
func writeFile(t *testing.T, path, text string) {
	t.Helper()
	if err := os.MkdirAll(filepath.Dir(path), 0o755); err != nil {
		t.Fatal(err)
	}
	if err := os.WriteFile(path, []byte(text), 0o644); err != nil {
		t.Fatal(err)
	}
}

// TestReplayDocs runs the replays in docs/replay.md and compares their output.
func TestReplayDocs(t *testing.T) {
	text, err := os.ReadFile("../../docs/replay.md")
	if err != nil {
		t.Fatal(err)
	}
	root, err := filepath.Abs("../..")
	if err != nil {
		t.Fatal(err)
	}
	t.Setenv("WITNESS_SYSTEM_CONFIG", filepath.Join(t.TempDir(), "none.toml"))
	t.Chdir(root)
	blocks := strings.Split(string(text), "\n    $ witness replay ")[1:]
	if len(blocks) == 0 {
		t.Fatal("no replay in docs/replay.md")
	}
	for _, block := range blocks {
		command, rest, _ := strings.Cut(block, "\n")
		var want strings.Builder
		for line := range strings.Lines(rest) {
			if line != "\n" && !strings.HasPrefix(line, "    ") {
				break
			}
			want.WriteString(strings.TrimPrefix(line, "    "))
		}
		var out, errs bytes.Buffer
		status := cli.Run(append([]string{"replay"}, strings.Fields(command)...), term.Streams{In: strings.NewReader(""), Out: &out, Err: &errs})
		if status != term.ExitOK || strings.TrimSpace(out.String()) != strings.TrimSpace(want.String()) {
			t.Errorf("witness replay %s: exit %d, %s\n%s\ndocs/replay.md has\n%s", command, status, errs.String(), out.String(), want.String())
		}
	}
}
