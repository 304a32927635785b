package install

import (
	"errors"
	"io/fs"
	"os"
	"path/filepath"
	"strings"

	"witness/engine/agent"
	"witness/engine/git"
)

// backups is the line of .git/info/exclude that hides backups from git. They are of no use to anybody else, and a .gitignore
// of the project's would be a change of its own to commit.
const backups = "*.witness-backup"

// hideBackups makes git ignore the backups in a project as long as there are any, and restores the file of ignored names after the last.
func hideBackups(where agent.Machine) error {
	repository, ok := git.Open(where.Project)
	if !ok {
		return nil
	}
	path := filepath.Join(repository.Common, "info", "exclude")
	before, err := os.ReadFile(path)
	if err != nil && !errors.Is(err, fs.ErrNotExist) {
		return err
	}
	lines := strings.SplitAfter(string(before), "\n")
	at := -1
	for i, line := range lines {
		if strings.TrimSpace(line) == backups {
			at = i
		}
	}
	switch kept := hasBackup(where); {
	case kept == (at >= 0):
		return nil
	case kept:
		if err := os.MkdirAll(filepath.Dir(path), 0o755); err != nil {
			return err
		}
		text := string(before)
		if text != "" && !strings.HasSuffix(text, "\n") {
			text += "\n"
		}
		return os.WriteFile(path, []byte(text+backups+"\n"), 0o644)
	default:
		return os.WriteFile(path, []byte(strings.Join(append(lines[:at:at], lines[at+1:]...), "")), 0o644)
	}
}

// hasBackup reports whether one of the project's settings files has a backup.
func hasBackup(where agent.Machine) bool {
	for _, client := range agent.All {
		for _, settings := range client.Settings() {
			if settings.Scope != "project" {
				continue
			}
			if _, ok := backupOf(where.Path(settings)); ok {
				return true
			}
		}
	}
	return false
}
