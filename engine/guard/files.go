package guard

import (
	"path/filepath"
	"slices"
	"strings"

	"witness/engine/hook"
	"witness/engine/project"
	"witness/engine/shell"
)

// touched returns the effects of one change of a file, as the line spells it.
func (g *Guard) touched(t shell.Touch) (effects []Effect) {
	if hook.ReadOnly(t.Kind) || t.Manner == "restore" { // see git
		return nil
	}
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
		} else if t.MaybeFolder && t.Kind == hook.Delete {
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

// pathsOf returns the canonical paths of words in the directory of a command, that directory if there are none.
func (g *Guard) pathsOf(cmd shell.Command, words ...string) (list []string) {
	dir := cmd.Dir
	if dir == "" {
		dir = g.call.Project.Dir
	}
	for _, name := range words {
		if rest, ok := strings.CutPrefix(name, "~/"); ok {
			name = filepath.Join(project.Home(), rest)
		}
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

// found returns the effects of a change of all files below a folder whose names match a pattern, as find and fd do it, in
// any case. A program that chooses among them by what it reads, such as a formatter, changes none of the protected ones.
func (g *Guard) found(t shell.Touch) (effects []Effect) {
	dir, name := g.absolute(filepath.Dir(t.Path)), strings.ToLower(filepath.Base(t.Path))
	if t.Kind != hook.Delete && t.Containing == "" && (name == "*" || t.Subset && (t.Kind != hook.Write || strings.ContainsAny(name, "*?["))) || t.Index != "" || t.Printed != "" {
		return nil
	}
	matches := func(s string) bool {
		ok, err := filepath.Match(name, strings.ToLower(s))
		return ok && err == nil
	}
	for _, p := range g.inside(dir) {
		below, _ := cutFolder(p.Path, dir)
		parts := strings.Split(filepath.ToSlash(below), "/")
		hidden := slices.ContainsFunc(parts, func(s string) bool { return strings.HasPrefix(s, ".") })
		inFolder := t.Kind == hook.Delete && slices.ContainsFunc(parts[:len(parts)-1], matches)
		if t.Visible && hidden || !inFolder && !matches(parts[len(parts)-1]) || t.Containing != "" && !strings.Contains(g.disk.Text(p.Path), t.Containing) {
			continue
		}
		effects = append(effects, g.changes(p, p.Path))
	}
	return effects
}

// choosesByPath reports whether a find names the files that it leaves out or takes by their whole path, which is not
// followed: what it does to protected ones is noticed afterwards.
func choosesByPath(cmd shell.Command) bool {
	return cmd.Name == "find" && slices.ContainsFunc(cmd.Args, func(a string) bool {
		return slices.Contains([]string{"-path", "-ipath", "-wholename", "-iwholename", "-regex", "-iregex", "-not", "!", "-prune"}, a)
	})
}

// treeRemovers lists programs that take away a folder with everything in it, or put another one in its place, and outputFlags
// those of programs that else only read, before the file that they write.
const (
	treeRemovers = " chmod mount umount mmv rimraf del del-cli trash-put trash gio srm wipe remove-item 7z 7za tar gtar bsdtar unzip "
	outputFlags  = " -o -out -O --output --out --output-file "
)

// named returns the effects of a command on the files that it names. A command changes them unless it is known not
// to: a question too many costs less than a removal that goes unnoticed. Where the analysis of the line knows
// what becomes of them, touched has it.
func (g *Guard) named(cmd shell.Command) (effects []Effect) {
	base, _, _ := strings.Cut(strings.ToLower(cmd.Name), " ")
	unknown := slices.Contains(cmd.Args, "$?") && (base == "rm" || base == "mv") // a name after an unknown beginning
	clears := base == "rsync" && slices.ContainsFunc(cmd.Args, func(a string) bool { return strings.HasPrefix(a, "--delete") })
	if cmd.Inert || len(cmd.Literals) > 0 || strings.Contains(" witness git find ", " "+base+" ") || base == "chmod" && !cmd.TakesAway() {
		return nil
	}
	if cmd.LeavesFiles() && !clears && !unknown {
		for i := 1; i < len(cmd.Args); i++ {
			if p, ok := g.match(g.pathsOf(cmd, cmd.Args[i])[0], ""); ok && strings.Contains(outputFlags, " "+cmd.Args[i-1]+" ") {
				effects = append(effects, g.changes(p, p.Path))
			}
		}
		return effects
	}
	for i, word := range cmd.Paths {
		for _, path := range g.paths(word) {
			if p, ok := g.match(path, ""); ok {
				effects = append(effects, g.changes(p, path))
			} else if _, below := cutFolder(path, g.call.Project.Root); unknown && below || clears && i == len(cmd.Paths)-1 || strings.Contains(treeRemovers, " "+base+" ") {
				effects = append(effects, g.changesAll(g.inside(path))...)
			}
		}
	}
	return effects
}

// link notes a symbolic link that a command of the line makes: what follows may name a file by it.
func (g *Guard) link(cmd shell.Command) {
	if n := len(cmd.Paths); cmd.Name == "ln" && n == 2 && !cmd.Paths[0].Glob {
		g.aliases[cmd.Paths[1].Path] = g.call.Project.Path(cmd.Paths[0].Path)
	}
}

// lastOf returns the last word of a list, "" if there is none.
func lastOf(words []string) string {
	if len(words) == 0 {
		return ""
	}
	return words[len(words)-1]
}
