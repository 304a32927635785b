package demands

import (
	"slices"
	"strings"
)

// start is the moment before the first change.
const start = "start"

// moments are those of which the first one that a sentence names counts, and start only if it names no other.
var moments = []string{"commit", "push", "pr", "merge", "git tag", "stop", "<tests>"}

// maxGap is how many words may stand between the opener of a moment or a trigger and what it opens.
const maxGap = 7

// maxCommands is how many commands of a fence or a list are taken as one demand; a longer one is a guide.
const maxCommands = 8

// moment returns the moment that tokens name and where: "before committing", "pre-commit".
func moment(tokens []token) (name string, at, end int) {
	for i, t := range tokens {
		if t.kind != word {
			continue
		}
		if n := cues().Done.at(tokens[i:]); n > 0 {
			return "stop", i, i + n
		}
		n := 0
		switch {
		case strings.HasPrefix(t.text, "pre-") || t.text == "precommit" || t.text == "prepush":
			if i+1 < len(tokens) && strings.HasPrefix(tokens[i+1].text, "hook") {
				continue
			}
		default:
			if n = cues().Opener.at(tokens[i:]); n == 0 {
				continue
			}
			if t.text == "until" || t.text == "unless" || t.text == "without" || t.text == "pre" {
				continue
			}
		}
		words, begins := 0, -1
		for j := i + n; j < len(tokens); j++ {
			t := tokens[j]
			if t.kind == code && n > 0 {
				if len(t.commands) == 1 && begins < 0 {
					return atCommand(t.commands[0]), i, j + 1
				}
				break
			}
			if t.kind == sign && t.text != "/" && !(t.text == "," && begins >= 0) || begins >= 0 && cues().Use.at(tokens[j:]) > 0 {
				break
			}
			for _, m := range moments {
				if k := cues().Moment[m].at(tokens[j:]); k > 0 {
					return m, i, j + k
				}
			}
			if k := cues().Moment[start].at(tokens[j:]); k > 0 && begins < 0 && words < 3 {
				begins = j + k
			}
			if words++; words > maxGap || n == 0 {
				break
			}
		}
		if begins >= 0 {
			return start, i, begins
		}
	}
	return "", -1, -1
}

// atCommand returns the moment at which a command is run.
func atCommand(c string) string {
	switch {
	case strings.HasPrefix(c, "git commit"):
		return "commit"
	case strings.HasPrefix(c, "git push"):
		return "push"
	case strings.HasPrefix(c, "gh pr create"):
		return "pr"
	}
	return c
}

// A trigger is the change upon which a sentence wants something.
type trigger struct {
	at, end int
	changed []string
	fresh   bool // something new
	any     bool // any change
}

// triggered returns the trigger in tokens: "after changing `x`", "if `x` changes".
func triggered(tokens []token) (tr trigger, ok bool) {
	inside := 0
	for i := range tokens {
		if t := tokens[i]; t.kind == sign && t.text == "(" {
			inside++
		} else if t.kind == sign && t.text == ")" {
			inside--
		}
		n, change := cues().Trigger.Opener.at(tokens[i:]), false
		if n == 0 && (i == 0 || tokens[i-1].text == ":") {
			n = cues().Trigger.Subject.at(tokens[i:])
			change = n > 0
		}
		if inside > 0 || n == 0 && i > 0 || n == 0 && !labelled(tokens) {
			continue
		}
		end := i + n
		for words := 0; end < len(tokens); end++ {
			t := tokens[end]
			if t.kind == sign && (t.text == ":" || t.text == "—" || t.text == ";" || t.text == "|" || t.text == "," && !goesOn(tokens[end+1:])) {
				break
			}
			if end > i+n && change && t.kind == word && (cues().Trigger.Verb.at(tokens[end:]) > 0 && t.text != "test" && t.text != "build" && t.text != "check" || t.text == "update" || t.text == "register") && tokens[end-1].text != "or" && tokens[end-1].text != "and" {
				break
			}
			if cues().Trigger.Change.at(tokens[end:]) > 0 {
				change = true
			}
			if words++; words > 25 {
				break
			}
		}
		if !change {
			continue
		}
		tr = trigger{at: i, end: end}
		span := tokens[i+n : end]
		tr.changed = unique(append(paths(span), kinds(span)...))
		tr.fresh = cues().Trigger.New.in(tokens[i:end])
		tr.any = len(tr.changed) == 0 && generic(span)
		return tr, true
	}
	return tr, false
}

// labelled reports whether a sentence begins with a change and a colon: "Upgrade of `x`: refresh `y`".
func labelled(tokens []token) bool {
	for i, t := range tokens {
		if t.kind == sign && (t.text == ":" || t.text == "—") {
			return i > 1 && len(paths(tokens[:i])) > 0 && cues().Trigger.Change.in(tokens[:i]) && !negates(tokens)
		}
		if t.kind == sign && t.text != "(" && t.text != ")" {
			return false
		}
	}
	return false
}

// goesOn reports whether a list of names goes on behind a comma.
func goesOn(rest []token) bool {
	return len(rest) > 0 && (rest[0].kind == code && len(rest[0].commands) == 0 || rest[0].text == "or")
}

// kinds returns the globs of the kinds of files that words name.
func kinds(tokens []token) (list []string) {
	for glob, say := range cues().Kind {
		if say.in(tokens) {
			list = append(list, glob)
		}
	}
	slices.Sort(list)
	return list
}

