package project

import (
	"os"
	"path/filepath"
	"strings"

	"witness/engine/bundle"
	"witness/engine/regular"
)

// isRepository reports whether git takes a folder for the root of a repository: its .git is a file, which git follows or fails
// at, or a folder with HEAD, objects and refs. Git ignores any other .git, such as an empty folder, and uses the repository
// above. So must witness: as a project of its own, the folder would not know what the tests of that repository have shown.
func isRepository(dir string) bool {
	git := filepath.Join(dir, ".git")
	info, err := os.Stat(git)
	if err != nil || !info.IsDir() {
		return err == nil && info.Mode().IsRegular()
	}
	if !isHead(filepath.Join(git, "HEAD")) {
		return false
	}
	common := git
	if shared, ok := pointer(filepath.Join(git, "commondir"), ""); ok {
		common = shared
	}
	for _, name := range []string{"objects", "refs"} {
		if info, err := os.Stat(filepath.Join(common, name)); err != nil || !info.IsDir() {
			return false
		}
	}
	return true
}

// RepositoryOf returns the nearest ancestor of a directory, or the directory itself, that git takes for the root of a repository, ""
// if there is none. The home directory may be one, although it is never a project.
func RepositoryOf(dir string) string {
	for up := Resolve(dir); up != ""; up = filepath.Dir(up) {
		if isRepository(up) {
			return up
		}
		if up == filepath.Dir(up) {
			break
		}
	}
	return ""
}

// isHead reports whether a file names a branch or a commit, as HEAD does. It may be a link to the branch.
func isHead(path string) bool {
	if target, err := os.Readlink(path); err == nil && strings.HasPrefix(target, "refs/") {
		return true
	}
	text, err := regular.ReadNoFollow(path, bundle.MaxFileSize)
	if err != nil {
		return false
	}
	head := strings.TrimSpace(string(text))
	if ref, ok := strings.CutPrefix(head, "ref:"); ok {
		return strings.HasPrefix(strings.TrimSpace(ref), "refs/")
	}
	return len(head) >= 40 && strings.Trim(head[:40], "0123456789abcdef") == ""
}
