package agent

import (
	"fmt"
	"os"
	"path/filepath"
	"slices"
	"strings"
)

// claudeTolerates is the first version of Claude Code that passes over hooks which it does not know. Up to 2.1.100 such a hook
// makes the whole file of settings invalid: nothing in it counts, and nothing is said (2.0.14, 2.1.50, 2.1.100, measured).
// PostToolBatch is known since 2.1.118.
var claudeTolerates = [3]int{2, 1, 101}

// diagnoseClaude looks for the settings that turn all hooks off or hide the program from them, and for a version that
// ignores the settings.
func diagnoseClaude(a Agent, w Machine, s Settings) []Problem {
	managed := claudeManagedFiles(w)
	files := append(managed[:len(managed):len(managed)], siblingFiles(a, w, "settings.local.json", "settings.json")...)
	problems := append(disablingSettings(boolValue, "disableAllHooks", files...), hidingPaths(files...)...)
	problems = append(problems, onlyManagedHooks(managed)...)
	if v, ok := programVersion("claude", "/claude-code"); ok && s.Scope != pluginScope && slices.Compare(v[:], claudeTolerates[:]) < 0 {
		problems = append(problems, Problem{
			fmt.Sprintf("Claude Code %d.%d.%d does not know the hook PostToolBatch and ignores this whole file: no hook runs", v[0], v[1], v[2]),
			w.Path(s), "update Claude Code to 2.1.101 or later: claude update",
		})
	}
	return problems
}

// hidingPaths returns a Problem for each settings file that gives the client, and so its hooks, a PATH on which no witness is.
func hidingPaths(files ...string) (problems []Problem) {
	for _, file := range slices.Compact(files) {
		var settings struct {
			Env map[string]lenientString `json:"env"`
		}
		readJSON(file, &settings)
		path := string(settings.Env["PATH"])
		isThere := func(dir string) bool {
			return slices.ContainsFunc([]string{"witness", "witness.exe"}, func(name string) bool {
				info, err := os.Stat(filepath.Join(dir, name))
				return err == nil && info.Mode().IsRegular()
			})
		}
		if path == "" || strings.Contains(path, "$") || slices.ContainsFunc(filepath.SplitList(path), isThere) {
			continue
		}
		problems = append(problems, Problem{
			`no folder of "PATH" in its "env" has witness, so the hooks do not find it`, file, `add the folder of witness to "PATH" in ` + file,
		})
	}
	return problems
}
