package eval

import (
	"context"
	"strings"

	"witness/engine/facts"
	"witness/engine/hook"
	"witness/engine/project"
	"witness/engine/store"
	"witness/engine/words"
)

// maxThings is how many things of one call are looked for in the user's words.
const maxThings = 20

// called returns the parameter called: for each thing that a target is about, a list of what the user can have called it. What holds for the
// whole command, such as its text, is in every list.
func (v *Evaluation) called(ctx context.Context, t Target) string {
	var things [][]string
	switch {
	case t.touch != nil:
		things = [][]string{words.OfPath(t.touch.Path, v.call.Project.Root, project.Home())}
	case t.command != nil:
		shared := []string{hook.Truncate(t.command.Text, facts.MaxWord)}
		n := v.position(t.command)
		for _, d := range v.call.Destroys(n, v.call.Project.Root) {
			things = append(things, words.OfPath(d.Path, v.call.Project.Root, project.Home()))
		}
		for _, name := range t.command.Installs() {
			things = append(things, []string{words.Hash(name)})
		}
		if len(things) == 0 {
			for _, arg := range t.command.Args {
				shared = append(shared, words.Hash(arg))
			}
			things = [][]string{nil}
		}
		if strings.HasPrefix(t.command.Name, "git ") {
			if branch := store.Text(v.call.Ask(ctx, v.Disk, t.command.Root, "branch")); branch != "" {
				shared = append(shared, words.Hash(branch))
			}
		}
		for i := range things {
			things[i] = append(things[i], shared...)
		}
	}
	return store.JSONList(things[:min(len(things), maxThings)])
}
