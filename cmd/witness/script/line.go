package script

import (
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"runtime"
	"slices"
	"strings"
)

// split takes a line apart at its blanks, up to a #. Between single quotes nothing has a meaning
// but the quote itself, which is doubled; elsewhere variables are expanded, and what they
// hold is not taken apart.
func split(line string, expand func(string) string) (words []string, err error) {
	for {
		line = strings.TrimLeft(line, " \t\r")
		if line == "" || line[0] == '#' {
			return words, nil
		}
		var word string
		if word, line, err = first(line, expand); err != nil {
			return nil, err
		}
		words = append(words, word)
	}
}

// first is the word with which the line begins.
func first(line string, expand func(string) string) (word, rest string, err error) {
	var b strings.Builder
	for {
		end := strings.IndexAny(line, " \t\r#'")
		if end < 0 {
			end = len(line)
		}
		b.WriteString(expand(line[:end]))
		line = line[end:]
		if !strings.HasPrefix(line, "'") {
			return b.String(), line, nil
		}
		for strings.HasPrefix(line, "'") {
			quoted, after, ok := strings.Cut(line[1:], "'")
			if !ok {
				return "", "", errors.New("unterminated quoted argument")
			}
			b.WriteString(quoted)
			if line = after; strings.HasPrefix(line, "'") {
				b.WriteByte('\'')
			}
		}
	}
}

// A step is what a line says: under which conditions which command, and whether it must fail.
type step struct {
	conditions []string
	not        bool
	command    string
	args       []string
}

// parse makes a step of the words of a line, of which there is one at least.
func parse(words []string) (s step, err error) {
	for len(words) > 0 && strings.HasPrefix(words[0], "[") && strings.HasSuffix(words[0], "]") {
		s.conditions = append(s.conditions, strings.TrimSuffix(words[0][1:], "]"))
		words = words[1:]
	}
	if len(words) == 0 {
		return s, errors.New("missing command after condition")
	}
	if words[0] == "!" {
		s.not = true
		words = words[1:]
	}
	if len(words) == 0 {
		return s, errors.New("! on line by itself")
	}
	s.command, s.args = words[0], words[1:]
	return s, nil
}

// The names that Go gives to systems and processors.
const (
	systems    = "aix android darwin dragonfly freebsd illumos ios js linux netbsd openbsd plan9 solaris windows"
	processors = "386 amd64 arm arm64 loong64 mips mipsle mips64 mips64le ppc64 ppc64le riscv64 s390x wasm"
)

// holds tells whether a condition is met.
func (r *run) holds(condition string) (bool, error) {
	name, not := strings.CutPrefix(strings.TrimSpace(condition), "!")
	name = strings.TrimSpace(name)
	program, isProgram := strings.CutPrefix(name, "exec:")
	var met bool
	switch {
	case isProgram:
		_, err := r.find(program)
		met = err == nil
	case name == "unix":
		met = !slices.Contains([]string{"js", "plan9", "windows"}, runtime.GOOS)
	case name == "symlink":
		link := filepath.Join(r.env.temp(), ".symlink")
		met = os.Symlink("target", link) == nil && os.Remove(link) == nil
	case slices.Contains(strings.Fields(systems), name):
		met = runtime.GOOS == name
	case slices.Contains(strings.Fields(processors), name):
		met = runtime.GOARCH == name
	default:
		return false, fmt.Errorf("unknown condition %q; known are unix, symlink, exec:PROGRAM and Go's names of systems and processors, such as windows and arm64", name)
	}
	return met != not, nil
}
