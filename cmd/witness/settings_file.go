package main

import (
	"bytes"
	"encoding/json"
	"errors"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"
	"slices"
	"strings"

	"witness/engine"
)

// backupOf is where what was in a settings file before is kept, and whether it is.
func backupOf(path string) (string, bool) {
	if real, err := filepath.EvalSymlinks(path); err == nil {
		path = real
	}
	path += ".witness-backup"
	_, err := os.Lstat(path)
	return path, err == nil
}

// putIn writes a settings file. What was there before the first hook of witness stays
// beside it, and so does a file of witness's own that somebody has changed.
func putIn(j job, before, after []byte) error {
	lines, err := j.settings.Installed(j.path, before, j.who)
	if err != nil {
		return err
	}
	first := j.settings.Whole == "" && len(lines) == 0
	changed := j.settings.Whole != "" && len(before) > 0 && !bytes.Equal(before, after)
	if before != nil && (first || changed) {
		backup, _ := backupOf(j.path)
		mode := fs.FileMode(0o644)
		if info, err := os.Stat(j.path); err == nil {
			mode = info.Mode().Perm()
		}
		if err := os.WriteFile(backup, before, mode); err != nil {
			return err
		}
	}
	if err := replaceFile(j.path, after); err != nil || j.settings.Mode == 0 {
		return err
	}
	return os.Chmod(j.path, j.settings.Mode)
}

// modeFits tells whether a file that has to be executable is.
func modeFits(j job) bool {
	info, err := os.Stat(j.path)
	return err == nil && info.Mode().Perm()&j.settings.Mode&0o111 == j.settings.Mode&0o111
}

// takeOut brings a settings file back to what it was. If nothing is left in it, it goes,
// and with it the folders that putIn made, unless it was there, empty, before.
func takeOut(j job, after []byte) error {
	backup, kept := backupOf(j.path)
	was, _ := os.ReadFile(backup)
	bare := saysNothing(was) || string(was) == j.settings.New
	if len(after) == 0 && kept && bare {
		after = was
	}
	if len(after) > 0 || kept && bare {
		if err := replaceFile(j.path, after); err != nil {
			return err
		}
	} else if err := os.Remove(j.path); err != nil {
		return err
	}
	if kept && bytes.Equal(was, after) {
		if err := os.Remove(backup); err != nil {
			return err
		}
	}
	return dropFolders(filepath.Dir(j.path))
}

// saysNothing tells whether a settings file is blank, or JSON without a single value.
func saysNothing(file []byte) bool {
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

// writable refuses a file that its owner has made read-only, and a link to nothing: both
// could be replaced, but somebody meant them to be as they are.
func writable(path string) error {
	info, err := os.Stat(path)
	if err == nil && info.Mode().Perm()&0o200 == 0 {
		return fmt.Errorf("%s: the file is read-only; make it writable first: chmod u+w %s", path, path)
	}
	if _, lerr := os.Lstat(path); err != nil && lerr == nil {
		return fmt.Errorf("%s: the link leads to nothing; make the file it leads to, or remove it", path)
	}
	return nil
}

// replaceFile writes a file as a whole or not at all. A link stays one, the mode is kept.
func replaceFile(path string, after []byte) error {
	if real, err := filepath.EvalSymlinks(path); err == nil {
		path = real
	}
	mode := fs.FileMode(0o644)
	if info, err := os.Stat(path); err == nil {
		mode = info.Mode().Perm()
	}
	if err := makeFolders(filepath.Dir(path)); err != nil {
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

// makeFolders makes a directory and its parents, and notes which were not there, so that
// dropFolders takes away no other.
func makeFolders(dir string) error {
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
	// Noted first: a folder that nobody knows of would stay for good.
	if err := noteFolders(append(madeFolders(), made...)); err != nil {
		return err
	}
	return os.MkdirAll(dir, 0o755)
}

// dropFolders removes a directory and its parents as far as makeFolders made them and they
// are empty.
func dropFolders(dir string) error {
	made := madeFolders()
	for slices.Contains(made, dir) {
		if err := os.Remove(dir); err != nil && !errors.Is(err, fs.ErrNotExist) {
			break // something is in it
		}
		made = slices.DeleteFunc(made, func(d string) bool { return d == dir })
		dir = filepath.Dir(dir)
	}
	return noteFolders(made)
}

// madeFolders are the directories that were made for settings and are not yet removed.
func madeFolders() []string {
	text, err := os.ReadFile(foldersFile())
	if err != nil {
		return nil // none was noted
	}
	return strings.Split(strings.TrimSpace(string(text)), "\n")
}

// noteFolders keeps the list. Without one there is no file.
func noteFolders(made []string) error {
	path := foldersFile()
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

func foldersFile() string { return filepath.Join(engine.StateDir(), "folders-of-init") }
