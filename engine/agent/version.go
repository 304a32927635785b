package agent

import (
	"fmt"
	"os/exec"
	"path/filepath"
	"strings"
)

// programVersion returns the version of a program on PATH that was installed as the npm package of a name, or as a file that
// is named for its version, as the installer of Claude Code does. ok is false if it is not known.
func programVersion(program, pkg string) (v [3]int, ok bool) {
	path, err := exec.LookPath(program)
	if err != nil {
		return v, false
	}
	path = realPath(path)
	if v, ok = parseVersion(filepath.Base(path)); ok {
		return v, true
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
