package engine

import (
	"slices"
	"strings"
)

// knows tells whether a command, by the first words of its name, is one of the listed.
func knows(commands []string, name string) bool {
	return slices.ContainsFunc(commands, func(c string) bool {
		return name == c || strings.HasPrefix(name, c) && strings.HasPrefix(name[len(c):], " ")
	})
}

// claimants are the readers that list the command. They are looked for once: a line has many
// commands, and there are many readers.
func (e *Engine) claimants(name string) []*Script {
	if list, known := e.claimed[name]; known {
		return list
	}
	var words []string // what a reader can list for it, in quotes
	var first string   // with which each of them begins
	for end := len(name); end > 0; end = strings.LastIndexByte(name[:end], ' ') {
		first = `"` + name[:end]
		words = append(words, first+`"`)
	}
	var list []*Script
	for _, f := range e.loadFacts() {
		// Only what a file can list is parsed. What is wrong with it is told when it would be
		// run, and by check.
		header := f.beforeStatement()
		if strings.Contains(header, first) && slices.ContainsFunc(words, func(w string) bool { return strings.Contains(header, w) }) &&
			f.parse() == nil && knows(f.Commands, name) {
			list = append(list, f)
		}
	}
	if e.claimed == nil || len(e.claimed) > maxClaimed {
		e.claimed = map[string][]*Script{}
	}
	e.claimed[name] = list
	return list
}

// maxClaimed bounds what a replay remembers.
const maxClaimed = 1000

// beforeStatement is the part of a reader's text in which its header is.
func (f *Script) beforeStatement() string {
	if f.before == "" {
		f.before, _, _ = strings.Cut(f.Text, "\nWITH")
		f.before, _, _ = strings.Cut(f.before, "\nSELECT")
	}
	return f.before
}
