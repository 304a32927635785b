package shell

import (
	"maps"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"github.com/rogpeppe/go-internal/txtar"
)

// TestParseTestdata checks the lines in testdata. The name of each archive member is the expected
// summary of the line.
func TestParseTestdata(t *testing.T) {
	for _, name := range []string{"sessions.txtar", "invented.txtar", "agents.txtar", "hostile.txtar"} {
		table, err := txtar.ParseFile(filepath.Join("testdata", name))
		if err != nil {
			t.Fatal(err)
		}
		if len(table.Files) < 200 {
			t.Errorf("%s has %d lines", name, len(table.Files))
		}
		for _, c := range table.Files {
			line, parse := strings.TrimSuffix(string(c.Data), "\n"), Parse
			if rest, ok := strings.CutPrefix(line, "PS> "); ok {
				line, parse = rest, PowerShell
			}
			got := parse(line, "/w", "/home/dev")
			if commands, files := summary(got); commands+files != sortTouches(c.Name) {
				t.Errorf("%s: %s\n got: %s%s\nwant: %s", name, line, commands, files, sortTouches(c.Name))
			}
		}
	}
}

// summary returns the names of the commands of a line, and its touches in alphabetical order after
// a bar.
func summary(l Line) (commands, files string) {
	names := make([]string, len(l.Commands))
	for i, c := range l.Commands {
		names[i] = c.Name
	}
	touches := map[string]bool{}
	for _, t := range l.Touches {
		touches[t.Kind+" "+renderTouch(t)] = true
	}
	for _, p := range l.Patches {
		touches["apply "+strings.TrimPrefix(p.Path, "/w/")] = true
	}
	if len(touches) > 0 {
		files = " | " + strings.Join(slices.Sorted(maps.Keys(touches)), ", ")
	}
	return strings.Join(names, "; "), files
}

// renderTouch formats the path of a touch. A deep pattern contains **, a path that looks like a
// folder ends in a slash, and the pattern that the file is copied from follows in parentheses.
func renderTouch(t Touch) string {
	if strings.Contains(t.From, "*") {
		from := t.From
		t.From = ""
		return renderTouch(t) + " (" + strings.TrimPrefix(from, "/w/") + ")"
	}
	if t.MaybeFolder && !looksLikeFile(t.Path) {
		t.MaybeFolder = false
		return renderTouch(t) + "/"
	}
	if t.Recursive {
		return strings.TrimPrefix(parentDir(t.Path)+"/**"+strings.TrimPrefix(t.Path, parentDir(t.Path)), "/w/")
	}
	return strings.TrimPrefix(t.Path, "/w/")
}

// sortTouches sorts the touches of an expected summary.
func sortTouches(want string) string {
	commands, files, ok := strings.Cut(want, " | ")
	if !ok {
		return want
	}
	list := strings.Split(files, ", ")
	slices.Sort(list)
	return commands + " | " + strings.Join(slices.Compact(list), ", ")
}
