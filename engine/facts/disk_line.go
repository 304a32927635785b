package facts

import (
	"path/filepath"

	"witness/engine/shell"
)

// ofLine is what a disk tells of the files around the line of a call.
type ofLine struct {
	Disk
	call *Call
}

// DiskOf returns what a disk tells of the files around the line of a call. That of a recorded session has the files whose content the
// recording shows.
func DiskOf(c *Call, disk Disk) shell.Disk { return ofLine{disk, c} }

// Text returns the content of a file; of a recorded session, if a tool has written or read it as a whole and nothing has changed it since.
func (d ofLine) Text(path string) string {
	if recorded, ok := d.Disk.(*Recorded); ok {
		return recorded.contents[[2]string{d.call.Session, path}]
	}
	return d.Disk.Text(path)
}

// Wrote reports whether the session has written a file.
func (d ofLine) Wrote(path string) bool { return d.Disk.Wrote(d.call, path) }

// GitHook returns the path of a hook of the repository, if the session has written it.
func (d ofLine) GitHook(dir, name string) string {
	root := d.GitRoot(dir)
	if _, recorded := d.Disk.(*Recorded); recorded {
		root = d.call.Project.Root
	}
	folder := filepath.Join(root, ".git", "hooks")
	if set := d.GitSetting(dir, "core.hooksPath"); filepath.IsAbs(set) {
		folder = set
	} else if set != "" {
		folder = filepath.Join(root, set)
	}
	if path := filepath.Join(folder, name); root != "" && d.Wrote(path) {
		return path
	}
	return ""
}
