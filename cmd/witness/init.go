package main

import (
	"bytes"
	"cmp"
	"errors"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"
	"strings"

	"witness/engine"
	"witness/engine/agent"
)

// initCmd merges the hooks into the agents' settings.
type initCmd struct {
	Agents  []string `arg:"" optional:"" name:"agent" help:"The agents, such as claude; left out, all that are found here."`
	Project bool     `xor:"scope" help:"Write the project's settings, which is what happens without a flag."`
	User    bool     `xor:"scope" help:"Write the user's settings instead of the project's."`
	Print   bool     `xor:"how" help:"Print the settings as they would be; write nothing."`
	DryRun  bool     `xor:"how" help:"Say what would be written where; write nothing."`
	Remove  bool     `help:"Take the hooks out again, of all agents if none is named."`
}

// Run writes, prints or removes. What goes wrong with one file leaves the others to be done.
func (c *initCmd) Run(s streams) error {
	where, err := here()
	if err != nil {
		return err
	}
	if !c.User && sameFolder(where.Project, where.Home) {
		return errors.New("this is your home directory, not a project; run witness init in a project, or witness init --user")
	}
	if c.User && where.Home == "" {
		return errors.New("there is no home directory: $HOME is not set")
	}
	jobs, err := c.jobs(where)
	if err != nil {
		return err
	}
	if len(jobs) == 0 {
		_, err := fmt.Fprintln(s.out, "the hooks of witness are in none of these settings: nothing to change")
		return err
	}
	var errs []error
	var last string
	for _, j := range jobs {
		if j.sign != "" && j.who.Name != last && !c.Print {
			fmt.Fprintf(s.out, "%s, found by %s\n", j.who.Name, j.sign)
			last = j.who.Name
		}
		if j.path == "" {
			fmt.Fprintf(s.out, "%s has no such settings; run %s\n", j.who.Name, initLine(j.who, !c.User, false))
			continue
		}
		if c.Print && len(jobs) > 1 {
			fmt.Fprintf(s.out, "==> %s <==\n", j.path)
		}
		if err := c.one(s, j); err != nil {
			errs = append(errs, err)
		}
	}
	for len(errs) > 1 {
		report(s.err, errs[0])
		errs = errs[1:]
	}
	return errors.Join(errs...)
}

// here is where the command runs: the project around the working directory.
func here() (agent.Where, error) {
	dir, err := workDir()
	if err != nil {
		return agent.Where{}, err
	}
	home, err := os.UserHomeDir()
	if err != nil {
		home = "" // there are no settings of a user then
	}
	// A client reads the settings of the project's root.
	return agent.Where{Project: engine.ProjectOf(dir), Home: home, Getenv: os.Getenv}, nil
}

// sameFolder tells whether two paths are one directory.
func sameFolder(a, b string) bool {
	x, err := os.Stat(a)
	y, err2 := os.Stat(b)
	return err == nil && err2 == nil && os.SameFile(x, y)
}

// A job is one settings file to write.
type job struct {
	who      agent.Agent
	settings agent.Settings
	path     string // "" if the agent has no such settings
	sign     string // by which the agent was found, "" if it was named
}

