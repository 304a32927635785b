package guard

import (
	"path"
	"path/filepath"
	"slices"
	"strings"

	"witness/engine/shell"
)

// git returns the effects of the subcommands that remove untracked files, or put files into the state that git knows. A
// change to another branch is none: what it does to the settings is noticed (fingerprint.go). What other
// subcommands do to the files that they name is known by the touches of the line.
func (g *Guard) git(cmd shell.Command) []Effect {
	if !strings.HasPrefix(cmd.Name, "git ") {
		return nil
	}
	defer g.moves(cmd)
	if strings.Contains(cmd.Text, "--git-dir") || slices.ContainsFunc(cmd.Environment, func(s string) bool { return strings.HasPrefix(s, "GIT_DIR=") }) {
		if effects := g.foreign(cmd); len(effects) > 0 {
			return effects
		}
	}
	switch cmd.Name {
	case "git add":
		g.index = append(g.index, g.scopes(cmd, pathspecs(cmd.Args, ""))...)
	case "git rm":
		if slices.Contains(cmd.Args, "--cached") {
			g.dropped = append(g.dropped, g.scopes(cmd, pathspecs(cmd.Args, ""))...)
		}
	case "git clone":
		if named := pathspecs(cmd.Args, "-b --branch -o --origin --depth -c --config -u --template --reference -j --filter"); len(named) > 1 {
			if p, ok := g.match(g.scopes(cmd, named[1:2])[0], ""); ok {
				return []Effect{g.changes(p, p.Path)}
			}
		}
	case "git clean":
		return g.clean(cmd)
	case "git stash":
		return g.stash(cmd)
	case "git checkout", "git restore":
		return g.checkout(cmd)
	case "git reset":
		return g.reset(cmd)
	case "git revert":
		return g.revert(cmd)
	case "git read-tree":
		// In -mu the m has no value, unlike that of other commands.
		if flags := gitFlags(cmd.Args, ""); slices.Contains(flags, "-u") || slices.Contains(flags, "--reset") || slices.Contains(cmd.Args, "-mu") {
			return g.restores(lastOf(pathspecs(cmd.Args, ""), "HEAD"), []string{g.call.Project.Root})
		}
	case "git checkout-index":
		if flags := gitFlags(cmd.Args, ""); slices.Contains(flags, "-f") || slices.Contains(flags, "--force") {
			return g.restores("", g.scopes(cmd, pathspecs(cmd.Args, "")))
		}
	case "git sparse-checkout":
		return g.sparse(cmd)
	}
	return nil
}

// gitFlags returns the short and long flags among the arguments of a git command, up to "--", short ones alone: -fdx
// is -f, -d and -x. valued are the flags that take a separate value.
func gitFlags(args []string, valued string) (flags []string) {
	for i := 0; i < len(args); i++ {
		a := args[i]
		if slices.Contains(strings.Fields(valued), a) || takesNext(a, valued) {
			i++
		}
		switch {
		case a == "--":
			return flags
		case strings.HasPrefix(a, "--"):
			flag, _, _ := strings.Cut(a, "=")
			flags = append(flags, flag)
		case strings.HasPrefix(a, "-"):
			for _, c := range a[1:] {
				flags = append(flags, "-"+string(c))
				if c == 'e' || c == 'm' {
					break // the rest is its value
				}
			}
		}
	}
	return flags
}

// pathspecs returns the operands of a git command. valued are the flags that take a separate value.
func pathspecs(args []string, valued string) (list []string) {
	for i := 0; i < len(args); i++ {
		switch a := args[i]; {
		case a == "--":
			return append(list, args[i+1:]...)
		case slices.Contains(strings.Fields(valued), a), takesNext(a, valued):
			i++
		case !strings.HasPrefix(a, "-"):
			list = append(list, a)
		}
	}
	return list
}

// takesNext reports whether the last of several short flags in one word has a separate value: -um.
func takesNext(flags, valued string) bool {
	return len(flags) > 2 && flags[0] == '-' && flags[1] != '-' && slices.Contains(strings.Fields(valued), "-"+flags[len(flags)-1:])
}

