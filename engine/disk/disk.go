// Package disk asks the disk of this machine about a call: which files a pattern stands for, what was there before it and
// what it has changed, by the snapshots in the store, and what git knows of them. Package facts has the questions.
package disk

import (
	"errors"
	"io/fs"
	"os"
	"path/filepath"
	"regexp"
	"slices"
	"strings"
	"time"

	"witness/engine/bundle"
	"witness/engine/facts"
	"witness/engine/git"
	"witness/engine/hook"
	"witness/engine/marks"
	"witness/engine/project"
	"witness/engine/regular"
	"witness/engine/shell"
	"witness/engine/store"
)

// Live is the facts.Disk of this machine. Earlier states of files are the snapshots in the store.
type Live struct {
	repositories
	DB  *store.DB
	Own func() []marks.Own // the markers of the project and the user, nil for none
}

// Markers returns the markers of the project and the user.
func (d *Live) Markers() []marks.Own {
	if d.Own == nil {
		return nil
	}
	return d.Own()
}

// Existed reports whether a path is a regular file now.
func (d *Live) Existed(path, _ string) bool { return project.IsFile(path) }

// Attached reports whether there is a file at the path.
func (d *Live) Attached(path string) bool { return project.IsFile(path) }

// Exists reports whether there is anything at a path, even a broken link.
func (d *Live) Exists(path string) bool {
	_, err := os.Lstat(path)
	return err == nil
}

// IsDir reports whether a path is a folder or a link to one.
func (d *Live) IsDir(path string) bool { return isDir(path) }

// Locate leaves the project as the disk shows it.
func (*Live) Locate(*facts.Call) {}

// Root returns the root of the project that a directory is in.
func (*Live) Root(c *facts.Call, dir string) string { return c.Project.Around(dir, c.Event.Project) }

// Removed reports whether there is nothing at a project's root.
func (*Live) Removed(_ *facts.Call, root string) bool { return gone(root) }

// Text returns the text of a regular file of at most the size of a rule.
func (d *Live) Text(path string) string {
	if info, err := os.Stat(path); err != nil || !info.Mode().IsRegular() || info.Size() > bundle.MaxFileSize {
		return ""
	}
	text, err := os.ReadFile(path)
	if err != nil {
		return ""
	}
	return string(text)
}

// New returns the outermost folder at or above a path that is not there.
func (d *Live) New(_ *facts.Call, dir string) (outermost string) {
	for len(dir) <= project.MaxPath && !d.Exists(dir) && filepath.Dir(dir) != dir {
		outermost, dir = dir, filepath.Dir(dir)
	}
	return outermost
}

// Link returns the file that a symbolic link points to, "" if the path is not a link or the
// link is broken.
func (d *Live) Link(path string) string {
	info, err := os.Lstat(path)
	if err != nil || info.Mode()&os.ModeSymlink == 0 {
		return ""
	}
	target, err := filepath.EvalSymlinks(path)
	if err != nil {
		return ""
	}
	return target
}

// Glob returns the files and folders that a shell pattern matches. Hidden ones are matched only by a
// pattern that starts with a dot, or if name.Hidden is set.
func (d *Live) Glob(name shell.PathWord) []string {
	found, err := filepath.Glob(name.Path)
	if err != nil {
		return nil
	}
	if !name.Hidden && !strings.HasPrefix(filepath.Base(name.Path), ".") {
		found = slices.DeleteFunc(found, func(path string) bool { return strings.HasPrefix(filepath.Base(path), ".") })
	}
	return found[:min(len(found), maxExpanded)]
}

// Patches returns the touches described in the diff files that a line applies. A file that is
// too large is not read.
func (d *Live) Patches(line shell.Line) []shell.Touch {
	var touches []shell.Touch
	for _, p := range line.Patches {
		if text, err := regular.ReadNoFollow(p.Path, bundle.MaxFileSize); err == nil {
			touches = append(touches, p.Touches(string(text))...)
		}
	}
	return touches
}

