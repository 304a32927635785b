package git

import (
	"crypto/sha1"
	"encoding/hex"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"time"
)

// treeTime is how long the comparison for Tree may take. No hook waits for it.
const treeTime = 5 * time.Second

// Tree returns the hash that Git would give to the tree of the working copy: the files of the index as they are now,
// and those of the given files, relative to the working tree, that are not in the index. known is false if the index cannot be
// read, is in conflict, or the tree is too large. A file that a filter or the line endings of
// .gitattributes change is hashed as it is on the disk, so such a working copy has another hash than its commit.
func (r *Repository) Tree(others []string) (hash string, known bool) {
	info, err := os.Stat(filepath.Join(r.Dir, "index"))
	if err != nil {
		return "", false
	}
	entries, err := r.index()
	if err != nil {
		return "", false
	}
	var files []entry
	tracked := map[string]bool{}
	end := time.Now().Add(treeTime)
	for i, e := range entries {
		if e.conflict || i%256 == 255 && time.Now().After(end) {
			return "", false
		}
		tracked[e.name] = true
		kind := e.mode & kindMask
		if e.ignored || kind != regularFile && kind != symlink || !filepath.IsLocal(e.name) || !r.differs(e, info.ModTime()) {
			files = append(files, e)
			continue
		}
		if changed, exists := r.entryOf(e.name); exists {
			files = append(files, changed)
		}
	}
	for _, name := range others {
		if !tracked[name] && filepath.IsLocal(name) {
			if e, exists := r.entryOf(name); exists {
				files = append(files, e)
			}
		}
	}
	slices.SortFunc(files, func(a, b entry) int { return strings.Compare(a.name, b.name) })
	id := treeOf(files, "")
	return hex.EncodeToString(id[:]), true
}

// entryOf returns the entry that a file would have in the index.
func (r *Repository) entryOf(name string) (e entry, exists bool) {
	path := filepath.Join(r.Root, filepath.FromSlash(name))
	info, err := os.Lstat(path)
	if err != nil {
		return e, false
	}
	e = entry{name: name, mode: regularFile | 0o644}
	content := ""
	switch {
	case info.Mode()&fs.ModeSymlink != 0:
		e.mode = symlink
		content, err = os.Readlink(path)
	case !info.Mode().IsRegular():
		return e, false
	default:
		if info.Mode()&0o100 != 0 {
			e.mode = regularFile | 0o755
		}
		var text []byte
		text, err = os.ReadFile(path)
		content = string(text)
	}
	e.id = sha1.Sum(fmt.Appendf(nil, "blob %d\x00%s", len(content), content))
	return e, err == nil
}

// treeOf returns the hash of the tree of sorted entries whose names begin with a folder, "" or one that ends with a slash.
func treeOf(files []entry, folder string) [20]byte {
	type item struct {
		sort, name string // a folder is sorted as if its name ended with a slash
		mode       uint32
		id         [20]byte
	}
	var items []item
	for len(files) > 0 {
		name, _, below := strings.Cut(files[0].name[len(folder):], "/")
		n := 1
		if !below {
			items = append(items, item{name, name, files[0].mode, files[0].id})
		} else {
			inner := folder + name + "/"
			for n < len(files) && strings.HasPrefix(files[n].name, inner) {
				n++
			}
			items = append(items, item{name + "/", name, 0o40000, treeOf(files[:n], inner)})
		}
		files = files[n:]
	}
	slices.SortFunc(items, func(a, b item) int { return strings.Compare(a.sort, b.sort) })
	var b []byte
	for _, i := range items {
		b = fmt.Appendf(b, "%o %s\x00%s", i.mode, i.name, i.id[:])
	}
	return sha1.Sum(fmt.Appendf(nil, "tree %d\x00%s", len(b), b))
}
