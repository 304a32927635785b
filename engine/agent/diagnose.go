package agent

import (
	"bytes"
	"encoding/json"
	"fmt"
	"os"
	"path/filepath"
)

// disablingSettings finds, in the client's settings files, the key that turns all hooks off.
// off tells whether a value does.
func disablingSettings(off func(json.RawMessage) bool, key string, paths ...string) (doubts []Doubt) {
	for _, path := range paths {
		text, err := os.ReadFile(path)
		if err != nil {
			continue // no such settings
		}
		var tree map[string]json.RawMessage
		// What does not parse is told as invalid settings.
		_ = json.Unmarshal(blankComments(bytes.TrimPrefix(text, byteOrderMark)), &tree)
		if value, ok := tree[key]; ok && off(value) {
			doubts = append(doubts, Doubt{
				What: fmt.Sprintf("%q turns all hooks off", key), Path: path,
				Mend: fmt.Sprintf("take %q out of %s", key, path),
			})
		}
	}
	return doubts
}

// isTrue tells whether a JSON value is true.
func isTrue(value json.RawMessage) bool { return string(value) == "true" }

// siblingFiles are settings files of a client in the folders where witness's hooks may lie.
func siblingFiles(a Agent, w Where, names ...string) (paths []string) {
	for _, s := range a.Settings {
		for _, name := range names {
			paths = append(paths, filepath.Join(filepath.Dir(w.Path(s)), name))
		}
	}
	return paths
}
