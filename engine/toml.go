package engine

import (
	"errors"

	"github.com/BurntSushi/toml"
)

// CheckTOML tells what is wrong with a file's text, a *FileError with its line, or nil.
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
