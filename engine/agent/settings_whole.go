package agent

import (
	"bytes"
	"errors"
)

// Apply is the settings file with witness's hooks in it; an empty or missing file becomes
// a new one. A file that is witness's alone is replaced, unless it is somebody else's.
// Other errors are those of Merge.
func (s Settings) Apply(file []byte) ([]byte, error) {
	if s.Block != "" {
		if bytes.Contains(file, []byte(s.Block)) {
			return file, nil
		}
		if len(file) > 0 {
			file = append(bytes.Clone(file), '\n')
		}
		return append(file, s.Block...), nil
	}
	if s.Whole == "" {
		if len(bytes.TrimSpace(file)) == 0 && s.New != "" {
			file = []byte(s.New)
		}
		return Merge(file, s.Hooks)
	}
	if len(bytes.TrimSpace(file)) > 0 && !bytes.Contains(file, []byte("witness")) {
		return nil, errors.New("1:1: the file is not one of witness's; move it away first")
	}
	return []byte(s.Whole), nil
}

// Revoke is the settings file without witness's hooks; an empty result means that nothing
// is left to keep. A file that is witness's alone goes as a whole, unless it was changed.
// Other errors are those of Remove.
func (s Settings) Revoke(file []byte) ([]byte, error) {
	if s.Block != "" {
		before, after, found := bytes.Cut(file, []byte(s.Block))
		if !found {
			return file, nil
		}
		return append(bytes.TrimSuffix(before, []byte("\n")), after...), nil
	}
	if s.Whole == "" {
		left, err := Remove(file)
		if string(left) == s.New {
			left = nil
		}
		return left, err
	}
	if len(file) > 0 && string(file) != s.Whole {
		return nil, errors.New("1:1: the file was changed since witness wrote it; delete it yourself if nothing of it is yours")
	}
	return nil, nil
}
