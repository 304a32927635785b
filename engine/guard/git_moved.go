package guard

import (
	"path/filepath"
	"slices"
	"strings"

	"witness/engine/project"
	"witness/engine/shell"
)

// indexMoved is the name under which Guard.moved keeps the revision that the line has put into git's index.
const indexMoved = ""

// moves notes what a command of git makes branches, tags, HEAD and the index stand for, since a later one may put files into
// that state: git update-ref refs/heads/main HEAD~1 && git reset --hard.
func (g *Guard) moves(cmd shell.Command) {
	words := pathspecs(cmd.Args, "-m --message -u --set-upstream-to")
	to := func(revision string, names ...string) {
		revision = g.revision(revision)
		for _, name := range names {
			g.moved[name] = revision
		}
	}
	switch flags := gitFlags(cmd.Args, ""); cmd.Name {
	case "git reset":
		// Of files alone it changes the index.
		if len(words) != 1 || slices.Contains(flags, "--hard") || slices.Contains(cmd.Args, "--") || g.disk.Exists(g.scopes(cmd, words)[0]) {
			return
		}
		if !slices.Contains(flags, "--soft") {
			for _, e := range g.restores(words[0], []string{g.call.Project.Root}) {
				g.dropped = append(g.dropped, g.call.Project.Path(e.File))
			}
			to(words[0], indexMoved)
		}
		before := g.revision("HEAD")
		to(words[0], "HEAD")
		g.moved["ORIG_HEAD"] = before
	case "git update-ref":
		if len(words) < 2 || slices.Contains(flags, "-d") {
			return
		}
		to(words[1], strings.TrimPrefix(words[0], "refs/heads/"), words[0])
		if head, _ := strings.CutPrefix(strings.TrimSpace(g.disk.Text(filepath.Join(g.call.Project.Root, ".git", "HEAD"))), "ref: "); head == words[0] {
			to(words[1], "HEAD")
		}
	case "git branch", "git tag":
		if len(words) == 2 && !slices.Contains(flags, "-d") && !slices.Contains(flags, "-D") && !slices.Contains(flags, "-m") {
			to(words[1], words[0])
		}
	case "git symbolic-ref":
		if len(words) == 2 && words[0] == "HEAD" {
			to(strings.TrimPrefix(words[1], "refs/heads/"), "HEAD")
		}
	case "git read-tree":
		if slices.Contains(flags, "--empty") {
			g.dropped = append(g.dropped, g.call.Project.Root)
		} else if len(words) > 0 {
			to(lastOf(words, ""), indexMoved)
		}
	case "git commit", "git merge", "git pull", "git rebase", "git cherry-pick", "git am", "git switch":
		clear(g.moved)
	case "git checkout":
		if len(words) == 1 && !slices.Contains(cmd.Args, "--") && g.revision(words[0]) != g.revision("HEAD") {
			clear(g.moved) // another branch, or files
		}
	case "git add", "git stash":
		delete(g.moved, indexMoved)
	}
}

// revision returns what a revision stands for after the commands before: main~2, HEAD^.
func (g *Guard) revision(revision string) string {
	name, rest := revision, ""
	if i := strings.IndexAny(revision, "~^@:"); i > 0 {
		name, rest = revision[:i], revision[i:]
	}
	if name == "@" || strings.HasPrefix(name, "@~") || strings.HasPrefix(name, "@^") {
		name, rest = "HEAD", revision[1:]
	}
	if to, ok := g.moved[name]; ok && len(to) < 200 {
		return to + rest
	}
	return revision
}

// foreign returns the effects of a git that is told to use another repository for the files of the project: it puts them into
// the state that the other one knows, git --git-dir=../other/.git checkout -f.
func (g *Guard) foreign(cmd shell.Command) []Effect {
	flags := gitFlags(cmd.Args, "")
	has := func(flag string) bool { return slices.Contains(flags, flag) }
	switch cmd.Name {
	case "git checkout", "git restore":
		if !has("-f") && !has("--force") && len(pathspecs(cmd.Args, "")) == 0 {
			return nil
		}
	case "git reset":
		if !has("--hard") {
			return nil
		}
	case "git read-tree":
		if !has("-u") && !has("--reset") {
			return nil
		}
	case "git checkout-index":
	default:
		return nil
	}
	repository, tree := g.chosenRepository(cmd)
	if repository == "" || repository == filepath.Join(g.call.Project.Root, ".git") || !project.Within(tree, g.call.Project.Root) {
		return nil
	}
	scopes := []string{tree}
	if at := slices.Index(cmd.Args, "--"); at >= 0 && at+1 < len(cmd.Args) {
		scopes = nil
		for _, name := range cmd.Args[at+1:] {
			scopes = append(scopes, g.absolute(filepath.Join(tree, name)))
		}
	}
	other, isOrdinary := strings.CutSuffix(repository, "/.git")
	return g.changesAll(slices.DeleteFunc(g.inScope(scopes), func(p place) bool {
		below, ok := cutFolder(p.Path, tree)
		// What the other one knows is most likely in its own folder, too.
		return !ok || isOrdinary && g.disk.IsDir(other) && !g.disk.Exists(filepath.Join(other, below))
	}))
}

// chosenRepository returns the repository that flags or variables tell a git to use, and the folder of its files, "" if
// none is told or the folder in which git starts is not known.
func (g *Guard) chosenRepository(cmd shell.Command) (repository, tree string) {
	if slices.ContainsFunc(g.call.Line.Commands, func(c shell.Command) bool { return c.Name == "cd" || c.Name == "pushd" }) {
		return "", ""
	}
	words := g.wordsWithGlobals(cmd)
	for i, w := range append(slices.Clone(cmd.Environment), words...) {
		name, value, given := strings.Cut(w, "=")
		if at := i - len(cmd.Environment); !given && at >= 0 && at+1 < len(words) {
			value = words[at+1]
		}
		switch name {
		case "-C":
			return "", ""
		case "--git-dir", "GIT_DIR":
			repository = value
		case "--work-tree", "GIT_WORK_TREE":
			tree = value
		}
	}
	if repository == "" {
		return "", ""
	}
	from := shell.Command{Dir: g.call.Project.Dir}
	return g.scopes(from, []string{repository})[0], g.scopes(from, []string{tree})[0]
}
