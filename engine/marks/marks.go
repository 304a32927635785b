// Package marks counts the tests, assertions, skipped tests and suppressed findings in the text of a program, and the items of lists in
// that of a document, and what the project or the user wants to have counted besides.
package marks

import (
	"bytes"
	_ "embed"
	"fmt"
	"path/filepath"
	"slices"
	"strconv"
	"strings"
	"sync"
)

// Marks are how often a file has each of the markers in Names. The zero value is a file whose markers were not
// counted.
type Marks struct {
	Counted bool
	N       [13]int
	Own     string // how often it has those of the project and the user, as "todo=3 debug=0"
}

// Names are the markers that are counted: tests, assertions, skipped tests, suppressed findings, filters of tests and
// questions whether a test runs in programs, comments that stand for code that was left out, open and done items of lists in documents, steps whose failure counts for
// nothing, commands of which it does, and steps in the workflows of build servers. A suppression that says why does not count.
var Names = [13]string{"assertion", "skip", "suppression", "open", "done", "mock", "test", "filter", "tested", "forgiven", "excused", "step", "left_out"}

// The positions of some markers in Names.
const (
	markSkip = iota + 1
	markSuppression
	markOpen
	markDone
	markForgiven = 9
	markExcused  = 10
	markStep     = 11
	markLeftOut  = 12
)

// maxCounted is the size of a file whose markers are counted, in bytes.
const maxCounted = 256 << 10

// A marker is a text that stands for one of the markers. One that begins with a letter is the beginning of a word.
type marker struct {
	text string
	mark int
}

// markers returns the texts that are counted in a file, by its name: none in a file that is neither a program nor a document.
func markers(path string) []marker {
	switch ext := strings.ToLower(strings.TrimPrefix(filepath.Ext(path), ".")); ext {
	case "":
		return nil
	case "md", "mdx", "markdown", "txt", "org", "rst":
		return documentMarkers
	case "yml", "yaml":
		if isWorkflow(path) {
			return workflowMarkers
		}
	default:
		if strings.Contains(programs, " "+ext+" ") {
			return programMarkers()
		}
	}
	return nil
}

// IsBox reports whether a marker is one of the items of lists.
func IsBox(name string) bool { return name == Names[markOpen] || name == Names[markDone] }

// HasBoxes reports whether the items of lists are counted in a file.
func HasBoxes(path string) bool {
	list := markers(path)
	return len(list) > 0 && list[0].mark == markOpen
}

// programs are the endings of the names of programs.
const programs = " go py pyi js jsx mjs cjs ts tsx mts cts vue svelte rs java kt kts scala groovy c h cc cpp cxx hpp m mm cs fs rb php swift ex exs erl lua dart jl zig sh bash bats pl pm t r cr nim clj hs ml ps1 "

var documentMarkers = []marker{
	{"- [ ]", markOpen},
	{"* [ ]", markOpen},
	{"+ [ ]", markOpen},
	{"- [x]", markDone},
	{"- [X]", markDone},
	{"* [x]", markDone},
	{"* [X]", markDone},
	{"+ [x]", markDone},
	{"+ [X]", markDone},
}

// isWorkflow reports whether a file tells a build server what to do.
func isWorkflow(path string) bool {
	path = filepath.ToSlash(path)
	return strings.Contains(path, "/workflows/") || slices.Contains([]string{".gitlab-ci.yml", "azure-pipelines.yml", "bitbucket-pipelines.yml", ".travis.yml"}, filepath.Base(path)) || strings.HasSuffix(path, ".circleci/config.yml")
}

var workflowMarkers = []marker{
	{"continue-on-error: true", markForgiven},
	{"continueOnError: true", markForgiven},
	{"allow_failure: true", markForgiven},
	{"|| true", markExcused},
	{"|| exit 0", markExcused},
	{"run: ", markStep},
	{"uses: ", markStep},
	{"script: ", markStep},
	{"script:\n", markStep},
	{"task: ", markStep},
}

//go:embed markers.txt
var markerRows string

// comments are the signs with which a comment begins.
var comments = [...]string{"// ", "# ", "/* ", "<!-- ", "{/* "}

// programMarkers are those of markers.txt.
var programMarkers = sync.OnceValue(func() (list []marker) {
	for row := range strings.Lines(markerRows) {
		name, texts, _ := strings.Cut(strings.TrimSuffix(row, "\n"), "\t")
		if mark := slices.Index(Names[:], name); mark >= 0 {
			for text := range strings.SplitSeq(texts, "\t") {
				if mark != markLeftOut {
					list = append(list, marker{text, mark})
					continue
				}
				for _, sign := range comments {
					list = append(list, marker{sign + text, mark})
				}
			}
		}
	}
	return list
})

