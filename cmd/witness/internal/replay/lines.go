package replay

import (
	"bufio"
	"bytes"
	"compress/gzip"
	"errors"
	"fmt"
	"io"
	"os"
)

// maxLine is the maximum length of a line in bytes. Longer lines are skipped.
const maxLine = 256 << 20

// lines reads a file line by line, decompressing it if necessary.
type lines struct {
	io.Closer
	in *bufio.Reader
	n  int // number of the latest line, starting at 1
}

// openLines opens a file. It calls read with the number of bytes of each read from the file.
func openLines(path string, read func(bytes int)) (*lines, error) {
	f, err := os.Open(path)
	if err != nil {
		return nil, err
	}
	b := bufio.NewReaderSize(counted{f, read}, 1<<18)
	if magic, err := b.Peek(2); err == nil && magic[0] == 0x1f && magic[1] == 0x8b {
		z, err := gzip.NewReader(b)
		if err != nil {
			return nil, errors.Join(fmt.Errorf("%s: %w", path, err), f.Close())
		}
		b = bufio.NewReaderSize(z, 1<<18)
	}
	return &lines{Closer: f, in: b}, nil
}

// next returns the next line that is not blank, without surrounding space, or io.EOF.
func (l *lines) next() ([]byte, error) {
	for {
		l.n++
		var line []byte
		length := 0
		var err error
		for more := true; more; more = err == bufio.ErrBufferFull {
			var part []byte
			part, err = l.in.ReadSlice('\n')
			if length += len(part); length <= maxLine {
				line = append(line, part...)
			}
		}
		if err != nil && (err != io.EOF || length == 0) {
			return nil, err
		}
		if line = bytes.TrimSpace(line); len(line) > 0 && length <= maxLine {
			return line, nil
		}
	}
}

// A counted reader calls read with the number of bytes of each read.
type counted struct {
	io.Reader
	read func(bytes int)
}

func (c counted) Read(p []byte) (int, error) {
	n, err := c.Reader.Read(p)
	c.read(n)
	return n, err
}
