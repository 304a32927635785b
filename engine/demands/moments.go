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

// moment returns the moment that tokens name and where: "before committing", "pre-commit".
func moment(tokens []token) (name string, at, end int) {
	inside := 0
	for i, t := range tokens {
		if t.kind == sign && t.text == "(" {
			inside++
		} else if t.kind == sign && t.text == ")" {
			inside--
		}
		if t.kind != word || inside > 0 && !cues().Passing.in(tokens) {
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
			if n = cues().Opener.at(tokens[i:]); n == 0 && i+1 < len(tokens) && hasAny(tokens[i:i+1], "when", "whenever") && strings.HasSuffix(tokens[i+1].text, "ing") {
				for _, m := range []string{"commit", "push", "pr", "merge"} {
					if k := cues().Moment[m].at(tokens[i+1:]); k > 0 {
						return m, i, i + 1 + k
					}
				}
			}
			if n == 0 {
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

// isMoment reports whether a moment is one that has a name, and not a command.
func isMoment(m string) bool { return m == start || slices.Contains(moments, m) }

// commandsAt returns the commands at which a moment is, which stands at the begin of tokens: "before running `x`, `y` or others".
func commandsAt(tokens []token) (list []string) {
	i := slices.IndexFunc(tokens, func(t token) bool { return t.kind == code })
	if i < 0 || signAt(tokens) < i || len(tokens[i].commands) != 1 || !ranAt(tokens[cues().Opener.at(tokens):i]) {
		return nil
	}
	for _, t := range tokens[i : i+1+afterList(tokens[i+1:])] {
		list = append(list, t.commands...)
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
