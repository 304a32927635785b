package facts

import (
	"path/filepath"
	"slices"
	"strconv"
	"strings"

	"witness/engine/hook"
)

// A span is a part of a text, in lines from 1.
type span struct {
	first, last int64 // 0 for the beginning and the end of the text
	tail        int64 // only so many lines at the end, 0 for all
}

// spanOf returns the lines that a command shows of a text. It returns false if that does not follow from its
// words.
func spanOf(name string, args []string) (s span, ok bool) {
	switch filepath.Base(name) {
	case "cat", "nl", "bat", "batcat":
		return span{}, !slices.ContainsFunc(args, func(w string) bool { return strings.HasPrefix(w, "-r") || strings.HasPrefix(w, "--line-range") })
	case "head":
		n, ok := lineCount(args, 10)
		return span{1, n, 0}, ok && n > 0
	case "tail":
		n, ok := lineCount(args, 10)
		if ok && n < 0 {
			return span{first: -n}, true // tail -n +7: from line 7 on
		}
		return span{tail: n}, ok && n > 0
	case "sed", "gsed":
		return sedSpan(args)
	}
	return span{}, false
}

// lineCount returns the number that -n gives to head or tail, negative for +7. It returns false if the
// command counts bytes, or leaves out lines of the other end.
func lineCount(args []string, number int64) (n int64, ok bool) {
	n = number
	for i := 0; i < len(args); i++ {
		word, value := args[i], ""
		switch {
		case word == "-n" || word == "--lines":
			if i++; i < len(args) {
				value = args[i]
			}
		case strings.HasPrefix(word, "--lines="):
			value = strings.TrimPrefix(word, "--lines=")
		case strings.HasPrefix(word, "-n"):
			value = word[2:]
		case word == "-q" || word == "-v" || word == "-f" || word == "-F":
			continue
		case len(word) > 1 && (word[0] == '-' || word[0] == '+' && i == 0):
			value = strings.TrimPrefix(word, "-")
		default:
			continue
		}
		from := strings.HasPrefix(value, "+")
		parsed, err := strconv.ParseInt(strings.TrimPrefix(value, "+"), 10, 64)
		if err != nil || parsed <= 0 {
			return 0, false
		}
		if n = parsed; from {
			n = -parsed
		}
	}
	return n, true
}

// sedSpan returns the lines that sed -n prints, as in sed -n '5,20p' and sed -n -e '5p;7,9p'.
func sedSpan(args []string) (s span, ok bool) {
	quiet, script := false, ""
	for i := 0; i < len(args); i++ {
		switch word := args[i]; {
		case word == "-n" || word == "--quiet" || word == "--silent":
			quiet = true
		case (word == "-e" || word == "-ne") && i+1 < len(args):
			quiet = quiet || word == "-ne"
			i++
			script += ";" + args[i]
		case strings.HasPrefix(word, "-"):
			return span{}, false
		case script == "":
			script = word
		}
	}
	for command := range strings.FieldsFuncSeq(script, func(r rune) bool { return r == ';' || r == '\n' }) {
		lines, prints := strings.CutSuffix(strings.TrimSpace(command), "p")
		if !prints {
			if strings.HasSuffix(lines, "q") {
				continue // sed -n '5,20p;20q' ends there
			}
			return span{}, false
		}
		from, to, ranged := strings.Cut(lines, ",")
		first, err := strconv.ParseInt(from, 10, 64)
		if err != nil || first < 1 {
			return span{}, false
		}
		last := first
		if ranged {
			if last, err = strconv.ParseInt(to, 10, 64); to == "$" {
				last, err = 0, nil
			}
			if err != nil {
				return span{}, false
			}
		}
		if s.first == 0 || first < s.first {
			s.first = first
		}
		if ok && (s.last == 0 || last == 0) {
			last = 0
		}
		s.last, ok = max(s.last, last), true
		if last == 0 {
			s.last = 0
		}
	}
	return s, ok && quiet
}

// within returns the part of a part.
func (s span) within(of span) (span, bool) {
	switch {
	case of == span{}:
		return s, true
	case s == span{}:
		return of, true
	case s.tail > 0 || of.tail > 0:
		return span{}, false
	}
	begin := max(of.first, 1)
	r := span{first: begin + max(s.first, 1) - 1, last: of.last}
	if s.last > 0 && (r.last == 0 || begin+s.last-1 < r.last) {
		r.last = begin + s.last - 1
	}
	return r, true
}

// shownLines sets which lines of its file each command of the line shows that prints a part of one: sed -n,
// head, tail and cat, also behind one another. A file that several commands read is left out, and so is
// one of several files that are joined first.
func (c *Call) shownLines() {
	for i := range c.Touches {
		t := &c.Touches[i]
		if t.Via != "shell" || t.Kind != hook.Read || t.Manner != "" || t.again || t.Command >= len(c.Commands) {
			continue
		}
		cmd := c.Commands[t.Command]
		s, ok := spanOf(cmd.Name, cmd.Args)
		joined := filepath.Base(cmd.Name) != "head" && filepath.Base(cmd.Name) != "tail" && (s != span{}) || cmd.Filter != ""
		if !ok || joined && c.reads(t.Command) > 1 {
			continue
		}
		for filter := range strings.SplitSeq(strings.TrimPrefix(strings.TrimSpace(cmd.Filter), "|"), "|") {
			words := strings.Fields(filter)
			if len(words) == 0 {
				continue
			}
			for i := range words {
				words[i] = strings.Trim(words[i], `'"`)
			}
			var part span
			if part, ok = spanOf(words[0], words[1:]); ok {
				s, ok = part.within(s)
			}
			if !ok {
				break
			}
		}
		if ok {
			t.First, t.Last, t.tail, t.counted = s.first, s.last, s.tail, true
		}
	}
}

// reads returns how many files a command reads.
func (c *Call) reads(command int) (n int) {
	for _, t := range c.Touches {
		if t.Via == "shell" && t.Kind == hook.Read && t.Command == command {
			n++
		}
	}
	return n
}

// Alters reports whether the call also changes a file.
func (c *Call) Alters(path string) bool {
	return slices.ContainsFunc(c.Touches, func(t Touch) bool { return t.Path == path && !hook.ReadOnly(t.Kind) })
}

// SetTotal sets how many lines the file of a read has, and what follows for the lines that were shown.
func (t *Touch) SetTotal(total int64) {
	if total < 0 || t.Lines > 0 {
		return
	}
	t.Lines = total
	switch {
	case !t.counted && t.First == 0 || total == 0:
		return // which lines were shown is not known
	case t.tail > 0:
		t.First = max(1, total-t.tail+1)
	case t.First == 0:
		t.First = 1
	case t.First > total:
		t.First, t.Last = 0, 0 // none
		return
	}
	if t.Last == 0 || t.Last > total {
		t.Last = total
	}
}
