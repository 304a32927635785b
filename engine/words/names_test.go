package words

import (
	"slices"
	"testing"
)

// TestOfPath checks by which names a user can have meant a path.
func TestOfPath(t *testing.T) {
	const path, root, home = "/home/me/shop/specs/001-Login/Plan.md", "/home/me/shop", "/home/me"
	names := OfPath(path, root, home)
	for _, name := range []string{"001-login", "specs", "./specs/001-login/", "plan.md", "plan", "specs/001-login/plan.md", path, "/home/me/shop/specs", "@specs"[1:], `specs\001-login`} {
		if !slices.Contains(names, Hash(name)) {
			t.Errorf("%s does not name %s", name, path)
		}
	}
	for _, name := range []string{"me", "home", "login", "001", "specs/plan.md", "md", "shop"} {
		if slices.Contains(names, Hash(name)) {
			t.Errorf("%s names %s", name, path)
		}
	}
	if !slices.Contains(OfPath("/home/me/notes/a.txt", root, home), Hash("~/notes")) {
		t.Error("~/notes does not name a folder at home")
	}
}
