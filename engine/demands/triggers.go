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

var (
	ending    = lazy(`^\.[a-z][a-z0-9]*$`)
	anyFolder = lazy(`^(?:\./)?[a-zA-Z_][\w.-]*(?:/[\w*.-]+)+$`)
	bareGlob  = lazy(`^(?:\*[\w-]+|[\w-]+\*)$`)
)

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
			if end > i+n && change && t.kind == word && !(t.text == "with" && strings.HasPrefix(tokens[end-1].text, "work")) && (cues().Trigger.Verb.at(tokens[end:]) > 0 && t.text != "test" && t.text != "build" && t.text != "check" || t.text == "update" || t.text == "register") && tokens[end-1].text != "or" && tokens[end-1].text != "and" {
				break
			}
			if t.text == "and" && change && end > i+n && generic(tokens[i+n:end]) {
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
		if tr.changed = changedIn(span); len(tr.changed) == 0 {
			tr.changed = kinds(span)
		}
		tr.fresh = cues().Trigger.New.in(tokens[i:end])
		tr.any = len(tr.changed) == 0 && generic(span)
		return tr, true
	}
	return tr, false
}

// changedIn returns the globs of the files that tokens name as those that change. What stands there may be a folder that ends like a
// file without an ending, and an ending alone.
func changedIn(tokens []token) (list []string) {
	for _, t := range tokens {
		switch {
		case t.glob != "" || t.kind != code || len(t.commands) > 0:
			list = append(list, t.glob)
		case ending().MatchString(t.text):
			list = append(list, "**/*"+t.text)
		case anyFolder().MatchString(t.text) || bareGlob().MatchString(t.text):
			list = append(list, strings.TrimPrefix(t.text, "./")+"/**")
		}
	}
	return unique(list)
}

// labelled reports whether a sentence begins with a change and a colon: "Upgrade of `x`: refresh `y`".
func labelled(tokens []token) bool {
	for i, t := range tokens {
		if t.kind == sign && (t.text == ":" || t.text == "—") {
			return i > 1 && len(paths(tokens[:i])) > 0 && cues().Trigger.Change.in(tokens[:i]) && !hasAny(tokens[:i], "is", "are", "can", "to") && !negates(tokens)
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
	if n := slices.IndexFunc(tokens, func(t token) bool { return cues().Trigger.Who.at([]token{t}) > 0 }); n >= 0 {
		tokens = tokens[:n] // types that are used in TypeScript need not be of it
	}
	for glob, say := range cues().Kind {
		if say.in(tokens) {
			list = append(list, glob)
		}
	}
	for glob, say := range cues().Language {
		for i := range tokens {
			if n := say.at(tokens[i:]); n > 0 && cues().Noun.at(tokens[i+n:]) > 0 {
				list = append(list, glob)
			}
		}
	}
	slices.Sort(list)
	return slices.Compact(list)
}
