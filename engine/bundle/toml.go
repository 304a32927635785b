package bundle

import (
	"errors"
	"strings"

	"github.com/BurntSushi/toml"
)

// CheckTOML reports whether a file's text is valid TOML: the error is a *FileError with the line of
// the mistake.
func CheckTOML(path string, text []byte) error {
	var tree map[string]any
	err := toml.Unmarshal(text, &tree)
	if e, ok := errors.AsType[toml.ParseError](err); ok {
		return &FileError{path, e.Position.Line, errors.New(e.Message)}
	}
	if err != nil {
		return &FileError{path, 0, err}
	}
	return nil
}

// ErrDeep is the cause of the error of CheckDepth.
var ErrDeep = errors.New("more than 200 dots or 200 open brackets on one line")

// CheckDepth rejects a text with a line that is nested too deeply, with a *FileError. TOML's decoder
// takes minutes for a key of a hundred thousand parts, and a cloned repository must not be able to
// keep a hook waiting.
func CheckDepth(path, text string) error {
	n := 0
	for line := range strings.Lines(text) {
		n++
		if len(line) > 200 && (strings.Count(line, ".") > 200 || strings.Count(line, "{")+strings.Count(line, "[") > 200) {
			return &FileError{path, n, ErrDeep}
		}
	}
	return nil
}
