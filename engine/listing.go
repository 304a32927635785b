package engine

import (
	"io/fs"
	"os"
	"path/filepath"
	"slices"
	"strings"
)

// A listing is what a folder holds, in the order of names. Where that are many files, they are
// listed beside the hook's other work, with what tells each from what it was before.
type listing struct {
	dir     string
	large   bool          // it is listed beside the other work
	done    chan struct{} // closed when what follows is there
	many    bool
	entries []fs.DirEntry
	stamps  stamps
	err     error
}

// listFolder begins to list a folder.
func listFolder(dir string) *listing {
	l := &listing{dir: dir, done: make(chan struct{})}
	f, err := openFolder(dir)
	if err != nil {
		l.err = err
		close(l.done)
		return l
	}
	if info, err := f.Stat(); err == nil && info.Size() > smallFolder {
		l.large = true
		go l.finish(f)
	} else {
		l.finish(f)
	}
	return l
}

// smallFolder is how many bytes a folder of a few files has at most, on most file systems. It
// decides only what is done beside the other work.
const smallFolder = 4 << 10

// finish lists a folder.
func (l *listing) finish(f *os.File) {
	defer close(l.done)
	defer f.Close()
	l.entries, l.err = f.ReadDir(-1)
	slices.SortFunc(l.entries, func(a, b fs.DirEntry) int { return strings.Compare(a.Name(), b.Name()) })
	if l.many = len(l.entries) >= manyFiles; l.many {
		l.stamps.take(f, l.entries)
	}
}

// lookAhead begins to list the folders of rules before they are asked for: a hook opens its
// store meanwhile.
func (e *Engine) lookAhead() {
	for _, layer := range e.layers {
		if place, ok := layer.FS.(folder); ok {
			e.ahead = append(e.ahead, listFolder(filepath.Join(string(place), Rules+".d")))
		}
	}
}

// listed is a folder's listing: the one that was begun, or a new one.
func (e *Engine) listed(dir string) *listing {
	i := slices.IndexFunc(e.ahead, func(l *listing) bool { return l.dir == dir })
	if i < 0 {
		return listFolder(dir)
	}
	l := e.ahead[i]
	e.ahead = slices.Delete(e.ahead, i, i+1)
	return l
}
