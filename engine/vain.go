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
	for _, t := range c.touches {
		changed[t.path] = changed[t.path] || t.kind == Write || t.kind == Rewrite
		deleted[t.path] = deleted[t.path] || t.kind == Delete
	}
	c.touches = slices.DeleteFunc(c.touches, func(t touch) bool {
		if t.via != "shell" || t.outcome != OK {
			return false
		}
		switch {
		case looks(t.kind):
			return !changed[t.path] && gone(t.path) && !deleted[t.path]
		case t.kind == Delete && !changed[t.path]:
			return !gone(t.path) || c.absent(t.path)
		case t.kind == Delete:
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
	case !t.Maybe || looks(t.Kind) || t.Kind == Delete:
		return false
	case gone(path):
		return !slices.ContainsFunc(c.touches, func(o touch) bool { return o.path == path && o.kind == Delete }) && c.beginning().at > 0
	}
	return c.untouched(path)
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
