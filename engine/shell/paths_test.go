package shell

import "testing"

// TestPathsOfGitBash reads a path as Git Bash does where the shell is on a drive of Windows, and as Unix does elsewhere.
func TestPathsOfGitBash(t *testing.T) {
	for _, c := range []struct{ dir, path, want string }{
		{"D:/shop", "/d/shop/a.go", "D:/shop/a.go"},
		{`D:\shop`, "/c/Users/dev", "C:/Users/dev"},
		{"/D:/shop", "/d/shop/src", "/D:/shop/src"}, // a recording on another system
		{"/D:/shop", "/d", "/D:"},
		{"D:/shop", "/d", "D:/"},
		{"D:/shop", "/dev/null", "/dev/null"},
		{"D:/shop", "/tmp/a.go", "/tmp/a.go"},
		{"D:/shop", "E:/a.go", "E:/a.go"},
		{"D:/shop", "//server/share", "/server/share"},
		{"/home/dev", "/d/shop/a.go", "/d/shop/a.go"},
		{"", "/d/shop/a.go", "/d/shop/a.go"},
	} {
		if got := resolve(c.dir, field{text: c.path}); got != c.want {
			t.Errorf("resolve(%q, %q) = %q, want %q", c.dir, c.path, got, c.want)
		}
	}
}
