package store

import (
	"regexp"
	"regexp/syntax"
	"strings"

	"witness/engine/lines"
)

// branches are the alternatives of a pattern that is matched line by line. The first byte of a line
// and the literals that each alternative requires decide which of them could match it. So most lines
// of a long output are matched against few alternatives, and one that no line could match is never
// compiled.
type branches struct {
	byFirst [257][]*branch // by the first byte of a line, or emptyLine
}

// emptyLine is the index in byFirst of a line without a first byte.
const emptyLine = 256

// A branch is one alternative.
type branch struct {
	pattern  string
	prefix   string   // a literal that every match begins with
	literals []string // literals that every match contains

	re *regexp.Regexp // compiled when a line may match
	groups
}

// maxBranches bounds the alternatives. A pattern with more is not split.
const maxBranches = 100

// parseBranches splits a pattern that is matched at the beginning of a line into its alternatives, in
// their order.
func parseBranches(pattern string) (*branches, error) {
	if !strings.Contains(pattern, `\Q`) && !hasOpenFlags(pattern) {
		left := 2 * maxBranches
		if list := alternatives(pattern, &left); len(list) <= maxBranches {
			if all, err := newBranches(list); err == nil {
				return all, nil
			}
		}
	}
	return newBranches([]string{pattern})
}

// newBranches returns branches that are tried in this order.
func newBranches(list []string) (*branches, error) {
	all := &branches{}
	for _, part := range list {
		re, err := syntax.Parse(part, syntax.Perl)
		if err != nil {
			return nil, err
		}
		// It needs no (?m): the end of a line is the end of the text that it is matched against.
		b := &branch{pattern: `\A(?:` + part + ")", prefix: lines.LiteralPrefix(re), literals: lines.RequiredLiterals(re)}
		set, empty := lines.FirstBytes(re)
		for c := range all.byFirst {
			if empty || c != emptyLine && set.Has(byte(c)) {
				all.byFirst[c] = append(all.byFirst[c], b)
			}
		}
	}
	return all, nil
}

// find returns the first branch that matches a line, with the offsets of its groups, or nil.
func (all *branches) find(line string, names groupNames) (*branch, []int, error) {
	first := emptyLine
	if line != "" {
		first = int(line[0])
	}
	for _, b := range all.byFirst[first] {
		if !strings.HasPrefix(line, b.prefix) || !b.mayMatch(line) {
			continue
		}
		if b.re == nil {
			re, err := regexp.Compile(b.pattern)
			if err != nil {
				return nil, nil, err
			}
			b.re, b.groups = re, newGroups(re, names)
		}
		if loc := b.re.FindStringSubmatchIndex(line); loc != nil {
			return b, loc, nil
		}
	}
	return nil, nil, nil
}

// mayMatch reports whether a line contains the literals of the branch.
func (b *branch) mayMatch(line string) bool {
	for _, text := range b.literals {
		if !strings.Contains(line, text) {
			return false
		}
	}
	return true
}
