package engine

import (
	"io/fs"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"sync"
	"sync/atomic"
)

// A listing is what a folder holds, in the order of names. Where that are many files, they are
// listed beside the hook's other work, with what tells each from what it was before; whoever
// has nothing else to do helps.
type listing struct {
	dir    string
	large  bool // it is listed beside the other work
	folder *os.File
	read   sync.Once
	next   atomic.Int64  // the first entry that nobody looks at yet
	left   atomic.Int64  // how many entries have not been looked at
	done   chan struct{} // closed when what follows is there

	many    bool
	entries []fs.DirEntry
	stamps  stamps
	err     error
}

// listFolder begins to list a folder.
func listFolder(dir string) *listing {
	l := &listing{dir: dir, done: make(chan struct{})}
	if l.folder, l.err = openFolder(dir); l.err != nil {
		close(l.done)
		return l
	}
	if info, err := l.folder.Stat(); err == nil && info.Size() > smallFolder {
		l.large = true
		go l.work()
	} else {
		l.work()
	}
	return l
}

// smallFolder is how many bytes a folder of a few files has at most, on most file systems. It
// decides only what is done beside the other work.
const smallFolder = 4 << 10

// wait waits for the listing, and works on it.
func (l *listing) wait() {
	if l.folder != nil {
		l.work()
	}
	<-l.done
}

// work lists the folder, together with whoever else does.
func (l *listing) work() {
	l.read.Do(l.names)
	for l.many {
		end := l.next.Add(stampsAtOnce)
		begin := end - stampsAtOnce
		if end = min(end, int64(len(l.entries))); begin >= end {
			return
		}
		l.stamps.take(l.entries[begin:end], int(begin))
		if l.left.Add(begin-end) == 0 {
			l.end()
		}
	}
}

// stampsAtOnce is how many files one looks at before the other is asked to.
const stampsAtOnce = 16

// names reads the names.
func (l *listing) names() {
	l.entries, l.err = l.folder.ReadDir(-1)
	slices.SortFunc(l.entries, func(a, b fs.DirEntry) int { return strings.Compare(a.Name(), b.Name()) })
	if l.many = len(l.entries) >= manyFiles; !l.many {
		l.end()
		return
	}
	l.left.Store(int64(len(l.entries)))
	l.stamps.begin(l.folder, len(l.entries))
}

func (l *listing) end() {
	_ = l.folder.Close()
	close(l.done)
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
