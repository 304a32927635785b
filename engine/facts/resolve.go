package facts

import (
	"cmp"
	"path"
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
	Readers Readers
	Secrets *redact.Finder // finds what is redacted in commands and outputs
	Classes *project.Classes
	Disk    Disk
}

// Resolve resolves the paths of an event, parses its shell line and redacts it.
func (r *Resolver) Resolve(ev hook.Event) *Call {
	c := &Call{Event: ev, Project: r.Project, Classes: r.Classes}
	if ev.CWD != r.Project.Dir {
		if dir := project.Resolve(ev.CWD); dir != "" && dir != r.Project.Dir {
			c.Project = project.Find(dir, ev.Project)
		}
	}
	r.Disk.Locate(c)
	r.findDatabase(&c.Event, c.Project.Root)
	for _, f := range ev.Files {
		path := c.Project.Path(f.Path)
		if f.Mentioned && !r.Disk.Attached(path) {
			continue
		}
		c.touch(r.Disk, path, f.Kind, "tool", ev.Outcome)
		if f.Existed != nil && path != "" {
			c.Touches[c.touchIndex(path, f.Kind)].OnDisk = *f.Existed
		}
		if i := c.touchIndex(path, f.Kind); i >= 0 {
			if f.Moved {
				c.Touches[i].Manner = "move"
			}
			c.Touches[i].First, c.Touches[i].Last, c.Touches[i].Lines = f.First, f.Last, f.Lines
		}
	}
	if ev.Tool == hook.Delete && c.Event.Command == "" {
		c.Event.Command = removal(ev.Files)
	}
	if c.Event.Command != "" {
		r.line(c)
	} else {
		c.findMoved()
	}
	c.findFolders(r.Disk)
	if len(c.Output) > maxOutput {
		c.Output, c.Cut = c.Output[:maxOutput/2]+"\n"+c.Output[len(c.Output)-maxOutput/2:], true
	}
	if c.Tool != hook.Fetch && c.Tool != hook.Other { // of others no part is kept
		c.Output = r.Secrets.Redact(c.Output)
	}
	r.shown(c)
	c.Listing = listingOf(c)
	return c
}

// removal returns the command that does what a tool which deletes does, so that the rules about commands see both.
func removal(files []hook.File) string {
	line := ""
	for _, f := range files {
		if f.Kind == hook.Delete && f.Path != "" {
			line = cmp.Or(line, "rm -r --") + " '" + strings.ReplaceAll(f.Path, "'", `'\''`) + "'"
		}
	}
	return line
}

// line parses the shell line and adds its commands and touches to the call.
func (r *Resolver) line(c *Call) {
	var line shell.Line
	if c.Shell != "powershell" {
		line = shell.ParseOn(DiskOf(c, r.Disk), c.Event.Command, c.Project.Dir, project.Home())
	}
	// On Windows a client runs its lines in PowerShell or in the bash that comes with git, and most do not say in which: what bash
	// could not read is PowerShell's. The drive is the sign, for elsewhere nobody runs such a line.
	if c.Shell == "powershell" || line.Partial && len(c.CWD) > 1 && c.CWD[1] == ':' {
		line = shell.PowerShell(c.Event.Command, c.Project.Dir, project.Home())
	}
	c.Line = line
	c.Line.Commands = slices.Clone(line.Commands)
	c.Partial = line.Partial
	r.redact(c, &line)
	c.notice(line)
	changes := r.touches(c, line)
	for i, sc := range line.Commands {
		sc.Background = sc.Background || c.Background
		cmd := Command{Command: sc, Changed: i > changes.first, Alters: changes.files[i], Maintains: changes.maintains[i]}
		cmd.place(c, r.Disk)
		cmd.Commits = commits(sc.Name, sc.Args)
		if !sc.Inert {
			cmd.recognize(r.Readers)
			if cmd.Kind == "test" {
				if path := c.namesake(r.Disk, cmd); path != "" {
					cmd.becomes(path)
				}
			}
			for _, f := range r.Readers.Changing(cmd) {
				cmd.AltersTree, cmd.Kind = true, cmp.Or(cmd.Kind, kindOf(f))
			}
			if f := r.Readers.Naming(cmd); f != nil && cmd.Runner == "" {
				if cmd.Kind = cmp.Or(cmd.Kind, kindOf(f)); !cmd.AltersTree {
					cmd.NamedBy = f.Name
				}
			}
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
			cmd.Selection = append(cmd.Selection, handedOn(r.Readers, line, i)...)
			cmd.limit()
		}
		c.Commands = append(c.Commands, cmd)
		for _, gate := range sc.Gates {
			c.Commands[gate].Decides = c.Commands[gate].Decides || !sc.Inert
		}
	}
	c.Touches = slices.DeleteFunc(c.Touches, changes.ran.skipped)
	markBulk(c.Touches)
	c.findMoved()
	c.shownLines()
	r.Disk.Verify(c)
}

// lineChanges holds what the commands of a line change.
type lineChanges struct {
	first     int              // the first command that changes a file of a project
	files     map[int][]string // by command
	maintains map[int]bool     // commands whose purpose is to change files
	ran       ranCommands      // which commands ran, as far as the disk shows
}

