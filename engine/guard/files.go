package guard

import (
	"cmp"
	"path/filepath"
	"slices"
	"strings"

	"witness/engine/facts"
	"witness/engine/hook"
	"witness/engine/project"
	"witness/engine/shell"
)

// pattern returns a pattern of files as the disk is asked for it.
func pattern(path string) shell.PathWord { return shell.PathWord{Path: path, Glob: true, Hidden: true} }

// touched returns the effects of one change of a file, as the line spells it.
func (g *Guard) touched(t shell.Touch) (effects []Effect) {
	if hook.ReadOnly(t.Kind) || t.Manner == "restore" { // see git
		return nil
	}
	whole := t.MaybeFolder && t.Kind == hook.Delete
	switch {
	case t.Glob && t.Recursive && t.Kind == hook.Write && filepath.Base(t.Path) == "*":
		return g.unpacked(filepath.Dir(t.Path))
	case t.Glob && t.Recursive:
		return g.found(t)
	}
	for _, path := range g.paths(shell.PathWord{Path: t.Path, Glob: t.Glob, Hidden: t.Hidden}) {
		if t.From != "" && !t.Exact && g.disk.IsDir(path) {
			path = filepath.Join(path, filepath.Base(t.From))
		}
		if t.OnlyIfNew && g.disk.Exists(path) {
			continue // touch
		}
		if p, ok := g.match(path, ""); ok {
			effects = append(effects, g.changes(p, path))
		} else if whole {
			effects = append(effects, g.changesAll(g.inside(path))...)
		}
	}
	return effects
}

// paths returns the canonical paths of what a word of a line names.
func (g *Guard) paths(word shell.PathWord) []string {
	names := []string{word.Path}
	if word.Glob {
		names = append(names, g.disk.Glob(word)...)
	}
	for i := range names {
		names[i] = g.absolute(names[i])
	}
	return names
}

// unpacked returns the effects of unpacking an archive into a folder, whose files are not known. It counts only in
// a folder that directly holds protected settings: into the project's root, the home directory and the folder
// of programs people unpack other things.
func (g *Guard) unpacked(dir string) (effects []Effect) {
	dir = g.absolute(dir)
	if dir == g.call.Project.Root || slices.Contains(project.Homes(), dir) {
		return nil
	}
	if p, ok := g.match(dir, ""); ok {
		return []Effect{g.changes(p, dir)}
	}
	for _, p := range g.places() {
		if strings.EqualFold(filepath.Dir(p.Path), dir) && g.disk.Exists(p.Path) {
			effects = append(effects, g.changes(p, p.Path))
		}
	}
	return effects
}

// patched returns the effects of applying a patch in a folder, if it is not known which files it changes.
func (g *Guard) patched(line shell.Line, i int) []Effect {
	cmd := line.Commands[i]
	if cmd.Name != "git apply" && cmd.Name != "patch" || asksForHelp(cmd.Args) {
		return nil
	}
	if slices.ContainsFunc(line.Touches, func(t shell.Touch) bool { return t.Command == i && !hook.ReadOnly(t.Kind) }) ||
		slices.ContainsFunc(g.call.Touches, func(t facts.Touch) bool { return t.Command == i && !hook.ReadOnly(t.Kind) }) {
		return nil
	}
	dir := cmp.Or(cmd.Dir, g.call.Project.Dir)
	effects := g.appliedFromGit(line, i)
	for at, a := range cmd.Args {
		name, value, given := strings.Cut(a, "=")
		switch {
		case name == "--include" && given:
			effects = append(effects, g.includes(dir, value)...)
		case slices.Contains([]string{"--check", "--stat", "--numstat", "--summary", "--dry-run", "--cached"}, a):
			return nil
		case name == "--directory" && given:
			dir = filepath.Join(dir, value)
		case (a == "--directory" || a == "-d") && at+1 < len(cmd.Args):
			dir = filepath.Join(dir, cmd.Args[at+1])
		}
	}
	return append(effects, g.unpacked(dir)...)
}

