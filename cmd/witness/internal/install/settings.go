package install

import (
	"bytes"
	"encoding/json"
	"errors"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"
	"runtime"
	"slices"
	"strings"

	"witness/engine/agent"
	"witness/engine/project"
)

// backupOf returns the path of a settings file's backup and whether it exists.
func backupOf(path string) (string, bool) {
	if real, err := filepath.EvalSymlinks(path); err == nil {
		path = real
	}
	path += ".witness-backup"
	_, err := os.Lstat(path)
	return path, err == nil
}

// install writes the settings with hooks. It keeps a backup of the settings as they were before
// the first installation, and of a file written entirely by witness that was edited since.
func (t target) install(before, after []byte) error {
	lines, err := t.settings.Installed(t.path, before, t.agent)
	if err != nil {
		return err
	}
	first := t.settings.Whole == "" && len(lines) == 0
	changed := t.settings.Whole != "" && len(before) > 0 && !bytes.Equal(before, after)
	if before != nil && (first || changed) {
		backup, _ := backupOf(t.path)
		mode := fs.FileMode(0o644)
		if info, err := os.Stat(t.path); err == nil {
			mode = info.Mode().Perm()
		}
		if err := writeBackup(backup, before, mode); err != nil {
			return err
		}
	}
	if err := replaceFile(t.path, after); err != nil || t.settings.Mode == 0 {
		return err
	}
	return os.Chmod(t.path, t.settings.Mode)
}

// writeBackup writes a backup in the place of an earlier one. It makes a new file, so that nothing is written through a link
// that somebody put there.
func writeBackup(path string, text []byte, mode fs.FileMode) error {
	if err := os.Remove(path); err != nil && !errors.Is(err, fs.ErrNotExist) {
		return err
	}
	f, err := os.OpenFile(path, os.O_WRONLY|os.O_CREATE|os.O_EXCL, mode)
	if err != nil {
		return err
	}
	_, err = f.Write(text)
	return errors.Join(err, f.Close())
}

// IsExecutable reports whether the settings file in path is executable, if its settings require it. Windows has no such mode.
func IsExecutable(path string, settings agent.Settings) bool {
	info, err := os.Stat(path)
	return err == nil && runtime.GOOS == "windows" || err == nil && info.Mode().Perm()&settings.Mode&0o111 == settings.Mode&0o111
}

// remove writes the settings without hooks. It removes the file if it would be empty, unless it
// existed empty before, and then the directories that install created.
func (t target) remove(after []byte) error {
	backup, kept := backupOf(t.path)
	was, _ := os.ReadFile(backup)
	bare := isEmpty(was) || string(was) == t.settings.New
	if len(after) == 0 && kept && bare {
		after = was
	}
	if len(after) > 0 || kept && bare {
		if err := replaceFile(t.path, after); err != nil {
			return err
		}
	} else if err := os.Remove(t.path); err != nil {
		return err
	}
	if kept && bytes.Equal(was, after) {
		if err := os.Remove(backup); err != nil {
			return err
		}
	}
	return removeDirs(filepath.Dir(t.path))
}

// isEmpty reports whether a settings file is blank, or JSON that contains no values.
func isEmpty(file []byte) bool {
	if len(bytes.TrimSpace(file)) == 0 {
		return true
	}
	var tree any
	if json.Unmarshal(file, &tree) != nil {
		return false
	}
	var empty func(v any) bool
	empty = func(v any) bool {
		switch v := v.(type) {
		case map[string]any:
			for _, inner := range v {
				if !empty(inner) {
					return false
				}
			}
			return true
		case []any:
			return !slices.ContainsFunc(v, func(inner any) bool { return !empty(inner) })
		default:
			return false
		}
	}
	return empty(tree)
}

// checkWritable returns an error for a read-only file and for a dangling link. Both could be replaced by
// renaming, but that would override the owner's intent.
func checkWritable(path string) error {
	info, err := os.Stat(path)
	if err == nil && info.Mode().Perm()&0o200 == 0 {
		return fmt.Errorf("%s: the file is read-only; make it writable first: chmod u+w %s", path, path)
	}
	if _, lerr := os.Lstat(path); err != nil && lerr == nil {
		return fmt.Errorf("%s: the link is dangling; create its target or remove it", path)
	}
	return nil
}

// checkInside returns an error if the settings of a project are, through links, outside of it: the links come with the
// repository, and could lead to any file of the user's.
func checkInside(path, root string) error {
	root, err := filepath.EvalSymlinks(root)
	if err != nil {
		return err
	}
	for up := path; ; up = filepath.Dir(up) {
		real, err := filepath.EvalSymlinks(up)
		if err != nil && up != filepath.Dir(up) {
			continue // it does not exist
		}
		if err == nil && !project.Within(real, root) {
			err = fmt.Errorf("%s: a link leads out of the project, to %s; remove the link, or name the file's own settings with --user", path, real)
		}
		return err
	}
}

// replaceFile replaces a file atomically. It follows links and keeps the mode.
func replaceFile(path string, after []byte) error {
	if real, err := filepath.EvalSymlinks(path); err == nil {
		path = real
	}
	mode := fs.FileMode(0o644)
	if info, err := os.Stat(path); err == nil {
		mode = info.Mode().Perm()
	}
	if err := createDirs(filepath.Dir(path)); err != nil {
		return err
	}
	temp, err := os.CreateTemp(filepath.Dir(path), ".witness-*")
	if err != nil {
		return err
	}
	_, err = temp.Write(after)
	err = errors.Join(err, temp.Chmod(mode), temp.Close())
	if err == nil {
		err = os.Rename(temp.Name(), path)
	}
	if err != nil {
		return errors.Join(err, os.Remove(temp.Name()))
	}
	return nil
}

// createDirs creates a directory and its parents, and records those that did not exist, so that
// removeDirs removes no others.
func createDirs(dir string) error {
	var made []string
	for up := dir; ; up = filepath.Dir(up) {
		if _, err := os.Stat(up); err == nil || up == filepath.Dir(up) {
			break
		}
		made = append(made, up)
	}
	if len(made) == 0 {
		return nil
	}
	// They are recorded first: a directory that is not recorded would never be removed.
	if err := recordDirs(append(createdDirs(), made...)); err != nil {
		return err
	}
	return os.MkdirAll(dir, 0o755)
}

// removeDirs removes a directory and its parents as long as they are empty and createDirs created
// them.
func removeDirs(dir string) error {
	made := createdDirs()
	for slices.Contains(made, dir) {
		if err := os.Remove(dir); err != nil && !errors.Is(err, fs.ErrNotExist) {
			break // it is not empty
		}
		made = slices.DeleteFunc(made, func(d string) bool { return d == dir })
		dir = filepath.Dir(dir)
	}
	return recordDirs(made)
}

// createdDirs returns the directories that createDirs created and that are not yet removed.
func createdDirs() []string {
	text, err := os.ReadFile(createdDirsFile())
	if err != nil {
		return nil // none is recorded
	}
	return strings.Split(strings.TrimSpace(string(text)), "\n")
}

// recordDirs writes the list of created directories, or removes its file if the list is empty.
func recordDirs(made []string) error {
	path := createdDirsFile()
	if len(made) == 0 {
		if err := os.Remove(path); err != nil && !errors.Is(err, fs.ErrNotExist) {
			return err
		}
		return nil
	}
	if err := os.MkdirAll(filepath.Dir(path), 0o700); err != nil {
		return err
	}
	return os.WriteFile(path, []byte(strings.Join(made, "\n")+"\n"), 0o600)
}

func createdDirsFile() string { return filepath.Join(project.StateDir(), "folders-of-init") }
