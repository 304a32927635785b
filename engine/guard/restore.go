package guard

import (
	"path/filepath"
	"slices"
	"strings"

	"witness/engine/project"
	"witness/engine/shell"
)

// checkout returns the effects of putting files into the state of the index or of another revision.
func (g *Guard) checkout(cmd shell.Command) []Effect {
	const valued = "-s --source -b -B --orphan --conflict"
	named, revision := pathspecs(cmd.Args, valued), ""
	at := slices.Index(cmd.Args, "--")
	switch flags := gitFlags(cmd.Args, valued); {
	case cmd.Name == "git restore":
		has := func(short, long string) bool { return slices.Contains(flags, short) || slices.Contains(flags, long) }
		if has("-S", "--staged") && !has("-W", "--worktree") {
			return nil
		}
		for i, a := range cmd.Args {
			if value, ok := strings.CutPrefix(a, "--source="); ok {
				revision = value
			} else if (a == "-s" || a == "--source") && i+1 < len(cmd.Args) {
				revision = cmd.Args[i+1]
			}
		}
	case at >= 0:
		named = cmd.Args[at+1:]
		if before := pathspecs(cmd.Args[:at], valued); len(before) > 0 {
			revision = before[0]
		}
	case len(named) > 1 && !g.disk.Exists(g.scopes(cmd, named[:1])[0]):
		revision, named = named[0], named[1:]
	}
	if len(named) == 0 {
		return nil // another branch
	}
	scopes := g.scopes(cmd, named)
	if slices.Contains(named, "$?") {
		for _, word := range cmd.Paths {
			if word.Glob {
				scopes = append(scopes, g.absolute(filepath.Dir(word.Path))) // $(git ls-files .claude)
			}
		}
	}
	if strings.Contains(revision, "$?") && !slices.Contains(scopes, g.call.Project.Root) {
		return g.changesAll(g.inScope(scopes)) // a revision that is not known
	}
	return g.restores(revision, scopes)
}

// reset returns the effects of git reset --hard, and of --keep and --merge, which leave alone what differs from the last commit.
func (g *Guard) reset(cmd shell.Command) []Effect {
	root := []string{g.call.Project.Root}
	revision := lastOf(pathspecs(cmd.Args, ""), "HEAD")
	switch flags := gitFlags(cmd.Args, ""); {
	case slices.Contains(flags, "--hard"):
	case slices.Contains(flags, "--keep"), slices.Contains(flags, "--merge"):
		return g.differs("HEAD", revision, root)
	default:
		return nil
	}
	if _, inner, ok := strings.Cut(cmd.Text, "git rev-parse "); ok && revision == "$?" {
		inner, _, _ = strings.Cut(inner, ")")
		revision = lastOf(strings.Fields(strings.Trim(inner, `"'`)), "")
	}
	return append(g.changesAll(g.untracked(g.added(g.inScope(root)), "unignored")), g.restores(revision, root)...)
}

// added returns those of the places that the line has just added to the index.
func (g *Guard) added(places []place) []place {
	return slices.DeleteFunc(places, func(p place) bool {
		return !slices.ContainsFunc(g.index, func(added string) bool { return project.Within(p.Path, added) })
	})
}

// lastOf returns the last word of a list, or another one if there is none.
func lastOf(words []string, other string) string {
	if len(words) == 0 {
		return other
	}
	return words[len(words)-1]
}

// sparse returns the effects of git sparse-checkout set: it takes away the files that git knows in the folders that it
// does not name.
func (g *Guard) sparse(cmd shell.Command) []Effect {
	if len(cmd.Args) == 0 || cmd.Args[0] != "set" {
		return nil
	}
	kept := g.scopes(cmd, append(pathspecs(cmd.Args[1:], ""), "."))
	places := g.inScope([]string{g.call.Project.Root})
	places = slices.DeleteFunc(places, func(p place) bool {
		return filepath.Dir(p.Path) == g.call.Project.Root || slices.ContainsFunc(kept[:len(kept)-1], func(dir string) bool { return project.Within(p.Path, dir) })
	})
	unknown := g.untracked(places, "all")
	return g.changesAll(slices.DeleteFunc(places, func(p place) bool {
		return slices.ContainsFunc(unknown, func(u place) bool { return u.Path == p.Path })
	}))
}

// restores returns the effects of putting what is below the scopes into the state of a revision, "" for the index: on
// the protected places that are not in that state.
func (g *Guard) restores(revision string, scopes []string) []Effect {
	revision = g.revision(revision)
	places := g.inScope(scopes)
	var paths []string
	for _, p := range places {
		paths = append(paths, p.Path)
	}
	changed := g.disk.Restores(g.call.Project.Root, revision, paths)
	return g.changesAll(slices.DeleteFunc(places, func(p place) bool { return !slices.Contains(changed, p.Path) }))
}

// differs returns the effects of putting what is below the scopes from the state of one revision into that of another: on the
// protected places that are in the first one now.
func (g *Guard) differs(from, to string, scopes []string) []Effect {
	already := g.restores(from, scopes)
	return slices.DeleteFunc(g.restores(to, scopes), func(e Effect) bool { return slices.Contains(already, e) })
}
