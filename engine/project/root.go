// Package project finds the project around a directory, where its files come from, and the
// configuration in force there, layer over layer.
//
// Read root.go for what a project is and where its store is, config.go for the layers, and
// config_keys.go for the table of configuration keys.
package project

import (
	"crypto/sha256"
	"encoding/hex"
	"os"
	"path/filepath"
	"slices"
	"strings"
)

// A Project is the directory of a call and the project around it.
type Project struct {
	Dir  string // absolute and cleaned
	Root string // the project: the nearest ancestor with .git or .witness, else where the client was started

	links map[string]string // resolved roots
}

// FindProject finds the project around dir. started is where the client was started; it is
// the project if nothing marks one, because dir moves with every cd.
func Find(dir, started string) Project {
	if dir = Resolve(dir); len(dir) > maxPath {
		dir = ""
	}
	if wd, err := os.Getwd(); dir == "" && err == nil {
		dir = Resolve(wd) // the client does not say; its hooks run where it works
	}
	if root := markedRoot(dir); root != "" {
		return Project{Dir: dir, Root: root}
	}
	if started = Resolve(started); started != "" && Within(dir, started) {
		return Project{Dir: dir, Root: started}
	}
	homes, stores, up := homes(), StateDir(), dir
	for range maxUp {
		if slices.Contains(homes, up) {
			break
		}
		if _, err := os.Stat(filepath.Join(stores, storeName(up), "witness.db")); err == nil {
			return Project{Dir: dir, Root: up}
		}
		if filepath.Dir(up) == up {
			break
		}
		up = filepath.Dir(up)
	}
	return Project{Dir: dir, Root: dir}
}

// maxUp bounds how many folders above one are asked whether they have a store. A line can name
// many that are thousands deep and are not there.
const maxUp = 100

// markedRoot walks up to the nearest directory with .git or .witness, "" if there is
// none. The home directory is never a project: a dotfiles repository there would make
// one of everything.
func markedRoot(dir string) string {
	homes := homes()
	for up := thereOf(dir); up != "" && !slices.Contains(homes, up); up = filepath.Dir(up) {
		for _, mark := range []string{".git", ".witness"} {
			if _, err := os.Lstat(filepath.Join(up, mark)); err == nil {
				return up
			}
		}
		if filepath.Dir(up) == up {
			break
		}
	}
	return ""
}

// thereOf is the part of a directory that is there.
func thereOf(dir string) string {
	if _, err := os.Lstat(dir); err == nil || dir == "" {
		return dir
	}
	there := dir[:len(filepath.VolumeName(dir))] + string(filepath.Separator)
	for i := len(there); i < len(dir); i++ {
		if !os.IsPathSeparator(dir[i]) {
			continue
		}
		if _, err := os.Lstat(dir[:i]); err != nil {
			break
		}
		there = dir[:i]
	}
	return there
}

// homes are the spellings of the user's home directory.
func homes() []string {
	home, err := os.UserHomeDir()
	if err != nil || home == "" {
		return nil
	}
	return []string{home, Resolve(home)}
}

// maxPath is the longest path that a system takes, in bytes. What is longer names nothing, and
// to go up through its folders one by one would take minutes.
const maxPath = 4096

// resolve cleans a directory and follows its symbolic links as far as it exists.
func Resolve(dir string) string {
	if dir == "" || !filepath.IsAbs(dir) {
		return ""
	}
	dir = filepath.Clean(dir)
	if len(dir) > maxPath {
		return dir
	}
	if real, err := filepath.EvalSymlinks(dir); err == nil {
		return real
	}
	if there := thereOf(dir); there != dir {
		return filepath.Join(Resolve(there), dir[len(there):])
	}
	parent := filepath.Dir(dir) // of a link that leads nowhere
	if parent == dir {
		return dir
	}
	return filepath.Join(Resolve(parent), filepath.Base(dir))
}

