package shell

import (
	"strings"

	"mvdan.cc/sh/v3/syntax"
)

// text is the source from the start of one node to the end of another, on one line.
func (w *walker) text(from, to syntax.Node) string {
	a, b := int(from.Pos().Offset()), int(to.End().Offset())
	if r, ok := to.(*syntax.Redirect); ok && r.Word != nil {
		b = int(r.Word.End().Offset())
	}
	if a < 0 || b > len(w.src) || a >= b {
		return ""
	}
	return oneLine(w.src[a:b])
}

// maxText is how many bytes of a command are shown.
const maxText = 240

func oneLine(s string) string {
	more := len(s) > 4*maxText
	if more {
		s = s[:4*maxText]
	}
	s = strings.ReplaceAll(s, "\\\n", " ")
	s = strings.ToValidUTF8(strings.Join(strings.Fields(s), " "), "")
	if len(s) > maxText || more {
		s = strings.ToValidUTF8(s[:min(maxText, len(s))], "") + " …"
	}
	return s
}

// next is the index that the next reported command will have.
func (w *walker) next() int {
	if w.replay >= 0 && w.replay < len(w.line.Commands) {
		return w.replay
	}
	return len(w.line.Commands)
}

// emit reports a command and returns its index, -1 if there are too many. In a later
// turn of a loop the command of the first turn is taken again, less what differs.
func (w *walker) emit(c Command) int {
	for i := w.replay; i >= 0 && i < len(w.line.Commands); i++ {
		old := &w.line.Commands[i]
		if old.Name != c.Name && (old.By == "" || old.By != c.By) {
			continue
		}
		w.replay = i + 1
		if old.Name != c.Name {
			old.Name, old.File = unknownArg, ""
		}
		old.ByArgs = common(old.ByArgs, c.ByArgs)
		if old.Dir != c.Dir {
			old.Dir = ""
		}
		old.Args = common(old.Args, c.Args)
		old.Names = append(old.Names, c.Names[:min(len(c.Names), max(0, maxNames-len(old.Names)))]...)
		return i
	}
	if len(w.line.Commands) >= maxCommands {
		return -1
	}
	w.line.Commands = append(w.line.Commands, c)
	return len(w.line.Commands) - 1
}

// each takes n turns of something whose commands are the same in each.
func (w *walker) each(n int, turn func(i int) outcome) outcome {
	outer, start := w.replay, w.next()
	var o outcome
	for i := range n {
		if i > 0 {
			w.replay = start
		}
		o = turn(i)
	}
	if outer < 0 {
		w.replay = outer
	}
	return o
}

// common keeps the words that are the same in both.
func common(a, b []string) []string {
	for i := range a {
		if i >= len(b) || a[i] != b[i] {
			a[i] = unknownArg
		}
	}
	for i := len(a); i < len(b); i++ {
		a = append(a, unknownArg)
	}
	return a
}

// unknownArg is how Command.Args shows a word that cannot be known.
const unknownArg = "$?"