// generic reports whether the object of a change is anything: "making code changes".
func generic(span []token) bool {
	for i := range span {
		t := span[i]
		if t.kind == code {
			return false
		}
		if t.kind == sign || cues().Trigger.Change.at(span[i:]) > 0 || cues().Trigger.Any.at(span[i:]) > 0 {
			continue
		}
		switch t.text {
		case "a", "an", "the", "any", "you", "your", "or", "and", "of", "all", "every", "each", "to", "have", "been", "are", "is", "we", "not", "docs", "significant", "major", "finished", "done", "in", "this", "significantly":
		default:
			return false
		}
	}
	return true
}

// gates reads what is to be run at a moment, or after a change.
func (r *reader) gates(p passage) {
	if p.of.intro != nil && p.of.kind == item && opensGate(p.of.intro) {
		return // it was read with what introduces it
	}
	whole := p.tokens
	p.tokens = r.unfinished(p)
	m, at, end := moment(p.tokens)
	tr, changes := triggered(p.tokens)
	if !changes && len(p.tokens) > 0 && p.tokens[0].text == "if" {
		return // on a condition that is no change
	}
	if at < 0 && !changes {
		if n, k := cues().Passing.find(p.tokens); n >= 0 && k > 0 {
			if run, _ := wanted(p.tokens[:n]); len(run) > 0 && len(run) <= maxCommands {
				r.add(passage{p.of, whole, p.last}, Demand{Like: runBefore, Run: run, Before: "stop"})
			}
		}
		return
	}
	if changes && len(tr.changed) == 0 && !tr.any && at < 0 {
		return
	}
	rest := p.tokens
	switch {
	case at >= 0:
		rest = slices.Concat(p.tokens[:at], []token{{kind: sign, text: ","}}, p.tokens[end:])
	case changes:
		rest = slices.Concat(p.tokens[:tr.at], []token{{kind: sign, text: ","}}, p.tokens[tr.end:])
	}
	run, any := wanted(rest)
	if len(run) == 0 && p.last && !negates(p.tokens) {
		run = following(p.of)
	}
	if len(run) == 0 || len(run) > maxCommands {
		return
	}
	d := Demand{Run: run, Before: m}
	if any {
		d.Run, d.RunAny = nil, run
	}
	if cues().Prefer.in(p.tokens) {
		d.Severity = warn
	}
	if changes && len(tr.changed) > 0 {
		d.Changed = tr.changed
	} else if r.scope != "" {
		d.Changed = []string{r.scope}
	}
	switch {
	case at >= 0 && m == start:
		d = Demand{Like: first, First: run, Edit: []string{"**"}, Since: "session"}
		if g := paths(p.tokens[at:]); len(g) > 0 {
			d.Edit = g
		}
	case at >= 0 && m != "":
		d.Like = runBefore
	case changes:
		d.Like, d.Before = after, ""
	default:
		return
	}
	r.add(passage{p.of, whole, p.last}, d)
}

// negates reports whether a sentence forbids something.
func negates(tokens []token) bool { return cues().Never.in(tokens) || cues().Not.in(tokens) }

// unfinished turns "not done until `x`" and "never commit without `x`" into "before done `x`".
func (r *reader) unfinished(p passage) []token {
	for i, t := range p.tokens {
		if t.kind != word || t.text != "not" && t.text != "never" && t.text != "dont" && t.text != "isnt" {
			continue
		}
		for j := i + 1; j < len(p.tokens) && j < i+12; j++ {
			switch p.tokens[j].text {
			case "until", "without", "unless", "before":
				for _, m := range append(moments, start) {
					if k, _ := cues().Moment[m].find(p.tokens[i:j]); k >= 0 {
						return slices.Concat([]token{{kind: word, text: "before", raw: "before", line: t.line}}, p.tokens[i+k:j], []token{{kind: sign, text: ":", line: t.line}}, p.tokens[j+1:])
					}
				}
			}
		}
	}
	return p.tokens
}

// opensGate reports whether a block ends with a colon behind a moment or a trigger.
func opensGate(b *block) bool {
	if !b.opens() {
		return false
	}
	last := b.sentences[len(b.sentences)-1]
	_, at, _ := moment(last)
	_, ok := triggered(last)
	return at >= 0 || ok
}

// following returns the commands of the fence or the list that follows a block.
func following(b *block) (list []string) {
	next := b.next
	if next == nil {
		return nil
	}
	if next.kind == fence && b.opens() {
		return fenced(next)
	}
	for ; next != nil && next.kind == item && next.intro == b && b.opens(); next = next.next {
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
	for _, line := range b.code {
		if line.text == "" || strings.HasPrefix(line.text, "#") {
			continue
		}
		list = append(list, line.commands...)
	}
	return oneCall(unique(list))
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

// underHeading reads the commands below a heading that names a moment: "Before committing".
func (r *reader) underHeading(head *block) {
	if len(head.sentences) == 0 {
		return
	}
	m, at, _ := moment(head.sentences[0])
	if at < 0 || m == start || m == "" {
		return
	}
	var run []string
	for b := head.next; b != nil && b.kind != heading; b = b.next {
		switch {
		case b.kind == fence:
			run = append(run, fenced(b)...)
		case b.kind == item || b.kind == paragraph:
			if opensGate(b) {
				return
			}
			run = append(run, leading(b)...)
		}
	}
	if run = unique(run); len(run) > 0 && len(run) <= maxCommands {
		r.add(passage{of: head, tokens: head.sentences[0]}, Demand{Like: runBefore, Run: run, Before: m})
	}
}
