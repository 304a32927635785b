package project

import (
	"os"
	"path/filepath"
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
