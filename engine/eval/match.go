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

// resolveMachineGlobs returns the globs that have placeholders, with these replaced.
func (e *Evaluator) resolveMachineGlobs(paths []string) []string {
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
			add(e.DB.Path, rest)
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
func (v *Evaluation) globs(r *Rule, path string) []string {
	if !slices.ContainsFunc(r.Paths, isMachineGlob) {
		return r.Paths
	}
	root := v.call.Project.Root
	inside := func(place string) bool { return place != "" && project.Within(place, root) }
	if inside(path) && !inside(v.DB.Path) && !inside(project.UserConfigDir()) && !inside(project.Program()) {
		return r.Paths // unresolved, a placeholder matches no file
	}
	if r.machineGlobs == nil {
		r.machineGlobs = append(v.resolveMachineGlobs(r.Paths), slices.DeleteFunc(slices.Clone(r.Paths), isMachineGlob)...)
	}
	return r.machineGlobs
}

// matchesFile reports whether a rule's globs match a file or, if it is a link, its target.
func (v *Evaluation) matchesFile(r *Rule, t facts.Touch) bool {
	return project.Selects(v.globs(r, t.Path), v.call.Project.File(t.Path)) || v.linksToMatch(r, t.Path)
}

// linksToMatch reports whether a path is a link to a file that a rule's globs match.
func (v *Evaluation) linksToMatch(r *Rule, path string) bool {
	target, ok := v.links[path]
	if !ok {
		target = v.Disk.Link(path)
		v.links[path] = target // needed by every rule that has paths
	}
	return target != "" && project.Selects(v.globs(r, target), v.call.Project.File(target))
}

// namedFiles returns the files and folders that a command names and a rule's globs match, and the
// folders that it names above such files. A command that only prints has none.
func (v *Evaluation) namedFiles(r *Rule, cmd facts.Command) (named, above []string) {
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
			paths = append(paths, v.Disk.Glob(name)...)
		}
		for _, path := range paths {
			path = v.call.Project.Path(path)
			file := v.call.Project.File(path)
			switch {
			case project.Selects(v.globs(r, path), file) || v.linksToMatch(r, path):
				note(&named, file)
			case containsGuarded(v.Disk, v.call.Project.Root, path, v.globs(r, path)):
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
