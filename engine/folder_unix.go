//go:build unix

package engine

import (
	"io/fs"
	"os"
	"syscall"
)

// readRegular reads a regular file of at most maxFileSize bytes. It opens nothing else: not
// through a link, and a pipe without waiting for who writes to it.
func readRegular(path string) ([]byte, error) {
	wrong := func(do string, err error) error { return &fs.PathError{Op: do, Path: path, Err: err} }
	fd, err := retry(func() (int, error) {
		return syscall.Open(path, syscall.O_RDONLY|syscall.O_CLOEXEC|syscall.O_NOFOLLOW|syscall.O_NONBLOCK, 0)
	})
	if err == syscall.ELOOP {
		return nil, errIrregular
	}
	if err != nil {
		return nil, wrong("open", err)
	}
	defer syscall.Close(fd)
	var info syscall.Stat_t
	if err := syscall.Fstat(fd, &info); err != nil {
		return nil, wrong("stat", err)
	}
	if info.Mode&syscall.S_IFMT != syscall.S_IFREG {
		return nil, errIrregular
	}
	if info.Size > maxFileSize {
		return nil, errTooLarge
	}
	// One byte more than there should be: a read that does not fill the buffer of a
	// regular file has met its end.
	text := make([]byte, info.Size+1)
	for n := 0; ; {
		got, err := retry(func() (int, error) { return syscall.Read(fd, text[n:]) })
		if err != nil {
			return nil, wrong("read", err)
		}
		n += got
		switch {
		case n < len(text):
			return text[:n], nil
		case n > maxFileSize:
			return nil, errTooLarge
		}
		text = append(text, make([]byte, len(text))...)
	}
}

// openFolder opens a folder and nothing else: a pipe would have to be waited for.
func openFolder(path string) (*os.File, error) {
	return os.OpenFile(path, os.O_RDONLY|syscall.O_DIRECTORY|syscall.O_NONBLOCK, 0)
}

// retry repeats a system call that a signal interrupted; the Go runtime sends such.
func retry(do func() (int, error)) (int, error) {
	for {
		if n, err := do(); err != syscall.EINTR {
			return n, err
		}
	}
}

// isOwn tells whether a directory, which is no link, is this user's.
func isOwn(dir string) bool {
	var info syscall.Stat_t
	return syscall.Lstat(dir, &info) == nil && info.Mode&syscall.S_IFMT == syscall.S_IFDIR && int(info.Uid) == syscall.Geteuid()
}
