package selection

import (
	"slices"
	"strings"

	"witness/engine/bundle"
)

// showsOnly reports whether a flag only changes how much a run shows: one that the reader's header lists,
// or one that has this meaning with every runner.
func showsOnly(f *bundle.File, word, name string) bool {
	if HasFlag(f.Shows, name) {
		return true
	}
	for _, flag := range f.Shows {
		if len(flag) == 2 && strings.HasPrefix(word, flag) && !strings.HasPrefix(word, "--") {
			return true // -rs, -vv
		}
	}
	return ShowsMore(word, name)
}

// ShowsMore reports whether a flag changes only the display with every runner that has it.
func ShowsMore(word, name string) bool {
	return slices.Contains(showFlags, name) || strings.HasPrefix(word, "-v") && strings.Trim(word[1:], "v") == ""
}

// showFlags are the flags that change only how much is shown, whatever the runner. A reader lists
// those that are its own.
var showFlags = []string{
	"-v", "--verbose", "--verbosity", "-q", "--quiet", "--silent", "--color", "--colors", "--no-color", "--colour", "--no-colors",
	"--durations", "--tb", "--reporter", "--reporters", "--format", "--output-format", "--show-output", "--nocapture", "--no-capture",
	"--summary", "--progress", "--no-progress", "--stacktrace", "--full-stacktrace", "--info", "--output-logs",
	"--log-level", "--loglevel", "--logs", "--log-order", "--ui", "--pretty", "--stats", "--statistics", "--timings", "--expand",
	"--backtrace", "--full-trace", "--showlocals", "--capture", "--detectOpenHandles", "--logHeapUsage", "--message-format",
}