// path makes a spelling the file's identity: absolute, cleaned, links of its directory
// resolved. A link to a file stays the link: it is what an agent edits.
func (p *Project) Path(spelling string) string {
	if spelling == "" {
		return ""
	}
	if !filepath.IsAbs(spelling) {
		spelling = filepath.Join(p.Dir, spelling)
	}
	dir, base := filepath.Split(filepath.Clean(spelling))
	if p.links == nil {
		p.links = map[string]string{}
	}
	real, known := p.links[dir]
	if !known {
		real = Resolve(dir)
		p.links[dir] = real
	}
	return filepath.Join(real, base)
}

// file is a path as people read it: relative to the project, or absolute outside of it.
func (p *Project) File(path string) string {
	if rel, err := filepath.Rel(p.Root, path); err == nil && Within(path, p.Root) {
		return filepath.ToSlash(rel)
	}
	return path
}

// within tells whether path is dir or lies below it.
func Within(path, dir string) bool {
	return path == dir || strings.HasPrefix(path, strings.TrimSuffix(dir, string(filepath.Separator))+string(filepath.Separator))
}

// StorePath is where the store of a project lies: $WITNESS_DB, or below
// $XDG_STATE_HOME/witness in a folder named after the project. It lies outside of the
// working tree, so that nobody commits it and no cloned repository can plant one. The
// worktrees of a repository share it.
func StorePath(root string) string {
	if path := os.Getenv("WITNESS_DB"); path != "" {
		return path
	}
	return filepath.Join(StateDir(), storeName(commonDir(root)), "witness.db")
}

// StateDir is $XDG_STATE_HOME/witness or ~/.local/state/witness, and without a home a
// folder of the user's own among the temporary files.
func StateDir() string {
	if dir := os.Getenv("XDG_STATE_HOME"); filepath.IsAbs(dir) {
		return filepath.Join(dir, "witness")
	}
	if home, err := os.UserHomeDir(); err == nil && filepath.IsAbs(home) {
		return filepath.Join(home, ".local", "state", "witness")
	}
	return TempStateDir()
}

// homelessDir is the folder among the temporary files. Anybody can make it first.
func TempStateDir() string {
	return filepath.Join(os.TempDir(), "witness-"+hash(os.Getenv("USER")))
}

// storeName is a folder name for a project: readable, and unique by a hash.
func storeName(dir string) string {
	name := filepath.Base(strings.TrimSuffix(dir, string(filepath.Separator)+".git"))
	return strings.Map(func(r rune) rune {
		if r == '.' || r == '-' || r == '_' || r >= '0' && r <= '9' || r >= 'a' && r <= 'z' || r >= 'A' && r <= 'Z' {
			return r
		}
		return '_'
	}, name) + "-" + hash(dir)
}

// hash is a short fingerprint.
func hash(text string) string {
	sum := sha256.Sum256([]byte(text))
	return hex.EncodeToString(sum[:6])
}

// commonDir is what the worktrees of a repository share: its git directory. For a root
// without one it is the root.
func commonDir(root string) string {
	git := filepath.Join(root, ".git")
	info, err := os.Lstat(git)
	if err != nil {
		return root
	}
	if info.IsDir() {
		return root
	}
	// A worktree's .git is a file that names its private directory, and that holds a
	// file that names the common one.
	private, ok := pointer(git, "gitdir: ")
	if !ok {
		return root
	}
	common, ok := pointer(filepath.Join(private, "commondir"), "")
	if !ok {
		return root
	}
	return strings.TrimSuffix(Resolve(common), string(filepath.Separator)+".git")
}

// pointer reads a one-line file that names a directory, relative to its own.
func pointer(file, prefix string) (string, bool) {
	text, err := os.ReadFile(file)
	if err != nil || len(text) > 4096 {
		return "", false
	}
	target, ok := strings.CutPrefix(strings.TrimSpace(string(text)), prefix)
	if !ok || target == "" {
		return "", false
	}
	if !filepath.IsAbs(target) {
		target = filepath.Join(filepath.Dir(file), target)
	}
	return filepath.Clean(target), true
}

// StoreOf returns the path of the store of the project around dir.
func StoreOf(dir string) string { return StorePath(Find(dir, "").Root) }

// RootOf returns the root of the project around dir, or dir itself if nothing marks one.
func RootOf(dir string) string {
	if root := markedRoot(Resolve(dir)); root != "" {
		return root
	}
	return dir
}
