package git

import (
	"bytes"
	"encoding/binary"
	"errors"
	"path/filepath"
	"time"
)

// Limits on what is read, in bytes. An index of this size has some 80,000 files.
const (
	maxIndex  = 8 << 20
	maxConfig = 64 << 10
)

// An entry is one file of the index, with what stat said of it when it was written.
type entry struct {
	name        string // relative to the working tree, with slashes
	seconds, ns uint32 // when it was modified
	mode, size  uint32
	id          [20]byte // of its content
	ignored     bool     // git does not look at the file: skip-worktree or assume-unchanged
	conflict    bool     // it is one of the versions of a merge conflict
}

// errIndex is the error for an index that is not read: damaged, of another version, with hashes of another length,
// or one whose entries are in another file.
var errIndex = errors.New("the index cannot be read")

// Kinds of files, in the mode of an entry.
const (
	kindMask    = 0o170000
	regularFile = 0o100000
	symlink     = 0o120000
)

// index reads the index.
func (r *Repository) index() (entries []entry, err error) {
	if bytes.Contains(bytes.ToLower(read(filepath.Join(r.Common, "config"), maxConfig)), []byte("objectformat = sha256")) {
		return nil, errIndex
	}
	data := read(filepath.Join(r.Dir, "index"), maxIndex)
	if len(data) < 12+20 || !bytes.HasPrefix(data, []byte("DIRC")) {
		return nil, errIndex
	}
	version, n := binary.BigEndian.Uint32(data[4:]), int(binary.BigEndian.Uint32(data[8:]))
	if version < 2 || version > 4 || n > len(data)/62 {
		return nil, errIndex
	}
	body := data[12 : len(data)-20] // the rest is a checksum
	entries = make([]entry, 0, n)
	name := ""
	for range n {
		e, size, ok := decodeEntry(body, version, name)
		if !ok {
			return nil, errIndex
		}
		name, body = e.name, body[size:]
		entries = append(entries, e)
	}
	for len(body) >= 8 {
		size := int(binary.BigEndian.Uint32(body[4:]))
		if string(body[:4]) == "link" || size > len(body)-8 {
			return nil, errIndex // a split index
		}
		body = body[8+size:]
	}
	if len(body) > 0 {
		return nil, errIndex
	}
	return entries, nil
}

// decodeEntry decodes the entry at the beginning of b. before is the name of the entry before it.
func decodeEntry(b []byte, version uint32, before string) (e entry, size int, ok bool) {
	const fixed = 62
	if len(b) < fixed {
		return e, 0, false
	}
	word := func(at int) uint32 { return binary.BigEndian.Uint32(b[at:]) }
	e = entry{seconds: word(8), ns: word(12), mode: word(24), size: word(36), id: [20]byte(b[40:60])}
	flags, at := binary.BigEndian.Uint16(b[60:]), fixed
	e.ignored, e.conflict = flags&0x8000 != 0, flags&0x3000 != 0
	if flags&0x4000 != 0 {
		if version < 3 || len(b) < fixed+2 {
			return e, 0, false
		}
		e.ignored = e.ignored || binary.BigEndian.Uint16(b[at:])&0x4000 != 0
		at += 2
	}
	kept := ""
	if version == 4 {
		// The name begins with that of the entry before, except for so many bytes at its end.
		drop, n := offset(b[at:])
		if n == 0 || drop > len(before) {
			return e, 0, false
		}
		kept, at = before[:len(before)-drop], at+n
	}
	end := bytes.IndexByte(b[at:], 0)
	if end < 0 {
		return e, 0, false
	}
	e.name = kept + string(b[at:at+end])
	size = at + end + 1
	if version < 4 {
		size = (at + end + 8) &^ 7 // at least one zero byte, up to a multiple of 8
	}
	return e, size, size <= len(b)
}

// offset decodes a number of variable length, as in a pack. n is its length, 0 if it is wrong.
func offset(b []byte) (value, n int) {
	for i, c := range b[:min(len(b), 5)] {
		if i > 0 {
			value++
		}
		value = value<<7 | int(c&0x7f)
		if c&0x80 == 0 {
			return value, i + 1
		}
	}
	return 0, 0
}

// modified returns when an entry's file was modified.
func (e entry) modified() time.Time { return time.Unix(int64(e.seconds), int64(e.ns)) }
