package main

import (
	"bytes"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"testing"
)

// TestDocsAreCurrent: docs/rules.md and docs/schema.md are what the rules, the schema and
// the views say of themselves. With -update they are written anew.
func TestDocsAreCurrent(t *testing.T) {
	for file, args := range map[string][]string{
		"../../docs/rules.md":  {"rules", "docs"},
		"../../docs/schema.md": {"rules", "docs", "schema"},
	} {
		var out, complaint strings.Builder
		if status := run(args, strings.NewReader(""), &out, &complaint); status != exitOK {
			t.Fatal(complaint.String())
		}
		same(t, file, out.String())
	}
}

// same holds a file to what it should be, or makes it so with -update.
func same(t *testing.T, file, want string) {
	t.Helper()
	have, err := os.ReadFile(file)
	if err != nil {
		t.Fatal(err)
	}
	if string(have) == want {
		return
	}
	if !*update {
		t.Errorf("%s is not current; run just docs and read the difference", file)
		return
	}
	if err := os.WriteFile(file, []byte(want), 0o644); err != nil {
		t.Fatal(err)
	}
}

// TestWritingRules does what docs/writing-rules.md says, in a new project: a block whose
// first line is ```LANGUAGE FILE is written to that file, and in a block ```console each
// line after "$ " is a command, followed by what it prints. With -update the document is
// given what the commands print now.
func TestWritingRules(t *testing.T) {
	const document = "../../docs/writing-rules.md"
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
	same(t, document, out.String())
}

// printed is what a command prints in the project, errors in between, as the document shows it.
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

// writeFile writes a file and the folders it lies in.
func writeFile(t *testing.T, path, text string) {
	t.Helper()
	if err := os.MkdirAll(filepath.Dir(path), 0o755); err != nil {
		t.Fatal(err)
	}
	if err := os.WriteFile(path, []byte(text), 0o644); err != nil {
		t.Fatal(err)
	}
}
