package guard

import (
	"io/fs"
	"os"
	"path/filepath"
	"slices"
	"strings"

	"witness/engine/agent"
	"witness/engine/bundle"
	"witness/engine/project"
	"witness/engine/shell"
)

// A place is a file or folder that is protected.
type place struct {
	Path       string
	Of         string
	Folder     bool // everything in it is protected as well
	Executable bool // it has no effect if it is not executable

	// client has the settings in the file; nil for a file in which every difference counts.
	client   *agent.Agent
	settings *agent.Settings
}

// contains reports whether a path is the place or in it. Case is ignored: on a file system that ignores it,
// .WITNESS.TOML is the configuration, and on any other nobody needs a file of that name.
func (p place) contains(path string) bool {
	if strings.EqualFold(path, p.Path) {
		return true
	}
	if !p.Folder {
		return false
	}
	_, ok := cutFolder(path, p.Path)
	return ok
}

// cutFolder returns the path below a folder, and whether it is in it, without regard to case.
func cutFolder(path, folder string) (string, bool) {
	n := len(strings.TrimSuffix(folder, string(filepath.Separator)))
	if len(path) <= n || !os.IsPathSeparator(path[n]) || !strings.EqualFold(path[:n], folder[:n]) {
		return "", false
	}
	return path[n+1:], true
}

// places returns what is protected in the call: the settings of all clients, of the project and of the user, and
// witness's own configuration and store. The files of another project, such as a fixture or a template inside
// of this one, are not among them.
func (g *Guard) places() []place {
	if g.known != nil {
		return g.known
	}
	root, dir := g.call.Project.Root, g.call.Project.Dir
	roots := []string{root}
	if started := project.Resolve(g.call.Event.Project); started != "" && started != root && project.Within(started, root) {
		roots = append(roots, started)
	}
	homes := project.Homes()
	add := func(a *agent.Agent, s *agent.Settings, folder bool, path string) {
		p := place{Path: path, Of: Hooks, Folder: folder, Executable: s.Mode&0o111 != 0}
		if !folder {
			p.client, p.settings = a, s
		}
		g.known = append(g.known, p)
	}
	for _, a := range agent.All {
		for i, list := range [][]agent.Settings{a.Settings(), a.ExtraSettings(), a.Guarded(), a.PluginFolders()} {
			for j := range list {
				s, folder := &list[j], i == 3
				switch s.Scope {
				case "project":
					for _, r := range roots {
						add(a, s, folder, filepath.Join(r, s.Path))
					}
				case "user":
					for _, h := range homes {
						add(a, s, folder, agent.Machine{Home: h, Getenv: os.Getenv}.Path(*s))
					}
				default:
					add(a, s, folder, s.Path)
				}
			}
		}
	}
	own := func(folder bool, of string, paths ...string) {
		for _, path := range paths {
			g.known = append(g.known, place{Path: path, Of: of, Folder: folder})
		}
	}
	for up := dir; project.Within(up, root); up = filepath.Dir(up) {
		own(false, Configuration, filepath.Join(up, ".witness.toml"))
		if up == filepath.Dir(up) {
			break
		}
	}
	own(true, Configuration, filepath.Join(root, ".witness"), "/etc/witness")
	own(false, Configuration, project.SystemConfig())
	if user := project.UserConfigDir(); user != "" {
		own(true, Configuration, user, project.Resolve(user))
	}
	own(true, Store, project.StateDir(), project.Resolve(project.StateDir()))
	if g.store != "" {
		own(false, Store, g.store, g.store+"-wal", g.store+"-shm", g.store+"-journal")
	}
	return g.known
}

// programPlaces returns the program that runs, and where PATH finds it or would find another one first.
func (g *Guard) programPlaces() []place {
	if g.programs == nil {
		for _, path := range project.Programs() {
			g.programs = append(g.programs, place{Path: path, Of: Program, Executable: true})
		}
	}
	return g.programs
}

// match returns the place that a path is, or is in. content is what will be in the file, "" if it is not known.
func (g *Guard) match(path, content string) (place, bool) {
	if path == "" {
		return place{}, false
	}
	if p, ok := g.matchExactly(path, content); ok {
		return p, true
	}
	if target := g.disk.Link(path); target != "" {
		return g.matchExactly(target, content)
	}
	return place{}, false
}

// matchExactly is match without following a link.
func (g *Guard) matchExactly(path, content string) (place, bool) {
	base := filepath.Base(path)
	for _, p := range g.places() {
		if p.contains(path) {
			return p, true
		}
		if strings.EqualFold(base, filepath.Base(p.Path)) && strings.EqualFold(path, g.resolve(p.Path)) {
			return p, true
		}
	}
	if strings.EqualFold(base, filepath.Base(project.Program())) || strings.HasPrefix(strings.ToLower(base), "witness") {
		for _, p := range g.programPlaces() {
			if p.contains(path) {
				return p, true
			}
		}
	}
	if g.isFileOfWitness(path, content) {
		return place{Path: path, Of: Configuration}, true
	}
	return place{}, false
}

// resolve returns the path of a place with the links of its folder resolved: ~/.claude may be a link into a folder
// of dotfiles.
func (g *Guard) resolve(path string) string {
	dir := filepath.Dir(path)
	real, ok := g.resolved[dir]
	if !ok {
		real = project.Resolve(dir)
		g.resolved[dir] = real
	}
	return filepath.Join(real, filepath.Base(path))
}

// isFileOfWitness reports whether a path in rules.d, facts.d or queries.d at the project's root is a file of
// witness: it has a header, or will have one, or the name of one of witness's own. Other programs have such
// folders, too.
func (g *Guard) isFileOfWitness(path, content string) bool {
	rel, ok := cutFolder(path, g.call.Project.Root)
	dir, name := filepath.Split(filepath.ToSlash(rel))
	if !ok || !bundle.Belongs(dir+name) {
		return false
	}
	if _, err := fs.Stat(g.embedded, dir+name); err == nil {
		return true
	}
	return bundle.HasHeader(path, content) || bundle.HasHeader(path, g.disk.Text(path))
}

// inside returns the protected places below a folder that exist, with those that are the folder itself.
func (g *Guard) inside(folder string) (list []place) {
	for _, p := range slices.Concat(g.places(), g.programPlaces()) {
		path := p.Path
		if _, ok := cutFolder(path, folder); !ok && !strings.EqualFold(path, folder) {
			if !strings.EqualFold(filepath.Base(filepath.Dir(path)), filepath.Base(folder)) {
				continue
			}
			path = g.resolve(p.Path)
			if _, ok := cutFolder(path, folder); !ok {
				continue
			}
		}
		if g.disk.Exists(path) && !slices.ContainsFunc(list, func(o place) bool { return o.Path == p.Path }) {
			list = append(list, p)
		}
	}
	if slices.Contains([]string{"rules.d", "facts.d", "queries.d"}, filepath.Base(folder)) && filepath.Dir(folder) == g.call.Project.Root {
		for _, path := range g.disk.Glob(shell.PathWord{Path: filepath.Join(folder, "*.*"), Glob: true, Hidden: true}) {
			if g.isFileOfWitness(path, "") {
				list = append(list, place{Path: path, Of: Configuration})
			}
		}
	}
	return list
}
