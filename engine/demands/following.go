package demands

import (
	"slices"
	"strings"
)

// following returns the commands of the fence or the list that follows a block.
func following(b *block) (list []string) {
	next := b.next
	if next == nil {
		return nil
	}
	if next.kind == fence && b.opens() {
		return fenced(next)
	}
	if next.kind == row && b.opens() {
		return column(next)
	}
	for ; next != nil && next.kind == item && next.intro == b && (b.opens() || b.kind == item); next = next.next {
		if len(next.sentences) > 0 {
			if at, _ := condition(next.sentences[0]); at >= 0 || timed(next.sentences[0]) || hasAny(next.sentences[0][:1], "if") {
				continue // it has a moment of its own, or a condition
			}
		}
		list = append(list, leading(next)...)
		for next.next != nil && next.next.kind == fence && next.next.intro == next {
			next = next.next
			list = append(list, fenced(next)...)
		}
	}
	return unique(list)
}

// fenced returns the commands of a fence.
func fenced(b *block) (list []string) {
	condition := false
	for _, line := range b.code {
		if comment, ok := strings.CutPrefix(line.text, "#"); ok || line.text == "" {
			condition = ok && strings.Contains(" "+strings.ToLower(comment), " if ")
			continue
		}
		if _, comment, _ := strings.Cut(line.text, " #"); !condition && !strings.Contains(" "+strings.ToLower(comment), " if ") {
			list = append(list, line.commands...)
		}
	}
	return oneCall(unique(list))
}

// column returns the commands in the column of a table that is titled so, without those of rows that are optional. A table that says
// what changes has a demand in each row.
func column(head *block) (list []string) {
	titles := cellsOf(head)
	if len(titles) == 0 || ofChanges(titles[0]) {
		return nil
	}
	at := slices.IndexFunc(titles, func(cell []token) bool { return hasAny(cell, "command", "commands", "run") })
	for b := head.next; at >= 0 && b != nil && b.kind == row; b = b.next {
		if cells := cellsOf(b); at < len(cells) && !hasAny(slices.Concat(cells...), "optional", "if", "only", "for") {
			run, _ := wanted(cells[at])
			list = append(list, run...)
		}
	}
	return unique(list)
}

// oneCall returns a list of commands; if all call the same script, what they have in common.
func oneCall(list []string) []string {
	if len(list) < 2 {
		return list
	}
	common := strings.Fields(list[0])
	if !strings.Contains(common[0], "/") {
		return list
	}
	for _, c := range list[1:] {
		f, n := strings.Fields(c), 0
		for n < min(len(f), len(common)) && f[n] == common[n] {
			n++
		}
		common = common[:n]
	}
	if len(common) == 0 {
		return list
	}
	return []string{strings.Join(common, " ")}
}

// leading returns the command that an item begins with, or wants with a verb: "Run `x`".
func leading(b *block) []string {
	if len(b.sentences) == 0 {
		return nil
	}
	for i, t := range b.sentences[0] {
		if t.kind == code {
			if run, _ := wanted(b.sentences[0][:i+1]); len(run) > 0 {
				if more, any := wanted(b.sentences[0]); !any {
					return more
				}
				return run
			}
			return nil
		}
		if t.kind == word && i > 6 {
			return nil
		}
	}
	return nil
}
