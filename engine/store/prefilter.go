package store

import (
	"regexp"
	"regexp/syntax"
	"strings"
)

// branches are the alternatives of a pattern that is matched line by line. Which of them a
// line could match follows from its first byte and from the literals that each needs, so
// that most lines of a long output meet few of them, and what no line could match is never
// compiled.
type branches struct {
	of [257][]*branch // by the first byte of a line; the last for an empty one
}

const emptyLine = 256

// A branch is one alternative.
type branch struct {
	pattern string
	prefix  string   // literal with which what it matches begins
	needs   []string // literals that what it matches contains

	re *regexp.Regexp // nil until a line may match
	groups
}

// maxBranches bounds the alternatives; a pattern of more is one.
const maxBranches = 100

// branchesOf takes a pattern apart that stands for the beginning of a line. What is tried
// first in the whole stays first.
func branchesOf(pattern string) (*branches, error) {
	if !strings.Contains(pattern, `\Q`) && !flagged(pattern) {
		left := 2 * maxBranches
		if list := alternatives(pattern, &left); len(list) <= maxBranches {
			if all, err := branchesAs(list); err == nil {
				return all, nil
			}
		}
	}
	return branchesAs([]string{pattern})
}

// branchesAs are branches that are tried in this order.
func branchesAs(list []string) (*branches, error) {
	all := &branches{}
	for _, part := range list {
		re, err := syntax.Parse(part, syntax.Perl)
		if err != nil {
			return nil, err
		}
		// Without (?m): in a line, its end is the end of the text.
		b := &branch{pattern: `\A(?:` + part + ")", prefix: prefixOf(re), needs: literalsOf(re)}
		set, empty := firsts(re)
		for c := range all.of {
			if empty || c != emptyLine && set.has(byte(c)) {
				all.of[c] = append(all.of[c], b)
			}
		}
	}
	return all, nil
}

// find finds where the first branch that matches a line matches it, and which that is.
func (all *branches) find(line string, r roles) (*branch, []int, error) {
	first := emptyLine
	if line != "" {
		first = int(line[0])
	}
	for _, b := range all.of[first] {
		if !strings.HasPrefix(line, b.prefix) || !b.mayMatch(line) {
			continue
		}
		if b.re == nil {
			re, err := regexp.Compile(b.pattern)
			if err != nil {
				return nil, nil, err
			}
			b.re, b.groups = re, groupsOf(re, r)
		}
		if loc := b.re.FindStringSubmatchIndex(line); loc != nil {
			return b, loc, nil
		}
	}
	return nil, nil, nil
}

// mayMatch tells whether a line contains what the branch needs.
func (b *branch) mayMatch(line string) bool {
	for _, text := range b.needs {
		if !strings.Contains(line, text) {
			return false
		}
	}
	return true
}
