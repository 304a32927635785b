package main

import (
	"bytes"
	"errors"
	"io"
)

// Bounds of what is kept of a hook call in memory.
const (
	// smallPayload is a call that is taken as it comes; nearly all are.
	smallPayload = 4 << 20
	// stringEnd is how much is kept of each end of a JSON string that is longer than both
	// together. No reader and no rule looks at as much.
	stringEnd = 2 << 20
	// maxPart is how much is kept of an object or array that lies deep in the call: deeper
	// than the arguments of a tool, which are members of a member of the call.
	maxPart = 16 << 20
	deep    = 3
	// maxPayload bounds what is left when the strings are short. No client sends as much.
	maxPayload = 256 << 20
)

// readPayload reads one hook call. Of one that is too large to be held every member is kept,
// of long strings the beginning and the end, and of long lists the beginning: what rules
// need may come last.
func readPayload(r io.Reader) ([]byte, error) {
	payload, err := io.ReadAll(io.LimitReader(r, smallPayload))
	if err != nil || len(payload) < smallPayload {
		return payload, err
	}
	// Memory that is not written to costs nothing.
	s := shortener{out: make([]byte, 0, maxPayload)}
	s.write(payload)
	block := make([]byte, 256<<10)
	for {
		n, err := r.Read(block)
		s.write(block[:n])
		if errors.Is(err, io.EOF) {
			return s.out, s.tooLarge
		}
		if err != nil {
			return nil, err
		}
	}
}

// A shortener copies JSON, cuts the middle out of long strings and the end off long lists. It trusts nothing: what
// is no JSON comes out as no JSON.
type shortener struct {
	out      []byte
	tooLarge error

	depth    int     // objects and arrays that are open
	began    [64]int // where each begins in out
	dropping int     // the depth at which the rest of one is left out, 0 for none

	inString     bool
	begun        []byte // an escape that the block before began
	head         int    // bytes of the string in out
	older, newer []byte // its end: what is older than stringEnd gives way
	cut          bool   // something did
}

func (s *shortener) write(p []byte) {
	if len(s.begun) > 0 {
		p = append(s.begun, p...)
		s.begun = nil
	}
	for len(p) > 0 {
		if s.inString {
			p = s.string(p, bytes.IndexByte(p, '"'))
			continue
		}
		n, open := s.outside(p)
		p, s.inString, s.head = p[n:], open, 0
	}
}

// outside takes p, which begins outside of a string: all of it, or up to and with the quote
// that opens a string which p does not end.
func (s *shortener) outside(p []byte) (n int, open bool) {
	from := 0 // what is not emitted yet
	for i := 0; i < len(p); i++ {
		switch p[i] {
		case '"':
			n, closed := quoted(p[i+1:])
			if !closed {
				s.emit(p[from : i+1])
				return i + 1, true
			}
			i += n
		case '{', '[':
			s.depth++
			s.began[min(s.depth, len(s.began)-1)] = len(s.out) + i - from
		case '}', ']':
			if s.dropping > 0 && s.dropping == s.depth {
				s.dropping, from = 0, i
			}
			s.depth = max(s.depth-1, 0)
		case ',':
			if s.dropping == 0 && s.depth >= deep && len(s.out)+i-from-s.began[min(s.depth, len(s.began)-1)] > maxPart {
				s.emit(p[from:i])
				s.dropping = s.depth
			}
		}
	}
	s.emit(p[from:])
	return len(p), false
}

// quoted is the length of what p begins with, up to and with the quote that closes it.
func quoted(p []byte) (n int, closed bool) {
	end := -1 // the next quote from at on
	for at := 0; at <= len(p); {
		if end < at {
			quote := bytes.IndexByte(p[at:], '"')
			if quote < 0 {
				return 0, false
			}
			end = at + quote
		}
		escape := bytes.IndexByte(p[at:end], '\\')
		if escape < 0 {
			return end + 1, true
		}
		at += escape + 2
	}
	return 0, false
}

// string takes the part of a string that p begins with, and gives what follows it. quote
// is where the first quote stands, -1 for none.
func (s *shortener) string(p []byte, quote int) []byte {
	end := quote
	if quote < 0 {
		end = len(p)
	}
	at := 0
	for {
		escape := bytes.IndexByte(p[at:end], '\\')
		if escape < 0 {
			break
		}
		escape += at
		s.keep(p[at:escape], false)
		size := 2
		if escape+1 < len(p) && p[escape+1] == 'u' {
			size = 6
		}
		if escape+size > len(p) {
			s.begun = bytes.Clone(p[escape:])
			return nil
		}
		s.keep(p[escape:escape+size], true)
		at = escape + size
		if at > end {
			return p[at:] // the quote was escaped
		}
	}
	s.keep(p[at:end], false)
	if quote < 0 {
		return nil
	}
	if s.cut {
		s.emit([]byte(`\n`))
	}
	s.emit(s.older)
	s.emit(s.newer)
	s.emit(p[quote : quote+1])
	s.inString, s.cut, s.older, s.newer = false, false, s.older[:0], s.newer[:0]
	return p[quote+1:]
}

// keep takes a piece of a string; an escape is not cut in two.
func (s *shortener) keep(p []byte, whole bool) {
	if n := min(stringEnd-s.head, len(p)); n > 0 && (n == len(p) || !whole) {
		s.emit(p[:n])
		s.head += n
		p = p[n:]
	}
	if len(p) == 0 {
		return
	}
	s.head = stringEnd
	s.newer = append(s.newer, p...)
	if len(s.newer) >= stringEnd {
		s.cut = s.cut || len(s.older) > 0
		s.older, s.newer = s.newer, s.older[:0]
	}
}

func (s *shortener) emit(p []byte) {
	if s.dropping > 0 {
		return
	}
	if len(s.out)+len(p) > cap(s.out) {
		s.tooLarge = errors.New("the call is larger than 256 MB even without its long texts")
		return
	}
	s.out = append(s.out, p...)
}
