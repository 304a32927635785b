package store

import (
	"errors"
	"strings"

	"witness/engine/bundle"
	"witness/engine/sqltext"
)

// errFolderLocked is the error for a store whose folder another process keeps locked.
var errFolderLocked = errors.New("another process has locked the folder of the store")

// Message returns SQLite's message of an error, without the prefix and the code that the driver adds.
func Message(err error) string {
	m := strings.TrimPrefix(err.Error(), "SQL logic error: ")
	m = strings.TrimPrefix(m, "authorization denied: ")
	if i := strings.LastIndex(m, " ("); i > 0 && strings.HasSuffix(m, ")") {
		m = m[:i]
	}
	if name, ok := strings.CutPrefix(m, "missing named argument "); ok { // the driver's words
		return "this call has no parameter :" + strings.Trim(name, `"`)
	}
	return strings.Join(strings.Fields(m), " ")
}

// FileError converts an error of SQLite about a file's statement to a *bundle.FileError with the line
// of the word that the message names.
func FileError(f *bundle.File, err error) error {
	if TimedOut(err) {
		return &bundle.FileError{Path: f.Path, Line: 0, Err: ErrTimeLimit}
	}
	message := Message(err)
	return &bundle.FileError{Path: f.Path, Line: sqltext.WordLine(f.Statement(), messageWord(message)), Err: errors.New(message)}
}

// messageWord returns the word of the statement that a message of SQLite names.
func messageWord(message string) string {
	for _, m := range []struct{ prefix, end string }{{`near "`, `"`}, {"access to ", "."}, {"SELECTs to the left and right of ", " "}} {
		if rest, ok := strings.CutPrefix(message, m.prefix); ok {
			word, _, _ := strings.Cut(rest, m.end)
			return word
		}
	}
	last := message[strings.LastIndex(message, " ")+1:]
	if strings.HasPrefix(message, "unrecognized token: ") {
		return strings.Trim(last, `"`)
	}
	return strings.TrimSuffix(last, "()")
}
