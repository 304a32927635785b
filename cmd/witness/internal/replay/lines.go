package replay

import (
	"bufio"
	"bytes"
	"compress/gzip"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"slices"

	"witness/engine/regular"
)

// maxLine is the maximum length of a line in bytes. Longer lines are skipped.
const maxLine = 256 << 20

// lines reads a file line by line, decompressing it if necessary. A file that is one JSON document with messages, a list of them,
// or objects with line breaks of their own, is read record by record.
type lines struct {
	io.Closer
	path   string // of the file that is being read
	in     *bufio.Reader
	n      int      // number of the latest line, starting at 1
	parsed []record // of a document, or lines that were read to find out that it is none
	begun  bool
	parts  []string // files that continue this one, each of them one record
}

// openLines opens a regular file: of a pipe or a device nobody knows where it ends. It calls read with the number of bytes of each read from the file.
func openLines(path string, read func(bytes int)) (*lines, error) {
	f, _, err := regular.Open(path)
	if errors.Is(err, regular.ErrIrregular) {
		return nil, fmt.Errorf("%s: %w", path, err)
	}
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
	return &lines{Closer: f, path: path, in: b}, nil
}

// next returns the next line that is not blank, without surrounding space, or io.EOF. For a document
// it returns the next record.
func (l *lines) next() ([]byte, error) {
	if !l.begun {
		l.begun = true
		if err := l.begin(); err != nil {
			return nil, err
		}
	}
	if len(l.parsed) > 0 {
		r := l.parsed[0]
		l.parsed = l.parsed[1:]
		l.n = r.n
		return r.text, nil
	}
	line, err := l.line()
	if err == io.EOF && len(l.parts) > 0 {
		return l.part()
	}
	return line, err
}

// part returns the next of the files that continue this one.
func (l *lines) part() ([]byte, error) {
	l.path, l.parts, l.n = l.parts[0], l.parts[1:], 1
	text, err := regular.Read(l.path, maxLine)
	if err != nil {
		return nil, err
	}
	return oneLine(text), nil
}

// begin reads the first line, and all of a file whose first line is the beginning of a document, an object or a list.
func (l *lines) begin() error {
	first, err := l.line()
	if err == io.EOF {
		return nil
	}
	if err != nil {
		return err
	}
	l.parsed = []record{{l.n, first}}
	if first[0] != '{' && first[0] != '[' {
		return nil
	}
	if first[0] == '{' && json.Valid(first) {
		if _, err := l.in.Peek(1); err != io.EOF || !bytes.Contains(first, []byte(`"messages"`)) {
			return nil
		}
		if records, ok := splitDocument(first); ok {
			l.parsed = records
		}
		return nil
	}
	rest, err := io.ReadAll(io.LimitReader(l.in, maxLine))
	if err != nil {
		return err
	}
	text := slices.Concat(first, []byte("\n"), rest)
	records, ok := splitDocument(text)
	if !ok {
		records, ok = splitObjects(text)
	}
	if !ok {
		records, ok = splitList(text)
	}
	if ok {
		for i := range records {
			records[i].n += l.n - 1
		}
		l.parsed = records
		return nil
	}
	l.in = bufio.NewReader(io.MultiReader(bytes.NewReader(rest), l.in))
	return nil
}

// line returns the next line that is not blank.
func (l *lines) line() ([]byte, error) {
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
