//go:build unix

package bundle

import (
	"os"
	"strconv"
	"time"

	"golang.org/x/sys/unix"
)

// fingerprint returns a string that identifies the content of a regular file in an open folder: its size, the times
// of its last change of content (mtime) and of metadata (ctime), its inode and its device. A
// program that changes a file can reset the mtime, but not the ctime. The string is "" for
// anything but a regular file, and known itself if it is the same. changed is the later of the two times. size is
// that of a file which is small enough to be read.
func fingerprint(dir *os.File, name, known string) (print string, changed time.Time, size int64) {
	var info unix.Stat_t
	if err := unix.Fstatat(int(dir.Fd()), name, &info, unix.AT_SYMLINK_NOFOLLOW); err != nil || info.Mode&unix.S_IFMT != unix.S_IFREG {
		return "", changed, 0
	}
	written, altered := info.Mtim.Nano(), info.Ctim.Nano()
	text := make([]byte, 0, 96)
	for _, n := range [...]int64{info.Size, written, altered - written, int64(info.Ino), int64(info.Dev)} {
		text = append(strconv.AppendInt(text, n, 32), ' ')
	}
	if info.Size <= MaxFileSize {
		size = info.Size
	}
	if string(text) != known {
		known = string(text)
	}
	return known, time.Unix(0, max(written, altered)), size
}

// ChangeTime returns when a file, or the file that a link leads to, was last changed, in milliseconds since
// 1970; 0 if it is not known. It is the ctime, because an archive can give a file any mtime.
func ChangeTime(path string) int64 {
	var info unix.Stat_t
	if err := unix.Stat(path, &info); err != nil {
		return 0
	}
	return info.Ctim.Nano() / int64(time.Millisecond)
}
