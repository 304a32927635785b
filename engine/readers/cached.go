package readers

import (
	"regexp"
	"slices"
	"strings"
	"sync"

	"witness/engine/runs"
)

// A replay is how a build system says that it showed what an earlier run printed, or ran nothing because nothing changed.
type replay struct {
	literal string
	counts  *regexp.Regexp // how many of its tasks it did not run, and how many there were
}

// replays are those of turbo, nx, gradle and bazel.
var replays = sync.OnceValue(func() []replay {
	return []replay{
		{" cached, ", regexp.MustCompile(`(?m)^\s*Cached:\s+(\d+) cached, (\d+) total`)},
		{"read the output from the cache", regexp.MustCompile(`read the output from the cache instead of running the command for (\d+) out of (\d+) tasks`)},
		{" up-to-date", regexp.MustCompile(`(?m)^(\d+) actionable tasks?: (\d+) up-to-date$`)},
		{" from cache", regexp.MustCompile(`(?m)^(\d+) actionable tasks?: (\d+) from cache$`)},
		{"Executed 0 out of ", regexp.MustCompile(`(?m)^Executed (0) out of (\d+) tests?: `)},
	}
})

// replayed reports whether all that the output shows was replayed from a cache. Of a run that is replayed in part each package may
// be the one that ran.
func (in *reading) replayed() bool {
	return slices.ContainsFunc(replays(), func(r replay) bool {
		if !in.bigrams.contain(r.literal) {
			return false
		}
		found := r.counts.FindStringSubmatch(in.c.Output)
		return found != nil && (found[1] == found[2] || r.literal == "Executed 0 out of ") && found[2] != "0"
	})
}

// takeBack takes from a run what would end failures: it is complete no longer, and names nothing that passed. Of a run that was replayed,
// what was red has not passed since, whatever an earlier run printed; the run still says that the build system found nothing to run.
func (r *Run) takeBack() {
	r.Complete = false
	r.Items = slices.DeleteFunc(r.Items, func(it runs.Item) bool { return strings.EqualFold(it.Outcome, "pass") })
}
