package bundle

import (
	"errors"

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
