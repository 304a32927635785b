package fleet

import (
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"testing"
)

// TestIdentify identifies clones of one repository as Git makes them: each way of cloning it, spelling its remote or checking it out leads to
// the same name, but for another history and for a clone without a remote.
func TestIdentify(t *testing.T) {
	dir := t.TempDir()
	config := filepath.Join(dir, "gitconfig")
	text := "[user]\nname = a\nemail = a@b\n[init]\ndefaultBranch = main\n[protocol \"file\"]\nallow = always\n[url \"https://github.com/\"]\ninsteadOf = gh:\n"
	if err := os.WriteFile(config, []byte(text), 0o600); err != nil {
		t.Fatal(err)
	}
	t.Setenv("GIT_CONFIG_GLOBAL", config)
	git := func(in string, args ...string) {
		t.Helper()
		out, err := exec.CommandContext(t.Context(), "git", append([]string{"-C", filepath.Join(dir, in)}, args...)...).CombinedOutput()
		if err != nil {
			t.Fatalf("git %s: %v\n%s", strings.Join(args, " "), err, out)
		}
	}
	begin := func(name, message string) {
		t.Helper()
		git("", "init", "-q", name)
		git(name, "commit", "-q", "--allow-empty", "-m", message)
		git(name, "commit", "-q", "--allow-empty", "-m", "second")
	}
	begin("shop", "first")
	begin("other", "another first")
	clone := func(name, remote string, args ...string) {
		t.Helper()
		git("", append(append([]string{"clone", "-q"}, args...), "file://"+filepath.Join(dir, "shop"), name)...)
		git(name, "remote", "set-url", "origin", remote)
	}
	clone("plain", "git@github.com:acme/shop.git")
	clone("short", "gh:Acme/shop")
	clone("shallow", "https://github.com/acme/shop", "--depth=1")
	clone("pages", "https://github.com/acme/shop")
	git("pages", "checkout", "-q", "--orphan", "gh-pages")
	git("pages", "commit", "-q", "--allow-empty", "-m", "pages")
	clone("merged", "https://github.com/acme/shop")
	git("merged", "fetch", "-q", filepath.Join(dir, "other"), "main")
	git("merged", "merge", "-q", "--allow-unrelated-histories", "-m", "merge", "FETCH_HEAD")
	git("plain", "worktree", "add", "-q", filepath.Join(dir, "worktree"), "-b", "side")
	clone("fork", "https://github.com/bob/shop")
	clone("alone", "https://github.com/acme/shop")
	git("alone", "remote", "remove", "origin")
	git("other", "remote", "add", "origin", "https://github.com/acme/shop")

	known := identify(t.Context(), filepath.Join(dir, "plain")).root()
	if len(known) != 40 {
		t.Fatalf("the first commit is %q", known)
	}
	for name, want := range map[string]string{
		"plain": "github.com/acme/shop", "short": "github.com/acme/shop", "shallow": "github.com/acme/shop", "pages": "github.com/acme/shop",
		"merged": "github.com/acme/shop", "worktree": "github.com/acme/shop", "fork": "github.com/bob/shop", "alone": "root/" + known,
		"other": "github.com/acme/shop#" + identify(t.Context(), filepath.Join(dir, "other")).root()[:12],
	} {
		if got := identify(t.Context(), filepath.Join(dir, name)).id(known); got != want {
			t.Errorf("%s is %s, want %s", name, got, want)
		}
	}
}
