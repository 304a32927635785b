package guard

import (
	"path"
	"slices"

	"witness/engine/project"
)

// inScope returns the protected places of the project that exist below one of the folders or files.
func (g *Guard) inScope(scopes []string) (list []place) {
	for _, p := range g.places() {
		if !project.Within(p.Path, g.call.Project.Root) || !g.disk.Exists(p.Path) {
			continue
		}
		if slices.ContainsFunc(scopes, func(s string) bool {
			ok, err := path.Match(s, p.Path)
			return project.Within(p.Path, s) || p.Folder && project.Within(s, p.Path) || ok && err == nil
		}) {
			list = append(list, p)
		}
	}
	return list
}

// untracked returns those of the places that are, or contain, a file that git does not know. which says which of
// them: "all", "unignored" or "ignored".
func (g *Guard) untracked(places []place, which string) (list []place) {
	var paths []string
	for _, p := range places {
		paths = append(paths, p.Path)
	}
	if len(paths) == 0 {
		return nil
	}
	files := g.disk.Untracked(g.call.Project.Root, which, paths)
	for _, p := range places {
		within := func(file string) bool { return project.Within(file, p.Path) }
		if slices.ContainsFunc(files, within) || slices.ContainsFunc(g.dropped, func(d string) bool { return project.Within(p.Path, d) }) {
			list = append(list, p)
		}
	}
	return list
}

// changesAll returns the effects of a change of all these places.
func (g *Guard) changesAll(places []place) (effects []Effect) {
	for _, p := range places {
		effects = append(effects, g.changes(p, p.Path))
	}
	return effects
}