// jobs are the files to write: of the agents that were named, or of those that are found,
// or, to take the hooks out, wherever they are in.
func (c *initCmd) jobs(where agent.Where) ([]job, error) {
	scope := "project"
	if c.User {
		scope = "user"
	}
	var jobs []job
	add := func(who agent.Agent, sign string) (added bool) {
		for _, settings := range who.Settings {
			if settings.Scope == scope {
				jobs = append(jobs, job{who, settings, where.Path(settings), sign})
				added = true
			}
		}
		return added
	}
	for _, name := range c.Agents {
		who, ok := agent.Find(name)
		switch {
		case !ok:
			return nil, usageError{fmt.Errorf("no agent %q%s (known: %s)", name, engine.DidYouMean(name, agentNames()), strings.Join(agentNames(), ", "))}
		case len(who.Settings) == 0:
			return nil, fmt.Errorf("%s has no settings to write: whoever speaks its protocol calls witness hook %s itself", name, name)
		case !add(who, ""):
			return nil, fmt.Errorf("%s has no %s settings; run %s", name, scope, initLine(who, !c.User, c.Remove))
		}
	}
	if len(c.Agents) > 0 {
		return jobs, nil
	}
	found := 0
	for _, a := range agent.All {
		who := *a
		sign := where.Find(who)
		switch {
		case c.Remove:
			add(who, "")
		case sign != "":
			found++
			if !add(who, sign) {
				jobs = append(jobs, job{who: who, sign: sign})
			}
		}
	}
	switch {
	case c.Remove:
		return wired(jobs), nil
	case found == 0:
		return nil, fmt.Errorf("no agent is found here: none of their programs is on PATH, and none has settings in %s or %s; name one: witness init AGENT, of %s",
			where.Project, where.Home, strings.Join(agentNames(), ", "))
	}
	return jobs, nil
}

// wired are the files that have hooks of witness, and those that cannot be read: of these
// it is told.
func wired(jobs []job) (all []job) {
	for _, j := range jobs {
		text, err := readSettings(j.path)
		if err == nil && bytes.Contains(text, []byte("witness")) || err != nil && !errors.Is(err, fs.ErrNotExist) {
			all = append(all, j)
		}
	}
	return all
}

// agentNames are the names of all agents.
func agentNames() (names []string) {
	for _, a := range agent.All {
		names = append(names, a.Name)
	}
	return names
}

// initLine is the command that wires an agent, or takes its hooks out.
func initLine(who agent.Agent, user, remove bool) string {
	line := "witness init " + who.Name
	if user {
		line += " --user"
	}
	if remove {
		line += " --remove"
	}
	return line
}

// readSettings reads a settings file. What is no file is refused: a pipe would be waited for.
func readSettings(path string) ([]byte, error) {
	info, err := os.Stat(path)
	if err != nil {
		return nil, err
	}
	if !info.Mode().IsRegular() {
		return nil, fmt.Errorf("%s: not a regular file", path)
	}
	return os.ReadFile(path)
}

// one writes, prints or removes one file.
func (c *initCmd) one(s streams, j job) error {
	before, err := readSettings(j.path)
	if err != nil && !errors.Is(err, fs.ErrNotExist) {
		return err
	}
	change := j.settings.Apply
	if c.Remove {
		change = j.settings.Revoke
	}
	after, err := change(before)
	if err != nil {
		return fmt.Errorf("%s:%w", j.path, err)
	}
	if err := validTOML(j.path, before, after); err != nil {
		return err
	}
	if c.Print {
		_, err := s.out.Write(after)
		return err
	}
	if bytes.Equal(before, after) && (c.Remove || modeFits(j)) {
		_, err := fmt.Fprintf(s.out, "%s: nothing to change\n", j.path)
		return err
	}
	if err := writable(j.path); err != nil {
		return err
	}
	done := "the hooks are in"
	switch {
	case c.DryRun && c.Remove:
		done = "the hooks would be taken out"
	case c.DryRun && before == nil:
		done = "the hooks would be put in, into a new file"
	case c.DryRun:
		done = "the hooks would be put in"
	case c.Remove:
		done, err = "the hooks are out", takeOut(j, after)
	default:
		err = putIn(j, before, after)
	}
	if err != nil {
		return err
	}
	fmt.Fprintf(s.out, "%s: %s\n", j.path, done)
	if c.DryRun || c.Remove {
		return nil
	}
	if backup, ok := backupOf(j.path); ok {
		fmt.Fprintf(s.out, "%s: what was there before\n", backup)
	}
	if j.settings.Note != "" {
		fmt.Fprintln(s.out, j.settings.Note)
	}
	return nil
}

// validTOML refuses what would not be read: settings that are broken, and such that the
// hooks would break.
func validTOML(path string, before, after []byte) error {
	if filepath.Ext(path) != ".toml" {
		return nil
	}
	return cmp.Or(engine.CheckTOML(path, before), engine.CheckTOML(path, after))
}
