package project

import (
	"os"
	"path/filepath"
	"strings"
	"testing"
)

// TestRootIsTheRepository checks that a .witness below a repository's root makes no project, that
// one outside of a repository does, and that a repository inside of a project is found.
func TestRootIsTheRepository(t *testing.T) {
	top := Resolve(t.TempDir())
	for _, dir := range []string{"repo/.git", "repo/web/.witness/rules.d", "repo/sub/.git", "plain/.witness", "loose", "plain/src"} {
		if err := os.MkdirAll(filepath.Join(top, dir), 0o700); err != nil {
			t.Fatal(err)
		}
	}
	for dir, want := range map[string]string{"repo/web": "repo", "repo/sub": "repo/sub", "plain/src": "plain"} {
		if got := Find(filepath.Join(top, dir), "").Root; got != filepath.Join(top, want) {
			t.Errorf("the root of %s is %s", dir, got)
		}
	}
	repo, plain := Find(filepath.Join(top, "repo"), ""), Find(filepath.Join(top, "plain"), "")
	for _, test := range []struct {
		from               Project
		dir, started, want string
	}{
		{repo, "repo", "", "repo"},
		{repo, "repo/web/a/b", "", "repo"},
		{repo, "repo/sub", "", "repo/sub"},
		{repo, "repo/sub/a", "", "repo/sub"},
		{repo, "plain/src", "", "plain"},
		{repo, "loose", "", ""},
		{repo, "loose/a", "loose", "loose"},
		{repo, "repository", "", ""},
		{plain, "plain/src", "", "plain"},
		{plain, "repo/sub/a", "", "repo/sub"},
	} {
		want, started := "", ""
		if test.want != "" {
			want = filepath.Join(top, test.want)
		}
		if test.started != "" {
			started = filepath.Join(top, test.started)
		}
		if got := test.from.Around(filepath.Join(top, test.dir), started); got != want {
			t.Errorf("from %s, %s is in %q, not in %q", test.from.Root, test.dir, got, want)
		}
	}
}

// TestRepositoryAsGitBelievesIt makes a repository and, in it, folders with a .git that git passes by: they belong to
// the repository, so that no empty folder hides what its tests have shown.
func TestRepositoryAsGitBelievesIt(t *testing.T) {
	top := Resolve(t.TempDir())
	write := func(path, text string) {
		t.Helper()
		path = filepath.Join(top, path)
		if err := os.MkdirAll(filepath.Dir(path), 0o700); err != nil {
			t.Fatal(err)
		}
		if err := os.WriteFile(path, []byte(text), 0o600); err != nil {
			t.Fatal(err)
		}
	}
	repository := func(dir, head string) {
		write(dir+"/.git/HEAD", head)
		write(dir+"/.git/objects/x", "")
		write(dir+"/.git/refs/x", "")
	}
	repository("repo", "ref: refs/heads/main\n")
	repository("repo/clone", strings.Repeat("0a", 20)+"\n")
	repository("repo/badhead", "main\n")
	write("repo/empty/.git/x", "")
	write("repo/headless/.git/objects/x", "")
	write("repo/headless/.git/refs/x", "")
	write("repo/bare/.git/HEAD", "ref: refs/heads/main\n")
	write("repo/file/.git", "gitdir: ../.git/worktrees/x\n")
	write("repo/shared/.git/HEAD", "ref: refs/heads/main\n")
	write("repo/shared/.git/commondir", "../../.git\n")
	write("repo/lost/.git/HEAD", "ref: refs/heads/main\n")
	write("repo/lost/.git/commondir", "../../nowhere\n")
	write("alone/.git/x", "")
	project := Find(filepath.Join(top, "repo"), "")
	for dir, want := range map[string]string{
		"repo": "repo", "repo/clone": "repo/clone", "repo/badhead": "repo", "repo/empty": "repo", "repo/headless": "repo", "repo/bare": "repo",
		"repo/file": "repo/file", "repo/shared": "repo/shared", "repo/lost": "repo", "alone": "alone",
	} {
		if got := Find(filepath.Join(top, dir), "").Root; got != filepath.Join(top, want) {
			t.Errorf("the root of %s is %s", dir, got)
		}
		if got := project.Around(filepath.Join(top, dir), ""); got != filepath.Join(top, want) {
			t.Errorf("from repo, %s is in %s", dir, got)
		}
	}
}
