package demands

import (
	"slices"
	"strings"
)

// asking reads "ask before running `x`".
func (r *reader) asking(p passage, clause []token) {
	at, n := cues().Ask.find(clause)
	if at < 0 {
		return
	}
	if clause[0].text == "only" && !negates(p.tokens) { // "only commit when asked"
		if n := slices.IndexFunc(clause, func(t token) bool { return hasAny([]token{t}, "when", "if", "after") }); n > 0 {
			r.action(p, clause[1:n], ask)
		}
		return
	}
	if at > 0 && hasAny(clause[at-1:at], "requires", "require", "needs", "need") && !negates(p.tokens) { // "`x` requires approval"
		kind := toEdit
		if len(programsIn(clause[:at])) > 0 {
			kind = toRun
		}
		r.objects(p, clause[:at-1], []token{}, kind, ask)
		return
	}
	for i := at + n; i < len(clause); i++ {
		if clause[i].text != "before" || i+1 == len(clause) {
			continue
		}
		rest := clause[i+1:]
		if r.action(p, rest, ask) {
			return
		}
		if kind, m := verbOf(rest); kind != 0 {
			r.objects(p, rest[m:], []token{}, kind, ask)
		}
		return
	}
}

// action reads what is forbidden in words: "never force push".
func (r *reader) action(p passage, rest []token, severity string) bool {
	found := false
	if len(rest) > 2 && (rest[1].text == "/" || rest[1].text == "or") && cues().Edit.at(rest) == 0 && !slices.ContainsFunc(cues().Action, func(a action) bool { return a.Say.at(rest) > 0 }) {
		rest = rest[2:] // "open/create a pull request"
	}
	for {
		var a action
		n := 0
		for _, one := range cues().Action {
			if m := one.Say.at(rest); m > n {
				a, n = one, m
			}
		}
		if n == 0 {
			return found
		}
		next := rest[n:]
		joined := len(next) > 1 && (next[0].text == "or" || next[0].text == "," || next[0].text == "/" || next[0].text == "and")
		d := Demand{Like: never, Commands: a.Commands, Severity: severity, Says: a.Says}
		asks := cues().Ask.in(p.tokens) && !cues().Anyhow.in(p.tokens)
		if branches, tail := branchesOf(next); len(branches) > 0 && !asks {
			for _, branch := range branches {
				switch a.Commands[0] {
				case "git push":
					if d.Commands = []string{"git push origin " + branch}; branch == "upstream" || branch == "origin" { // a remote
						d.Commands = []string{"git push " + branch}
					}
				case "git commit":
					d.Branch = branch
				default:
					if a.Says == "" { // what witness says of each branch it says of this one
						return found
					}
				}
				r.add(p, d)
			}
			if found = true; len(tail) == 0 {
				return found
			}
			rest = tail
			continue
		}
		for len(next) > 0 && cues().Plain.at(next) > 0 {
			next = next[cues().Plain.at(next):]
		}
		if strings.HasPrefix(a.Commands[0], "gh ") && hasAny(next[:min(1, len(next))], "to", "on", "in", "for") && !slices.ContainsFunc(next, func(t token) bool { return t.kind == code }) {
			next = next[signAt(next):] // "to this project"
		}
		switch {
		case len(next) == 0, next[0].kind == sign, joined, asks && (next[0].text == "unless" || next[0].text == "without" || next[0].text == "changes" || next[0].text == "until" || next[0].text == "anything"):
		default:
			return found
		}
		if asks {
			d.Severity = ask
		}
		r.add(p, d)
		found = true
		if !joined {
			return found
		}
		rest = next[1:]
	}
}

// branchesOf returns the branches that tokens name, "directly to `develop` or `main`", and what follows the verb if others have them in
// common with it: "commit to, push to, or merge into `main`".
func branchesOf(tokens []token) (list []string, next []token) {
	if at := slices.IndexFunc(tokens, func(t token) bool { return t.kind == code }); at > 2 && hasAny(tokens[:1], "to", "on", "into") && tokens[1].kind == sign {
		if next = tokens[2:]; hasAny(next[:1], "or", "and") {
			next = next[1:]
		}
		tokens = tokens[at-1:]
	}
	first := branchOf(tokens)
	if first == "" {
		return nil, nil
	}
	list = []string{first}
	at := slices.IndexFunc(tokens, func(t token) bool { return t.text == first })
	if more := tokens[at+1:]; len(more) > 1 && hasAny(more[:1], "or", "and") && more[1].kind == tokens[at].kind && bareWord().MatchString(more[1].text) {
		list = append(list, more[1].text)
	}
	return list, next
}

// branchOf returns the branch that tokens name: "directly to `main`".
func branchOf(tokens []token) string {
	for i, t := range tokens[:min(5, len(tokens))] {
		switch {
		case t.kind == code && i > 0 && bareWord().MatchString(t.text) && !strings.Contains(t.text, "."):
			return t.text
		case t.kind == sign:
			return ""
		case i > 0 && (t.text == "main" || t.text == "master" || t.text == "develop" || t.text == "trunk"):
			return t.text
		}
		switch t.text {
		case "to", "on", "directly", "the", "straight", "your", "onto", "into":
		default:
			return ""
		}
	}
	return ""
}
