package engine

import (
	"os"

	"witness/engine/shell"
)

// there tells whether a file that touch would make was there before the call. Once the call
// has ended that is certain only of one with something in it.
func there(path, moment string) bool {
	info, err := os.Stat(path)
	return err == nil && (moment == Before || info.Size() > 0)
}

// patched gives the touches that stand in files with diffs, as far as there is a disk to ask.
func (e *Engine) patched(line shell.Line) []shell.Touch {
	if e.path == "" {
		return nil
	}
	var touches []shell.Touch
	for _, p := range line.Patches {
		if text, err := readRegular(p.Path); err == nil { // of a large one nothing is known
			touches = append(touches, p.Touches(string(text))...)
		}
	}
	return touches
}
