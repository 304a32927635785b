package words

import (
	"slices"
	"strings"
)

// negates reports whether a phrase forbids what follows. A single word is no more than an answer if no verb follows: "no, push it".
func (r *reader) negates(p phrase, tokens []token) bool {
	_, n := r.match(r.ing, tokens)
	return n > 0 || p.words[0] == "no" && r.isProgram(tokens, false) || len(p.words) > 1 || p.words[0] == "dont" || p.words[0] == "never"
}

// negated reads what follows a negation.
func (r *reader) negated(c *clause, by phrase, tokens []token) (at int) {
	c.orders, c.needless = false, r.unneeded[strings.Join(by.words, " ")]
	for at < len(tokens) && tokens[at].kind == word {
		if r.merely[tokens[at].text] {
			c.unsure = true
			return at
		}
		p, n := r.match(r.ing, tokens[at:])
		if verb, m := r.verbAt(tokens[at:]); m > n {
			p, n = verb, m
		}
		if n > 0 {
			if !r.verbal(p, tokens[at+n:]) || r.limited(tokens[at+n:]) {
				return at + n
			}
			c.orders = true
			r.verb(c, p, tokens[at+n:], Negation)
			return at + n
		}
		if r.isProgram(tokens[at:], false) { // no ssh
			r.unused(tokens[at:], false)
			return at + 1
		}
		if _, n = r.match(r.polite, tokens[at:]); n == 0 && !r.articles[tokens[at].text] {
			return at
		}
		at += max(n, 1)
	}
	return at
}

// limits reports whether a phrase that asks for a plan forbids only to change the one thing that follows: "don't modify the theme, look into
// the footer" asks for no plan, "don't edit the code yet" does.
func (r *reader) limits(p phrase, tokens []token) bool {
	if last := p.words[len(p.words)-1]; !slices.Contains(r.Limited, last) {
		return false
	}
	for at, t := range tokens {
		_, depends := r.match(r.subordinate, tokens[at:])
		_, joined := r.match(r.join, tokens[at:])
		switch {
		case t.kind == comma || t.kind == colon || joined > 0 || depends > 0:
			return false
		case t.kind == word && (r.articles[t.text] || r.generic[t.text]):
		default:
			return !slices.ContainsFunc(tokens[at:], func(t token) bool { return t.text == "yet" })
		}
	}
	return false
}

// bare reports whether what follows a verb adds nothing to it: "don't commit", "don't push anything yet, I want to look at it".
func (r *reader) bare(tokens []token) bool {
	_, n := r.match(r.anywhere, tokens)
	tokens = tokens[n:]
	for at, t := range tokens {
		_, joined := r.match(r.join, tokens[at:])
		if _, later := r.match(r.later, tokens[at:]); t.kind == comma || t.kind == colon || joined > 0 || later > 0 {
			return true
		}
		if t.kind != word || !r.vague[t.text] && t.raw != "(" {
			return false
		}
	}
	return true
}

// limited reports whether something is forbidden in one way only: "don't commit without tests".
func (r *reader) limited(tokens []token) bool {
	for at, t := range tokens {
		_, later := r.match(r.later, tokens[at:])
		if t.kind == comma || t.kind == colon || later > 0 { // "without asking me" is no way to do it
			return false
		}
		if r.lacks[t.text] {
			return true
		}
	}
	return false
}

// spared returns the files and folders at the begin of what is not to be changed, or whatever the verb says, none if that depends on anything: "don't touch
// src/api.go and db/", "don't edit the folder production". One word may be a name as well, if the clause has no other one ("don't touch
// production") and the next does not say how much of it is meant ("don't touch the layout, only the text"). It is known again only by a sign, so
// that such a word is kept apart, as Leave.
func (r *reader) spared(tokens []token, one bool, verb string) (list []Statement) {
	one = one && !r.document
	for at, t := range tokens {
		_, depends := r.match(r.subordinate, tokens[at:])
		_, later := r.match(r.later, tokens[at:])
		beside := at > 0 && r.containers[tokens[at-1].text] || at+1 < len(tokens) && r.containers[tokens[at+1].text]
		switch {
		case t.kind == comma || t.kind == colon || later > 0:
			return list
		case depends > 0 || r.lacks[t.text] || t.text == "except":
			return nil
		case strings.ContainsAny(t.text, " ") || r.articles[t.text] && t.kind == word:
			continue
		case t.kind == name || t.kind == span:
			if strings.ContainsAny(t.text, "./") || beside {
				list = append(list, Statement{Forbidden, verb, Hash(t.text)})
			}
		case r.containers[t.text] || r.stops[t.text]:
			continue
		case beside || one && !r.vague[t.text] && !r.programs[t.text] && r.bare(tokens[at+1:]) && !r.goesOn(tokens[at+1:]):
			list = append(list, Statement{Forbidden, Leave, Hash(t.text)})
		}
		one = false
	}
	return list
}

// goesOn reports whether the next clause takes back a part of what this one says: ", only the text".
func (r *reader) goesOn(tokens []token) bool {
	at := slices.IndexFunc(tokens, func(t token) bool { return t.kind == comma || t.kind == colon })
	_, n := r.match(r.fresh, tokens[at+1:])
	return at >= 0 && n > 0
}

// left reads what is said to be left as it is, and returns how many tokens that takes: "leave legacy alone", "keep the folder production
// as it is", "stay out of db/".
func (r *reader) left(by phrase, tokens []token) int {
	of, end := tokens, len(tokens)
	if len(by.words) == 1 { // "leave" alone says nothing
		end = 0
		for at := range tokens {
			if tokens[at].kind == comma || tokens[at].kind == colon {
				break
			}
			if _, n := r.match(r.untouched, tokens[at:]); n > 0 && at > 0 && r.bare(tokens[at+n:]) {
				of, end = tokens[:at], at+n
				break
			}
		}
	}
	if end == 0 {
		return 0
	}
	r.found = append(r.found, r.spared(of, true, "change")...)
	return end
}

// unused adds the program at the begin of tokens as one that is not to be used: "never touch git, I do that myself". One that more is said
// of, as in "don't use npm for this", is forbidden in a way only.
func (r *reader) unused(tokens []token, used bool) {
	if r.isProgram(tokens, used) {
		r.add(Statement{Kind: Forbidden, Verb: "use " + tokens[0].text})
	}
}

// isProgram reports whether tokens begin with the name of a program, of which no more is said. One that is a common word counts only behind
// "use". What is excepted at the end of a sentence is excepted for all that it forbids.
func (r *reader) isProgram(tokens []token, used bool) bool {
	if len(tokens) > 1 && !used && (tokens[1].text == "yet" || r.meant[tokens[1].text]) {
		return false // "no git yet": it is not there; "no docker changes": its files are meant
	}
	named := len(tokens) > 0 && tokens[0].kind == word && r.programs[tokens[0].text] && (used || !r.common[tokens[0].text]) && r.bare(tokens[1:])
	return named && !slices.ContainsFunc(tokens[:min(len(tokens), maxExcepted)], func(t token) bool {
		return r.excepting[t.text] // "no docker, no new services unless they are needed"
	})
}

// maxExcepted is how many words behind a program an exception is looked for. A list of what is forbidden is short.
const maxExcepted = 40
