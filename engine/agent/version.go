package agent

import (
	"fmt"
	"os/exec"
	"path/filepath"
	"slices"
	"strings"
)

// A Package is the package of a client and the versions of it that witness was tried with.
type Package struct {
	Name   string // the end of its name; of a package of PyPI as the folder in site-packages has it
	Oldest string // the oldest version whose hooks are known to work
	Proven string // the newest version that e2e was run with
}

// VersionNote says that the version of the client on PATH is newer than the one that was tried, or older than is supported,
// with what to do about it. isOld is true for the latter. It says nothing of a version that is not known.
func (a Agent) VersionNote() (note, fix string, isOld bool) {
	if a.pkg().Name == "" || len(a.programs()) == 0 {
		return "", "", false
	}
	is, ok := programVersion(a.programs()[0], a.pkg().Name)
	if !ok {
		return "", "", false
	}
	here := fmt.Sprintf("%d.%d.%d", is[0], is[1], is[2])
	if oldest, ok := parseVersion(a.pkg().Oldest); ok && slices.Compare(is[:], oldest[:]) < 0 {
		return "its version " + here + " is older than " + a.pkg().Oldest + ", the oldest whose hooks are known to work", "update " + a.Name, true
	}
	if proven, ok := parseVersion(a.pkg().Proven); ok && slices.Compare(is[:], proven[:]) > 0 {
		return "its version " + here + " is newer than " + a.pkg().Proven + ", the newest that witness was tried with", "", false
	}
	return "", "", false
}

// programVersion returns the version of a program on PATH that was installed as the package of a name, of npm or in an environment of
// Python, or as a file that is named for its version, as the installer of Claude Code does. ok is false if it is not known.
func programVersion(program, pkg string) (v [3]int, ok bool) {
	path, err := exec.LookPath(program)
	if err != nil {
		return v, false
	}
	path = realPath(path)
	if v, ok = parseVersion(filepath.Base(path)); ok {
		return v, true
	}
	if found, _ := filepath.Glob(filepath.Join(filepath.Dir(path), "..", "lib", "python*", "site-packages", pkg+"-*.dist-info")); len(found) == 1 {
		return parseVersion(strings.TrimPrefix(filepath.Base(found[0]), pkg+"-"))
	}
	for dir := filepath.Dir(path); dir != filepath.Dir(dir); dir = filepath.Dir(dir) {
		var about struct {
			Name    string `json:"name"`
			Version string `json:"version"`
		}
		readJSON(filepath.Join(dir, "package.json"), &about)
		if strings.HasSuffix(about.Name, pkg) {
			return parseVersion(about.Version)
		}
	}
	return v, false
}

// parseVersion parses the beginning of a version, such as 2.1.50.
func parseVersion(text string) (v [3]int, ok bool) {
	n, _ := fmt.Sscanf(text, "%d.%d.%d", &v[0], &v[1], &v[2])
	return v, n == len(v)
}
