// Package payload reads hook payloads in bounded memory.
package payload

import (
	"bytes"
	"errors"
	"io"
)

// Max is the size in bytes above which a payload is rejected, counted after shortening.
const Max = 256 << 20

// Sizes in bytes that determine what is kept of a payload.
const (
	// smallPayload is the size below which a payload is not shortened; nearly all are smaller.
	smallPayload = 4 << 20
	// stringEnd is the size of the two ends that are kept of a longer JSON string. No reader
	// and no rule examines as much.
	stringEnd = 2 << 20
	// maxPart is the size to which an object or array at depth minPartDepth or deeper is cut. The
	// arguments of a tool, members of a member of the payload, are less deep and never cut.
	maxPart      = 16 << 20
	minPartDepth = 3
)

// Read reads one hook payload. A large payload is shortened: the middle of long strings and the
// end of long lists are dropped, but every member is kept because those that rules need may
// come last.
func Read(r io.Reader) ([]byte, error) {
	payload, err := io.ReadAll(io.LimitReader(r, smallPayload))
	if err != nil || len(payload) < smallPayload {
		return payload, err
	}
	// Pages of the buffer that are never written are never allocated.
	s := shortener{out: make([]byte, 0, Max)}
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

// A shortener copies JSON and drops the middle of long strings and the end of long lists. Its
// input need not be valid: invalid JSON stays invalid.
type shortener struct {
	out      []byte
	tooLarge error // set once out would exceed its capacity

	depth    int     // number of open objects and arrays
	starts   [64]int // offset in out at which each open object or array starts
	dropping int     // depth of the object or array whose rest is dropped, or 0

	inString     bool
	partial      []byte // an incomplete escape sequence at the end of the previous block
	head         int    // number of bytes of the current string in out
	older, newer []byte // the end of the current string, in two blocks of up to stringEnd bytes
	cut          bool   // an older block was dropped
}

// write processes the next block of the input.
func (s *shortener) write(p []byte) {
	if len(s.partial) > 0 {
		p = append(s.partial, p...)
		s.partial = nil
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

// outside processes p, which begins outside of a string, and returns the number of bytes it used:
// all of p, or up to and including the quote of a string that p opens but does not close.
func (s *shortener) outside(p []byte) (n int, open bool) {
	from := 0 // start of the bytes not yet emitted
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
			s.starts[min(s.depth, len(s.starts)-1)] = len(s.out) + i - from
		case '}', ']':
			if s.dropping > 0 && s.dropping == s.depth {
				s.dropping, from = 0, i
			}
			s.depth = max(s.depth-1, 0)
		case ',':
			if s.dropping == 0 && s.depth >= minPartDepth && len(s.out)+i-from-s.starts[min(s.depth, len(s.starts)-1)] > maxPart {
				s.emit(p[from:i])
				s.dropping = s.depth
			}
		}
	}
	s.emit(p[from:])
	return len(p), false
}

// quoted returns the length of the rest of the string that p begins in, including the closing quote.
func quoted(p []byte) (n int, closed bool) {
	end := -1 // the first quote at or after at
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

// string processes the part of p that belongs to the current string and returns the rest. quote is
// the index of the first quote in p, or -1.
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
			s.partial = bytes.Clone(p[escape:])
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

// keep adds a piece of the current string to its head or its end. A whole piece, which is an escape
// sequence, is not split.
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

// emit appends p to the output unless it belongs to a dropped part.
func (s *shortener) emit(p []byte) {
	if s.dropping > 0 {
		return
	}
	if len(s.out)+len(p) > cap(s.out) {
		s.tooLarge = errors.New("the payload is larger than 256 MB even with its long strings shortened")
		return
	}
	s.out = append(s.out, p...)
}
