package facts

import (
	"os"
	"path/filepath"
	"slices"
	"strings"

	"witness/engine/hook"
	"witness/engine/project"
	"witness/engine/redact"
	"witness/engine/shell"
)

// maxOutput limits how much of an output is read, in bytes: half from its start, half from its end.
const maxOutput = 512 << 10

// A Resolver turns events into calls.
type Resolver struct {
	Project project.Project // around the directory that witness was started for
	Readers *Readers
	Secrets *redact.Finder // finds what is redacted in commands and outputs
	Classes *project.Classes
	Disk    Disk
}

// Resolve resolves the paths of an event, parses its shell line and redacts it.
func (r *Resolver) Resolve(ev hook.Event) *Call {
	c := &Call{Event: ev, Project: r.Project, classes: r.Classes}
	if dir := project.Resolve(ev.CWD); dir != "" && dir != r.Project.Dir {
		c.Project = project.Find(dir, ev.Project)
	}
	r.Disk.Locate(c)
	for _, f := range ev.Files {
		path := c.Project.Path(f.Path)
		c.touch(r.Disk, path, f.Kind, "tool", ev.Outcome)
		if f.Existed != nil && path != "" {
			c.Touches[c.touchIndex(path, f.Kind)].OnDisk = *f.Existed
		}
		if i := c.touchIndex(path, f.Kind); i >= 0 {
			c.Touches[i].First, c.Touches[i].Last, c.Touches[i].Lines = f.First, f.Last, f.Lines
		}
	}
	if ev.Command != "" {
		r.line(c)
	}
	if len(c.Output) > maxOutput {
		c.Output, c.Cut = c.Output[:maxOutput/2]+"\n"+c.Output[len(c.Output)-maxOutput/2:], true
	}
	c.Output = r.Secrets.Redact(c.Output)
	r.shown(c)
	return c
}

// line parses the shell line and adds its commands and touches to the call.
func (r *Resolver) line(c *Call) {
	home, err := os.UserHomeDir()
	if err != nil {
		home = ""
	}
	parse := shell.Parse
	if c.Shell == "powershell" {
		parse = shell.PowerShell
	}
	line := parse(c.Event.Command, c.Project.Dir, home)
	r.redact(c, &line)
	c.notice(line)
	changes := r.touches(c, line)
	for i, sc := range line.Commands {
		cmd := Command{Command: sc, Changed: i > changes.first, Alters: changes.files[i], Maintains: changes.maintains[i]}
		cmd.place(c, r.Disk)
		cmd.Commits = commits(sc.Name, sc.Args)
		if !sc.Inert {
			r.Readers.recognize(&cmd)
			cmd.AltersTree = len(r.Readers.changing(cmd)) > 0
		}
		if cmd.AltersTree {
			changes.first = min(changes.first, i)
		} else if cmd.Runner == "" {
			cmd.interpret()
		}
		if !sc.Inert {
			if cmd.Runner == "" && (!cmd.AltersTree || len(cmd.Tasks) > 0) {
				cmd.describe()
			}
			cmd.limit()
		}
		c.Commands = append(c.Commands, cmd)
		for _, gate := range sc.Gates {
			c.Commands[gate].Decides = c.Commands[gate].Decides || !sc.Inert
		}
	}
	c.Touches = slices.DeleteFunc(c.Touches, changes.ran.skipped)
	r.Disk.Verify(c)
}

// lineChanges holds what the commands of a line change.
type lineChanges struct {
	first     int              // the first command that changes a file of a project
	files     map[int][]string // by command
	maintains map[int]bool     // commands whose purpose is to change files
	ran       ranCommands      // which commands ran, as far as the disk shows
}

