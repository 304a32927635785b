package main

import (
	"fmt"
	"os"
	"strconv"
	"strings"
)

// A label is the word of a reader on one verdict. A file of labels has a line for each, with tabs
// between session, line, rule, label, cause and since; # begins a comment. `since` is optional: an
// earlier line from which on a right verdict counts as the same.
type label struct {
	session, rule, word string
	line, since         int
}

// Words of readers.
const (
	right       = "right"           // a good engineer would have said it there, and what is stated is true
	wrong       = "wrong"           // it is untrue, or true and the advice empty or harmful
	byCause     = "wrong-by-cause"  // not read, but it has the cause of a wrong one for certain
	undecidable = "undecidable"     // the recording does not tell
	repeated    = "repeat"          // the same true statement again: not counted as read
	byWord      = "by the word"     // the cause of a right one that is right by the word only, which does not count
	header      = "session\tline\t" // a first line without a #
)

// labels are the labels of each session.
type labels map[string][]label

// add reads a file of labels. Its labels replace those of earlier files for the same place and rule.
func (l labels) add(path string) error {
	text, err := os.ReadFile(path)
	if err != nil {
		return err
	}
	type place struct {
		session, rule string
		line          int
	}
	fresh := map[place]bool{}
	var added []label
	for i, line := range strings.Split(strings.TrimSuffix(string(text), "\n"), "\n") {
		if line = strings.TrimSuffix(line, "\r"); line == "" || line[0] == '#' || strings.HasPrefix(line, header) {
			continue
		}
		cells := strings.Split(line, "\t")
		fail := func(format string, a ...any) error {
			return fmt.Errorf("%s:%d: %s", path, i+1, fmt.Sprintf(format, a...))
		}
		if len(cells) < 4 {
			return fail("%d columns; want session, line, rule, label, cause and since, with tabs between them", len(cells))
		}
		one := label{session: cells[0], rule: cells[2], word: cells[3]}
		if one.line, err = strconv.Atoi(cells[1]); err != nil {
			return fail("the line is %q; want a number", cells[1])
		}
		one.since = one.line
		if len(cells) > 5 {
			if since, err := strconv.Atoi(cells[5]); err == nil {
				one.since = since
			}
		}
		switch one.word {
		case right, wrong, undecidable, repeated:
			if one.word == right && len(cells) > 4 && strings.HasPrefix(cells[4], byWord) {
				one.word = repeated
			}
		case byCause:
			one.word = wrong
		case "":
			continue // not judged yet: -unread writes such lines
		default:
			return fail("the label is %q; want %s, %s, %s, %s or %s", one.word, right, wrong, byCause, undecidable, repeated)
		}
		fresh[place{one.session, one.rule, one.line}] = true
		added = append(added, one)
	}
	for session, list := range l {
		kept := list[:0]
		for _, one := range list {
			if !fresh[place{session, one.rule, one.line}] {
				kept = append(kept, one)
			}
		}
		l[session] = kept
	}
	for _, one := range added {
		l[one.session] = append(l[one.session], one)
	}
	return nil
}

// rename gives the labels of a rule that was renamed, split or merged to the rules that it has become: renamed are
// their names by the old one. A rule that kept its name when a part of it left keeps its labels, too.
func (l labels) rename(renamed map[string][]string) {
	for session, list := range l {
		for _, one := range list {
			for _, present := range renamed[one.rule] {
				one.rule = present
				l[session] = append(l[session], one)
			}
		}
	}
}
