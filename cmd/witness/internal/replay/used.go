package replay

import (
	"os"
	"path/filepath"
	"slices"
	"time"

	"github.com/bmatcuk/doublestar/v4"

	"witness/engine/agent"
)

// DaysUsed returns on how many days after a time a client wrote session files of the project at root, a path without symbolic
// links, below the home directory.
func DaysUsed(client agent.Agent, home, root string, since time.Time) int {
	if client.Transcript == nil {
		return 0
	}
	var days []string
	for _, pattern := range client.Transcript.Files {
		found, _ := doublestar.Glob(os.DirFS(home), pattern) // a folder that cannot be read has none
		for _, name := range found {
			path := filepath.Join(home, filepath.FromSlash(name))
			info, err := os.Stat(path)
			if err != nil || !info.ModTime().After(since.Add(time.Hour)) {
				continue // a session ends after its last call
			}
			day := info.ModTime().Format(time.DateOnly)
			if r, known, err := headOf(path); err == nil && known && isInside(r.head.CWD, root) && !slices.Contains(days, day) {
				days = append(days, day)
			}
		}
	}
	return len(days)
}
