package git

import (
	"os"
	"os/exec"
	"path/filepath"
	"slices"
	"strings"
	"testing"
	"time"
)

// run runs git in a folder and returns what it prints.
func run(t *testing.T, dir string, args ...string) string {
	t.Helper()
	cmd := exec.CommandContext(t.Context(), "git", args...)
	cmd.Dir = dir
	cmd.Env = append(os.Environ(), "GIT_CONFIG_GLOBAL="+os.DevNull, "GIT_CONFIG_SYSTEM="+os.DevNull,
		"GIT_AUTHOR_NAME=a", "GIT_AUTHOR_EMAIL=a@example.org", "GIT_COMMITTER_NAME=a", "GIT_COMMITTER_EMAIL=a@example.org")
	out, err := cmd.CombinedOutput()
	if err != nil {
		t.Fatalf("git %s: %v\n%s", strings.Join(args, " "), err, out)
	}
	return strings.TrimSpace(string(out))
}

func write(t *testing.T, path, text string) {
	t.Helper()
	if err := os.MkdirAll(filepath.Dir(path), 0o755); err != nil {
		t.Fatal(err)
	}
	if err := os.WriteFile(path, []byte(text), 0o644); err != nil {
		t.Fatal(err)
	}
}

// newRepository returns the folder of a repository with one commit of three files.
func newRepository(t *testing.T) string {
	t.Helper()
	dir := filepath.Join(t.TempDir(), "shop")
	if err := os.Mkdir(dir, 0o755); err != nil {
		t.Fatal(err)
	}
	run(t, dir, "init", "-q", "-b", "main")
	for _, name := range []string{"cart.go", "docs/a.md", "docs/a/b.md"} {
		write(t, filepath.Join(dir, filepath.FromSlash(name)), "one\n")
	}
	run(t, dir, "add", ".")
	run(t, dir, "commit", "-q", "-m", "first")
	return dir
}

func open(t *testing.T, dir string) *Repository {
	t.Helper()
	r, ok := Open(dir)
	if !ok {
		t.Fatalf("no repository in %s", dir)
	}
	return r
}

// dirty returns the names of the files that differ from the index.
func dirty(r *Repository) (names []string, known bool) {
	list, known := r.Dirty()
	for _, d := range list {
		names = append(names, d.File)
	}
	return names, known
}

func TestRefs(t *testing.T) {
	dir := newRepository(t)
	head := run(t, dir, "rev-parse", "HEAD")
	r := open(t, dir)
	if r.Branch() != "main" || r.Head() != head || r.DefaultBranch() != "" {
		t.Errorf("branch %q, head %q, default %q", r.Branch(), r.Head(), r.DefaultBranch())
	}
	if _, known := r.Pushed(); known {
		t.Error("without a remote it is known what was pushed")
	}
	clone := filepath.Join(filepath.Dir(dir), "clone")
	run(t, dir, "clone", "-q", dir, clone)
	run(t, clone, "pack-refs", "--all")
	r = open(t, clone)
	pushed, known := r.Pushed()
	if r.DefaultBranch() != "main" || r.Head() != head || !pushed || !known {
		t.Errorf("clone: default %q, head %q, pushed %v %v", r.DefaultBranch(), r.Head(), pushed, known)
	}
	run(t, clone, "commit", "-q", "--allow-empty", "-m", "second")
	if pushed, known := open(t, clone).Pushed(); pushed || !known {
		t.Errorf("after a commit: pushed %v %v", pushed, known)
	}
	run(t, clone, "checkout", "-q", "--detach")
	if r := open(t, clone); r.Branch() != "" || r.Head() != run(t, clone, "rev-parse", "HEAD") {
		t.Errorf("detached: %q %q", r.Branch(), r.Head())
	}
}

