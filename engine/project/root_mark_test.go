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
	for _, dir := range []string{"repo/.git", "repo/web/.witness/rules.d", "repo/sub/.git", "plain/.witness", "plain/src"} {
		if err := os.MkdirAll(filepath.Join(top, dir), 0o700); err != nil {
			t.Fatal(err)
		}
	}
	for dir, want := range map[string]string{"repo/web": "repo", "repo/sub": "repo/sub", "plain/src": "plain"} {
		if got := Find(filepath.Join(top, dir), "").Root; got != filepath.Join(top, want) {
			t.Errorf("the root of %s is %s", dir, got)
		}
	}
	if got := RepositoryOf(filepath.Join(top, "repo/sub"), filepath.Join(top, "repo")); got != filepath.Join(top, "repo/sub") {
		t.Errorf("the repository of repo/sub is %q", got)
	}
	if got := RepositoryOf(filepath.Join(top, "repo/web"), filepath.Join(top, "repo")); got != "" {
		t.Errorf("repo/web is a repository: %q", got)
	}
}
