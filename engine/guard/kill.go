package guard

import (
	"slices"
	"strings"

	"witness/engine/shell"
)

// kills returns the effect of ending the hooks that run, by their name.
func kills(line shell.Line, words []string) []Effect {
	named := slices.Contains([]string{"pkill", "killall"}, words[0]) && slices.ContainsFunc(words[1:], isHook)
	found := words[0] == "kill" && slices.ContainsFunc(line.Commands, func(c shell.Command) bool {
		return slices.Contains([]string{"pgrep", "pidof"}, c.Name) && slices.ContainsFunc(c.Args, isHook)
	})
	if !named && !found {
		return nil
	}
	return []Effect{{Does: "ends", What: words[0], Of: Program}}
}

// isHook reports whether a pattern of a process matches the hooks and no program of a longer name.
func isHook(pattern string) bool {
	pattern = strings.Trim(strings.ReplaceAll(pattern, ".*", " "), "^$")
	return len(pattern) > len("witnes") && (strings.HasPrefix("witness hook", pattern) || strings.HasPrefix(pattern, "witness hook"))
}