func TestWorktree(t *testing.T) {
	dir := newRepository(t)
	tree := filepath.Join(filepath.Dir(dir), "tree")
	run(t, dir, "worktree", "add", "-q", "-b", "topic", tree)
	main, r := open(t, dir), open(t, tree)
	if r.Branch() != "topic" || r.Head() != main.Head() || r.Identity() != main.Identity() {
		t.Errorf("branch %q, head %q, identity %q and not %q", r.Branch(), r.Head(), r.Identity(), main.Identity())
	}
	write(t, filepath.Join(tree, "cart.go"), "two\n")
	run(t, tree, "stash")
	for _, r := range []*Repository{main, r} {
		list, known := r.Stashes()
		if !known || len(list) != 1 || list[0].Branch != "topic" || list[0].At == 0 {
			t.Errorf("stashes: %v %v", list, known)
		}
	}
	run(t, dir, "stash", "drop")
	if list, known := main.Stashes(); !known || len(list) != 0 {
		t.Errorf("after drop: %v %v", list, known)
	}
}

// TestDirty compares what differs from the index with what git says, for each version of the index.
func TestDirty(t *testing.T) {
	for _, version := range []string{"2", "3", "4"} {
		dir := newRepository(t)
		run(t, dir, "update-index", "--index-version", version)
		if version == "3" {
			write(t, filepath.Join(dir, "new.go"), "new\n")
			run(t, dir, "add", "--intent-to-add", "new.go") // only such entries need version 3
			write(t, filepath.Join(dir, "kept.go"), "new\n")
			run(t, dir, "add", "kept.go")
			run(t, dir, "update-index", "--skip-worktree", "kept.go")
			write(t, filepath.Join(dir, "kept.go"), "other\n")
		}
		check := func(when string) {
			t.Helper()
			list, known := dirty(open(t, dir))
			want := strings.Fields(run(t, dir, "diff", "--name-only"))
			if !known || !slices.Equal(list, want) {
				t.Errorf("version %s, %s: %q %v, want %q", version, when, list, known, want)
			}
		}
		check("clean")
		past := time.Now().Add(-time.Hour)
		if err := os.Chtimes(filepath.Join(dir, "cart.go"), past, past); err != nil {
			t.Fatal(err)
		}
		list, known := dirty(open(t, dir)) // before git writes the new time down
		if !known || slices.Contains(list, "cart.go") {
			t.Errorf("version %s: a file with another time and the same content differs: %q", version, list)
		}
		write(t, filepath.Join(dir, "docs", "a.md"), "two\n") // of the same size, maybe in the same moment
		if err := os.Remove(filepath.Join(dir, "docs", "a", "b.md")); err != nil {
			t.Fatal(err)
		}
		check("changed")
		run(t, dir, "add", "-A")
		check("added")
	}
}

func TestDamagedIndex(t *testing.T) {
	dir := newRepository(t)
	path := filepath.Join(dir, ".git", "index")
	data, err := os.ReadFile(path)
	if err != nil {
		t.Fatal(err)
	}
	for n := range data {
		write(t, path, string(data[:n]))
		// Without its extensions it is an index, too.
		if list, known := dirty(open(t, dir)); known && len(list) > 0 {
			t.Fatalf("the first %d bytes are an index: %q", n, list)
		}
	}
}

// TestRestores checks what a checkout would change, from the index and from another state.
func TestRestores(t *testing.T) {
	dir := newRepository(t)
	all := []string{"cart.go", "docs"}
	check := func(when string, state map[string]string, want ...string) {
		t.Helper()
		if got := open(t, dir).Restores(all, state); !slices.Equal(got, want) {
			t.Errorf("%s: %q, want %q", when, got, want)
		}
	}
	id := run(t, dir, "rev-parse", "HEAD:cart.go")
	check("clean", nil)
	check("the same", map[string]string{"cart.go": id, "docs/a.md": id, "docs/a/b.md": id})
	check("without a file", map[string]string{"cart.go": id, "docs/a.md": id}, "docs")
	check("with another file", map[string]string{"cart.go": id, "docs/a.md": id, "docs/a/b.md": id, "docs/c.md": id}, "docs")
	write(t, filepath.Join(dir, "cart.go"), "two\n")
	check("changed", nil, "cart.go")
	run(t, dir, "add", ".")
	check("added", nil)
	check("of the commit", map[string]string{"cart.go": id, "docs/a.md": id, "docs/a/b.md": id}, "cart.go")
	write(t, filepath.Join(dir, ".git", "index"), "damaged")
	check("damaged", nil, all...)
}

