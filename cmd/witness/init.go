package main

import (
	"bytes"
	"errors"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"
	"strings"

	"witness/engine"
	"witness/engine/agent"
)

// initCmd merges the hooks into an agent's settings.
type initCmd struct {
	Agent  string `arg:"" help:"The agent, such as claude."`
	User   bool   `help:"Write the user's settings instead of the project's."`
	Print  bool   `help:"Print the settings as they would be; write nothing."`
	Remove bool   `help:"Take the hooks out again."`
}

// Run writes, prints or removes.
func (c *initCmd) Run(s streams) error {
	who, ok := agent.Find(c.Agent)
	if !ok {
		var names []string
		for _, a := range agent.All {
			names = append(names, a.Name)
		}
		return usageError{fmt.Errorf("no agent %q; known: %s", c.Agent, strings.Join(names, ", "))}
	}
	files, base, err := c.settings(who)
	if err != nil {
		return err
	}
	for _, settings := range files {
		if err := c.one(s, filepath.Join(base, filepath.FromSlash(settings.Path)), settings); err != nil {
			return err
		}
	}
	return nil
}

// one writes, prints or removes one file.
func (c *initCmd) one(s streams, path string, settings agent.Settings) error {
	before, err := os.ReadFile(path)
	if err != nil && !errors.Is(err, fs.ErrNotExist) {
		return err
	}
	change := settings.Apply
	if c.Remove {
		change = settings.Revoke
	}
	after, err := change(before)
	if err != nil {
		return fmt.Errorf("%s:%w", path, err)
	}
	if c.Print {
		_, err := s.out.Write(after)
		return err
	}
	if bytes.Equal(before, after) {
		_, err := fmt.Fprintf(s.out, "%s: nothing to change\n", path)
		return err
	}
	if settings.Whole != "" {
		before = nil // a file of witness's own needs no copy
	}
	if err := replaceFile(path, before, after, settings.Mode); err != nil {
		return err
	}
	done := "the hooks are in"
	if c.Remove {
		done = "the hooks are out"
	}
	fmt.Fprintf(s.out, "%s: %s\n", path, done)
	if settings.Note != "" && !c.Remove {
		fmt.Fprintln(s.out, settings.Note)
	}
	return nil
}

// settings finds the files to write, and the directory that their paths are relative to.
func (c *initCmd) settings(who agent.Agent) (files []agent.Settings, base string, err error) {
	scope := "project"
	if base, err = workDir(); err == nil {
		base = engine.ProjectOf(base) // a client reads the settings of the project's root
	}
	if c.User {
		scope = "user"
		base, err = os.UserHomeDir()
	}
	if err != nil {
		return nil, "", err
	}
	for _, settings := range who.Settings {
		if settings.Scope == scope {
			files = append(files, settings)
		}
	}
	if len(files) == 0 {
		return nil, "", fmt.Errorf("%s has no %s settings", who.Name, scope)
	}
	return files, base, nil
}

// replaceFile writes a file as a whole or not at all. A link stays one, the mode is kept,
// and what was there before stays beside it as NAME.witness-backup, unless it is nil. newMode is that of a
// file that has to be made, 0 for 0644.
func replaceFile(path string, before, after []byte, newMode fs.FileMode) error {
	if real, err := filepath.EvalSymlinks(path); err == nil {
		path = real
	}
	mode := newMode
	if mode == 0 {
		mode = 0o644
	}
	if info, err := os.Stat(path); err == nil {
		mode = info.Mode().Perm()
		if before != nil {
			if err := os.WriteFile(path+".witness-backup", before, mode); err != nil {
				return err
			}
		}
	}
	if len(after) == 0 {
		return os.Remove(path)
	}
	if err := os.MkdirAll(filepath.Dir(path), 0o755); err != nil {
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
