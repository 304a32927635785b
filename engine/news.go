package engine

import (
	"context"
	"fmt"
	"strings"

	"witness/engine/eval"
	"witness/engine/facts"
	"witness/engine/hook"
	"witness/engine/project"
)

// newsNames is how many new rules are named.
const newsNames = 5

// ofRelease returns what the user is told at the first start after an update: how many rules speak that did not, what they would have said,
// and how to keep them from it. A machine on which witness is new is told nothing.
func (n noticer) ofRelease(ctx context.Context, c *facts.Call) ([]string, error) {
	last, known := project.LastRelease()
	if last == project.Newest() {
		return nil, nil
	}
	earlier, err := n.db.Int(ctx, "SELECT EXISTS (SELECT 1 FROM sessions WHERE session < ?1) OR EXISTS (SELECT 1 FROM sessions WHERE session > ?1)", c.Session)
	if err != nil || !known && earlier == 0 {
		if err == nil {
			err = project.NoteRelease()
		}
		return nil, err
	}
	var names []string
	rules, _ := eval.LoadRules(n.sources, n.config)
	for _, r := range rules {
		if r.Err == nil && r.Severity != hook.Off && r.Stage.Since > last {
			names = append(names, r.Name)
		}
	}
	if err := project.NoteRelease(); err != nil || len(names) == 0 {
		return nil, err
	}
	more := ""
	if left := len(names) - newsNames; left > 0 {
		names, more = names[:newsNames], fmt.Sprintf(" and %d more", left)
	}
	return []string{
		"Since this update witness also speaks by these rules: " + strings.Join(names, ", ") + more + ". See `witness rules list`.",
		"What they would have said in your sessions: `witness replay --diff`.",
		fmt.Sprintf("To leave them out: `defaults = %q` in the configuration.", last),
	}, nil
}
