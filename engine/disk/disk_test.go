package disk

import (
	"fmt"
	"os"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"witness"
	"witness/engine/facts"
	"witness/engine/hook"
	"witness/engine/project"
	"witness/engine/shell"
	"witness/engine/store"
	"witness/internal/rows"
)

// TestDisk puts the same questions to a live disk and to that of a recorded session. The live disk
// answers from the files; the recorded one assumes only what the call requires, although the files
// are there.
func TestDisk(t *testing.T) {
	dir, err := filepath.EvalSymlinks(t.TempDir())
	if err != nil {
		t.Fatal(err)
	}
	at := func(name string) string { return filepath.Join(dir, name) }
	for name, text := range map[string]string{
		"a.go": "package a", "b.go": "package a", ".hidden.go": "package a", "sub/c.go": "package c", "clone/.git/HEAD": "",
		"fix.diff": "--- a/a.go\n+++ b/a.go\n@@ -1 +1 @@\n-package a\n+package b\n",
	} {
		if err := os.MkdirAll(filepath.Dir(at(name)), 0o700); err != nil {
			t.Fatal(err)
		}
		if err := os.WriteFile(at(name), []byte(text), 0o600); err != nil {
			t.Fatal(err)
		}
	}
	if err := os.Symlink(at("a.go"), at("link.go")); err != nil {
		t.Skip(err)
	}
	ended := func() *facts.Call {
		return &facts.Call{Event: hook.Event{Session: "s", Moment: hook.After, Tool: hook.Run, Call: "c1"}, Project: project.Project{Dir: dir, Root: dir}}
	}
	kept := func(d facts.Disk, touches ...facts.Touch) []string {
		c := ended()
		for i := range touches {
			touches[i].Via, touches[i].Outcome = "shell", hook.OK
		}
		c.Touches = touches
		d.Verify(c)
		return paths(c.Touches, func(t facts.Touch) string { return t.Path })
	}
	expand := func(d facts.Disk, touch shell.Touch) []string { return d.Expand(ended(), touch) }
	for _, test := range []struct {
		name           string
		ask            func(d facts.Disk) any
		live, recorded any
	}{
		{"an edited file exists", func(d facts.Disk) any { return d.Existed(at("a.go"), hook.Edit) }, true, true},
		{"a missing file that is edited", func(d facts.Disk) any { return d.Existed(at("x.go"), hook.Edit) }, false, true},
		{"a written file exists", func(d facts.Disk) any { return d.Existed(at("a.go"), hook.Write) }, true, false},
		{"a folder is not a file", func(d facts.Disk) any { return d.Existed(at("sub"), hook.Write) }, false, false},
		{"a path", func(d facts.Disk) any { return expand(d, shell.Touch{Path: at("x.go"), Kind: hook.Edit}) }, []string{at("x.go")}, []string{at("x.go")}},
		{"a glob", func(d facts.Disk) any { return expand(d, shell.Touch{Path: at("?.go"), Kind: hook.Read, Glob: true}) }, []string{at("a.go"), at("b.go")}, []string{}},
		{"a folder", func(d facts.Disk) any {
			return expand(d, shell.Touch{Path: at("sub"), Kind: hook.Read, MaybeFolder: true})
		}, []string{at("sub/c.go")}, []string{}},
		{"a name with an extension", func(d facts.Disk) any {
			return expand(d, shell.Touch{Path: at("a.go"), Kind: hook.Read, MaybeFolder: true})
		}, []string{at("a.go")}, []string{at("a.go")}},
		{"a diff file", func(d facts.Disk) any {
			line := shell.Line{Patches: []shell.Patch{{Path: at("fix.diff"), Dir: dir, Strip: 1}}}
			return paths(d.Patches(line), func(t shell.Touch) string { return t.Path })
		}, []string{at("a.go")}, []string{}},
		{"a symbolic link", func(d facts.Disk) any { return d.Link(at("link.go")) }, at("a.go"), ""},
		{"a file is not a link", func(d facts.Disk) any { return d.Link(at("a.go")) }, "", ""},
		{"a pattern leaves out hidden files", func(d facts.Disk) any { return d.Glob(shell.PathWord{Path: at("*den.go"), Glob: true}) }, []string{}, []string{}},
		{"a pattern with hidden files", func(d facts.Disk) any { return d.Glob(shell.PathWord{Path: at("*den.go"), Glob: true, Hidden: true}) }, []string{at(".hidden.go")}, []string{}},
		{"a folder is a folder", func(d facts.Disk) any { return d.IsDir(at("sub")) }, true, false},
		{"a file exists", func(d facts.Disk) any { return d.Exists(at("a.go")) }, true, false},
		{"a repository in a folder of the project", func(d facts.Disk) any { return d.Root(ended(), at("clone/new")) }, at("clone"), dir},
		{"a folder of the project", func(d facts.Disk) any { return d.Root(ended(), at("sub")) }, dir, dir},
		{"a folder that is in no project", func(d facts.Disk) any { return d.Root(ended(), filepath.Dir(dir)) }, "", ""},
		{"a project that is gone", func(d facts.Disk) any { return d.Removed(ended(), at("gone")) }, true, false},
		{"a project has tests", func(d facts.Disk) any { return d.HasTests(ended(), dir) }, false, false},
		{"a read of a missing file is dropped", func(d facts.Disk) any {
			return kept(d, facts.Touch{Path: at("a.go"), Kind: hook.Read}, facts.Touch{Path: at("x.go"), Kind: hook.Read})
		}, []string{at("a.go")}, []string{at("a.go"), at("x.go")}},
		{"a delete of a file that exists is dropped", func(d facts.Disk) any { return kept(d, facts.Touch{Path: at("a.go"), Kind: hook.Delete}) }, []string{}, []string{at("a.go")}},
		{"a test of a file refutes its branch", func(d facts.Disk) any {
			return d.Refutes(ended(), shell.Touch{Conditional: true, Tests: []shell.FileTest{{Path: at("a.go"), Type: "d"}}}, at("b.go"))
		}, true, false},
		{"a change that did not happen is refuted", func(d facts.Disk) any {
			return d.Refutes(ended(), shell.Touch{Kind: hook.Edit, Conditional: true}, at("a.go"))
		}, true, false},
		{"an edit from elsewhere is observed", func(d facts.Disk) any { return observed(t, d, dir, at("b.go")) }, []string{at("b.go")}, []string{}},
	} {
		t.Run(test.name, func(t *testing.T) {
			for _, side := range []struct {
				disk facts.Disk
				want any
			}{{liveDisk(t, dir), test.live}, {&facts.Recorded{}, test.recorded}} {
				if got := test.ask(side.disk); fmt.Sprint(got) != fmt.Sprint(side.want) {
					t.Errorf("%T: got %v, want %v", side.disk, got, side.want)
				}
			}
		})
	}
}

