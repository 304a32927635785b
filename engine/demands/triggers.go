package demands

import (
	"slices"
	"strings"
)

var (
	ending    = lazy(`^\.[a-z][a-z0-9]*$`)
	anyFolder = lazy(`^(?:\./)?[a-zA-Z_][\w.-]*(?:/[\w*.-]+)+$`)
	bareGlob  = lazy(`^(?:\*[\w-]+|[\w-]+\*)$`)
)

// A trigger is the change upon which a sentence wants something.
type trigger struct {
	at, end int
	changed []string
	fresh   bool   // something new
	any     bool   // any change
	wide    string // the words for a kind of change, where they name no file
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
			if end > i+n && change && cues().Opener.at(tokens[end:]) > 0 {
				break // "after changing `x` before running `y`"
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
		first := tr
		tr = trigger{at: i, end: end}
		span := tokens[i+n : end]
		if tr.changed = changedIn(span); len(tr.changed) == 0 {
			tr.changed = kinds(span)
		}
		tr.fresh = cues().Trigger.New.in(tokens[i:end])
		if tr.any = len(tr.changed) == 0 && generic(span); len(tr.changed) == 0 && !tr.any && len(span) > 1 && (end == len(tokens) || tokens[end].kind == sign) && hasAny(tokens[i:i+1], "after", "when", "whenever", "if", "every", "each") && !cues().Trigger.Trouble.in(span) && !hasAny(span, "editor") && len(commandsIn(span)) == 0 {
			tr.wide = said(tokens[i:end])
		}
		if len(tr.changed) > 0 || tr.any || tr.wide != "" {
			return tr, true
		}
		if ok { // the first one, if none says what changes
			tr = first
		}
		ok = true
	}
	return tr, ok
}

// changedIn returns the globs of the files that tokens name as those that change. What stands there may be a folder that ends like a
// file without an ending, and an ending alone.
func changedIn(tokens []token) (list []string) {
	for i, t := range tokens {
		switch {
		case t.glob != "" && i > 0 && hasAny(tokens[i-1:i], "outside", "except"):
			list = append(list, kinds(tokens[:i])...)
			list = append(list, "!"+t.glob)
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

// maxLabel is how many words the label of a sentence has at most.
const maxLabel = 8

// labelled reports whether a sentence begins with a change and a colon: "Upgrade of `x`: refresh `y`", "Go change: `make vet`".
func labelled(tokens []token) bool {
	for i, t := range tokens {
		if t.kind == sign && (t.text == ":" || t.text == "—") {
			named := len(paths(tokens[:i])) > 0 || t.text == ":" && i < maxLabel && i < len(tokens)-1 && len(kinds(tokens[:i])) > 0 && cues().Run.at(tokens) == 0 && !cues().Trigger.Opener.in(tokens[:i])
			return i > 1 && named && cues().Trigger.Change.in(tokens[:i]) && !isStep(tokens) && !hasAny(tokens[:i], "is", "are", "can", "to") && !negates(tokens)
		}
		if t.kind == sign && t.text != "(" && t.text != ")" {
			return false
		}
	}
	return false
}

// isStep reports whether a sentence begins with a change that it tells to make: "Update `x`", and not "Update of `x`".
func isStep(tokens []token) bool {
	n := cues().Trigger.Step.at(tokens)
	return n > 0 && n < len(tokens) && !hasAny(tokens[n:n+1], "of", "to", "in")
}

// goesOn reports whether a list of names, or of changes, goes on behind a comma.
func goesOn(rest []token) bool {
	verbs := len(rest) > 1 && (rest[1].text == "," || rest[1].text == "or") && (cues().Trigger.Change.at(rest) > 0 || strings.HasSuffix(rest[0].text, "ing")) // "adding, moving, or"
	return len(rest) > 0 && (rest[0].kind == code && len(rest[0].commands) == 0 || rest[0].text == "or" || verbs)
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
			n := say.at(tokens[i:])
			if end := i + n; n > 0 && end+2 < len(tokens) && (tokens[end].text == "/" || hasAny(tokens[end:end+1], "or", "and")) {
				n += 2 // "JavaScript/TypeScript code"
			}
			if n > 0 && cues().Noun.at(tokens[i+n:]) > 0 {
				list = append(list, glob)
			}
		}
	}
	slices.Sort(list)
	return slices.Compact(list)
}