// scopes returns the folders and files that a git command is about: those named, or the directory it runs in.
func (g *Guard) scopes(cmd shell.Command, named []string) (list []string) {
	dir := cmd.Dir
	if dir == "" {
		dir = g.call.Project.Dir
	}
	for _, name := range named {
		if magic, rest, ok := strings.Cut(name, ")"); ok && strings.HasPrefix(magic, ":(") {
			name = strings.TrimSuffix(strings.TrimSuffix(rest, "/**"), "/*")
		}
		name = strings.TrimPrefix(name, ":/")
		if !filepath.IsAbs(name) {
			name = filepath.Join(dir, name)
		}
		list = append(list, g.absolute(filepath.Clean(name)))
	}
	if len(list) == 0 {
		list = []string{g.absolute(dir)}
	}
	return list
}

// clean returns the effects of git clean: it removes the untracked files in its scope.
func (g *Guard) clean(cmd shell.Command) []Effect {
	flags := gitFlags(cmd.Args, "-e --exclude")
	has := func(list ...string) bool {
		return slices.ContainsFunc(flags, func(f string) bool { return slices.Contains(list, f) })
	}
	if has("-n", "--dry-run") || !has("-f", "--force") && !strings.Contains(cmd.Text, "requireForce") {
		return nil
	}
	named := pathspecs(cmd.Args, "-e --exclude")
	places := g.inScope(g.scopes(cmd, named))
	places = slices.DeleteFunc(places, func(p place) bool {
		// Without -d a folder without tracked files stays, unless it is named.
		return excludedFromClean(cmd.Args, g.call.Project.File(p.Path)) || !has("-d") && len(named) == 0 && filepath.Dir(p.Path) != g.call.Project.Root
	})
	which := "unignored"
	if has("-x") {
		which = "all"
	} else if has("-X") {
		which = "ignored"
	}
	return g.changesAll(g.untracked(places, which))
}

// excludedFromClean reports whether an option -e of git clean keeps a file.
func excludedFromClean(args []string, file string) bool {
	for i, a := range args {
		pattern, ok := strings.CutPrefix(a, "--exclude=")
		if !ok && (a == "-e" || a == "--exclude") && i+1 < len(args) {
			pattern, ok = args[i+1], true
		} else if !ok {
			pattern, ok = strings.CutPrefix(a, "-e")
		}
		if !ok {
			continue
		}
		pattern = strings.Trim(strings.TrimSuffix(pattern, "**"), "/")
		if file == pattern || strings.HasPrefix(file, pattern+"/") {
			return true
		}
		for part := range strings.SplitSeq(file, "/") {
			if matched, err := path.Match(pattern, part); matched && err == nil {
				return true
			}
		}
	}
	return false
}

// stash returns the effects of git stash: it takes away what differs from the last commit and what the line has just
// added to the index, with -u or -a the untracked files, too.
func (g *Guard) stash(cmd shell.Command) []Effect {
	args := cmd.Args
	if len(args) > 0 && !strings.HasPrefix(args[0], "-") {
		if !slices.Contains([]string{"push", "save"}, args[0]) {
			return nil
		}
		args = args[1:]
	}
	var named []string
	valued := "-m --message"
	if len(cmd.Args) > 0 && cmd.Args[0] == "save" {
		valued = ""
	} else {
		named = pathspecs(args, valued)
	}
	flags, which := gitFlags(args, valued), ""
	for _, f := range flags {
		switch f {
		case "-u", "--include-untracked":
			which = "unignored"
		case "-a", "--all":
			which = "all"
		}
	}
	// Unlike clean, it takes all of the repository if no path is given.
	scopes := []string{g.call.Project.Root}
	if len(named) > 0 {
		scopes = g.scopes(cmd, named)
	}
	places := g.inScope(scopes)
	if which == "" {
		places, which = g.added(places), "unignored"
	}
	return append(g.changesAll(g.untracked(places, which)), g.restores("HEAD", scopes)...)
}
