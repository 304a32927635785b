package project

import (
	"io/fs"
	"os"
	"path/filepath"

	"witness/engine/bundle"
)

// Sources returns the sources of rules, readers and queries for a project, as the function Sources does, with the rules that are
// in the configuration. What stands in a file of settings comes after the files of the same layer.
func (c *Config) Sources(embedded fs.FS, root string) (list []bundle.Source) {
	tables := map[string][]bundle.Table{}
	for _, t := range c.tables {
		tables[t.origin] = append(tables[t.origin], t.Table)
	}
	sources := Sources(embedded, root, c.Accepted)
	for i, s := range sources {
		list = append(list, s)
		if i+1 < len(sources) && sources[i+1].Origin == s.Origin {
			continue
		}
		for _, origin := range []string{"policy", "user", "project"} {
			next := i+1 == len(sources) || LayerOf(sources[i+1].Origin) > LayerOf(origin)
			if LayerOf(origin) >= LayerOf(s.Origin) && next && len(tables[origin]) > 0 {
				list = append(list, bundle.Source{Origin: origin, Accepted: s.Accepted, Tables: tables[origin], Own: embedded})
				delete(tables, origin)
			}
		}
	}
	return list
}

// Sources returns the sources of rules, readers and queries for a project, lowest layer first: the
// files embedded in the program, the team's policy, the user's configuration directory, the project's packs, its root and
// its .witness directory. Without a root, those of the project are left out. accepted is what a person has
// accepted of the project's files, nil if all of them are trusted.
func Sources(embedded fs.FS, root string, accepted *bundle.Accepted) []bundle.Source {
	list := []bundle.Source{{Origin: "embedded", FS: embedded}}
	if dir := PolicyDir(); dir != "" && exists(dir) {
		list = append(list, bundle.Source{Origin: "policy", FS: bundle.Dir(dir), Dir: dir, Own: embedded})
	}
	if dir := UserConfigDir(); dir != "" {
		list = append(list, bundle.Source{Origin: "user", FS: bundle.Dir(dir), Dir: dir, Own: embedded})
	}
	if root != "" {
		dir := filepath.Join(root, ".witness")
		list = append(list, packSources(embedded, root, accepted)...)
		list = append(list,
			bundle.Source{Origin: "project", FS: bundle.Dir(root), Shared: true, Accepted: accepted, Own: embedded},
			bundle.Source{Origin: "project", FS: bundle.Dir(dir), Dir: ".witness", Accepted: accepted, Own: embedded})
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
