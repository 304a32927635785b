package facts

import (
	"strings"
	"unicode"

	"witness/engine/hook"
	"witness/engine/marks"
)

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
	for at, written := range c.Line.Written { // cat > FILE <<EOF
		if c.Project.Path(at) == path {
			text := disk.Text(path)
			return linesIn(text), linesIn(written), text != ""
		}
	}
	return 0, 0, false
}

// Gone returns the words that a file has and that it would not have any more after a call which shows its new content, or what it takes
// out: names, of at least four characters, each once.
func (c *Call) Gone(disk Disk, path string) (words []string) {
	before := disk.Text(path)
	after, known := c.contentOf(disk, path)
	if !known {
		before, after = "", ""
		for _, t := range c.Line.Touches {
			if c.Project.Path(t.Path) == path && (t.Kind == hook.Edit || t.Kind == "replace") {
				out, in := c.Line.Commands[t.Command].TakesOut()
				before, after = before+"\n"+strings.Join(out, "\n"), after+"\n"+strings.Join(in, "\n")
			}
		}
	}
	kept := map[string]bool{}
	for _, w := range namesIn(after) {
		kept[w] = true
	}
	for _, w := range namesIn(before) {
		if !kept[w] && len(w) >= 4 && len(words) < maxGone {
			kept[w], words = true, append(words, w)
		}
	}
	return words
}

// maxGone is how many words are named that a file has no more.
const maxGone = 500

// contentOf returns what would be in a file after the call, if that follows from what it writes or replaces.
func (c *Call) contentOf(disk Disk, path string) (text string, known bool) {
	for _, f := range c.Files {
		switch {
		case c.Project.Path(f.Path) != path:
		case len(f.Replaced) > 0:
			return replaced(disk.Text(path), f.Replaced, true)
		case f.Kind == hook.Write && f.Content != "":
			return f.Content, true
		}
	}
	for at, text := range c.Line.Written {
		if c.Project.Path(at) == path {
			return text, true
		}
	}
	return "", false
}

// A MarkedLine is a line that a call would write and that has a marker.
type MarkedLine struct {
	N    int64  `json:"n"` // in the file as it would be, 0 if that is not known
	Mark string `json:"mark"`
}

// Bounds on the lines in which markers are looked for, and on those that are returned.
const (
	maxNew    = 5000
	maxMarked = 500
)

// Marked returns the lines that a call would add to a file and that have a marker, of witness's own or of the project or the user. What
// the file has already, at whatever place, is not added.
func Marked(c *Call, disk Disk, path string) (list []MarkedLine) {
	before := DiskOf(c, disk).Text(path)
	after, known := c.contentOf(disk, path)
	if !known {
		before = ""
		for _, f := range c.Files {
			if c.Project.Path(f.Path) == path && !hook.ReadOnly(f.Kind) {
				for _, r := range f.Replaced {
					before, after = before+r.Old+"\n", after+r.New+"\n"
				}
			}
		}
	}
	has := map[string]int{}
	for line := range strings.Lines(before) {
		has[strings.TrimSpace(line)]++
	}
	n, looked := int64(0), 0
	for line := range strings.Lines(after) {
		n++
		if key := strings.TrimSpace(line); has[key] > 0 || key == "" {
			has[key]--
			continue
		}
		if looked++; looked > maxNew || len(list) >= maxMarked {
			break
		}
		counts := marks.Count(path, []byte(line), disk.Markers())
		for _, name := range counts.All() {
			if times, _ := counts.Of(name); times > 0 && known {
				list = append(list, MarkedLine{n, name})
			} else if times > 0 {
				list = append(list, MarkedLine{0, name})
			}
		}
	}
	return list
}

// namesIn returns the words of a program.
func namesIn(text string) []string {
	return strings.FieldsFunc(text, func(c rune) bool { return c != '_' && !unicode.IsLetter(c) && !unicode.IsDigit(c) })
}

// linesIn returns how many lines a text has.
func linesIn(text string) int64 {
	var counted lineCounter
	_, _ = counted.Write([]byte(text)) // never fails
	return counted.lines()
}
