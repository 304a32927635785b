package bundle

import (
	"errors"
	"fmt"
	"strings"

	"github.com/bmatcuk/doublestar/v4"
)

// Bounds on a configuration file and on the header of a file. Decoding a key takes microseconds, and each
// call decodes the configuration, so a file of a repository could otherwise make every call wait.
const (
	MaxEntries = 800 // keys, their parts, tables and elements of lists
	maxNesting = 20  // brackets that are open at the same time, and parts of one key
)

var (
	// ErrDeep is the cause of the error of CheckBounds for a text that is nested too deeply.
	ErrDeep = fmt.Errorf("nested more than %d deep", maxNesting)
	// ErrManyKeys is its cause for a text with too many keys.
	ErrManyKeys = fmt.Errorf("more than %d keys and values", MaxEntries)
)

// CheckBounds refuses the text of a TOML or JSON file that would take long to decode, with a *FileError.
func CheckBounds(path, text string) error {
	if _, at, err := countEntries(text); err != nil {
		return &FileError{path, 1 + strings.Count(text[:at], "\n"), err}
	}
	return nil
}

// countEntries counts the keys and values of a TOML or JSON text up to a bound. It decodes nothing: it counts
// the characters that separate keys and values, outside of strings and comments. The error says that
// a bound is exceeded, at an offset.
func countEntries(text string) (entries, at int, err error) {
	open, parts := 0, 0
	for i := 0; i < len(text); i++ {
		switch text[i] {
		case '"', '\'':
			i = stringEnd(text, i)
			continue
		case '#':
			end := strings.IndexByte(text[i:], '\n')
			if end < 0 {
				return entries, i, nil
			}
			i += end
			parts = 0
			continue
		case '[', '{':
			open++
			entries, parts = entries+1, 0
		case ']', '}':
			open--
		case '=', ',', ':':
			entries, parts = entries+1, 0
		case '\n':
			parts = 0
		case '.':
			entries, parts = entries+1, parts+1
		default:
			continue
		}
		if open > maxNesting || parts > maxNesting {
			return entries, i, ErrDeep
		}
		if entries > MaxEntries {
			return entries, i, ErrManyKeys
		}
	}
	return entries, len(text), nil
}

// stringEnd returns the offset of the last byte of the string that begins at an offset.
func stringEnd(text string, at int) int {
	quote := text[at : at+1]
	if long := strings.Repeat(quote, 3); strings.HasPrefix(text[at:], long) {
		quote = long
	}
	for i := at + len(quote); i < len(text); i++ {
		if text[i] == '\\' && quote[0] == '"' {
			i++
			continue
		}
		if strings.HasPrefix(text[i:], quote) {
			return i + len(quote) - 1
		}
		if text[i] == '\n' && len(quote) == 1 {
			return i // the string does not end on its line, which the decoder reports
		}
	}
	return len(text)
}

// maxAlternatives bounds the combinations of a glob's alternatives in braces. Matching tries all of
// them, and a glob of thirty pairs would take a day.
const maxAlternatives = 256

// CheckGlob returns why a glob cannot be used, nil if it can.
func CheckGlob(glob string) error {
	if !doublestar.ValidatePattern(glob) {
		return errors.New("is not a valid glob")
	}
	if n, _ := combinations(glob); n > maxAlternatives {
		return fmt.Errorf("stands for more than %d globs without {alternatives}", maxAlternatives)
	}
	return nil
}

// combinations returns how many globs without braces stand for a glob, at most maxAlternatives+1, and
// the length of the alternative that it begins with.
func combinations(glob string) (n, length int) {
	product := 1
	for i := 0; i < len(glob); i++ {
		switch glob[i] {
		case '\\':
			i++
		case ',', '}':
			return product, i
		case '{':
			sum := 0
			for i < len(glob) && glob[i] != '}' {
				inner, length := combinations(glob[i+1:])
				sum += inner
				i += length + 1
			}
			product = min(product*min(sum, maxAlternatives+1), maxAlternatives+1)
		}
	}
	return product, len(glob)
}
