package eval

import (
	"path/filepath"
	"slices"
	"strings"

	"witness/engine/facts"
	"witness/engine/project"

	"github.com/bmatcuk/doublestar/v4"
)

// isMachineGlob reports whether a glob starts with a placeholder for a path on this machine: ~ is
// the home directory, $config the folders of witness's configuration, $store the store's file,
// $program the program itself.
func isMachineGlob(glob string) bool {
	return strings.HasPrefix(glob, "$") || strings.HasPrefix(glob, "~")
}

// A matcher matches the files of a call with the globs of rules.
type matcher struct {
	call  *facts.Call
	disk  facts.Disk
	store string            // its path
	links map[string]string // targets of symbolic links, "" for paths that are not links
}

// resolveMachineGlobs returns the globs that have placeholders, with these replaced.
func (m *matcher) resolveMachineGlobs(paths []string) []string {
	globs := []string{}
	add := func(place, rest string) {
		if place != "" {
			globs = append(globs, project.QuoteGlob(project.Resolve(filepath.Dir(place))+"/"+filepath.Base(place))+rest)
		}
	}
	for _, p := range paths {
		if rest, ok := strings.CutPrefix(p, "$config"); ok {
			add(project.UserConfigDir(), rest)
			add(filepath.Dir(project.SystemConfig()), rest)
		} else if rest, ok := strings.CutPrefix(p, "$store"); ok {
			add(m.store, rest)
		} else if rest, ok := strings.CutPrefix(p, "$program"); ok {
			add(project.Program(), rest)
		} else if rest, ok := strings.CutPrefix(p, "~"); ok {
			add(project.Home(), rest)
		}
	}
	return globs
}

// globs returns the globs of a rule that may match a path. It resolves placeholders only for a path outside of the project,
// or if the store, the user's configuration or the program is inside of it: resolving takes longer than all other matching, and
// nearly all paths are inside.
func (m *matcher) globs(r *Rule, path string) []string {
	if !slices.ContainsFunc(r.Paths, isMachineGlob) {
		return r.Paths
	}
	root := m.call.Project.Root
	inside := func(place string) bool { return place != "" && project.Within(place, root) }
	if inside(path) && !inside(m.store) && !inside(project.UserConfigDir()) && !inside(project.Program()) {
		return r.Paths // unresolved, a placeholder matches no file
	}
	if r.machineGlobs == nil {
		r.machineGlobs = append(m.resolveMachineGlobs(r.Paths), slices.DeleteFunc(slices.Clone(r.Paths), isMachineGlob)...)
	}
	return r.machineGlobs
}

// matchesFile reports whether a rule's globs match a file or, if it is a link, its target.
func (m *matcher) matchesFile(r *Rule, t facts.Touch) bool {
	return project.Selects(m.globs(r, t.Path), m.call.Project.File(t.Path)) || m.linksToMatch(r, t.Path)
}

// linksToMatch reports whether a path is a link to a file that a rule's globs match.
func (m *matcher) linksToMatch(r *Rule, path string) bool {
	target, ok := m.links[path]
	if !ok {
		target = m.disk.Link(path)
		m.links[path] = target // needed by every rule that has paths
	}
	return target != "" && project.Selects(m.globs(r, target), m.call.Project.File(target))
}

// namedFiles returns the files and folders that a command names and a rule's globs match, and the
// folders that it names above such files. A command that only prints has none.
func (m *matcher) namedFiles(r *Rule, cmd facts.Command) (named, above []string) {
	if cmd.Inert {
		return nil, nil
	}
	note := func(list *[]string, file string) {
		if !slices.Contains(*list, file) {
			*list = append(*list, file)
		}
	}
	for _, name := range cmd.Paths {
		paths := []string{name.Path}
		if name.Glob {
			paths = append(paths, m.disk.Glob(name)...)
		}
		for _, path := range paths {
			path = m.call.Project.Path(path)
			file := m.call.Project.File(path)
			switch {
			case project.Selects(m.globs(r, path), file) || m.linksToMatch(r, path):
				note(&named, file)
			case containsGuarded(m.disk, m.call.Project.Root, path, m.globs(r, path)):
				note(&above, file)
			}
		}
	}
	return named, above
}

// containsGuarded reports whether a folder contains the file or folder named by the part of one of the globs before its first
// special character. A glob that is not absolute is tried below the project and below the home directory.
func containsGuarded(disk facts.Disk, root, folder string, globs []string) bool {
	if !disk.IsDir(folder) {
		return false
	}
	return slices.ContainsFunc(globs, func(glob string) bool {
		if strings.HasPrefix(glob, "!") {
			return false
		}
		base, pattern := doublestar.SplitPattern(glob)
		if !strings.ContainsAny(pattern, `*?[{\\`) {
			base = filepath.Join(base, pattern)
		}
		if base == "." {
			return false
		}
		for _, anchor := range []string{root, project.Home()} {
			if filepath.IsAbs(base) {
				anchor = ""
			}
			if at := filepath.Join(anchor, base); project.Within(at, folder) && disk.Exists(at) {
				return true
			}
		}
		return false
	})
}
