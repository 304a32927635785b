package agent

import (
	"bytes"
	"errors"
)

// shellLine is the command line of a hook for a client that takes one for all systems and
// runs it in the system's own shell. Whatever becomes of witness, its status is 0.
func shellLine(system, name string) string {
	if system == "windows" {
		return "if (Get-Command witness -ErrorAction SilentlyContinue) { witness hook " + name + " 2>$null }; exit 0"
	}
	return "env witness hook " + name + " 2>/dev/null || cat >/dev/null"
}

// Apply is the settings file with witness's hooks in it; an empty or missing file becomes
// a new one. A file that is witness's alone is replaced, unless it is somebody else's.
// Other errors are those of Merge.
func (s Settings) Apply(file []byte) ([]byte, error) {
	if s.Block != "" {
		return withBlock(file, s.Block), nil
	}
	if s.Whole == "" {
		if len(bytes.TrimSpace(file)) == 0 && s.New != "" {
			file = []byte(s.New)
		}
		return Merge(file, s.Hooks, s.Comments)
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
		return withoutBlock(file), nil
	}
	if s.Whole == "" {
		left, err := Remove(file, s.Comments)
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
