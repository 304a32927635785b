// Package hostile has files of a repository that are as large and as wrong as they can be, for the test that a hook speaks beside them, and for
// the benchmark, which compares its time with that beside none.
package hostile

import (
	"fmt"
	"os"
	"path/filepath"
	"strings"
)

// Projects returns the files of each project by their paths in it, by what is hostile.
func Projects() map[string]map[string]string {
	return map[string]map[string]string{
		"24,000 options":      settings("[rules.no_edit_unread]\n" + lines(24_000, "k%d = 1\n")),
		"options":             settings("[rules.no_edit_unread]\n" + lines(490, "k%d = 1\n")),
		"tables":              settings(lines(490, "[k%d]\n")),
		"comments":            settings(strings.Repeat("#\n", 8000)),
		"globs":               settings("[files]\ntest = [" + lines(160, `"{a,b}{c,d}{e,f}*%d*",`) + "]\n"),
		"9,999 files":         rules(9999, "--- tools = [\"edit\"]\n--- message = \"x\"\n\nSELECT 1"),
		"rules that apply":    rules(499, "--- tools = [\"edit\"]\n--- severity = \"warn\"\n--- message = \"x\"\n\nSELECT 1 WHERE 0"),
		"the most rules":      rules(64, "--- tools = [\"edit\"]\n--- severity = \"warn\"\n--- message = \"x\"\n\nSELECT 1 WHERE 0"),
		"large files":         rules(40, "--- tools = [\"edit\"]\n--- message = \"x\"\n\nSELECT 1 --"+strings.Repeat("x", 250_000)),
		"headers":             rules(19, lines(150, "--- k%d = { a = 1 }\n")+"\nSELECT 1"),
		"alternatives":        rules(1, "--- paths = [\""+strings.Repeat("{*,*a}", 30)+"x\"]\n--- message = \"x\"\n\nSELECT 1"),
		"a header of options": rules(1, lines(9000, "--- k%d = 1\n")+"\nSELECT 1"),
	}
}

// Write writes the files of a project.
func Write(dir string, files map[string]string) error {
	for path, text := range files {
		path = filepath.Join(dir, path)
		if err := os.MkdirAll(filepath.Dir(path), 0o755); err != nil {
			return err
		}
		if err := os.WriteFile(path, []byte(text), 0o644); err != nil {
			return err
		}
	}
	return nil
}

func lines(n int, format string) string {
	var b strings.Builder
	for i := range n {
		fmt.Fprintf(&b, format, i)
	}
	return b.String()
}

func rules(n int, text string) map[string]string {
	files := map[string]string{}
	for i := range n {
		files[fmt.Sprintf(".witness/rules.d/r%d.sql", i)] = text
	}
	return files
}

func settings(text string) map[string]string { return map[string]string{".witness.toml": text} }
