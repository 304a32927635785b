package agent

import (
	"fmt"
	"slices"
)

// claudeTolerates is the first version of Claude Code that passes over hooks which it does not know. Up to 2.1.100 such a hook
// makes the whole file of settings invalid: nothing in it counts, and nothing is said (2.0.14, 2.1.50, 2.1.100, measured).
// PostToolBatch is known since 2.1.118.
var claudeTolerates = [3]int{2, 1, 101}

// diagnoseClaude looks for the setting that turns all hooks off, and for a version that ignores the settings.
func diagnoseClaude(a Agent, w Machine, s Settings) []Problem {
	problems := disablingSettings(boolValue, "disableAllHooks", siblingFiles(a, w, "settings.local.json", "settings.json")...)
	if v, ok := programVersion("claude", "/claude-code"); ok && s.Scope != pluginScope && slices.Compare(v[:], claudeTolerates[:]) < 0 {
		problems = append(problems, Problem{
			fmt.Sprintf("Claude Code %d.%d.%d does not know the hook PostToolBatch and ignores this whole file: no hook runs", v[0], v[1], v[2]),
			w.Path(s), "update Claude Code to 2.1.101 or later: claude update",
		})
	}
	return problems
}
