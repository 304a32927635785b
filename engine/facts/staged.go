package facts

import (
	"strings"

	"witness/engine/git"
)

// maxStaged is how many staged files are listed. With more of them, what is staged is not known.
const maxStaged = 2000

// A Staged is a file of which the index has something else than the commit that is checked out.
type Staged struct {
	File string `json:"file"` // relative to the working tree, with slashes
	Does string `json:"does"` // adds, changes, deletes
	At   *int64 `json:"at"`   // when the file was modified that was staged, in seconds since 1970, nil if it is deleted
}

// Staged asks git, which alone finds the files of a commit in its packs. Comparing the index with a commit starts none of the
// programs that the settings of a repository can name, and does not look at the working tree.
func (d *Live) Staged(root string) (list []Staged, known bool) {
	r, ok := git.Open(root)
	if !ok || r.Head() == "" {
		return nil, false
	}
	out, late, err := runGit(root, "-c", "core.fsmonitor=false", "diff-index", "--cached", "--raw", "-z", "--no-renames", "--ignore-submodules", "HEAD", "--")
	if late || err != nil {
		return nil, false
	}
	// :MODE MODE ID ID STATUS<0>NAME<0>
	fields := strings.Split(string(out), "\x00")
	if len(fields)/2 > maxStaged {
		return nil, false
	}
	var files []string
	for i := 0; i+1 < len(fields); i += 2 {
		files = append(files, fields[i+1])
	}
	at := r.Entered(files)
	for i, file := range files {
		s := Staged{File: file, Does: "changes"}
		switch what := fields[2*i]; what[len(what)-1] {
		case 'A':
			s.Does = "adds"
		case 'D':
			s.Does = "deletes"
		}
		if t, ok := at[file]; ok {
			s.At = &t
		}
		list = append(list, s)
	}
	return list, true
}

// Staged is not known: the index is gone.
func (*Recorded) Staged(string) (list []Staged, known bool) { return nil, false }