// touches adds the touches of the line's commands to the call.
func (r *Resolver) touches(c *Call, line shell.Line) *lineChanges {
	changes := &lineChanges{first: len(line.Commands), files: map[int][]string{}, maintains: map[int]bool{}}
	for _, t := range append(line.Touches, r.Disk.Patches(line)...) {
		if r.printsInto(line, t) {
			t.Kind = hook.Output
		}
		cmd := line.Commands[t.Command]
		for _, path := range r.Disk.Expand(c, t) {
			path = c.Project.Path(path)
			refuted := r.Disk.Refutes(c, t, path)
			if changes.ran.note(t, path, refuted); refuted {
				continue
			}
			outcome := c.lineOutcome(cmd, t)
			if hook.ReadOnly(t.Kind) && outcome == hook.Failed && cmd.Inert {
				outcome = hook.OK // grep without a match and diff with a difference have read the file
			}
			c.touch(r.Disk, path, t.Kind, "shell", outcome)
			if i := c.touchIndex(path, t.Kind); i >= 0 {
				c.Touches[i].Command, c.Touches[i].Sure = t.Command, t.Unconditional
				c.Touches[i].Many = t.MaybeFolder && path != t.Path
				if c.Touches[i].Manner == "" {
					c.Touches[i].Manner = t.Manner
				}
			}
			if hook.ReadOnly(t.Kind) || t.Kind == hook.Output || path == "" {
				continue
			}
			changes.files[t.Command] = append(changes.files[t.Command], path)
			changes.maintains[t.Command] = changes.maintains[t.Command] || !t.Unconditional && cmd.File == ""
			if c.rootOf(r.Disk, filepath.Dir(path)) != "" {
				changes.first = min(changes.first, t.Command)
			}
		}
	}
	return changes
}

// printsInto reports whether a known runner only prints into the file: `pytest > log` and
// `pytest | tee log` edit nothing of the project.
func (r *Resolver) printsInto(line shell.Line, t shell.Touch) bool {
	if hook.ReadOnly(t.Kind) || t.Kind == hook.Delete {
		return false
	}
	runs := func(cmd shell.Command) bool {
		known := Command{Command: cmd}
		if !cmd.Inert {
			r.Readers.recognize(&known)
		}
		return known.Runner != ""
	}
	if cmd := line.Commands[t.Command]; cmd.Name != "tee" {
		return t.Unconditional && runs(cmd)
	}
	return t.Command > 0 && runs(line.Commands[t.Command-1])
}

// lineOutcome returns the outcome of a touch by one command of the line. If the line failed, that is
// the failure of the command whose exit status is the line's. What happens even if its command fails, like a
// redirection, is sure. So is what a command does to one of its files if it complains of others only.
func (c *Call) lineOutcome(cmd shell.Command, t shell.Touch) string {
	switch {
	case c.refusesPath(cmd):
		return hook.Failed
	case c.Outcome == hook.Failed && cmd.Last && !t.Unconditional && !c.failedForOthers(cmd, t.Path):
		return hook.Failed
	case c.Outcome == hook.Denied:
		return hook.Denied
	default:
		return hook.OK
	}
}

// refusesPath reports whether a command of git complains of one of its paths. It then restores none.
func (c *Call) refusesPath(cmd shell.Command) bool {
	return (cmd.Name == "git checkout" || cmd.Name == "git restore") && slices.ContainsFunc(cmd.Args, func(word string) bool {
		return strings.Contains(c.Output, "pathspec '"+word+"' did not match")
	})
}

// eachOperand lists the commands that go on with their other files after one that they cannot use.
var eachOperand = []string{"rm", "unlink", "cp", "mv", "cat", "head", "tail", "touch", "sed", "chmod", "nl", "wc", "bat", "less", "rmdir"}

// failedForOthers reports whether a command that failed complains of files, and not of this one: "rm a
// missing" has removed a.
func (c *Call) failedForOthers(cmd shell.Command, path string) bool {
	if !slices.Contains(eachOperand, cmd.Name) {
		return false
	}
	complains, name := false, filepath.Base(path)
	for line := range strings.Lines(c.Output) {
		if !strings.HasPrefix(line, cmd.Name+": ") || !strings.Contains(line, "No such file") && !strings.Contains(line, "cannot ") && !strings.Contains(line, "ermission denied") {
			continue
		}
		if strings.Contains(line, name) {
			return false
		}
		complains = true
	}
	return complains
}
