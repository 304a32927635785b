package agent

import (
	"os"
	"os/exec"
	"path/filepath"
	"strings"
)

// Where is the machine as an agent finds it.
type Where struct {
	Project string // the root of the project
	Home    string // the home directory, "" if there is none
	Getenv  func(string) string
}

// Path is where a settings file lies.
func (w Where) Path(s Settings) string {
	if s.Scope == "project" {
		return filepath.Join(w.Project, filepath.FromSlash(s.Path))
	}
	if name, folder, ok := strings.Cut(s.MovedBy, "="); ok {
		if dir := w.Getenv(name); filepath.IsAbs(dir) {
			return filepath.Join(dir, filepath.FromSlash(strings.TrimPrefix(s.Path, folder)))
		}
	}
	return filepath.Join(w.Home, filepath.FromSlash(s.Path))
}

// Find is the first sign of an agent: its program on PATH, or a file or folder that it has
// in the project or in the home directory. "" means that nobody seems to use it here.
func (w Where) Find(a Agent) string {
	for _, name := range a.Signs.Programs {
		if path, err := exec.LookPath(name); err == nil {
			return path
		}
	}
	for _, side := range []struct {
		dir   string
		names []string
	}{{w.Project, a.Signs.Project}, {w.Home, a.Signs.User}} {
		if side.dir == "" {
			continue
		}
		for _, name := range side.names {
			path := filepath.Join(side.dir, filepath.FromSlash(name))
			if _, err := os.Stat(path); err == nil {
				return path
			}
		}
	}
	return ""
}

// Signs are what an agent leaves on a machine that has it.
type Signs struct {
	Programs []string // what its program is called on PATH
	Project  []string // files and folders in a project, relative to its root
	User     []string // the same in the home directory
}

// A Doubt is a reason why hooks that are installed do not run.
type Doubt struct {
	What string // a sentence
	Path string // the file that says so
	Mend string // the one thing to do about it
}
