package agent

import (
	"cmp"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
)

// A Machine holds the directories and the environment by which files of agents are located.
type Machine struct {
	Project string // the root of the project
	Home    string // the home directory, "" if it is not known
	System  string // what the paths of the system's files are relative to, "" for the root of the file system
	Getenv  func(string) string
}

// Path returns the path of a settings file.
func (w Machine) Path(s Settings) string {
	if s.Scope == "project" {
		return filepath.Join(w.Project, filepath.FromSlash(s.Path))
	}
	if s.Scope == "system" {
		return filepath.Join(cmp.Or(w.System, string(filepath.Separator)), filepath.FromSlash(s.Path))
	}
	if name, folder, ok := strings.Cut(s.MovedBy, "="); ok {
		if dir := w.Getenv(name); filepath.IsAbs(dir) {
			return filepath.Join(dir, filepath.FromSlash(strings.TrimPrefix(s.Path, folder)))
		}
	}
	return filepath.Join(w.Home, filepath.FromSlash(s.Path))
}

// systemFile returns the path of a file of the system, which a variable can name instead.
func (w Machine) systemFile(variable, path string) string {
	return cmp.Or(w.Getenv(variable), w.Path(Settings{Scope: "system", Path: path}))
}

// FindSign returns the path of the first sign of an agent: its program on PATH, or a file or folder
// of it in the project or the home directory. "" means that the agent does not seem to be used
// here.
func (w Machine) FindSign(a Agent) string {
	for _, name := range a.programs() {
		if path, err := exec.LookPath(name); err == nil {
			return path
		}
	}
	for _, side := range []struct {
		dir   string
		names []string
	}{{w.Project, a.words("in_project")}, {w.Home, a.words("in_home")}} {
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

// Signs are the programs, files and folders that show that an agent is used.
type Signs struct {
	Programs []string // names of its program on PATH
	Project  []string // files and folders relative to the root of the project
	User     []string // files and folders relative to the home directory
}

// A Problem is a reason why installed hooks do not run.
type Problem struct {
	What string // the reason, without a final period
	Path string // the file with the setting
	Fix  string // the one action that fixes it
}
