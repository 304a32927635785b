package facts

import (
	"context"
	"path/filepath"
	"slices"

	"witness/engine/agent"
	"witness/engine/hook"
	"witness/engine/marks"
	"witness/engine/project"
	"witness/engine/shell"
)

// A Disk answers questions about a call that need the file system. disk.Live answers them from the disk
// of this machine. Recorded answers them for recorded sessions, whose files no longer exist.
type Disk interface {
	// Existed reports whether a file exists before a call that touches it in this way.
	Existed(path, kind string) bool
	// Attached reports whether a file that a prompt names can have been attached to it.
	Attached(path string) bool
	// Patches returns the touches described in the diff files that a line applies.
	Patches(line shell.Line) []shell.Touch
	// Expand returns the files that a touch of a glob, a folder or a copy affects.
	Expand(c *Call, t shell.Touch) []string
	// Refutes reports whether the disk shows that a touch of a line that has ended did not happen.
	Refutes(c *Call, t shell.Touch, path string) bool
	// Verify drops the touches of a call that has ended which the disk refutes.
	Verify(c *Call)
	// Observe adds the changes that the call does not report to c.Observed. Before a call, it
	// also takes snapshots of the files that the call is about to delete.
	Observe(ctx context.Context, c *Call) error
	// Measure sets the states of the files that a call which has ended changed, before and after.
	Measure(ctx context.Context, c *Call) error
	// Remember stores snapshots of the files of a call that has ended.
	Remember(ctx context.Context, c *Call) error
	// Link returns the file that a symbolic link points to, "" if the path is not a link.
	Link(path string) string
	// Glob returns the files and folders that a pattern of the line matches.
	Glob(name shell.PathWord) []string
	// IsDir reports whether a path is a folder or a link to one.
	IsDir(path string) bool
	// Exists reports whether there is anything at a path.
	Exists(path string) bool
	// New returns the outermost folder at or above a path that is not there before the call, "" if there is none.
	New(c *Call, dir string) string
	// Text returns the text of a regular file of ordinary size, "" for any other.
	Text(path string) string
	// Untracked returns the files at or below the paths, in the repository at root, that git does not know: all of
	// them, or those that are ignored or unignored. They are the paths themselves if git takes too long.
	Untracked(root, which string, paths []string) []string
	// Unkept returns the files at or below a path that are older than a time, in milliseconds since 1970, and of which no repository
	// has the content. A path with wildcards stands for what they match. which is "" for all of them, or that of Untracked.
	Unkept(path, which string, before int64) []string
	// Older reports whether what is at a path was last changed before a time, in milliseconds since 1970.
	Older(path string, before int64) bool
	// Ignored reports whether git does not take a file into the repository at root.
	Ignored(root, path string) bool
	// Reviewed reports whether the latest commits of the default branch came by pull requests.
	Reviewed(root string) (reviewed, known bool)
	// GitSetting returns a setting of git in a directory, such as alias.st; "" if there is none.
	GitSetting(dir, name string) string
	// Wrote reports whether the session has written or changed a file that is there.
	Wrote(c *Call, path string) bool
	// GitRoot returns the folder of the working tree that a directory is in, "" if it is in none or that is not known.
	GitRoot(dir string) string
	// Restores returns those of the paths, in the repository at root, at or below which a checkout from a revision, ""
	// for the index, would change a file.
	Restores(root, revision string, paths []string) []string
	// Lacks reports whether a file exists and a word occurs nowhere in it.
	Lacks(path, word string) bool
	// LastChange returns when the latest change was made to a file of the project at root that git tracks, or to one of the
	// others, in milliseconds since 1970. It is not known if a file is missing, or if there are too many.
	LastChange(root string, others []string) (at int64, known bool)
	// HasTests reports whether a file of the project at root has the class test.
	HasTests(c *Call, root string) bool
	// Locate corrects the project of a call, if more is known of it than its directory shows.
	Locate(c *Call)
	// Root returns the root of the project that a canonical directory is in, "" if it is in none.
	Root(c *Call, dir string) string
	// Removed reports whether the project at root is known to be gone.
	Removed(c *Call, root string) bool
	// Repository returns the repository of the project at root.
	Repository(c *Call, root string) Repository
	// Staged returns the files of which the index of the project at root has something else than the commit that is checked out.
	Staged(root string) (list []Staged, known bool)
	// Tokens returns how many tokens the one who acts has used so far in the session, as far as the client's transcript tells.
	Tokens(ctx context.Context, c *Call) (tokens int64, known bool)
	// Used returns what has been used since the last event that had any, nil if nothing is known of it. A live transcript is
	// read at the end of a turn.
	Used(ctx context.Context, c *Call) *agent.TokenMeter
	// Markers returns what is counted in files besides witness's own markers.
	Markers() []marks.Own
}

