package facts

import (
	"context"

	"witness/engine/shell"
)

// A Disk answers questions about a call that need the file system. Live answers them from the disk
// of this machine. Recorded answers them for recorded sessions, whose files no longer exist.
type Disk interface {
	// Existed reports whether a file exists before a call that touches it in this way.
	Existed(path, kind string) bool
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
	// HasTests reports whether a file of the project at root has the class test.
	HasTests(c *Call, root string) bool
	// Locate corrects the project of a call, if more is known of it than its directory shows.
	Locate(c *Call)
	// Root returns the root of the project that a canonical directory is in, "" if it is in none.
	Root(c *Call, dir string) string
	// Removed reports whether the project at root is known to be gone.
	Removed(c *Call, root string) bool
}
