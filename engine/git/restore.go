package git

import (
	"crypto/sha1"
	"fmt"
	"io/fs"
	"maps"
	"os"
	"path/filepath"
	"strings"
)

// Restores returns those of the paths, relative to the working tree, at or below which a checkout would change a file.
// state has the ids of the contents by name, nil for those of the index. A state that cannot be compared with the files is taken
// for another one.
func (r *Repository) Restores(paths []string, state map[string]string) (changed []string) {
	entries, err := r.index()
	if err != nil {
		return paths
	}
	wanted := map[string]string{} // "" is a conflict, or a file that is removed
	for _, path := range paths {
		for _, e := range entries {
			switch {
			case !atOrBelow(e.name, path):
				continue
			case state != nil:
				wanted[e.name] = state[e.name]
			case e.conflict:
				wanted[e.name] = ""
			default:
				wanted[e.name] = fmt.Sprintf("%x", e.id)
			}
		}
	}
	maps.Copy(wanted, state)
	for _, path := range paths {
		for name, id := range wanted {
			if atOrBelow(name, path) && (id == "" || r.contentID(name) != id) {
				changed = append(changed, path)
				break
			}
		}
	}
	return changed
}

// atOrBelow reports whether a file is a path or in that folder.
func atOrBelow(name, path string) bool {
	return path == "." || name == path || strings.HasPrefix(name, path+"/")
}

// contentID returns the id that git gives the content of a file of the working tree, "" if it cannot be read.
func (r *Repository) contentID(name string) string {
	path := filepath.Join(r.Root, filepath.FromSlash(name))
	info, err := os.Lstat(path)
	if err != nil || !filepath.IsLocal(name) {
		return ""
	}
	content, err := readContent(path, info)
	if err != nil {
		return ""
	}
	return fmt.Sprintf("%x", idOf(content))
}

// readContent returns the content of a file as git keeps it: of a symbolic link what it points to.
func readContent(path string, info fs.FileInfo) (string, error) {
	switch {
	case info.Mode()&fs.ModeSymlink != 0:
		return os.Readlink(path)
	case info.Size() > maxHashed:
		return "", fs.ErrInvalid
	}
	return string(read(path, maxHashed)), nil
}

// idOf returns the id that git gives a content.
func idOf(content string) [sha1.Size]byte {
	return sha1.Sum(fmt.Appendf(nil, "blob %d\x00%s", len(content), content))
}
