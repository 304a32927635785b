//go:build unix

package engine

import (
	"io/fs"
	"os"
	"strconv"

	"golang.org/x/sys/unix"
)

// stamps tell the files of one folder from what they were before.
type stamps struct {
	folder int // its descriptor
	list   []stamp
}

// A stamp is empty for what is no regular file.
type stamp struct {
	text    []byte
	changed int64 // when anything of the file changed last, in nanoseconds since 1970
}

// begin makes room for the stamps of so many entries of a folder.
func (s *stamps) begin(folder *os.File, entries int) {
	s.folder, s.list = int(folder.Fd()), make([]stamp, entries)
}

// take looks at entries of the folder, of which the first has that number.
func (s *stamps) take(entries []fs.DirEntry, first int) {
	text := make([]byte, 0, 48*len(entries))
	for i, entry := range entries {
		begin := len(text)
		at := &s.list[first+i]
		text, at.changed = stampOf(text, s.folder, entry.Name())
		at.text = text[begin:]
	}
}

// stampOf appends the stamp of a file: its size, the times of its last change and of the last
// change of what is known of it, its number and its disk. Whoever changes a file can set the
// first time back, but not the second.
func stampOf(text []byte, folder int, name string) (stamp []byte, changed int64) {
	var info unix.Stat_t
	if err := unix.Fstatat(folder, name, &info, unix.AT_SYMLINK_NOFOLLOW); err != nil || info.Mode&unix.S_IFMT != unix.S_IFREG {
		return text, 0
	}
	written, altered := info.Mtim.Nano(), info.Ctim.Nano()
	for _, n := range [...]int64{int64(info.Size), written, altered - written, int64(info.Ino), int64(info.Dev)} {
		text = append(strconv.AppendInt(text, n, 32), ' ')
	}
	return text, max(written, altered)
}

// lastChange is when anything of a file or folder changed last, in nanoseconds since 1970.
func lastChange(path string) (ns int64, known bool) {
	var info unix.Stat_t
	if err := unix.Lstat(path, &info); err != nil {
		return 0, false
	}
	return max(info.Mtim.Nano(), info.Ctim.Nano()), true
}

// of is the stamp of the nth entry, empty if it has none, and when the file was changed last.
func (s *stamps) of(n int) (stamp []byte, changed int64) { return s.list[n].text, s.list[n].changed }