// Recorded is the Disk of a recorded session. A file exists if the tool requires it to exist; nothing
// else can be asked of a disk that is long gone, so no path is a link or a folder and none is there.
// What the calls show of the content of files is known as long as no other call changes it.
type Recorded struct {
	contents map[[2]string]string   // of the files of a session, by session and path
	wrote    map[[2]string]bool     // those of them that the session has written or changed
	roots    map[string][]string    // of the projects of a session that its recording shows
	removed  map[string][]string    // folders that a session removed
	folders  map[[2]string]bool     // that a session has seen a file in, by session and path
	tracked  map[[2]string][]string // that git has listed as changed, by session and root
	markers  func() []marks.Own
}

// NewRecorded returns a disk that counts these markers in what the recording shows of files.
func NewRecorded(markers func() []marks.Own) *Recorded { return &Recorded{markers: markers} }

// Clear makes the disk forget the files of all sessions.
func (d *Recorded) Clear() { *d = Recorded{markers: d.markers} }

// Markers returns the markers of the project and the user.
func (d *Recorded) Markers() []marks.Own {
	if d.markers == nil {
		return nil
	}
	return d.markers()
}

// Existed reports whether the kind of touch requires the file to exist.
func (*Recorded) Existed(_, kind string) bool { return kind == hook.Edit }

// Attached reports that it was: the client found the file.
func (*Recorded) Attached(string) bool { return true }

// Expand returns the path itself, unless it is a glob or may be a folder. A folder that is removed
// stands for its files.
func (*Recorded) Expand(_ *Call, t shell.Touch) []string {
	if t.Glob || t.MaybeFolder && t.Kind != hook.Delete && filepath.Ext(t.Path) == "" && filepath.Ext(t.From) == "" {
		return nil
	}
	return []string{t.Path}
}

// Patches returns nothing: the diff files are gone.
func (*Recorded) Patches(shell.Line) []shell.Touch { return nil }

// Refutes reports false: nothing can be refuted.
func (*Recorded) Refutes(*Call, shell.Touch, string) bool { return false }

// Verify keeps all touches.
func (*Recorded) Verify(*Call) {}

// Observe adds nothing.
func (*Recorded) Observe(context.Context, *Call) error { return nil }

// Remember keeps which repositories the call made and which folders it removed.
func (d *Recorded) Remember(_ context.Context, c *Call) error {
	for _, cmd := range c.Commands {
		for _, dir := range cmd.Removes() {
			if c.Outcome == hook.OK && slices.ContainsFunc(d.roots[c.Session], func(root string) bool { return project.Within(root, dir) }) {
				d.removed[c.Session] = append(d.removed[c.Session], dir)
			}
		}
	}
	for _, root := range c.made {
		d.show(c.Session, root)
	}
	for _, t := range c.Touches {
		d.see(c, filepath.Dir(t.Path))
	}
	d.list(c)
	return nil
}

// list keeps the files that git has listed as changed, until some are taken out of its index.
func (d *Recorded) list(c *Call) {
	for _, cmd := range c.Commands {
		unstages := cmd.Name == "git reset" || cmd.Name == "git restore" && (slices.Contains(cmd.Args, "--staged") || slices.Contains(cmd.Args, "-S"))
		if (cmd.Name == "git rm" || unstages) && c.Outcome == hook.OK {
			delete(d.tracked, [2]string{c.Session, cmd.Root})
		}
	}
	if c.Listing == nil {
		return
	}
	if d.tracked == nil {
		d.tracked = map[[2]string][]string{}
	}
	key := [2]string{c.Session, c.Listing.Root}
	for _, file := range c.Listing.Changed {
		if !slices.Contains(d.tracked[key], file) {
			d.tracked[key] = append(d.tracked[key], file)
		}
	}
}