// Count counts the markers of a file in its content, and those of the project and the user. It goes over the content once, and once for
// each of own: most files that an agent reads are counted.
func Count(path string, content []byte, own []Own) (m Marks) {
	m.Own = countOwn(content, own)
	list := markers(path)
	if list == nil || len(content) > maxCounted {
		return m
	}
	m.Counted = true
	if list[0].mark != markOpen && list[0].mark != markForgiven {
		m.N[markSkip] = unreachable(content)
	}
	var second [256][4]uint64 // for each byte that a marker begins with, a bit for each byte that follows
	for _, k := range list {
		second[k.text[0]][k.text[1]/64] |= 1 << (k.text[1] % 64)
	}
	for i := 0; i+1 < len(content); i++ {
		if next := content[i+1]; second[content[i]][next/64]>>(next%64)&1 == 0 || isLetter(content[i]) && i > 0 && isLetter(content[i-1]) {
			continue
		}
		for _, k := range list {
			if k.text[0] == content[i] && len(content)-i >= len(k.text) && string(content[i:i+len(k.text)]) == k.text {
				if i += len(k.text) - 1; k.mark != markSuppression || !explained(k.text, content[i+1:]) {
					m.N[k.mark]++
				}
				break
			}
		}
	}
	return m
}

// unreachable returns how often a return without a value is followed, at the same indentation, by code that it keeps from running.
func unreachable(content []byte) (n int) {
	for rest := content; ; {
		at := bytes.Index(rest, []byte("return"))
		if at < 0 {
			return n
		}
		before := rest[bytes.LastIndexByte(rest[:at], '\n')+1 : at]
		line, after, _ := bytes.Cut(rest[at+len("return"):], []byte("\n"))
		next := bytes.TrimLeft(after, "\r\n")
		if len(before) > 0 && len(bytes.TrimSpace(before)) == 0 && len(bytes.Trim(line, "; \r")) == 0 &&
			bytes.HasPrefix(next, before) && len(next) > len(before) && isLetter(next[len(before)]) && !goesOn(next[len(before):]) {
			n++
		}
		rest = rest[at+len("return"):]
	}
}

// goesOn reports whether a line belongs to a statement that began before a return: a case, a rescue, the end of a block.
func goesOn(line []byte) bool {
	word := line[:len(line)-len(bytes.TrimLeft(line, "abcdefghijklmnopqrstuvwxyz"))]
	return slices.Contains([]string{"case", "default", "else", "elif", "elsif", "except", "finally", "rescue", "ensure", "when", "end", "fi", "esac", "done"}, string(word))
}

// explained reports whether the comment with which a check is switched off says why: //nolint:x // why, eslint-disable x -- why.
func explained(marker string, rest []byte) bool {
	line, _, _ := strings.Cut(string(rest[:min(len(rest), 400)]), "\n")
	for _, sign := range []string{"//", " -- ", "#"} {
		if _, why, ok := strings.Cut(line, sign); ok && strings.Trim(why, " */") != "" {
			return true
		}
	}
	return strings.HasPrefix(marker, "@ts-") && strings.Trim(line, " :*/") != ""
}

// isLetter reports whether a byte is a letter, a digit or an underscore.
func isLetter(b byte) bool {
	return b|0x20 >= 'a' && b|0x20 <= 'z' || b >= '0' && b <= '9' || b == '_'
}

// String returns the counts as they are stored: numbers in the order of Names, "" if they were not counted, and those of own with their
// names.
func (m Marks) String() string {
	if !m.Counted {
		return m.Own
	}
	return strings.TrimSuffix(strings.Trim(fmt.Sprint(m.N), "[]")+" "+m.Own, " ")
}

// Parse returns the counts that were stored as a text.
func Parse(text string) (m Marks) {
	words := strings.Fields(text)
	if i := slices.IndexFunc(words, func(word string) bool { return strings.Contains(word, "=") }); i >= 0 {
		words, m.Own = words[:i], strings.Join(words[i:], " ")
	}
	if len(words) != len(m.N) {
		return m
	}
	for i, word := range words {
		n, err := strconv.Atoi(word)
		if err != nil {
			return Marks{}
		}
		m.N[i] = n
	}
	m.Counted = true
	return m
}
