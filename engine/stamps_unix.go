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
	text  []byte
	ends  []int   // where in the text each file's stamp ends
	times []int64 // when anything of each file changed last, in nanoseconds since 1970
}

// take looks at the entries of a folder.
func (s *stamps) take(folder *os.File, entries []fs.DirEntry) {
	s.text, s.ends, s.times = make([]byte, 0, 48*len(entries)), make([]int, 0, len(entries)), make([]int64, 0, len(entries))
	place := int(folder.Fd())
	for _, entry := range entries {
		s.add(place, entry.Name())
	}
}

// add adds the stamp of a file: its size, the times of its last change and of the last change
// of what is known of it, its number and its disk. Whoever changes a file can set the first
// time back, but not the second. What is no regular file has none.
func (s *stamps) add(folder int, name string) {
	var info unix.Stat_t
	changed := int64(0)
	if err := unix.Fstatat(folder, name, &info, unix.AT_SYMLINK_NOFOLLOW); err == nil && info.Mode&unix.S_IFMT == unix.S_IFREG {
		written, altered := info.Mtim.Nano(), info.Ctim.Nano()
		changed = max(written, altered)
		for _, n := range [...]int64{int64(info.Size), written, altered - written, int64(info.Ino), int64(info.Dev)} {
			s.text = append(strconv.AppendInt(s.text, n, 32), ' ')
		}
	}
	s.ends, s.times = append(s.ends, len(s.text)), append(s.times, changed)
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
func (s *stamps) of(n int) (stamp []byte, changed int64) {
	begin := 0
	if n > 0 {
		begin = s.ends[n-1]
	}
	return s.text[begin:s.ends[n]], s.times[n]
}
