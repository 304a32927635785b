package agent

import (
	"bytes"
	"encoding/json"
	"fmt"
	"path/filepath"

	"witness/engine/regular"
)

// disablingSettings returns a Problem for each of the settings files in which key has a value that
// turns all hooks off, as off reports.
func disablingSettings(off func(json.RawMessage) bool, key string, paths ...string) (problems []Problem) {
	for _, path := range paths {
		text, err := regular.Read(path, MaxSettings)
		if err != nil {
			continue // no such settings
		}
		var tree map[string]json.RawMessage
		// A file that does not parse is reported as invalid elsewhere.
		_ = json.Unmarshal(blankComments(bytes.TrimPrefix(text, byteOrderMark)), &tree)
		if value, ok := tree[key]; ok && off(value) {
			problems = append(problems, Problem{
				What: fmt.Sprintf("%q turns all hooks off", key), Path: path,
				Fix: fmt.Sprintf("remove %q from %s", key, path),
			})
		}
	}
	return problems
}

// isTrue reports whether a JSON value is true.
func isTrue(value json.RawMessage) bool { return string(value) == "true" }

// siblingFiles returns the paths of the named files in the folders of the agent's settings files.
func siblingFiles(a Agent, w Machine, names ...string) (paths []string) {
	for _, s := range a.Settings {
		for _, name := range names {
			paths = append(paths, filepath.Join(filepath.Dir(w.Path(s)), name))
		}
	}
	return paths
}
