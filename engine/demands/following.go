package demands

import (
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
			condition = ok && (strings.Contains(" "+strings.ToLower(comment), " if ") || strings.HasPrefix(strings.TrimSpace(comment), "or"))
			continue
		}
		if _, comment, _ := strings.Cut(line.text, " #"); !condition && !strings.Contains(" "+strings.ToLower(comment), " if ") {
			list = append(list, line.commands...)
		}
	}
	return unique(list)
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
