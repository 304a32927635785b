package guard

import (
	"path"
	"path/filepath"
	"slices"
	"strings"

	"witness/engine/shell"
)

// includes returns the effects of a patch on the files in a directory that a pattern of git apply --include matches.
func (g *Guard) includes(dir, pattern string) (effects []Effect) {
	if strings.Trim(pattern, "*/") == "" {
		return nil // all of them
	}
	for _, p := range g.inScope([]string{g.call.Project.Root}) {
		below, inside := cutFolder(p.Path, g.absolute(dir))
		if ok, err := path.Match(pattern, filepath.ToSlash(below)); inside && ok && err == nil {
			effects = append(effects, g.changes(p, p.Path))
		}
	}
	return effects
}

// appliedFromGit returns the effects of a patch that git prints and another git applies: of the files that are named for it,
// or backwards on what it changed.
func (g *Guard) appliedFromGit(line shell.Line, i int) []Effect {
	if i == 0 || line.Commands[i].Name != "git apply" && line.Commands[i].Name != "patch" || !strings.HasPrefix(line.Commands[i-1].Filter, "|") {
		return nil
	}
	from := line.Commands[i-1]
	if !slices.Contains([]string{"git show", "git diff", "git log", "git format-patch", "git stash"}, from.Name) {
		return nil
	}
	revisions, named := from.Args, []string(nil)
	if at := slices.Index(from.Args, "--"); at >= 0 {
		revisions, named = from.Args[:at], from.Args[at+1:]
	}
	flags := gitFlags(line.Commands[i].Args, "")
	if !slices.Contains(flags, "-R") && !slices.Contains(flags, "--reverse") {
		if between := pathspecs(revisions, ""); from.Name == "git diff" && len(between) == 2 {
			if len(named) == 0 {
				named = []string{"."}
			}
			return g.differs(between[0], between[1], g.scopes(from, named))
		} else if len(named) == 0 {
			return nil
		}
		return g.changesAll(g.inScope(g.scopes(from, named)))
	}
	scopes := []string{g.call.Project.Root}
	if len(named) > 0 {
		scopes = g.scopes(from, named)
	}
	switch revision := lastOf(pathspecs(revisions, ""), "HEAD"); from.Name {
	case "git show":
		return g.undoes(revision, scopes)
	case "git diff":
		return g.restores(revision, scopes)
	}
	return g.changesNamed(from, named...)
}

// revert returns the effects of git revert: what its commits changed, and nothing has changed since, is as before.
func (g *Guard) revert(cmd shell.Command) (effects []Effect) {
	for _, revision := range pathspecs(cmd.Args, "-m --mainline --strategy -X") {
		effects = append(effects, g.undoes(revision, []string{g.call.Project.Root})...)
	}
	return effects
}

// undoes returns the effects of putting the places below the scopes into the state before a commit, those that the commit
// changed and that are still as it left them.
func (g *Guard) undoes(revision string, scopes []string) []Effect {
	return g.differs(revision, revision+"^", scopes)
}

// repacked returns the effects of unpacking what a command before packs into its output: tar c … | tar x.
func (g *Guard) repacked(line shell.Line, i int) []Effect {
	if i == 0 || !extracts(line.Commands[i].Name, line.Commands[i].Args) || !strings.HasPrefix(line.Commands[i-1].Filter, "|") {
		return nil
	}
	packs, into := line.Commands[i-1], line.Commands[i]
	if packs.Name != "tar" && packs.Name != "git archive" {
		return nil
	}
	named := slices.DeleteFunc(pathspecs(packs.Args, "-C --directory -f --file -X --exclude"), func(name string) bool { return filepath.Clean(name) == "." })
	if len(named) == 0 {
		return nil
	}
	return g.changesAll(g.inScope(g.scopes(into, named)))
}
