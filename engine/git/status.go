package git

import (
	"io/fs"
	"os"
	"path/filepath"
	"time"
)

// Limits on the comparison of the working tree with the index.
const (
	statusTime = 20 * time.Millisecond // after which the comparison ends
	maxHashed  = 1 << 20               // bytes of a file whose content is compared; a larger one is taken for changed
)

// A Dirty is a file that differs from the index.
type Dirty struct {
	File string `json:"file"` // relative to the working tree, with slashes
	At   *int64 `json:"at"`   // when it was modified, in seconds since 1970, nil if it is missing
}

// Dirty returns the files of the index that have another content in the working tree, or are missing there. known is false if the index cannot be read, or the
// tree is too large to be compared in a short time.
//
// Like git it goes by size and time, and by the content only if the time is another one, or the file
// was modified at the time at which the index was written.
func (r *Repository) Dirty() (list []Dirty, known bool) {
	info, err := os.Stat(filepath.Join(r.Dir, "index"))
	if err != nil {
		return nil, false
	}
	entries, err := r.index()
	if err != nil {
		return nil, false
	}
	end := time.Now().Add(statusTime)
	for i, e := range entries {
		if i%256 == 255 && time.Now().After(end) {
			return nil, false
		}
		kind := e.mode & kindMask
		if e.ignored || kind != regularFile && kind != symlink || !filepath.IsLocal(e.name) {
			continue
		}
		if e.conflict || r.differs(e, info.ModTime()) {
			if n := len(list); n == 0 || list[n-1].File != e.name {
				list = append(list, Dirty{e.name, r.modified(e)})
			}
		}
	}
	return list, true
}

// Tracked returns the files of the index, relative to the working tree, with slashes. known is false if the index cannot be read.
func (r *Repository) Tracked() (files []string, known bool) {
	entries, err := r.index()
	for _, e := range entries {
		files = append(files, e.name)
	}
	return files, err == nil
}

// modified returns when the file of an entry was modified, nil if it is missing.
func (r *Repository) modified(e entry) *int64 {
	info, err := os.Lstat(filepath.Join(r.Root, filepath.FromSlash(e.name)))
	if err != nil {
		return nil
	}
	at := info.ModTime().Unix()
	return &at
}

// differs reports whether the file of an entry is not as it is in the index, which was written at some time.
func (r *Repository) differs(e entry, written time.Time) bool {
	path := filepath.Join(r.Root, filepath.FromSlash(e.name))
	info, err := os.Lstat(path)
	if err != nil {
		return true
	}
	link := e.mode&kindMask == symlink
	if link != (info.Mode()&fs.ModeSymlink != 0) || !link && !info.Mode().IsRegular() {
		return true
	}
	modified := e.modified()
	racy := !modified.Before(written) // it may have changed within the same moment
	if info.ModTime().Equal(modified) && !racy {
		return uint32(info.Size()) != e.size
	}
	if e.size != 0 && uint32(info.Size()) != e.size {
		return true
	}
	content, err := readContent(path, info)
	return err != nil || idOf(content) != e.id
}

// Entered returns when the files were modified whose contents the index has, in seconds since 1970. A file that the index
// does not have is left out.
func (r *Repository) Entered(files []string) map[string]int64 {
	at := map[string]int64{}
	entries, err := r.index()
	if err != nil {
		return at
	}
	asked := map[string]bool{}
	for _, file := range files {
		asked[file] = true
	}
	for _, e := range entries {
		if asked[e.name] {
			at[e.name] = e.modified().Unix()
		}
	}
	return at
}
