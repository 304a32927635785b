//go:build unix

package engine

import (
	"strconv"
	"time"

	"golang.org/x/sys/unix"
)

// stamps tell the files of one folder apart.
type stamps struct {
	folder int
	now    time.Time
}

// open opens a folder; false, if files cannot be told apart there.
func (s *stamps) open(dir string, now time.Time) bool {
	var err error
	s.now = now
	s.folder, err = unix.Open(dir, unix.O_RDONLY|unix.O_DIRECTORY|unix.O_CLOEXEC, 0)
	return err == nil
}

func (s *stamps) close() { _ = unix.Close(s.folder) } // it was only read from

// of adds to a line what is another once a file is another: its size, the times of its last
// change and of the last change of what is known of it, its number and its disk. Whoever
// changes a file can set the first time back, but not the second. The line is empty for what
// is no regular file; still tells that it was not changed of late.
func (s *stamps) of(name string, line []byte) (_ []byte, still bool) {
	var info unix.Stat_t
	if err := unix.Fstatat(s.folder, name, &info, unix.AT_SYMLINK_NOFOLLOW); err != nil || info.Mode&unix.S_IFMT != unix.S_IFREG {
		return line[:0], false
	}
	changed, touched := info.Mtim.Nano(), info.Ctim.Nano()
	for _, n := range [...]int64{int64(info.Size), changed, touched, int64(info.Ino), int64(info.Dev)} {
		line = append(strconv.AppendInt(line, n, 36), ' ')
	}
	return append(line, '\t'), max(changed, touched) < s.now.Add(-settled).UnixNano()
}
