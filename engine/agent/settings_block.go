package agent

import (
	"bytes"
	"regexp"
	"slices"
	"strings"
	"sync"
)

// What stands before and after the hooks in a file that is not JSON.
const (
	blockBegins = "# witness: its hooks begin\n"
	blockEnds   = "# witness: its hooks end\n"
)

var (
	blockTable   = sync.OnceValue(func() *regexp.Regexp { return regexp.MustCompile(`^\s*\[\[\s*hooks\s*\]\]`) })
	blockCommand = sync.OnceValue(func() *regexp.Regexp { return regexp.MustCompile(`^\s*command\s*=\s*["'](.*)["']`) })
)

// withBlock is the file with the block where it is already, or at the end, in the file's own
// ends of lines.
func withBlock(file []byte, block string) []byte {
	end := "\n"
	if bytes.Contains(file, []byte("\r\n")) {
		end = "\r\n"
		block = strings.ReplaceAll(block, "\n", end)
	}
	if rest := bytes.Replace(file, []byte(block), nil, 1); len(rest) < len(file) && bytes.Equal(withoutBlock(rest), rest) {
		return file
	}
	if file = withoutBlock(file); len(file) > 0 {
		file = append(bytes.Clone(file), end...)
	}
	return append(file, block...)
}

// withoutBlock takes out what stands between the marks, whichever version wrote it, and the
// tables that lost them: a program that rewrites its settings may drop the comments.
func withoutBlock(file []byte) []byte {
	lines := withoutTables(withoutMarks(slices.Collect(strings.Lines(string(file)))))
	return []byte(strings.Join(lines, ""))
}

// withoutMarks takes out the marks and what stands between them, with the end of line that
// withBlock put before them. A mark whose other one is missing goes alone.
func withoutMarks(lines []string) (left []string) {
	isMark := func(line string) bool {
		line = strings.TrimRight(line, " \t\r\n") + "\n"
		return line == blockBegins || line == blockEnds
	}
	for i := 0; i < len(lines); i++ {
		if !isMark(lines[i]) {
			left = append(left, lines[i])
			continue
		}
		other := slices.IndexFunc(lines[i+1:], isMark)
		if other < 0 || !begins(lines[i]) || begins(lines[i+1+other]) {
			continue
		}
		i += 1 + other
		switch last := len(left) - 1; {
		case last >= 0 && isBlank(left[last]):
			left = left[:last]
		case last >= 0 && i == len(lines)-1:
			left[last] = strings.TrimRight(left[last], "\r\n")
		}
	}
	return left
}

// withoutTables takes out the tables whose command is witness's, with the blank lines behind
// them, and the one before them where nothing follows.
func withoutTables(lines []string) (left []string) {
	for i := 0; i < len(lines); {
		n := ownTable(lines[i:])
		if n == 0 {
			left = append(left, lines[i])
			n = 1
		} else if last := len(left) - 1; i+n == len(lines) && last >= 0 && isBlank(left[last]) {
			left = left[:last]
		}
		i += n
	}
	return left
}

// ownTable is how many lines the table of witness has that begins here, 0 if there is none.
// Comments behind it are of what follows.
func ownTable(lines []string) (n int) {
	if !blockTable().MatchString(lines[0]) {
		return 0
	}
	own := false
	n = 1
	for i, line := range lines[1:] {
		text := strings.TrimSpace(line)
		if strings.HasPrefix(text, "[") {
			break
		}
		if text != "" && text[0] != '#' {
			_, ours := blockLine(line)
			own = own || ours
			n = i + 2
		}
	}
	if !own {
		return 0
	}
	for n < len(lines) && isBlank(lines[n]) {
		n++
	}
	return n
}

// blockLine is the command line that a line of the file sets, and whether it is witness's.
func blockLine(line string) (command string, ours bool) {
	m := blockCommand().FindStringSubmatch(line)
	if m == nil || !ownCommand().MatchString(m[1]) {
		return "", false
	}
	return m[1], true
}

func begins(line string) bool { return strings.HasPrefix(line, strings.TrimSpace(blockBegins)) }

func isBlank(line string) bool { return strings.TrimSpace(line) == "" }
