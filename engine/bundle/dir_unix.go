//go:build unix

package bundle

import (
	"io/fs"
	"os"
	"syscall"
)

// ReadRegular reads a regular file of at most MaxFileSize bytes. It does not follow a link, and
// fails on a pipe without waiting for a writer.
func ReadRegular(path string) ([]byte, error) { return readRegular(path, syscall.O_NOFOLLOW) }

// ReadTarget is ReadRegular for a file that may be a link to the regular file.
func ReadTarget(path string) ([]byte, error) { return readRegular(path, 0) }

func readRegular(path string, flags int) ([]byte, error) {
	pathError := func(op string, err error) error { return &fs.PathError{Op: op, Path: path, Err: err} }
	fd, err := retry(func() (int, error) {
		return syscall.Open(path, syscall.O_RDONLY|syscall.O_CLOEXEC|syscall.O_NONBLOCK|flags, 0)
	})
	if err == syscall.ELOOP {
		return nil, errIrregular
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
		return nil, errIrregular
	}
	if info.Size > MaxFileSize {
		return nil, errTooLarge
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
		case n > MaxFileSize:
			return nil, errTooLarge
		}
		text = append(text, make([]byte, len(text))...)
	}
}

// openDir opens a folder. It fails on anything else without blocking, as opening a pipe would.
func openDir(path string) (*os.File, error) {
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
