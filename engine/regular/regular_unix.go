//go:build unix

package regular

import (
	"io/fs"
	"os"
	"syscall"
)

// NoFollow makes os.OpenFile fail on a link, and return at once on a pipe.
const NoFollow = syscall.O_NOFOLLOW | syscall.O_NONBLOCK

// Read reads a regular file of at most limit bytes, or the one that a link leads to. It fails on a pipe without waiting
// for a writer.
func Read(path string, limit int64) ([]byte, error) { return read(path, 0, limit) }

// ReadNoFollow is Read for a path that must not be a link.
func ReadNoFollow(path string, limit int64) ([]byte, error) {
	return read(path, syscall.O_NOFOLLOW, limit)
}

func read(path string, flags int, limit int64) ([]byte, error) {
	pathError := func(op string, err error) error { return &fs.PathError{Op: op, Path: path, Err: err} }
	fd, err := retry(func() (int, error) {
		return syscall.Open(path, syscall.O_RDONLY|syscall.O_CLOEXEC|syscall.O_NONBLOCK|flags, 0)
	})
	if err == syscall.ELOOP {
		return nil, ErrIrregular
	}
	if err != nil {
		return nil, pathError("open", err)
	}
	defer syscall.Close(fd)
	var info syscall.Stat_t
	if err := syscall.Fstat(fd, &info); err != nil {
		return nil, pathError("stat", err)
	}
	if info.Mode&syscall.S_IFMT != syscall.S_IFREG {
		return nil, ErrIrregular
	}
	if info.Size > limit {
		return nil, LimitError(limit)
	}
	// One byte more than the size: a read that does not fill the buffer has reached the end of the file.
	text := make([]byte, info.Size+1)
	for n := 0; ; {
		got, err := retry(func() (int, error) { return syscall.Read(fd, text[n:]) })
		if err != nil {
			return nil, pathError("read", err)
		}
		n += got
		switch {
		case n < len(text):
			return text[:n], nil
		case int64(n) > limit:
			return nil, LimitError(limit)
		}
		text = append(text, make([]byte, len(text))...)
	}
}

// OpenDir opens a folder. It fails on anything else without waiting, as opening a pipe would.
func OpenDir(path string) (*os.File, error) {
	return os.OpenFile(path, os.O_RDONLY|syscall.O_DIRECTORY|syscall.O_NONBLOCK, 0)
}

// retry repeats a system call while signals interrupt it; the Go runtime itself sends some.
func retry(do func() (int, error)) (int, error) {
	for {
		if n, err := do(); err != syscall.EINTR {
			return n, err
		}
	}
}
