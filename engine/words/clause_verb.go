package words

import (
	"path"
	"slices"
	"strings"
	"unicode"
)

// verbAt returns the longest verb at the begin of tokens that is none of a noun with what follows it.
func (r *reader) verbAt(tokens []token) (phrase, int) {
	if len(tokens) == 0 || tokens[0].kind != word {
		return phrase{}, 0
	}
	for _, p := range r.say[tokens[0].text] {
		if n := r.takes(p.words, tokens); n > 0 && r.verbal(p, tokens[n:]) {
			return p, n
		}
	}
	return phrase{}, 0
}

// verbal reports whether a phrase is a verb with what follows it, and not a noun.
func (r *reader) verbal(p phrase, rest []token) bool {
	if len(rest) == 0 {
		return true
	}
	if rest[0].kind == colon {
		return r.Verb[p.means].Takes
	}
	return rest[0].kind != word || !r.never[p.means][rest[0].text] && !r.finite[rest[0].text]
}

// verb adds the statements of a verb.
func (r *reader) verb(c *clause, p phrase, rest []token, kind string) {
	if c.unsure || c.of.asks && !c.said || c.of.written && !r.Verb[p.means].Planned || len(rest)+len(p.words) == len(c.of.tokens) && r.enumerates(rest) {
		c.current = nil
		return
	}
	if len(r.Verb[p.means].Say) == 0 {
		if c.current = nil; kind == Negation && !c.needless && !c.of.written {
			r.found = append(r.found, r.spared(rest, p.words[0] == "touch" || p.words[0] == "touching", p.means)...)
			r.unused(rest, p.means == "use")
		}
		return
	}
	more, narrow := []string{p.means}, false
	for at, t := range rest {
		if t.kind == comma || t.kind == colon {
			break
		}
		if tail, n := r.match(r.tails, rest[at:]); n > 0 && slices.Contains(tail.of, p.means) {
			if r.instead[tail.means] {
				more = nil
			}
			more = append(more, tail.means)
			narrow = r.bare(rest[at+n:]) && !slices.ContainsFunc(rest[:at], func(t token) bool { return !r.vague[t.text] })
		}
		if _, n := r.match(r.later, rest[at:]); n > 0 {
			kind = Negation
		}
	}
	if file := r.Verb[p.means].File; file != "" && more[0] == p.means && aboutFile(rest) {
		more[0] = file
	}
	if kind == Order && c.stands {
		kind = Standing
	}
	c.current, c.verbs = nil, more
	if kind == Negation && !c.needless && !c.of.written {
		if r.bare(rest) {
			r.add(Statement{Kind: Forbidden, Verb: p.means})
		} else if narrow { // "never push directly to main"
			r.add(Statement{Kind: Forbidden, Verb: more[len(more)-1]})
		}
		r.found = append(r.found, r.kept(p, rest)...)
	}
	var objects []string
	if r.Verb[p.means].Takes {
		if objects = r.objects(rest); len(objects) == 0 && len(rest) > 0 && r.pronouns[rest[0].text] && r.bare(rest) {
			objects = r.meantBy(c.of.tokens[:len(c.of.tokens)-len(rest)])
		}
	}
	for _, verb := range more {
		s := Statement{Kind: kind, Verb: verb}
		if r.Verb[verb].Takes {
			c.current = append(c.current, s)
		}
		if len(objects) == 0 || !r.Verb[verb].Takes {
			r.add(s)
			continue
		}
		for _, s.Object = range objects {
			r.add(s)
		}
	}
}

// meantBy returns the hashes of what a pronoun stands for behind these tokens of its sentence: what is written as a name, and what a statement
// at the begin is about: "bench and out/old are stale, delete both".
func (r *reader) meantBy(before []token) (list []string) {
	subject := slices.IndexFunc(before, func(t token) bool { return r.finite[t.text] || t.kind == comma || t.kind == colon })
	for at, t := range before {
		_, stated := r.match(r.statement, before[at:])
		switch {
		case t.kind == span && strings.ContainsFunc(t.text, unicode.IsSpace):
		case t.kind == span || t.kind == name:
			list = append(list, Hash(t.text))
		case at < subject && before[subject].kind == word && t.kind == word && stated == 0 && !r.articles[t.text] && !r.generic[t.text] && !r.stops[t.text]:
			list = append(list, Hash(t.text))
		}
	}
	return list
}

