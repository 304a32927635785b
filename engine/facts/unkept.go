package facts

import (
	"path/filepath"
	"slices"
	"strings"

	"witness/engine/deeds"
	"witness/engine/git"
	"witness/engine/project"
)

// A Loss is what a command destroys that nobody can bring back, as in the parameter loses.
type Loss struct {
	Path  string   `json:"path"`  // what the command names
	Does  string   `json:"does"`  // deletes, overwrites, empties, moves, replaces
	Files []string `json:"files"` // the first of the files, relative to the project
	Count int      `json:"count"` // of all of them
}

// Add counts a file, and names it if it is one of the first.
func (l *Loss) Add(file string) {
	if l.Count++; l.Count <= 3 {
		l.Files = append(l.Files, file)
	}
}

// Loses returns which of the files that a command destroys, in a list of Destroys, are older than a session and in no commit:
// untracked, ignored or changed since. What the session or a tool makes, and what is not there, is no loss.
func (c *Call) Loses(disk Disk, list []Destroyed, started int64) (losses []Loss) {
	ignored := map[string]bool{} // folders that builds fill, whether git is told to ignore them
	for _, d := range list {
		if d.Does == "moves" && d.Onto != "" && !isFolder(disk, c.folders, d.Onto) {
			d.Does = "overwrites" // the next file is moved onto it
			if d.Onto == "?" {
				d.Does = "may overwrite"
			}
		}
		if d.Made || d.Path == "" || d.Does == "permits" || d.Does == "moves" || slices.Contains([]string{"temporary", "cache", "device", "root", "system", "homes"}, d.Place) {
			continue
		}
		l := Loss{Path: d.Path, Does: d.Does}
		for _, file := range disk.Unkept(d.Path, d.Index, started) {
			if class := c.Classes.Of(c.Project.File(file)); class == "generated" || class == "scratch" || d.Of != nil && !c.loses(disk, d.Of, file, started) || d.Only != "" && !matchesBase(d.Only, file) || d.Glob != "" && isHidden(d.Glob, file) || c.built(disk, file, ignored) {
				continue
			}
			l.Add(c.Project.File(file))
		}
		if l.Count > 0 {
			losses = append(losses, l)
		}
	}
	return losses
}

// loses reports whether nobody has what a file had, if one of these copies replaces it: not if the line or a file has kept it, and not if the
// new contents are younger than the session, which may well be made of it (sed … a > b; mv b a). What a whole folder is copied over, such as a
// worktree, is not made of each file: a change there that nobody has committed is lost.
func (c *Call) loses(disk Disk, copies []Touch, file string, started int64) bool {
	i := slices.IndexFunc(copies, func(t Touch) bool { return t.Path == file })
	if i < 0 || slices.ContainsFunc(c.Touches, func(t Touch) bool { return t.Command < copies[i].Command && t.Manner == "copy" && t.from == file }) {
		return false
	}
	if c.Commands[copies[i].Command].Name == "ln" {
		return true // a link is made of nothing
	}
	from := copies[i].source(disk)
	if text := disk.Text(from); text != "" && text == disk.Text(file) {
		return false
	}
	if disk.Older(from, started) {
		return true
	}
	root := c.rootOf(disk, filepath.Dir(file))
	changed, _ := disk.Repository(c, root).Dirty()
	return copies[i].Many && slices.ContainsFunc(changed, func(f git.Dirty) bool { return filepath.Join(root, filepath.FromSlash(f.File)) == file })
}

// source returns the file that a copy is made of.
func (t Touch) source(disk Disk) string {
	from := t.from
	if strings.ContainsAny(from, "*?[") {
		from = filepath.Dir(from)
	} else if !t.Many {
		return from
	}
	parts := strings.Split(filepath.ToSlash(t.Path), "/")
	for i := range parts {
		if at := filepath.Join(from, filepath.Join(parts[i:]...)); disk.Exists(at) && !disk.IsDir(at) {
			return at
		}
	}
	return ""
}

// isHidden reports whether the part of a file's path that follows its folder begins with a dot.
func isHidden(folder, file string) bool {
	within, err := filepath.Rel(folder, file)
	return err == nil && strings.HasPrefix(within, ".")
}

// isFolder reports whether there is a folder, or it is among those that a call makes.
func isFolder(disk Disk, made []folder, path string) bool {
	return disk.IsDir(path) || slices.ContainsFunc(made, func(f folder) bool { return project.Within(path, f.path) })
}

// builds are globs of the names of folders that a build or an installation fills.
var builds = []string{"build", "_build", "cmake-build-*", "bazel-*", "out", "output", "target", "bin", "obj", "lib-cov", "site", "env", "venv", "Pods", "DerivedData", "Debug", "Release", "x64"}

// built reports whether a file is in a folder with the name of one that a build fills, and that git is told to ignore: a build makes it
// again. What is ignored under another name may be anything.
func (c *Call) built(disk Disk, file string, ignored map[string]bool) bool {
	root := c.rootOf(disk, filepath.Dir(file))
	if root == "" || !project.Within(file, root) {
		return false
	}
	for dir := filepath.Dir(file); dir != root && filepath.Dir(dir) != dir; dir = filepath.Dir(dir) {
		if !slices.ContainsFunc(builds, func(glob string) bool { ok, _ := filepath.Match(glob, filepath.Base(dir)); return ok }) {
			continue
		}
		if _, asked := ignored[dir]; !asked {
			ignored[dir] = disk.Ignored(root, dir)
		}
		if ignored[dir] {
			return true
		}
	}
	return false
}

// Cleans returns the folders in which the n-th command of the line removes what git does not know.
func (c *Call) Cleans(n int) (list []Destroyed) {
	for _, d := range deeds.Discards(c.deedsOf().Line, n) {
		if d.How != "clean" {
			continue
		}
		c.relate(n, &d)
		which := "unignored"
		if d.Ignored {
			which = "all"
		}
		list = append(list, Destroyed{Path: filepath.Join(c.Commands[n].Root, filepath.FromSlash(d.Path)), Does: "deletes", Place: "project", Whole: true, Index: which})
	}
	return list
}

// matchesBase reports whether the name of a file matches a pattern of find.
func matchesBase(pattern, file string) bool {
	ok, _ := filepath.Match(filepath.Base(pattern), filepath.Base(file))
	return ok
}

// Unkept knows nothing: the files are gone.
func (*Recorded) Unkept(string, string, int64) []string { return nil }

// Older knows nothing.
func (*Recorded) Older(string, int64) bool { return false }

// Missing reports whether it is known that there is nothing at a path. The disk of a recorded session does not have its project
// either, and tells nothing.
func Missing(disk Disk, root, path string) bool { return disk.Exists(root) && !disk.Exists(path) }

// IsRepository reports whether a folder is one in which git keeps commits, whatever its name: .git.bak, repo.git.
func IsRepository(disk Disk, dir string) bool {
	return disk.IsDir(filepath.Join(dir, "objects")) && disk.IsDir(filepath.Join(dir, "refs")) && disk.Exists(filepath.Join(dir, "HEAD"))
}