// named returns the effects of a command on the files that it names. A command changes them unless it is known not
// to: a question too many costs less than a removal that goes unnoticed. Where the analysis of the line knows
// what becomes of them, touched has it.
func (g *Guard) named(cmd shell.Command) (effects []Effect) {
	base, _, _ := strings.Cut(cmd.Name, " ")
	switch {
	case cmd.Inert || len(cmd.Literals) > 0 || base == "witness" || base == "git":
		return nil
	case base == "chmod":
		return g.chmod(cmd)
	case clears(base, cmd.Args) && len(cmd.Paths) > 0:
		if to := cmd.Paths[len(cmd.Paths)-1].Path; !strings.Contains(to, ":") {
			return g.changesAll(g.inside(g.absolute(to)))
		}
	case extracts(base, cmd.Args): // the members that it names
	case base == "mv" && slices.Contains(cmd.Args, "$?"): // as for rm
	case base == "sqlite3" && cmd.Input == "" && readsSQL(cmd.Args):
		return nil
	case readsOnly(base, cmd.Args), g.leavesAlone(cmd):
		for i, a := range cmd.Args {
			if writesTo(cmd, i) {
				effects = append(effects, g.changesNamed(cmd, a)...)
			}
		}
		return effects
	}
	// Of rm the analysis of the line knows the files, but for a word with an unknown beginning.
	if (base == "rm" || base == "mv") && slices.Contains(cmd.Args, "$?") {
		effects = g.removedBelow(cmd)
	}
	removes := extracts(base, cmd.Args) || slices.Contains([]string{"mount", "umount", "mmv", "rimraf", "del", "del-cli", "trash-put", "trash", "gio", "srm", "wipe", "remove-item"}, strings.ToLower(base)) ||
		base == "find" && slices.Contains(cmd.Args, "-delete") || slices.Contains(cmd.Args, "-sdel")
	for i, word := range cmd.Paths {
		if base == "find" && (!removes || !isFolderOfFind(cmd.Args, i)) {
			continue
		}
		for _, path := range g.paths(word) {
			if p, ok := g.match(path, ""); ok {
				effects = append(effects, g.changes(p, path))
			} else if removes {
				for _, p := range g.inside(path) {
					effects = append(effects, g.changes(p, p.Path))
				}
			}
		}
	}
	return effects
}

// clears reports whether a command removes what is in the last folder that it names, and not in another one.
func clears(base string, args []string) bool {
	switch base {
	case "rsync":
		return slices.ContainsFunc(args, func(a string) bool { return strings.HasPrefix(a, "--delete") })
	case "rclone":
		return slices.ContainsFunc(args, func(a string) bool { return slices.Contains([]string{"sync", "delete", "purge"}, a) })
	}
	return false
}

// changesNamed returns the effects of changing the files that words of a command name.
func (g *Guard) changesNamed(cmd shell.Command, words ...string) (effects []Effect) {
	for _, path := range g.scopes(cmd, words) {
		if p, ok := g.match(path, ""); ok {
			effects = append(effects, g.changes(p, path))
		}
	}
	return effects
}

// removedBelow returns the effects of removing the folders of the project that a command names. The name of one after
// an unknown beginning counts from the directory of the command: "$(git rev-parse --show-toplevel)/.claude".
func (g *Guard) removedBelow(cmd shell.Command) (effects []Effect) {
	for _, word := range cmd.Paths {
		for _, path := range g.paths(word) {
			if _, ok := cutFolder(path, g.call.Project.Root); ok {
				effects = append(effects, g.changesAll(g.inside(path))...)
			}
		}
	}
	return effects
}

// extracts reports whether a command unpacks an archive into the directory it runs in. The words after the archive
// are the files that it takes out.
func extracts(base string, args []string) bool {
	has := func(flags ...string) bool {
		return slices.ContainsFunc(args, func(a string) bool {
			return slices.ContainsFunc(flags, func(f string) bool { return a == f || strings.HasPrefix(f, "-") && strings.HasPrefix(a, f) })
		})
	}
	if len(args) == 0 {
		return false
	}
	switch base {
	case "tar", "gtar", "bsdtar":
		long := strings.HasPrefix(args[0], "--")
		return (has("--extract", "--get") || !long && strings.Contains(args[0], "x")) && !has("-C", "--directory", "-O", "--to-stdout") && !strings.ContainsAny(strings.TrimPrefix(args[0], "-"), "OC")
	case "unzip":
		return !has("-d", "-l", "-p", "-t", "-v", "-Z", "-c")
	}
	return false
}

// link notes a symbolic link that a command of the line makes: what follows may name a file by it.
func (g *Guard) link(cmd shell.Command) {
	if n := len(cmd.Paths); cmd.Name == "ln" && n == 2 && !cmd.Paths[0].Glob {
		g.aliases[cmd.Paths[1].Path] = g.call.Project.Path(cmd.Paths[0].Path)
	}
}
