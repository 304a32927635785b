package state

import (
	"context"
	"slices"

	"witness/engine/facts"
)

// An Awaited is a failing test that a command waits for.
type Awaited struct {
	Root  string `json:"root"`
	Tool  string `json:"tool"`
	Suite string `json:"suite"`
	Test  string `json:"test"`
}

// Awaited returns the failing tests that a command of a call waits for: another command of its line that runs them has to
// succeed first, as in `go test ./... && git commit`. It is the command that showed the failure, or one of the same runner
// that selects the test.
func (k Keeper) Awaited(ctx context.Context, c *facts.Call, cmd facts.Command) (list []Awaited, err error) {
	for _, n := range cmd.Gates {
		gate := c.Commands[n]
		if gate.Inert {
			continue
		}
		known, err := k.failures(ctx, c.Session, gate.Root)
		if err != nil {
			return list, err
		}
		s := selectionOf(gate)
		for _, f := range known {
			a := Awaited{gate.Root, f.tool, f.suite, f.test}
			if s.covers(f) && (s.repeats(f) || gate.Runner == f.tool || gate.Runner == "test_command") && !slices.Contains(list, a) {
				list = append(list, a)
			}
		}
	}
	return list, nil
}
