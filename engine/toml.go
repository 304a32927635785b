package engine

import (
	"errors"

	"github.com/BurntSushi/toml"
)

// CheckTOML tells what is wrong with a file's text, a *FileError with its line, or nil.
func CheckTOML(path string, text []byte) error {
	_, err := ReadTOML(path, text)
	return err
}

// ReadTOML reads a file's text: tables are map[string]any, and so is the whole. Errors are
// those of CheckTOML.
func ReadTOML(path string, text []byte) (map[string]any, error) {
	var tree map[string]any
	err := toml.Unmarshal(text, &tree)
	if e, ok := errors.AsType[toml.ParseError](err); ok {
		return nil, &FileError{path, e.Position.Line, errors.New(e.Message)}
	}
	if err != nil {
		return nil, &FileError{path, 0, err}
	}
	return tree, nil
}
