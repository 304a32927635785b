package words

// negates reports whether a phrase forbids what follows. A single word is no more than an answer if no verb follows: "no, push it".
func (r *reader) negates(p phrase, tokens []token) bool {
	_, n := r.match(r.ing, tokens)
	return n > 0 || len(p.words) > 1 || p.words[0] == "dont" || p.words[0] == "never"
}

// negated reads what follows a negation.
func (r *reader) negated(c *clause, tokens []token) (at int) {
	c.orders = false
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
		if _, n = r.match(r.polite, tokens[at:]); n == 0 && !r.articles[tokens[at].text] {
			return at
		}
		at += max(n, 1)
	}
	return at
}

// limited reports whether something is forbidden in one way only: "don't commit without tests".
func (r *reader) limited(tokens []token) bool {
	for _, t := range tokens {
		if t.kind == comma || t.kind == colon {
			return false
		}
		if r.lacks[t.text] {
			return true
		}
	}
	return false
}
