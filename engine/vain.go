package engine

import (
	"os"
	"path/filepath"
	"slices"

	"witness/engine/shell"
)

// dropVain drops the touches of a line that cannot have happened, as the disk tells once it has
// ended: a read of a file that is not there and that the line did not take away, a delete of
// one that still is and that the line did not make again, or that was not there before, and a
// change of a file that is not there although nothing of the line took it away. A redirection
// happens even if the command fails.
func (c *call) dropVain() {
	if !c.live || c.Moment != After {
		return
	}
	changed, deleted := map[string]bool{}, map[string]bool{}
	first := map[string]int{} // the first command that makes a file
	for _, t := range c.touches {
		if at, is := first[t.path]; t.kind == Write && (!is || t.command < at) {
			first[t.path] = t.command
		}
		changed[t.path] = changed[t.path] || t.kind == Write || t.kind == Rewrite
		deleted[t.path] = deleted[t.path] || t.kind == Delete
	}
	c.touches = slices.DeleteFunc(c.touches, func(t touch) bool {
		if t.via != "shell" || t.outcome != OK {
			return false
		}
		switch {
		case readOnly(t.kind):
			return !changed[t.path] && gone(t.path) && !deleted[t.path]
		case t.kind == Delete:
			made, is := first[t.path]
			return !changed[t.path] && !gone(t.path) || (!is || made > t.command) && c.absent(t.path)
		case !t.sure && gone(t.path) && !deleted[t.path] && c.beginning().at > 0:
			return !c.mayRemove(t.command)
		}
		return false
	})
}

// mayRemove tells whether a command of the line behind the given one may have taken files
// away of which its words say nothing.
func (c *call) mayRemove(behind int) bool {
	return slices.ContainsFunc(c.commands, func(cmd command) bool { return cmd.Background }) ||
		slices.ContainsFunc(c.commands[min(behind+1, len(c.commands)):], func(cmd command) bool { return !cmd.Inert && len(cmd.alters) == 0 })
}

// inVain tells whether the disk shows that a touch in a branch of a line that ended did not
// happen.
func (c *call) inVain(t shell.Touch, path string) bool {
	if !c.live || c.Moment != After {
		return false
	}
	for _, question := range t.If {
		if yes, known := c.answer(question); known && yes == question.Not {
			return true
		}
	}
	switch {
	case !t.Maybe || readOnly(t.Kind) || t.Kind == Delete:
		return false
	case gone(path):
		return !slices.ContainsFunc(c.touches, func(o touch) bool { return o.path == path && o.kind == Delete }) && c.beginning().at > 0
	}
	return c.untouched(path)
}

// deeds are what the commands of a line that ended have changed, as far as the disk shows: a
// command in a branch of which nothing came about was not run, and has looked at nothing.
type deeds struct {
	done, vain map[int]bool
	lookers    map[string][]int // the commands that look at a file
}

// note notes what a command of the line does to a file, and whether that did not happen.
func (d *deeds) note(t shell.Touch, path string, vain bool) {
	if d.done == nil {
		d.done, d.vain, d.lookers = map[int]bool{}, map[int]bool{}, map[string][]int{}
	}
	switch {
	case vain:
		d.vain[t.Command] = true
	case readOnly(t.Kind):
		d.lookers[path] = append(d.lookers[path], t.Command)
	default:
		d.done[t.Command] = true
	}
}

// undone tells whether a touch is a look of commands that were not run.
func (d *deeds) undone(t touch) bool {
	return t.via == "shell" && readOnly(t.kind) && len(d.vain) > 0 &&
		!slices.ContainsFunc(d.lookers[t.path], func(i int) bool { return d.done[i] || !d.vain[i] })
}

// answer is what a test of a file said in a line that ended, as far as nothing has changed
// there since.
func (c *call) answer(t shell.Test) (yes, known bool) {
	info, err := os.Stat(t.Path)
	if err != nil {
		return false, gone(t.Path) && c.untouched(filepath.Dir(t.Path))
	}
	switch t.Is {
	case "f":
		yes = info.Mode().IsRegular()
	case "d":
		yes = info.IsDir()
	default:
		yes = true
	}
	return yes, c.untouched(t.Path)
}