// kept returns the files that are not to be deleted: "don't delete report.md, I need it".
func (r *reader) kept(p phrase, rest []token) []Statement {
	if p.means != "delete" {
		return nil
	}
	return slices.DeleteFunc(r.spared(rest, false, p.means), func(s Statement) bool { return s.Verb == Leave })
}

// enumerates reports whether a verb is one of a list of words that are none: "publish, unpublish, analyze".
func (r *reader) enumerates(rest []token) bool {
	if len(rest) < 3 || rest[0].kind != comma || rest[1].kind != word || rest[2].kind != comma {
		return false
	}
	role, _, _ := r.role(rest[1:])
	_, agreed := r.match(r.whole, rest[1:])
	return role == isNothing && agreed == 0
}

// aboutFile reports whether a clause names a file.
func aboutFile(rest []token) bool {
	for _, t := range rest {
		if t.kind == comma || t.kind == colon {
			return false
		}
		if t.kind == name && strings.ContainsAny(t.text, "./") {
			return true
		}
	}
	return false
}

// stands reports whether a sentence speaks of each time.
func (r *reader) stands(tokens []token) bool {
	for at := range tokens {
		if _, n := r.match(r.standing, tokens[at:]); n > 0 {
			return true
		}
	}
	return false
}

// pastArticles returns tokens without the articles and the like at their begin.
func (r *reader) pastArticles(tokens []token) []token {
	for len(tokens) > 0 && tokens[0].kind == word && r.articles[tokens[0].text] {
		tokens = tokens[1:]
	}
	return tokens
}

// objects returns the hashes of the names behind a verb.
func (r *reader) objects(rest []token) (list []string) {
	if what := r.pastArticles(rest); len(what) > 0 && r.contents[what[0].text] {
		for at, t := range what {
			if t.kind == comma || t.kind == colon {
				break
			}
			where := r.pastArticles(what[at+1:])
			if !r.inside[t.text] || len(where) == 0 {
				continue
			}
			in := where[0]
			plain := in.kind == word && in.text != "" && !r.generic[in.text] && !r.stops[in.text] && !r.finite[in.text] // delete the files in build
			if plain || (in.kind == name || in.kind == span) && strings.LastIndexByte(path.Base(in.text), '.') < 1 {
				return []string{Hash(in.text)}
			}
		}
	}
	aimed := false
	for at, t := range rest {
		switch {
		case t.kind == comma || t.kind == colon:
			return list
		case t.kind == span && strings.ContainsFunc(t.text, unicode.IsSpace):
			return list
		case t.kind == span || t.kind == name:
			list = append(list, Hash(t.text))
		case len(list) == 0 && !aimed && (t.text == "to" || t.text == "over" || t.text == "onto"):
			aimed = true // force push to main, revert to v2
		case r.articles[t.text]:
		case r.generic[t.text] && !(at+1 < len(rest) && r.containers[rest[at+1].text]):
		case r.stops[t.text] || r.finite[t.text] || t.text == "":
			return list
		default:
			list = append(list, Hash(t.text))
		}
	}
	return list
}

// continues adds names at the begin of tokens to the orders of a list, and reports whether there are any: "delete a.txt, b.txt and c/".
func (r *reader) continues(tokens []token, of []Statement) bool {
	for len(tokens) > 0 && tokens[0].kind == word && r.articles[tokens[0].text] {
		tokens = tokens[1:]
	}
	if len(tokens) == 0 || tokens[0].kind != name && tokens[0].kind != span || strings.ContainsFunc(tokens[0].text, unicode.IsSpace) {
		return false
	}
	for _, s := range of {
		s.Object = Hash(tokens[0].text)
		r.add(s)
	}
	return true
}