// liveDisk returns a disk with a store in which the call c1 of session s starts an hour from now, so
// that no file has changed since.
func liveDisk(t *testing.T, root string) *Live {
	t.Helper()
	db, err := store.OpenMemory(t.Context(), witness.Files)
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { _ = db.Close() })
	if _, err := db.Exec(t.Context(), rows.Complete("INSERT INTO events (session, t, moment, at, call, tool) VALUES ('s', 1, 'before', ?1, 'c1', 'run')"), time.Now().Add(time.Hour).UnixMilli()); err != nil {
		t.Fatal(err)
	}
	return &Live{DB: db}
}

// observed remembers a file after a read, changes it, and returns the paths that are observed before
// the next edit.
func observed(t *testing.T, d facts.Disk, dir, path string) []string {
	t.Helper()
	c := &facts.Call{Event: hook.Event{Session: "s", Moment: hook.After}, Project: project.Project{Dir: dir, Root: dir}, T: 1}
	c.Touches = []facts.Touch{{Path: path, Kind: hook.Read, Outcome: hook.OK}}
	if err := d.Remember(t.Context(), c); err != nil {
		t.Fatal(err)
	}
	old, err := os.ReadFile(path)
	if err != nil {
		t.Fatal(err)
	}
	if err := os.WriteFile(path, []byte(strings.Repeat(string(old), 2)), 0o600); err != nil {
		t.Fatal(err)
	}
	c.Moment, c.Touches, c.T = hook.Before, []facts.Touch{{Path: path, Kind: hook.Edit}}, 2
	if err := d.Observe(t.Context(), c); err != nil {
		t.Fatal(err)
	}
	return paths(c.Observed, func(t facts.Touch) string { return t.Path })
}

// paths returns the paths of a list of touches.
func paths[T any](list []T, path func(T) string) []string {
	names := []string{}
	for _, t := range list {
		names = append(names, path(t))
	}
	return names
}
