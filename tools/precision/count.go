package main

import (
	"cmp"
	"fmt"
	"maps"
	"slices"
	"strings"

	"witness/engine/check"
	"witness/engine/hook"
)

// near is within how many calls of a place that was judged right a verdict is the same one.
const near = 3

// A verdict is what a rule said at one call of a recording.
type verdict struct {
	rule, severity string
	line           int
}

// A session is what the rules say of one recording.
type session struct {
	name  string
	calls int
	said  []verdict // one for each finding
	at    *places
}

// A place is a verdict that nobody has read.
type place struct {
	session string
	verdict
}

// unread are the places of each rule.
type unread map[string][]place

// String returns the lines of a file of labels, without the labels.
func (u unread) String() string {
	var b strings.Builder
	for _, rule := range slices.Sorted(maps.Keys(u)) {
		for _, p := range u[rule] {
			fmt.Fprintf(&b, "%s\t%d\t%s\t\t\t\n", p.session, p.line, p.rule)
		}
	}
	return b.String()
}

// count fills the rows with what is said in the sessions and with the labels of what is said today. A
// verdict counts as read if it has a label at the same call, or if it is the nearest within three calls
// of one that was judged right, or of the line since when that one counts as said. Two readers of one
// file who disagree make a verdict undecidable.
func count(rows []check.Precision, sessions []session, labels labels) unread {
	left := unread{}
	decided := map[[2]string]bool{} // rules and repositories
	at := map[string]*check.Precision{}
	for i := range rows {
		at[rows[i].Rule] = &rows[i]
	}
	for _, s := range sessions {
		for i := range rows {
			rows[i].Sessions++
			rows[i].Calls += s.calls
		}
		words := s.words(labels[s.name])
		seen := map[verdict]bool{}
		for _, v := range s.said {
			p := at[v.rule]
			if p == nil {
				continue
			}
			p.Fired++
			key := verdict{rule: v.rule, line: s.at.call(v.line)}
			if seen[key] {
				continue
			}
			seen[key] = true
			switch words[key] {
			case right:
				p.Right++
			case wrong:
				p.Wrong++
				if v.severity == hook.Block {
					p.WrongBlocks++
				}
			case undecidable:
				p.Undecidable++
			case repeated:
				continue
			default:
				left[v.rule] = append(left[v.rule], place{s.name, v})
				continue
			}
			p.Read++
			if at := [2]string{v.rule, s.repository()}; words[key] != undecidable && !decided[at] {
				decided[at] = true
				p.Repositories++
			}
		}
	}
	for _, places := range left {
		slices.SortFunc(places, func(a, b place) int {
			return cmp.Or(cmp.Compare(a.session, b.session), cmp.Compare(a.line, b.line))
		})
	}
	return left
}

// repository returns the first part of the name of a recording, which says where it comes from: shop of shop-1a2b.
func (s session) repository() string { return s.name[:max(0, strings.LastIndexByte(s.name, '-'))] }

// words returns the word on each verdict of the session that was read. The line of a key is the number
// of its call.
func (s session) words(labels []label) map[verdict]string {
	now := map[verdict]bool{}
	for _, v := range s.said {
		now[verdict{rule: v.rule, line: s.at.call(v.line)}] = true
	}
	words := map[verdict]string{}
	for _, l := range labels {
		key := verdict{rule: l.rule, line: s.at.call(l.line)}
		if before := words[key]; now[key] && before != l.word && (before == "" || l.word != repeated) {
			words[key] = l.word
			if before != "" && before != repeated {
				words[key] = undecidable
			}
		}
	}
	for _, l := range labels {
		call := s.at.call(l.line)
		if l.word != right || now[verdict{rule: l.rule, line: call}] {
			continue
		}
		best, distance := verdict{}, -1
		for key := range now {
			if d := max(key.line-call, call-key.line); key.rule == l.rule && words[key] == "" &&
				key.line >= s.at.call(l.since)-near && key.line <= call+near &&
				(distance < 0 || d < distance || d == distance && key.line < best.line) {
				best, distance = key, d
			}
		}
		if distance >= 0 {
			words[best] = right
		}
	}
	return words
}
