package agent

import (
	"bytes"
	"errors"
)

// Apply is the settings file with witness's hooks in it; an empty or missing file becomes
// a new one. A file that is witness's alone is replaced, unless it is somebody else's.
// Other errors are those of Merge.
func (s Settings) Apply(file []byte) ([]byte, error) {
	if s.Whole == "" {
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
	if s.Whole == "" {
		return Remove(file)
	}
	if len(file) > 0 && string(file) != s.Whole {
		return nil, errors.New("1:1: the file was changed since witness wrote it; delete it yourself if nothing of it is yours")
	}
	return nil, nil
}
