package replay

import (
	"context"
	"io"

	"witness/engine"
	"witness/engine/project"
)

// Figures replays the rules of a folder on the recorded sessions of the project around dir, and returns how many
// sessions and calls there were and how often each rule spoke. Progress is shown on out if it is a terminal.
// Sessions that cannot be read are left out.
func Figures(ctx context.Context, dir, folder string, out io.Writer) (sessions, calls int, fired map[string]int, err error) {
	trial := engine.Trial{Folder: folder}
	rules, err := rulesOf(ctx, dir, trial)
	if err != nil {
		return 0, 0, nil, err
	}
	recordings, _ := projectRecordings(project.RootOf(dir))
	fired = map[string]int{}
	if len(recordings) == 0 {
		return 0, 0, fired, nil
	}
	s := newSummary(rules, evaluateAll(ctx, dir, trial, rules, recordings, newProgress(out, recordings), nil), 0)
	for _, r := range s.Rules {
		fired[r.Rule] = r.Fired
	}
	return s.Sessions, s.Calls, fired, nil
}
