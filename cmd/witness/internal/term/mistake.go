package term

import (
	"errors"

	"witness/engine/bundle"
	"witness/engine/hook"
)

// A Mistake is a mistake in a file, as JSON has it.
type Mistake struct {
	Path    string `json:"path,omitempty" jsonschema:"the file; left out if it is not about one"`
	Line    int    `json:"line,omitempty" jsonschema:"the line, from 1; left out if it is about the file as a whole"`
	Message string `json:"message"`
}

// Mistakes returns errors as JSON has them.
func Mistakes(errs []error) []Mistake {
	list := []Mistake{}
	for _, err := range errs {
		m := Mistake{Message: hook.Printable(err.Error())}
		if file, ok := errors.AsType[*bundle.FileError](err); ok {
			m = Mistake{file.Path, file.Line, hook.Printable(file.Err.Error())}
		}
		list = append(list, m)
	}
	return list
}