// see keeps that a folder of the project and those above it are there.
func (d *Recorded) see(c *Call, dir string) {
	if d.folders == nil {
		d.folders = map[[2]string]bool{}
	}
	for key := [2]string{c.Session, dir}; dir != c.Project.Root && project.Within(dir, c.Project.Root) && !d.folders[key]; key[1] = dir {
		d.folders[key] = true
		dir = filepath.Dir(dir)
	}
}

// New returns the outermost folder of the project in which the session has seen no file, and any folder outside of it.
func (d *Recorded) New(c *Call, dir string) (outermost string) {
	if !project.Within(dir, c.Project.Root) {
		return dir
	}
	for ; dir != c.Project.Root && !d.folders[[2]string{c.Session, dir}]; dir = filepath.Dir(dir) {
		outermost = dir
	}
	return outermost
}

// show keeps a root that the recording of a session shows.
func (d *Recorded) show(session, root string) {
	if d.roots == nil {
		d.roots, d.removed = map[string][]string{}, map[string][]string{}
	}
	if !slices.Contains(d.roots[session], root) {
		d.roots[session] = append(d.roots[session], root)
	}
	d.removed[session] = slices.DeleteFunc(d.removed[session], func(dir string) bool { return project.Within(root, dir) })
}

// Locate finds the project of a call among those that the recording has shown so far. A working
// directory outside of them is one of its own, unless it is above one of them.
func (d *Recorded) Locate(c *Call) {
	known := d.roots[c.Session]
	if root := innermost("", c.Project.Dir, known); root != "" {
		c.Project.Root = root
	} else if !slices.ContainsFunc(known, func(root string) bool { return project.Within(root, c.Project.Root) }) {
		d.show(c.Session, c.Project.Root)
	}
}

// Root returns the innermost of the projects around a directory that the recording has shown so far.
func (d *Recorded) Root(c *Call, dir string) string {
	root := ""
	if project.Within(dir, c.Project.Root) {
		root = c.Project.Root
	}
	return innermost(root, dir, d.roots[c.Session])
}

// Removed reports whether the session removed the project or a folder around it.
func (d *Recorded) Removed(c *Call, root string) bool {
	return slices.ContainsFunc(d.removed[c.Session], func(dir string) bool { return project.Within(root, dir) })
}

// Link returns "".
func (*Recorded) Link(string) string { return "" }

// Glob returns nothing.
func (*Recorded) Glob(shell.PathWord) []string { return nil }

// IsDir reports false.
func (*Recorded) IsDir(string) bool { return false }

// Exists reports false.
func (*Recorded) Exists(string) bool { return false }

// Text returns "".
func (*Recorded) Text(string) string { return "" }

// Untracked returns nothing: the index of the repository is gone.
func (*Recorded) Untracked(string, string, []string) []string { return nil }

// GitSetting returns "".
func (*Recorded) GitSetting(_, _ string) string { return "" }

// Wrote reports whether the content of the file is known.
func (r *Recorded) Wrote(c *Call, path string) bool {
	key := [2]string{c.Session, path}
	return r.wrote[key] && r.contents[key] != ""
}

// GitRoot returns "".
func (*Recorded) GitRoot(string) string { return "" }

// Restores returns all of them: what is committed is not known.
func (*Recorded) Restores(_, _ string, paths []string) []string { return paths }

// Lacks reports false: the contents are not known.
func (*Recorded) Lacks(_, _ string) bool { return false }

// LastChange is not known.
func (*Recorded) LastChange(string, []string) (at int64, known bool) { return 0, false }

// HasTests reports false: a recording names its tests when they are touched or run.
func (*Recorded) HasTests(*Call, string) bool { return false }
