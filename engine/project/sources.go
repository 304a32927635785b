package project

import (
	"io/fs"
	"os"
	"path/filepath"

	"witness/engine/bundle"
)

// Sources returns the sources of files for a project, lowest layer first: embedded in the
// program, the user's folder, the project's root and its .witness folder. root "" is no project.
func Sources(embedded fs.FS, root string) []bundle.Source {
	list := []bundle.Source{{Origin: "embedded", FS: embedded}}
	if dir := UserConfigDir(); dir != "" {
		list = append(list, bundle.Source{Origin: "user", FS: bundle.Dir(dir), Dir: dir})
	}
	if root != "" {
		dir := filepath.Join(root, ".witness")
		list = append(list,
			bundle.Source{Origin: "project", FS: bundle.Dir(root), Shared: true},
			bundle.Source{Origin: "project", FS: bundle.Dir(dir), Dir: ".witness"})
	}
	return list
}

// userConfigDir is the folder of a user's configuration and files: $XDG_CONFIG_HOME/witness or
// ~/.config/witness, "" if there is no home.
func UserConfigDir() string {
	if dir := os.Getenv("XDG_CONFIG_HOME"); dir != "" {
		return filepath.Join(dir, "witness")
	}
	home, err := os.UserHomeDir()
	if err != nil || home == "" {
		return ""
	}
	return filepath.Join(home, ".config", "witness")
}
