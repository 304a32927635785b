// Package install writes the hooks into the agents' settings and removes them.
package install

import (
	"bytes"
	"cmp"
	"errors"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"
	"slices"

	"witness/cmd/witness/internal/term"
	"witness/engine/agent"
	"witness/engine/bundle"
	"witness/engine/project"
	"witness/engine/regular"
)

// Cmd is the command witness init.
type Cmd struct {
	Agents  []string `arg:"" optional:"" name:"agent" help:"The agents, such as claude; all that are detected if left out."`
	Project bool     `xor:"scope" help:"Write the project's settings, which is the default."`
	User    bool     `xor:"scope" help:"Write the user's settings instead of the project's."`
	Print   bool     `xor:"how" help:"Print the new settings; write nothing."`
	DryRun  bool     `xor:"how" help:"Print which files would be written; write nothing."`
	Remove  bool     `xor:"line" help:"Remove the hooks, of all agents if none is named."`

	StatusLine bool `xor:"line" help:"Show how the project stands in the status line of Claude Code, unless it has another one."`

	chosen []string // those of the detected agents that a person chose; nil is all
}

// Run writes, prints or removes the hooks. After an error with one file it continues with the next.
func (c *Cmd) Run(s term.Streams) error {
	where, err := Here()
	if err != nil {
		return err
	}
	if !c.User && SameFile(where.Project, where.Home) {
		return errors.New("this is your home directory, not a project; run witness init in a project, or witness init --user")
	}
	if c.User && where.Home == "" {
		return errors.New("there is no home directory: $HOME is not set")
	}
	asked := c.asks(s)
	if asked {
		if err := c.ask(s, where); err != nil {
			return err
		}
	}
	targets, err := c.targets(where)
	if err != nil {
		return err
	}
	if len(targets) == 0 {
		_, err := fmt.Fprintln(s.Out, "no settings contain hooks of witness: nothing to change")
		return err
	}
	var errs []error
	var written []target
	var last string
	for _, t := range targets {
		if t.sign != "" && t.agent.Name != last && !c.Print && !asked {
			fmt.Fprintf(s.Out, "%s, found by %s\n", t.agent.Name, t.sign)
			last = t.agent.Name
		}
		if t.path == "" {
			fmt.Fprintf(s.Out, "%s has no such settings; run %s\n", t.agent.Name, CommandLine(t.agent, !c.User, false))
			continue
		}
		if c.Print && len(targets) > 1 {
			fmt.Fprintf(s.Out, "==> %s <==\n", t.path)
		}
		err := error(nil)
		if !c.User {
			err = checkInside(t.path, where.Project)
		}
		if err == nil {
			err = c.apply(s, t)
		}
		if err != nil {
			errs = append(errs, err)
		} else {
			written = append(written, t)
		}
	}
	if !c.User && !c.Print && !c.DryRun {
		errs = append(errs, hideBackups(where))
	}
	if asked {
		c.sayNext(s, where, written)
	}
	errs = slices.DeleteFunc(errs, func(err error) bool { return err == nil })
	for len(errs) > 1 {
		term.Report(s.Err, errs[0])
		errs = errs[1:]
	}
	return errors.Join(errs...)
}

// Here returns the project of the working directory and the user's home directory, which is ""
// if there is none.
func Here() (agent.Machine, error) {
	dir, err := term.WorkDir()
	if err != nil {
		return agent.Machine{}, err
	}
	// Clients read the settings in the project's root.
	return agent.Machine{Project: project.RootOf(dir), Home: project.Home(), Getenv: os.Getenv}, nil
}

// SameFile reports whether two paths are the same file or directory.
func SameFile(a, b string) bool {
	x, err := os.Stat(a)
	y, err2 := os.Stat(b)
	return err == nil && err2 == nil && os.SameFile(x, y)
}

// CommandLine returns the command that installs an agent's hooks, or removes them.
func CommandLine(client agent.Agent, user, remove bool) string {
	line := "witness init " + client.Name
	if user {
		line += " --user"
	}
	if remove {
		line += " --remove"
	}
	return line
}

// apply installs, prints or removes the hooks in one file.
func (c *Cmd) apply(s term.Streams, t target) error {
	before, err := regular.Read(t.path, agent.MaxSettings)
	if err != nil && !errors.Is(err, fs.ErrNotExist) {
		return err
	}
	change := t.settings.Apply
	if c.Remove {
		change = t.settings.Revoke
	}
	after, err := change(before)
	if err != nil {
		return fmt.Errorf("%s:%w", t.path, err)
	}
	line := ""
	if c.StatusLine && t.agent.HasStatusLine() {
		added := false
		if after, added, err = t.settings.AddStatusLine(after); err != nil {
			return fmt.Errorf("%s:%w", t.path, err)
		}
		line = " and the status line"
		if !added {
			line = ""
			fmt.Fprintf(s.Err, "%s: it has a status line of yours, which is left as it is\n", t.path)
		}
	}
	if err := CheckTOML(t.path, before, after); err != nil {
		return err
	}
	if c.Print {
		_, err := s.Out.Write(after)
		return err
	}
	if bytes.Equal(before, after) && (c.Remove || IsExecutable(t.path, t.settings)) {
		if _, err := fmt.Fprintf(s.Out, "%s: nothing to change\n", t.path); err != nil || c.Remove {
			return err
		}
		return sayVersion(s, t.agent)
	}
	if err := checkWritable(t.path); err != nil {
		return err
	}
	done := "installed the hooks" + line
	switch {
	case c.DryRun && c.Remove:
		done = "would remove the hooks"
	case c.DryRun && before == nil:
		done = "would install the hooks, in a new file"
	case c.DryRun:
		done = "would install the hooks"
	case c.Remove:
		done, err = "removed the hooks", t.remove(after)
	default:
		err = t.install(before, after)
	}
	if err != nil {
		return err
	}
	if !c.DryRun {
		if err := project.Wrote(t.path); err != nil {
			return err
		}
	}
	fmt.Fprintf(s.Out, "%s: %s\n", t.path, done)
	if c.DryRun || c.Remove {
		return nil
	}
	if backup, ok := backupOf(t.path); ok {
		fmt.Fprintf(s.Out, "%s: backup of the previous settings\n", backup)
	}
	if err := sayVersion(s, t.agent); err != nil || t.settings.Note == "" {
		return err
	}
	return term.Say(s.Out, "%s", t.settings.Note)
}

// sayVersion tells that the client's version is newer than was tried, or older than is supported.
func sayVersion(s term.Streams, client agent.Agent) error {
	note, _, _ := client.VersionNote()
	if note == "" {
		return nil
	}
	return term.Say(s.Out, "%s: %s", client.Name, note)
}

// CheckTOML returns an error if the settings in path are invalid TOML before or after a change. It
// accepts files of other formats.
func CheckTOML(path string, before, after []byte) error {
	if filepath.Ext(path) != ".toml" {
		return nil
	}
	return cmp.Or(bundle.CheckTOML(path, before), bundle.CheckTOML(path, after))
}
