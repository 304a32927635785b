package demands

import (
	"slices"
	"strings"
)

// start is the moment before the first change.
const start = "start"

// newIssue is the moment at which an issue is made.
const newIssue = "gh issue create"

// moments are those of which the first one that a sentence names counts, and start only if it names no other.
var moments = []string{"commit", "push", newIssue, "pr", "merge", "git tag", "stop", "<tests>"}

// maxGap is how many words may stand between the opener of a moment or a trigger and what it opens.
const maxGap = 7

// moment returns the moment that tokens name and where: "before committing", "pre-commit".
func moment(tokens []token) (name string, at, end int) {
	inside := 0
	for i, t := range tokens {
		if t.kind == sign && t.text == "(" {
			inside++
		} else if t.kind == sign && t.text == ")" {
			inside--
		}
		if t.kind != word || inside > 0 && !cues().Passing.in(tokens) && !hasAny(tokens, "required", "mandatory", "must") {
			continue
		}
		if n := cues().Done.at(tokens[i:]); n > 0 {
			clause := i
			for clause > 0 && tokens[clause-1].kind == word {
				clause--
			}
			if hasAny(tokens[clause:i], "it", "them") {
				continue // "delete it when done": with that, and not with the work
			}
			return "stop", i, i + n
		}
		n := 0
		switch {
		case strings.HasPrefix(t.text, "pre-") || t.text == "precommit" || t.text == "prepush":
			if i+1 < len(tokens) && tokens[i+1].text != ":" && cues().Checks.Called.at(tokens[i+1:]) == 0 {
				continue // it is the program, or its step: "pre-commit will format"
			}
		default:
			if n = cues().Opener.at(tokens[i:]); n == 0 {
				if m, end := handingOn(tokens[i:]); end > 0 {
					return m, i, i + end
				}
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
				if len(t.commands) == 1 && begins < 0 && ranAt(tokens[i+n:j]) {
					return atCommand(t.commands[0]), i, j + 1
				}
				break
			}
			if t.kind == sign && t.text != "/" && !(t.text == "," && begins >= 0) || begins >= 0 && cues().Use.at(tokens[j:]) > 0 {
				break
			}
			for _, m := range moments {
				if k := cues().Moment[m].at(tokens[j:]); k > 0 {
					if m == newIssue && cues().Moment["pr"].in(tokens[j+k:min(j+k+4, len(tokens))]) {
						continue // "before opening issues or pull requests"
					}
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

// handingOn returns the moment that tokens begin with as what somebody is about to do: "when opening a PR", "when you are asked to commit".
func handingOn(tokens []token) (name string, end int) {
	if !hasAny(tokens[:1], "when", "whenever", "if", "once") {
		return "", 0
	}
	i := 1
	for i < len(tokens) && cues().Intend.at(tokens[i:]) > 0 {
		i += cues().Intend.at(tokens[i:])
	}
	if i > 1 && i < len(tokens) && slices.Contains(cues().Article, tokens[i].text) {
		i++
	}
	if i == len(tokens) || i == 1 && !strings.HasSuffix(tokens[1].text, "ing") || tokens[0].text == "if" && i == 2 {
		return "", 0 // "when commits are made", "if you commit"
	}
	for _, m := range []string{"commit", "push", "pr", "merge"} {
		if k := cues().Moment[m].at(tokens[i:]); k > 0 {
			return m, i + k
		}
	}
	return "", 0
}

// isMoment reports whether a moment is one that has a name, and not a command.
func isMoment(m string) bool { return m == start || slices.Contains(moments, m) }

// commandsAt returns the commands at which a moment is, which stands at the begin of tokens: "before running `x`, `y` or others".
func commandsAt(tokens []token) (list []string) {
	i := slices.IndexFunc(tokens, func(t token) bool { return t.kind == code })
	if i < 0 || signAt(tokens) < i || len(programsIn(tokens[i:i+1])) != 1 || !ranAt(tokens[cues().Opener.at(tokens):i]) {
		return nil
	}
	for _, t := range tokens[i : i+1+afterList(tokens[i+1:])] {
		list = append(list, programsIn([]token{t})...)
	}
	return list
}

// afterList returns how many tokens go on with a list of names behind its first one: ", `y` or others".
func afterList(tokens []token) (n int) {
	for i, t := range tokens {
		switch {
		case t.kind == code:
			n = i + 1
		case t.text == "," && i+1 < len(tokens) && (tokens[i+1].kind == code || tokens[i+1].text == "or" || tokens[i+1].text == "and"):
		case (t.text == "or" || t.text == "and") && i+1 < len(tokens) && tokens[i+1].kind == code:
		default:
			return n
		}
	}
	return n
}

// ranAt reports whether what stands between a moment and a command says that it is the one that is run then: "before running `x`".
func ranAt(between []token) bool {
	for i := range between {
		if cues().Use.at(between[i:]) == 0 && cues().Run.at(between[i:]) == 0 && cues().Trigger.Small.at(between[i:]) == 0 {
			return false
		}
	}
	return true
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

// unfinished turns "not done until `x`" and "never commit without `x`" into "before done `x`", and "never add a dependency without `x`"
// into "after add a dependency: `x`".
func (r *reader) unfinished(p passage) []token {
	if i := slices.IndexFunc(p.tokens, func(t token) bool { return hasAny([]token{t}, "after", "once", "when", "if") }); i > 1 && p.tokens[0].text == "only" && !cues().Ask.in(p.tokens) {
		if k := cues().Moment["commit"].at(p.tokens[1:]) + cues().Moment["push"].at(p.tokens[1:]) + cues().Moment["merge"].at(p.tokens[1:]); k > 0 { // "only commit after `x`"
			return slices.Concat([]token{{kind: word, text: "before", raw: "before", line: p.tokens[0].line}}, p.tokens[1:i], []token{{kind: sign, text: ":", line: p.tokens[0].line}}, p.tokens[i+1:])
		}
	}
	for i, t := range p.tokens {
		if t.kind != word || t.text != "no" && t.text != "not" && t.text != "never" && t.text != "dont" && t.text != "isnt" {
			continue
		}
		for j := i + 1; j < len(p.tokens) && j < i+12; j++ {
			switch p.tokens[j].text {
			case "until", "without", "unless", "before":
				if p.tokens[j].text == "without" && len(paths(p.tokens[i:j])) > 0 && cues().Trigger.Change.at(p.tokens[i+1:]) > 0 {
					return afterwards(p.tokens, i+1, j)
				}
				for _, m := range append(moments, start) {
					if k, _ := cues().Moment[m].find(p.tokens[i:j]); k >= 0 {
						return slices.Concat([]token{{kind: word, text: "before", raw: "before", line: t.line}}, p.tokens[i+k:j], []token{{kind: sign, text: ":", line: t.line}}, p.tokens[j+1:])
					}
				}
				if p.tokens[j].text == "without" && cues().Trigger.Change.at(p.tokens[i+1:]) > 0 {
					return afterwards(p.tokens, i+1, j)
				}
			}
		}
	}
	return p.tokens
}

// afterwards turns what is not changed without something into a trigger: "add a dependency without `x`". The change begins at from, and
// without stands at to.
func afterwards(tokens []token, from, to int) []token {
	line := tokens[from].line
	return slices.Concat([]token{{kind: word, text: "after", raw: "after", line: line}}, tokens[from:to], []token{{kind: sign, text: ":", line: line}}, tokens[to+1:])
}
