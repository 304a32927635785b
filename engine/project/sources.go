package project

import (
	"io/fs"
	"os"
	"path/filepath"

	"witness/engine/bundle"
)

// Sources returns the sources of rules, readers and queries for a project, lowest layer first: the
// files embedded in the program, the team's policy, the user's configuration directory, the project's packs, its root and
// its .witness directory. Without a root, those of the project are left out. accepted is what a person has
// accepted of the project's files, nil if all of them are trusted.
func Sources(embedded fs.FS, root string, accepted *bundle.Accepted) []bundle.Source {
	list := []bundle.Source{{Origin: "embedded", FS: embedded}}
	if dir := PolicyDir(); dir != "" && exists(dir) {
		list = append(list, bundle.Source{Origin: "policy", FS: bundle.Dir(dir), Dir: dir})
	}
	if dir := UserConfigDir(); dir != "" {
		list = append(list, bundle.Source{Origin: "user", FS: bundle.Dir(dir), Dir: dir})
	}
	if root != "" {
		dir := filepath.Join(root, ".witness")
		list = append(list, packSources(root, accepted)...)
		list = append(list,
			bundle.Source{Origin: "project", FS: bundle.Dir(root), Shared: true, Accepted: accepted},
			bundle.Source{Origin: "project", FS: bundle.Dir(dir), Dir: ".witness", Accepted: accepted})
	}
	return list
}

// UserConfigDir returns the user's configuration directory: $XDG_CONFIG_HOME/witness, or
// ~/.config/witness, or "" if the user has no home directory.
func UserConfigDir() string {
	if dir := os.Getenv("XDG_CONFIG_HOME"); filepath.IsAbs(dir) { // a relative one would be below the working directory
		return filepath.Join(dir, "witness")
	}
	home := Home()
	if home == "" {
		return ""
	}
	return filepath.Join(home, ".config", "witness")
}
