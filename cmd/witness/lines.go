package main

import (
	"bufio"
	"bytes"
	"compress/gzip"
	"errors"
	"fmt"
	"io"
	"os"
)

// maxLine bounds a line of a recording, in bytes; a longer one is passed over.
const maxLine = 256 << 20

// lines reads a file line by line, through gzip.
type lines struct {
	io.Closer
	in *bufio.Reader
	n  int // the number of the latest line, from 1
}

// openLines opens a file. read is told how many of its bytes were read.
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

// next is the next line that is not empty; io.EOF behind the last.
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

// counted tells how much is read.
type counted struct {
	io.Reader
	read func(bytes int)
}

func (c counted) Read(p []byte) (int, error) {
	n, err := c.Reader.Read(p)
	c.read(n)
	return n, err
}