// markBulk marks the files in which a call replaces something, if they are more than two: a renaming.
func markBulk(touches []Touch) {
	var replaced []*Touch
	for i := range touches {
		if t := &touches[i]; t.Kind == hook.Edit && t.Manner == "replace" {
			replaced = append(replaced, t)
		}
	}
	if len(replaced) <= 2 {
		return
	}
	for _, t := range replaced {
		t.Manner = "bulk"
	}
}

// touches adds the touches of the line's commands to the call.
func (r *Resolver) touches(c *Call, line shell.Line) *lineChanges {
	changes := &lineChanges{first: len(line.Commands), files: map[int][]string{}, maintains: map[int]bool{}}
	for _, t := range append(line.Touches, r.Disk.Patches(line)...) {
		if r.printsInto(line, t) {
			t.Kind = hook.Output
		}
		cmd := line.Commands[t.Command]
		if cmd.Via != "" && t.Kind != hook.Delete {
			continue // what a script writes is its product, and seen on the disk; what it deletes is gone
		}
		paths := r.Disk.Expand(c, t)
		if t.Kind == hook.Edit && (t.Manner == "" || t.Manner == "replace") && (t.Glob || t.Subset) && len(paths) > 2 {
			t.Manner = "bulk" // the same change in all of them
		}
		for _, path := range paths {
			path = c.Project.Path(path)
			refuted := r.Disk.Refutes(c, t, path)
			if changes.ran.note(t, path, refuted); refuted {
				continue
			}
			outcome := c.lineOutcome(cmd, t)
			if hook.ReadOnly(t.Kind) && outcome == hook.Failed && cmd.Inert {
				outcome = hook.OK // grep without a match and diff with a difference have read the file
			}
			known := c.touchIndex(path, t.Kind) >= 0
			c.touch(r.Disk, path, t.Kind, "shell", outcome)
			if i := c.touchIndex(path, t.Kind); i >= 0 {
				c.Touches[i].again = known
				c.Touches[i].Command, c.Touches[i].Sure = t.Command, t.Unconditional
				c.Touches[i].Many = t.MaybeFolder && path != t.Path
				if c.Touches[i].Manner == "" {
					c.Touches[i].Manner = t.Manner
				}
				if t.From != "" {
					c.Touches[i].from = c.Project.Path(t.From)
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

// rootOf returns the root of the project that a canonical directory is in, "" if it is in none. A
// repository that the line makes is one before it is on the disk. The results are cached, because a
// line can name hundreds of files of one folder.
func (c *Call) rootOf(disk Disk, dir string) string {
	root, known := c.roots[dir]
	if known {
		return root
	}
	if root = c.Project.Root; dir != c.Project.Dir {
		root = disk.Root(c, dir)
	}
	root = innermost(root, dir, c.made)
	if c.roots == nil {
		c.roots = map[string]string{}
	}
	c.roots[dir] = root
	return root
}

// innermost returns the longest of the roots around a directory: the given one or one of the others.
func innermost(root, dir string, others []string) string {
	for _, other := range others {
		if len(other) > len(root) && project.Within(dir, other) {
			root = other
		}
	}
	return root
}

// place sets the directory of a command and the project that it runs in. A directory outside of every
// project is one of its own.
func (cmd *Command) place(c *Call, disk Disk) {
	cmd.Root = c.Project.Root
	at := cmp.Or(cmd.Dir, cmd.ContainerDir)
	if at == "" {
		cmd.RelDir = "?"
		return
	}
	dir := filepath.Dir(c.Project.Path(filepath.Join(at, "x"))) // canonical
	if cmd.Root = c.rootOf(disk, dir); cmd.Root == "" {
		cmd.Root = project.Find(dir, "").Root
	}
	cmd.RelDir = strings.TrimPrefix(project.File(cmd.Root, dir), ".")
}

// classOf returns the class of a file. A file below the call's project has that of its path there, so
// that a clone in a folder of fixtures is a fixture. Of a file in another project the path there counts,
// unless that project is a scratch.
func (c *Call) classOf(t Touch) string {
	const scratch = "scratch"
	if t.Root == "" || project.Within(t.Path, c.Project.Root) {
		return c.Classes.Of(c.Project.File(t.Path))
	}
	if c.Classes.Of(t.Path) == scratch && c.Classes.Of(path.Join(c.Project.Root, "x")) != scratch {
		return scratch
	}
	return c.Classes.Of(t.File)
}

// notice keeps which repositories the line makes, as far as it did not fail to.
func (c *Call) notice(line shell.Line) {
	for _, cmd := range line.Commands {
		failed := c.Outcome == hook.Denied || c.Outcome == hook.Failed && (cmd.Last || strings.Contains(c.Output, "fatal: "))
		if dir := cmd.Makes(); dir != "" && !failed {
			c.made = append(c.made, project.Resolve(dir))
		}
	}
}

// MayRemove reports whether a call may have removed a project, by the names of its commands.
func (c *Call) MayRemove() bool {
	return c.Moment == hook.After && slices.ContainsFunc(c.Commands, func(cmd Command) bool { return slices.Contains([]string{"rm", "mv", "git worktree"}, cmd.Name) })
}
