package agent

import (
	"bytes"
	"regexp"
	"slices"
	"strings"
	"sync"
)

// The markers around the hooks in a file that is not JSON. Files written by earlier versions hold
// the same text, so it must not change.
const (
	blockBegin = "# witness: its hooks begin\n"
	blockEnd   = "# witness: its hooks end\n"
)

var (
	// The expressions are compiled on first use because a hook does not need them.
	hooksTableRE = sync.OnceValue(func() *regexp.Regexp { return regexp.MustCompile(`^\s*\[\[\s*hooks\s*\]\]`) })
	commandRE    = sync.OnceValue(func() *regexp.Regexp { return regexp.MustCompile(`^\s*command\s*=\s*["'](.*)["']`) })
)

// addBlock returns the file with the block, in place if the file has the block already, otherwise
// at the end. Line endings are those of the file.
func addBlock(file []byte, block string) []byte {
	end := "\n"
	if bytes.Contains(file, []byte("\r\n")) {
		end = "\r\n"
		block = strings.ReplaceAll(block, "\n", end)
	}
	if rest := bytes.Replace(file, []byte(block), nil, 1); len(rest) < len(file) && bytes.Equal(removeBlock(rest), rest) {
		return file
	}
	if file = removeBlock(file); len(file) > 0 {
		file = append(bytes.Clone(file), end...)
	}
	return append(file, block...)
}

// removeBlock removes the text between the markers, whatever version wrote it, and tables of
// witness without markers: a program that rewrites its settings may drop comments.
func removeBlock(file []byte) []byte {
	lines := removeTables(removeMarkedBlocks(slices.Collect(strings.Lines(string(file)))))
	return []byte(strings.Join(lines, ""))
}

// removeMarkedBlocks removes the markers and the lines between them, and the line break that
// addBlock put before them. A marker without its counterpart is removed alone.
func removeMarkedBlocks(lines []string) (left []string) {
	isMarker := func(line string) bool {
		line = strings.TrimRight(line, " \t\r\n") + "\n"
		return line == blockBegin || line == blockEnd
	}
	for i := 0; i < len(lines); i++ {
		if !isMarker(lines[i]) {
			left = append(left, lines[i])
			continue
		}
		other := slices.IndexFunc(lines[i+1:], isMarker)
		if other < 0 || !isBeginMarker(lines[i]) || isBeginMarker(lines[i+1+other]) {
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

// removeTables removes the tables whose command runs witness and the blank lines after them. At
// the end of the file it removes the blank line before them instead.
func removeTables(lines []string) (left []string) {
	for i := 0; i < len(lines); {
		n := witnessTable(lines[i:])
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

// witnessTable returns the number of lines of the table of witness that starts at the first line,
// 0 if there is none. Comments after the table belong to what follows it.
func witnessTable(lines []string) (n int) {
	if !hooksTableRE().MatchString(lines[0]) {
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
			_, ours := witnessBlockLine(line)
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

// witnessBlockLine returns the command line that a TOML line sets, and whether it runs witness.
func witnessBlockLine(line string) (command string, ours bool) {
	m := commandRE().FindStringSubmatch(line)
	if m == nil || !witnessCommand().MatchString(m[1]) {
		return "", false
	}
	return m[1], true
}

func isBeginMarker(line string) bool { return strings.HasPrefix(line, strings.TrimSpace(blockBegin)) }

func isBlank(line string) bool { return strings.TrimSpace(line) == "" }
