package guard

import (
	"path"
	"slices"
	"strings"

	"witness/engine/project"
	"witness/engine/shell"
)

// gitValued lists the flags that take a separate value, of the subcommands of git that the guard reads.
var gitValued = map[string]string{
	"git clean": "-e --exclude", "git stash": "-m --message", "git checkout": "-b -B --orphan --conflict", "git restore": "-s --source", "git add": "", "git rm": "", "git reset": "",
}

// git returns the effects of the subcommands that remove untracked files, or put files into the state of a revision. A
// change to another branch is none, nor is a patch: what they do to the settings is noticed. Nor is a stash that a later command takes back. What other
// subcommands do to the files that they name is known by the touches of the line.
func (g *Guard) git(cmd shell.Command, later []shell.Command) []Effect {
	valued, ok := gitValued[cmd.Name]
	if !ok {
		return nil
	}
	flags, named, before := shell.GitWords(cmd.Args, valued)
	has := func(list ...string) bool {
		return slices.ContainsFunc(list, func(f string) bool { return slices.Contains(flags, f) })
	}
	revision, scopes := "", []string{g.call.Project.Root}
	switch cmd.Name {
	case "git add":
		g.added = append(g.added, g.scopes(cmd, named)...)
		return nil
	case "git rm":
		if has("--cached") {
			g.dropped = append(g.dropped, g.scopes(cmd, named)...)
		}
		return nil
	case "git clean":
		if has("-n", "--dry-run") || !has("-f", "--force") {
			return nil
		}
		places := slices.DeleteFunc(g.inScope(g.scopes(cmd, named)), func(p place) bool {
			file := g.call.Project.File(p.Path)
			// Without -d a folder without tracked files stays, unless it is named.
			return !has("-d") && len(named) == 0 && strings.Contains(file, "/") || isExcluded(cmd.Args, file)
		})
		return g.changesAll(g.untracked(places, has("-x"), has("-X")))
	case "git stash":
		sub := append(slices.Concat(before, named), "push")[0]
		if len(cmd.Args) > 0 && !strings.HasPrefix(cmd.Args[0], "-") && sub != "push" && sub != "save" {
			return nil
		}
		if slices.ContainsFunc(later, func(c shell.Command) bool {
			return c.Name == "git stash" && slices.Equal(c.Args[:min(1, len(c.Args))], []string{"pop"})
		}) {
			return nil // no hook runs before the end of the line
		}
		if paths := slices.DeleteFunc(named, func(s string) bool { return s == "push" }); len(paths) > 0 && sub != "save" { // else it takes all of the repository
			scopes = g.scopes(cmd, paths)
		}
		places := g.inScope(scopes)
		if !has("-u", "--include-untracked", "-a", "--all") {
			places = slices.DeleteFunc(places, func(p place) bool {
				return !slices.ContainsFunc(g.added, func(added string) bool { return project.Within(p.Path, added) })
			})
		}
		return append(g.changesAll(g.untracked(places, has("-a", "--all"), false)), g.restores("HEAD", scopes)...)
	case "git reset":
		if !has("--hard") {
			return nil
		}
		revision = lastOf(append([]string{"HEAD"}, named...))
	default:
		isFile := func(name string) bool { return g.disk.Exists(g.pathsOf(cmd, name)[0]) }
		switch {
		case cmd.Name == "git restore":
			for i, a := range cmd.Args {
				if a == "-s" || a == "--source" {
					revision = lastOf(cmd.Args[:min(i+2, len(cmd.Args))])
				} else if value, ok := strings.CutPrefix(a, "--source="); ok {
					revision = value
				}
			}
		case len(before) > 0:
			revision = before[0]
		case len(named) > 1 && !isFile(named[0]):
			revision, named = named[0], named[1:]
		case len(named) == 1 && !isFile(named[0]) && !slices.Contains(cmd.Args, "--"):
			return nil // another branch
		}
		if len(named) == 0 || has("-S", "--staged") && !has("-W", "--worktree") {
			return nil
		}
		scopes = g.scopes(cmd, named)
	}
	return g.restores(revision, scopes)
}

// scopes returns the folders and files that a git command is about: those named, or the directory it runs in.
func (g *Guard) scopes(cmd shell.Command, named []string) []string {
	named = slices.Clone(named)
	for i, name := range named {
		if magic, rest, ok := strings.Cut(name, ")"); ok && strings.HasPrefix(magic, ":(") {
			name = strings.TrimSuffix(strings.TrimSuffix(rest, "/**"), "/*")
		}
		named[i] = strings.TrimPrefix(name, ":/")
	}
	return g.pathsOf(cmd, named...)
}

// isExcluded reports whether an option -e of git clean keeps a file.
func isExcluded(args []string, file string) bool {
	for i, a := range args {
		ok := i > 0 && (args[i-1] == "-e" || args[i-1] == "--exclude") || strings.HasPrefix(a, "-e") || strings.HasPrefix(a, "--exclude=")
		pattern := strings.TrimPrefix(strings.TrimPrefix(a, "--exclude="), "-e")
		pattern = strings.Trim(strings.TrimSuffix(pattern, "/**"), "/")
		if matched, err := path.Match(pattern, path.Base(file)); ok && (matched && err == nil || file == pattern || strings.HasPrefix(file, pattern+"/")) {
			return true
		}
	}
	return false
}

// inScope returns the protected places of the project that exist below one of the folders or files.
func (g *Guard) inScope(scopes []string) (list []place) {
	for _, p := range g.places() {
		if project.Within(p.Path, g.call.Project.Root) && g.disk.Exists(p.Path) && slices.ContainsFunc(scopes, func(s string) bool {
			ok, err := path.Match(s, p.Path)
			return project.Within(p.Path, s) || p.Folder && project.Within(s, p.Path) || ok && err == nil
		}) {
			list = append(list, p)
		}
	}
	return list
}

// pathsIn returns the paths of places.
func pathsIn(places []place) (paths []string) {
	for _, p := range places {
		paths = append(paths, p.Path)
	}
	return paths
}

// untracked returns those of the places that are, or contain, a file that git does not know: all, or those that it
// ignores, or those that it does not ignore.
func (g *Guard) untracked(places []place, all, ignored bool) []place {
	if len(places) == 0 {
		return nil
	}
	which := "unignored"
	if all {
		which = "all"
	} else if ignored {
		which = "ignored"
	}
	files := append(g.disk.Untracked(g.call.Project.Root, which, pathsIn(places)), g.dropped...)
	return slices.DeleteFunc(places, func(p place) bool {
		return !slices.ContainsFunc(files, func(file string) bool { return project.Within(file, p.Path) || project.Within(p.Path, file) })
	})
}

// restores returns the effects of putting what is below the scopes into the state of a revision, "" for the index: on
// the protected places that are not in that state.
func (g *Guard) restores(revision string, scopes []string) []Effect {
	if strings.Contains(revision, "@{") {
		return nil // what was checked out before
	}
	places := g.inScope(scopes)
	changed := g.disk.Restores(g.call.Project.Root, revision, pathsIn(places))
	return g.changesAll(slices.DeleteFunc(places, func(p place) bool { return !slices.Contains(changed, p.Path) }))
}
