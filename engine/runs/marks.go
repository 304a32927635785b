package runs

import (
	"regexp"
	"slices"
	"strings"
	"sync"

	"witness/engine/lines"
)

// prefixed matches a line that a runner of tasks in several packages or services at once has marked
// with where it comes from: "@shop/web:test: ", "packages/web test: ", "@shop/web: ", "[lint:go] ",
// "web-1  | ".
var prefixed = sync.OnceValue(func() *regexp.Regexp {
	const pkg, task = `(?:@[\w.-]+/)?[\w./-]+`, `(?:tests?|lint|build|check|typecheck|type-check|types|e2e|unit|integration|format|fmt|verify|coverage|ci)[\w:.-]*`
	return regexp.MustCompile(`^(?:` + pkg + `[:# ]` + task + `: |@[\w.-]+/[\w.-]+: |\[(?:` + pkg + `[:# ])?` + task + `\] |[\w.-]+-\d+ +\| )`)
})

// announcements are the lines with which runners of tasks name a task whose lines they mark, in the
// group of the expression. The literal is in each such line.
var announcements = []struct{ literal, line string }{
	{": cache ", `(?m)^(\S+[:#]\S+): cache (?:miss|hit|bypass)`},   // turbo
	{"> nx run ", `(?m)^> nx run (\S+?):\S`},                       // nx
	{"Failed tasks:", `(?m)^- (\S+?):\S+$`},                        // nx, at its end
	{"$ ", `(?m)^(\[\S+\]) \$ |^(\S+ \S+)\$ `},                     // mise, pnpm
	{": Exited with code ", `(?m)^(\S+ \S+): Exited with code \d`}, // bun
}

// announced returns the marks of the tasks that an output announces.
func announced(output string) (marks []string) {
	for _, a := range announcements {
		if !strings.Contains(output, a.literal) {
			continue
		}
		for _, found := range regexp.MustCompile(a.line).FindAllStringSubmatch(output, maxAnnounced) {
			mark := strings.Join(found[1:], "")
			if mark += ": "; mark[0] == '[' {
				mark = strings.TrimSuffix(mark, ": ") + " "
			}
			if !slices.Contains(marks, mark) {
				marks = append(marks, mark)
			}
		}
	}
	return marks
}

// maxAnnounced limits the tasks that an output announces.
const maxAnnounced = 200

// maxMark limits the length of a mark.
const maxMark = 120

// minPrefixed is the number of lines with the same mark from which it is one, if no line announces it.
const minPrefixed = 3

// Separated returns the output of tasks that ran in several packages at once with the lines of each
// package together and without their marks: readers expect the output of one runner. An output
// without such marks is returned as it is. Where the client has cut out a part, it may have cut lines of
// each package.
func Separated(output string) string {
	text := strings.SplitAfter(output, "\n")
	known := announced(output)
	count := map[string]int{}
	marks := make([]string, len(text))
	for i, line := range text {
		marks[i] = markOf(line, known)
		count[marks[i]]++
	}
	var own strings.Builder
	var order []string
	of := map[string]*strings.Builder{}
	gap := ""
	uncut := map[string]bool{} // packages with a line since the gap
	for i, line := range text {
		mark := marks[i]
		if lines.IsGap(strings.TrimSuffix(line, "\n")) {
			gap = line
			clear(uncut)
		}
		if mark == "" || count[mark] < minPrefixed && !slices.Contains(known, mark) {
			own.WriteString(line)
			continue
		}
		b, ok := of[mark]
		if !ok {
			b = &strings.Builder{}
			of[mark], order = b, append(order, mark)
		}
		if gap != "" && !uncut[mark] {
			b.WriteString(gap)
			uncut[mark] = true
		}
		b.WriteString(line[min(len(mark), len(line)-1):])
	}
	if len(order) == 0 {
		return output
	}
	var all strings.Builder
	for _, mark := range order {
		all.WriteString(of[mark].String())
		if !strings.HasSuffix(all.String(), "\n") {
			all.WriteByte('\n')
		}
	}
	return all.String() + own.String()
}

// markOf returns the mark of a line, one of those that the output announces or one that looks like it.
func markOf(line string, known []string) string {
	head := strings.TrimRight(line[:min(len(line), maxMark)], "\n")
	if !strings.Contains(head, ":") && !strings.HasPrefix(head, "[") && !strings.Contains(head, " | ") {
		return ""
	}
	head += " " // an empty line is printed with its mark, but without the blank at its end
	for _, mark := range known {
		if strings.HasPrefix(head, mark) {
			return mark
		}
	}
	return prefixed().FindString(head)
}