// Verify drops the touches of a line that has ended which the disk refutes: a read of a file that
// is missing and was not deleted by the line; a delete of a file that still exists and was not
// created again, or that was missing before; and a change of a file that is missing although
// nothing in the line deleted it. A redirection happens even if the command fails.
func (d *Live) Verify(c *facts.Call) {
	if c.Moment != hook.After {
		return
	}
	changed, deleted := map[string]bool{}, map[string]bool{}
	first := map[string]int{} // the first command that creates a file
	for _, t := range c.Touches {
		if at, ok := first[t.Path]; t.Kind == hook.Write && (!ok || t.Command < at) {
			first[t.Path] = t.Command
		}
		changed[t.Path] = changed[t.Path] || t.Kind == hook.Write || t.Kind == hook.Rewrite
		deleted[t.Path] = deleted[t.Path] || t.Kind == hook.Delete
	}
	c.Touches = slices.DeleteFunc(c.Touches, func(t facts.Touch) bool {
		if t.Via != "shell" || t.Outcome != hook.OK {
			return false
		}
		switch {
		case hook.ReadOnly(t.Kind):
			return !changed[t.Path] && gone(t.Path) && !deleted[t.Path]
		case t.Kind == hook.Delete:
			created, ok := first[t.Path]
			return !changed[t.Path] && !gone(t.Path) || (!ok || created > t.Command) && d.started(c).lacked(d.DB, c, t.Path)
		case !t.Sure && gone(t.Path) && !deleted[t.Path] && d.started(c).at > 0:
			return !mayDeleteAfter(c, t.Command)
		}
		return false
	})
}

// mayDeleteAfter reports whether a command after the given one, or one in the background, may have
// deleted files without naming them.
func mayDeleteAfter(c *facts.Call, command int) bool {
	return slices.ContainsFunc(c.Commands, func(cmd facts.Command) bool { return cmd.Background }) ||
		slices.ContainsFunc(c.Commands[min(command+1, len(c.Commands)):], func(cmd facts.Command) bool { return !cmd.Inert && len(cmd.Alters) == 0 })
}

// Refutes reports whether the disk shows that a touch in a branch of a line that has ended, such
// as in an if, did not happen.
func (d *Live) Refutes(c *facts.Call, t shell.Touch, path string) bool {
	if c.Moment != hook.After {
		return false
	}
	for _, test := range t.Tests {
		if result, known := evaluateTest(d, c, test); known && result == test.Not {
			return true
		}
	}
	switch {
	case !t.Conditional || hook.ReadOnly(t.Kind) || t.Kind == hook.Delete:
		return false
	case gone(path):
		return !slices.ContainsFunc(c.Touches, func(o facts.Touch) bool { return o.Path == path && o.Kind == hook.Delete }) && d.started(c).at > 0
	}
	return d.untouched(c, path)
}

// evaluateTest returns the result that a test of a file, such as [ -f x ], had in a line that has
// ended. It is known if nothing has changed at the path since the call started.
func evaluateTest(d *Live, c *facts.Call, t shell.FileTest) (result, known bool) {
	info, err := os.Stat(t.Path)
	if err != nil {
		return false, gone(t.Path) && d.untouched(c, filepath.Dir(t.Path))
	}
	switch t.Type {
	case "f":
		result = info.Mode().IsRegular()
	case "d":
		result = info.IsDir()
	default:
		result = true
	}
	return result, d.untouched(c, t.Path)
}

// untouched reports whether a file has certainly not changed since the call started.
func (d *Live) untouched(c *facts.Call, path string) bool {
	at := d.started(c).at
	if at == 0 {
		return false
	}
	last, ok := lastChange(path)
	return ok && last < at*int64(time.Millisecond)-clockStep().Nanoseconds()
}

// gone reports whether there is nothing at a path.
func gone(path string) bool {
	_, err := os.Lstat(path)
	return errors.Is(err, fs.ErrNotExist)
}

func isDir(path string) bool {
	info, err := os.Stat(path)
	return err == nil && info.IsDir()
}

// Lacks reads the file. A large one, a link and one that cannot be read lack nothing.
func (d *Live) Lacks(path, word string) bool {
	info, err := os.Lstat(path)
	if err != nil || !info.Mode().IsRegular() || info.Size() > maxHashed {
		return false
	}
	text, err := os.ReadFile(path)
	return err == nil && !regexp.MustCompile(`\b`+regexp.QuoteMeta(word)+`\b`).Match(text)
}

// Repository reads the files of the repository.
func (d *Live) Repository(_ *facts.Call, root string) facts.Repository {
	if r, ok := git.Open(root); root != "" && ok {
		return r
	}
	return facts.NoRepository{}
}
