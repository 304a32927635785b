package facts

import (
	"context"
	"path/filepath"

	"witness/engine/hook"
	"witness/engine/shell"
)

// A Disk answers what only the file system can tell about a call. Live asks the machine's;
// Recorded is for the sessions of the past, whose files are gone.
type Disk interface {
	// Existed reports whether a file is there before a call that touches it in this way.
	Existed(path, kind string) bool
	// Patches returns the touches described in the diff files that a line applies.
	Patches(line shell.Line) []shell.Touch
	// Expand returns the files that a touch stands for: a glob, a folder, a copy.
	Expand(c *Call, t shell.Touch) []string
	// Refutes reports whether a touch of a line that has ended certainly did not happen.
	Refutes(c *Call, t shell.Touch, path string) bool
	// Verify drops the touches of a call that has ended which cannot have happened.
	Verify(c *Call)
	// Observe adds the changes that the call does not report to c.Observed, and before a call
	// remembers the files that it is about to delete.
	Observe(ctx context.Context, c *Call) error
	// Remember stores what the files of a call that has ended look like now.
	Remember(ctx context.Context, c *Call) error
	// Link returns the file that a symbolic link points to, "" if the path is none.
	Link(path string) string
	// Glob returns the files and folders that a pattern of the line matches.
	Glob(name shell.PathWord) []string
	// IsDir reports whether a path is a folder; Exists whether there is anything.
	IsDir(path string) bool
	Exists(path string) bool
}

// Recorded is the Disk of a recorded session: a file exists if the call presupposes it, and
// whatever else only a disk could tell is unknown.
type Recorded struct{}

// Existed reports whether the tool works only on a file that exists.
func (Recorded) Existed(_, kind string) bool { return kind == hook.Edit }

// Expand returns the path itself, unless it is a glob or may be a folder.
func (Recorded) Expand(_ *Call, t shell.Touch) []string {
	if t.Glob || t.MaybeFolder && filepath.Ext(t.Path) == "" && filepath.Ext(t.From) == "" {
		return nil
	}
	return []string{t.Path}
}

// The rest of what a Disk knows is unknown here.

func (Recorded) Patches(shell.Line) []shell.Touch        { return nil }
func (Recorded) Refutes(*Call, shell.Touch, string) bool { return false }
func (Recorded) Verify(*Call)                            {}
func (Recorded) Observe(context.Context, *Call) error    { return nil }
func (Recorded) Remember(context.Context, *Call) error   { return nil }
func (Recorded) Link(string) string                      { return "" }
func (Recorded) Glob(shell.PathWord) []string            { return nil }
func (Recorded) IsDir(string) bool                       { return false }
func (Recorded) Exists(string) bool                      { return false }
