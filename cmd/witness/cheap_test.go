//go:build unix

package main

import (
	"fmt"
	"os"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"witness/engine/hook"
)

// TestHostileFilesAreCheap compares the processor time of a hook with and without files of a repository that
// are as large and as wrong as they can be. The least of several hooks counts, in turns.
func TestHostileFilesAreCheap(t *testing.T) {
	const most = 1.5
	lines := func(n int, format string) (text string) {
		for i := range n {
			text += fmt.Sprintf(format, i)
		}
		return text
	}
	rules := func(n int, text string) map[string]string {
		files := map[string]string{}
		for i := range n {
			files[fmt.Sprintf(".witness/rules.d/r%d.sql", i)] = text
		}
		return files
	}
	settings := func(text string) map[string]string { return map[string]string{".witness.toml": text} }
	plain := newWorld(t)
	worlds := map[string]*world{}
	for name, files := range map[string]map[string]string{
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
	} {
		w := newWorld(t)
		for path, text := range files {
			path = filepath.Join(w.dir, path)
			if err := os.MkdirAll(filepath.Dir(path), 0o755); err != nil {
				t.Fatal(err)
			}
			w.write(path, text)
		}
		worlds[name] = w
	}
	used := func(w *world, name string, i int) time.Duration {
		cmd, out := w.hook(t.Context(), w.call(name, fmt.Sprint("c", i), hook.Before, hook.Edit))
		if err := cmd.Run(); err != nil || i > 0 && !strings.Contains(out.String(), "no_edit_unread") {
			t.Fatalf("%v %s", err, out)
		}
		return cmd.ProcessState.UserTime() + cmd.ProcessState.SystemTime()
	}
	for name, w := range worlds {
		used(plain, name, 0) // the first call of each creates the store and records the mistakes
		used(w, name, 0)
		least, leastPlain := time.Hour, time.Hour
		for i := 1; i < 60; i++ {
			least, leastPlain = min(least, used(w, name, i)), min(leastPlain, used(plain, name, i))
			if i > 10 && float64(least) < most*float64(leastPlain) {
				break
			}
		}
		if ratio := float64(least) / float64(leastPlain); ratio > most {
			t.Errorf("%s: a hook takes %.2f times as long", name, ratio)
		} else {
			t.Logf("%s: %.2f", name, ratio)
		}
	}
}
