package guard

import (
	"path"
	"path/filepath"
	"regexp"
	"slices"
	"strings"

	"witness/engine/hook"
	"witness/engine/shell"
)

// found returns the effects of a change of all files below a folder whose names match a pattern, as find does it, in any
// case, as with -iname and where the file system ignores it.
// Of a protected folder the files in it count.
func (g *Guard) found(t shell.Touch) (effects []Effect) {
	dir, name := g.absolute(filepath.Dir(t.Path)), filepath.Base(t.Path)
	exactly := t.Kind == hook.Write && !strings.ContainsAny(name, "*?[")
	if t.Kind != hook.Delete && (t.Subset && !exactly || name == "*") && t.Containing == "" {
		return nil // a formatter, or an edit of files that it chooses itself
	}
	for _, p := range g.inside(dir) {
		below, _ := cutFolder(p.Path, dir)
		if !g.isPrinted(t, p.Path, below) || !g.isOfIndex(t, p) {
			continue
		}
		if t.Visible && strings.Contains("/"+filepath.ToSlash(below), "/.") {
			continue
		}
		if t.Kind == hook.Delete && t.Containing == "" && isInFolder(below, name) {
			effects = append(effects, g.changes(p, p.Path))
			continue
		}
		files := []string{p.Path}
		if p.Folder {
			files = append(g.disk.Glob(pattern(filepath.Join(p.Path, "*"))), g.disk.Glob(pattern(filepath.Join(p.Path, "*", "*")))...)
		}
		for _, file := range files {
			if ok, err := filepath.Match(strings.ToLower(name), strings.ToLower(filepath.Base(file))); ok && err == nil && !g.disk.IsDir(file) && (t.Containing == "" || strings.Contains(g.disk.Text(file), t.Containing)) {
				effects = append(effects, g.changes(p, file))
				break
			}
		}
	}
	return effects
}

// isInFolder reports whether one of the folders of a path has a name that a pattern matches.
func isInFolder(path, pattern string) bool {
	folders := strings.Split(filepath.ToSlash(path), "/")
	return slices.ContainsFunc(folders[:len(folders)-1], func(folder string) bool {
		ok, err := filepath.Match(strings.ToLower(pattern), strings.ToLower(folder))
		return ok && err == nil
	})
}

// isFolderOfFind reports whether the i-th name of a find with -delete is a folder all of whose files it removes:
// there is no other condition than a type.
func isFolderOfFind(args []string, i int) bool {
	for _, a := range args {
		if strings.HasPrefix(a, "-") && !slices.Contains([]string{"-delete", "-type", "-mindepth", "-maxdepth", "-depth", "-print", "-L", "-H", "-P"}, a) {
			return false
		}
	}
	return i < len(args) && !strings.HasPrefix(args[i], "-")
}

// selected returns those of the effects of a find that its -path selects.
func (g *Guard) selected(cmd shell.Command, effects []Effect) []Effect {
	at := slices.IndexFunc(cmd.Args, func(a string) bool { return strings.HasPrefix(a, "-") || a == "!" || a == "(" })
	if cmd.Name != "find" || at < 0 || len(effects) == 0 {
		return effects
	}
	folders := append(slices.Clone(cmd.Args[:at]), ".")[:max(at, 1)]
	// What is done to a folder that is found is done to the files in it, too.
	within := func(file string, matches func(path string) bool, foldersToo bool) bool {
		return slices.ContainsFunc(folders, func(folder string) bool {
			below, ok := cutFolder(file, g.scopes(cmd, []string{folder})[0])
			for below = filepath.ToSlash(below); ok && below != "."; below = path.Dir(below) {
				if matches(strings.TrimSuffix(folder, "/") + "/" + below) {
					return true
				}
				ok = foldersToo
			}
			return false
		})
	}
	return slices.DeleteFunc(effects, func(e Effect) bool {
		file := e.File
		if !filepath.IsAbs(file) {
			file = filepath.Join(g.call.Project.Root, file)
		}
		for i := at; i+1 < len(cmd.Args); i++ {
			if matches := pathTest(cmd.Args[i], cmd.Args[i+1]); matches != nil {
				negated := isNegated(cmd.Args, i)
				if within(file, matches, !negated) == negated && !slices.Contains(cmd.Args, "-o") && !slices.Contains(cmd.Args, "-or") {
					return true
				}
			}
			// What is in a folder that a name leaves out is taken to be left out as well.
			if strings.HasSuffix(cmd.Args[i], "name") && isNegated(cmd.Args, i) && within(file, nameTest(cmd.Args[i], cmd.Args[i+1]), true) {
				return true
			}
		}
		return false
	})
}

// isNegated reports whether the i-th argument of find is a test that is turned into its opposite.
func isNegated(args []string, i int) bool {
	return i > 0 && (args[i-1] == "!" || args[i-1] == "-not")
}

// nameTest returns what -name and -iname do with a path: they look at its last part.
func nameTest(flag, pattern string) func(path string) bool {
	return func(file string) bool {
		name := path.Base(file)
		if flag == "-iname" {
			pattern, name = strings.ToLower(pattern), strings.ToLower(name)
		}
		matched, err := path.Match(pattern, name)
		return matched && err == nil
	}
}

// pathTest returns what a test of find for whole paths does, nil for any other test.
func pathTest(flag, pattern string) func(path string) bool {
	fold := func(s string) string { return s }
	if strings.HasPrefix(flag, "-i") {
		fold = strings.ToLower
	}
	switch strings.TrimPrefix(strings.TrimPrefix(flag, "-"), "i") {
	case "path", "wholename":
		// Here a wildcard stands for a slash, too, which it does not in Match.
		flat := strings.NewReplacer("/", "\x01", "\\", "\x01")
		return func(path string) bool {
			matched, err := filepath.Match(fold(flat.Replace(pattern)), fold(flat.Replace(path)))
			return matched && err == nil
		}
	case "regex":
		re, err := regexp.Compile("^(?:" + fold(strings.NewReplacer(`\(`, "(", `\)`, ")", `\|`, "|").Replace(pattern)) + ")$")
		if err == nil {
			return func(path string) bool { return re.MatchString(fold(path)) }
		}
	}
	return nil
}

// isPrinted reports whether a filter such as grep let a file of a list pass. below is the file's path relative to the folder
// whose files are listed.
func (g *Guard) isPrinted(t shell.Touch, file, below string) bool {
	if t.Printed == "" {
		return true
	}
	flat := strings.NewReplacer("/", "\x01")
	pattern, name := flat.Replace(t.Printed), filepath.ToSlash(below)
	if filepath.IsAbs(t.Printed) {
		name = filepath.ToSlash(file)
	}
	for _, name := range []string{name, "./" + name, filepath.ToSlash(g.call.Project.File(file))} {
		if ok, err := filepath.Match(pattern, flat.Replace(name)); ok && err == nil {
			return true
		}
	}
	return false
}

// isOfIndex reports whether a list of tracked or of untracked files may contain a place.
func (g *Guard) isOfIndex(t shell.Touch, p place) bool {
	switch t.Index {
	case "tracked":
		return len(g.untracked([]place{p}, "all")) == 0
	case "untracked":
		return len(g.untracked([]place{p}, "all")) > 0
	}
	return true
}
