package bundle

import (
	"crypto/sha256"
	"encoding/hex"
	"errors"
	"io/fs"
	"maps"
	"os"
	"path"
	"path/filepath"
	"slices"
	"strings"
)

// Accepted is what a person has accepted of the files of a project. Its folder, in the state folder, has
// the accepted texts, named by their hash, and a list of them. A path may have several accepted versions,
// such as those of several branches. The standing one is of the last acceptance.
type Accepted struct {
	Project string // the project's folder, for people

	folder   string
	version  string            // a hash of the list
	versions map[string]bool   // by version, see versionKey
	standing map[string]string // hashes by path
}

// acceptedList is the name of the list in the folder. Its first line is the project's folder; each other
// line has a hash, "standing" or "earlier", and a path, separated by tabs.
const acceptedList = "accepted"

// ReadAccepted reads what was accepted. It is empty if there is no such folder, which is found out by
// opening one file.
func ReadAccepted(folder string) *Accepted {
	a := &Accepted{folder: folder}
	text, err := os.ReadFile(filepath.Join(folder, acceptedList))
	if err != nil {
		return a
	}
	a.version, a.versions, a.standing = hashOf(string(text)), map[string]bool{}, map[string]string{}
	first, rest, _ := strings.Cut(string(text), "\n")
	a.Project = first
	for line := range strings.Lines(rest) {
		hash, rest, _ := strings.Cut(strings.TrimSuffix(line, "\n"), "\t")
		kind, path, ok := strings.Cut(rest, "\t")
		if !ok || len(hash) != 2*sha256.Size {
			continue
		}
		a.versions[versionKey(path, hash)] = true
		if kind == "standing" {
			a.standing[path] = hash
		}
	}
	return a
}

// Empty reports whether nothing was accepted.
func (a *Accepted) Empty() bool { return len(a.versions) == 0 }

// Has reports whether a person has accepted this text as the file at a path.
func (a *Accepted) Has(path, text string) bool {
	return !a.Empty() && a.versions[versionKey(path, hashOf(text))]
}

// Standing returns the text of a file that was accepted last. It stays in force for what it tightens while
// the file has a text that nobody accepted, or is missing.
func (a *Accepted) Standing(path string) (text string, ok bool) {
	hash, ok := a.standing[path]
	if !ok {
		return "", false
	}
	bytes, err := os.ReadFile(filepath.Join(a.folder, hash))
	if err != nil || hashOf(string(bytes)) != hash {
		return "", false
	}
	return string(bytes), true
}

// Knows reports whether a form of the file at a path is in force because a person has accepted it.
func (a *Accepted) Knows(path string) bool { return a.standing[path] != "" }

// StandingIn returns the paths of the standing files of a folder, sorted.
func (a *Accepted) StandingIn(folder string) (paths []string) {
	for file := range a.standing {
		if path.Dir(file) == folder {
			paths = append(paths, file)
		}
	}
	slices.Sort(paths)
	return paths
}

// Paths returns the paths of the standing files, sorted.
func (a *Accepted) Paths() []string { return slices.Sorted(maps.Keys(a.standing)) }

// Version returns a text that differs for every list of accepted files, "" if there is none.
func (a *Accepted) Version() string {
	if a == nil {
		return ""
	}
	return a.version
}

// Accept makes the files the standing ones and stores them. considered reports whether a path was looked
// at: a standing file that was considered and is not among the files has been deleted with the person's
// knowledge, and is no longer in force.
func (a *Accepted) Accept(project string, files map[string]string, considered func(path string) bool) error {
	if err := os.MkdirAll(a.folder, 0o700); err != nil {
		return err
	}
	if a.versions == nil {
		a.versions, a.standing = map[string]bool{}, map[string]string{}
	}
	a.Project = project
	maps.DeleteFunc(a.standing, func(path, _ string) bool { return considered(path) })
	for path, text := range files {
		if strings.ContainsAny(path, "\t\n") {
			return errors.New("the path of a file has a tab or a line break: " + strings.Map(printable, path))
		}
		hash := hashOf(text)
		if err := writeWhole(filepath.Join(a.folder, hash), text); err != nil {
			return err
		}
		a.versions[versionKey(path, hash)] = true
		a.standing[path] = hash
	}
	return writeWhole(filepath.Join(a.folder, acceptedList), project+"\n"+strings.Join(a.lines(), "\n")+"\n")
}

// lines returns the lines of the list.
func (a *Accepted) lines() (lines []string) {
	for _, key := range slices.Sorted(maps.Keys(a.versions)) {
		path, hash, _ := strings.Cut(key, "\t")
		kind := "earlier"
		if a.standing[path] == hash {
			kind = "standing"
		}
		lines = append(lines, hash+"\t"+kind+"\t"+path)
	}
	return lines
}

// Revoke forgets everything that was accepted.
func (a *Accepted) Revoke() error {
	if err := os.RemoveAll(a.folder); err != nil && !errors.Is(err, fs.ErrNotExist) {
		return err
	}
	*a = Accepted{folder: a.folder}
	return nil
}

// writeWhole writes a file by renaming a new one, so that no hook reads a part of it.
func writeWhole(path, text string) error {
	f, err := os.CreateTemp(filepath.Dir(path), ".new-*")
	if err != nil {
		return err
	}
	_, err = f.WriteString(text)
	if err := errors.Join(err, f.Close()); err != nil {
		return errors.Join(err, os.Remove(f.Name()))
	}
	return os.Rename(f.Name(), path)
}

// versionKey identifies one version of a file.
func versionKey(path, hash string) string { return path + "\t" + hash }

// hashOf returns the SHA-256 of a text in hexadecimal.
func hashOf(text string) string {
	sum := sha256.Sum256([]byte(text))
	return hex.EncodeToString(sum[:])
}

// printable replaces what is not printable ASCII.
func printable(r rune) rune {
	if r < ' ' || r > '~' {
		return '?'
	}
	return r
}
