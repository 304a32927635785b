package bundle

import (
	"errors"
	"strings"

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

// errDeep refuses what no person writes: TOML's decoder takes minutes for a key of a hundred
// thousand parts, and a cloned repository must not keep a hook waiting.
var ErrDeep = errors.New("more than 200 dots or 200 open brackets on one line")

// deepLine is the first line that TOML is not to be asked about, 0 if there is none.
func DeepLine(text string) int {
	n := 0
	for line := range strings.Lines(text) {
		n++
		if len(line) > 200 && (strings.Count(line, ".") > 200 || strings.Count(line, "{")+strings.Count(line, "[") > 200) {
			return n
		}
	}
	return 0
}
