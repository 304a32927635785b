package facts

import "witness/engine/hook"

// LinesOf returns how many lines a file has and how many a call that writes it as a whole would leave. known is false unless the call
// shows the new content and the file is there.
func (c *Call) LinesOf(disk Disk, path string) (before, after int64, known bool) {
	for _, f := range c.Files {
		if f.Kind != hook.Write || f.Content == "" || len(f.Replaced) > 0 || c.Project.Path(f.Path) != path {
			continue
		}
		text := disk.Text(path)
		return linesIn(text), linesIn(f.Content), text != ""
	}
	return 0, 0, false
}

// linesIn returns how many lines a text has.
func linesIn(text string) int64 {
	var counted lineCounter
	_, _ = counted.Write([]byte(text)) // never fails
	return counted.lines()
}