// TestSetting compares the settings of a configuration with what git reads.
func TestSetting(t *testing.T) {
	dir := newRepository(t)
	path := filepath.Join(dir, ".git", "config")
	write(t, path, "[core]\n\tbare = false\n\tci = no\n[Alias] st = status -sb # short\n\tci = commit\n\tCI = commit -v\n\tlg = \"log --format=\\\"%h;%s\\\"\" ; end\n"+
		"\tup = !git pull && \\\n  git push\n[user]\n\tbr = no\n[remote \"origin\"]\n\tpush = +refs/heads/main\n[include]\n\tpath = more\n")
	write(t, filepath.Join(dir, ".git", "more"), "[core]\n\thooksPath = hooks\n[alias]\n\tlast = log -1\n[include]\n\tpath = more\n")
	for _, name := range []string{"alias.st", "alias.ci", "alias.lg", "alias.up", "remote.origin.push"} {
		if got, want := open(t, dir).Setting(name), run(t, dir, "config", "--no-includes", "--local", name); got != want {
			t.Errorf("%s: %q, want %q", name, got, want)
		}
	}
	if got := open(t, dir).Setting("core.hooksPath") + open(t, dir).Setting("alias.last"); got != "hookslog -1" {
		t.Errorf("included: %q", got)
	}
	if got := open(t, dir).Setting("alias.br"); got != "" {
		t.Errorf("br: %q", got)
	}
}

// TestTree compares the hash of the working copy with what git would write.
func TestTree(t *testing.T) {
	dir := newRepository(t)
	for _, name := range []string{"docs.md", "docs-x/c.md", "docs/a/z", "b dir/ü.go"} {
		write(t, filepath.Join(dir, filepath.FromSlash(name)), name)
	}
	run(t, dir, "add", ".")
	run(t, dir, "commit", "-q", "-m", "second")
	check := func(what string, others ...string) {
		t.Helper()
		run(t, dir, "add", "-u")
		want := run(t, dir, "write-tree")
		run(t, dir, "reset", "-q")
		if hash, known := open(t, dir).Tree(others); !known || hash != want {
			t.Errorf("%s: %s, %v, want %s", what, hash, known, want)
		}
	}
	check("as it was committed")
	if hash, _ := open(t, dir).Tree(nil); hash != run(t, dir, "rev-parse", "HEAD^{tree}") {
		t.Error("a clean working copy has not the tree of its commit")
	}
	write(t, filepath.Join(dir, "cart.go"), "two\n")
	check("a changed file")
	if err := os.Chmod(filepath.Join(dir, "cart.go"), 0o755); err != nil {
		t.Fatal(err)
	}
	write(t, filepath.Join(dir, "cart.go"), "three\n")
	check("one that is executable, too")
	if err := os.RemoveAll(filepath.Join(dir, "docs", "a")); err != nil {
		t.Fatal(err)
	}
	check("a folder that is gone")

	// A file that Git does not know is part of the tree if it is named.
	write(t, filepath.Join(dir, "new", "test.go"), "new")
	run(t, dir, "add", "new")
	run(t, dir, "add", "-u")
	want := run(t, dir, "write-tree")
	run(t, dir, "reset", "-q")
	if hash, known := open(t, dir).Tree([]string{"new/test.go", "new/none.go", "../outside", "cart.go"}); !known || hash != want {
		t.Errorf("with a new file: %s, %v, want %s", hash, known, want)
	}
}

// TestRun asks git about the repository of a directory, also if the process was started by a hook of another one.
func TestRun(t *testing.T) {
	if _, err := exec.LookPath("git"); err != nil {
		t.Skip(err)
	}
	one, other := t.TempDir(), t.TempDir()
	run(t, one, "init", "-q", "-b", "one")
	run(t, other, "init", "-q", "-b", "other")
	t.Setenv("GIT_DIR", filepath.Join(other, ".git"))
	out, err := Run(t.Context(), one, "symbolic-ref", "--short", "HEAD")
	if err != nil || string(out) != "one\n" {
		t.Errorf("%q, %v", out, err)
	}
}
