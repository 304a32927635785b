package words

import "slices"

// agrees reports whether a prompt begins with a yes.
func (l *language) agrees(sentences []sentence) bool {
	words, first := 0, -1
	for i, s := range sentences {
		if len(s.tokens) > 0 && first < 0 {
			first = i
		}
		words += len(s.tokens)
	}
	if first < 0 || sentences[first].asks || sentences[first].heading {
		return false
	}
	tokens := sentences[first].tokens
	if _, n := l.match(l.whole, tokens); n == words {
		return true
	}
	for n := 1; n > 0 && len(tokens) > 0; {
		if _, n = l.match(l.agree, tokens); n > 0 && l.ends(tokens[n:]) {
			_, praised := l.match(l.praise, tokens)
			return praised < n || !l.questions(sentences[first+1:])
		}
		if _, n = l.match(l.assent, tokens); n > 0 && (l.ends(tokens[n:]) || l.orders(tokens[n:])) {
			return true
		}
		if _, n = l.match(l.polite, tokens); n == 0 {
			break
		}
		for tokens = tokens[n:]; len(tokens) > 0 && tokens[0].kind == comma; {
			tokens = tokens[1:]
		}
	}
	if words <= maxShort {
		for i, t := range tokens[:max(len(tokens)-1, 0)] {
			if _, n := l.match(l.agree, tokens[i+1:]); t.kind == comma && n == len(tokens)-i-1 {
				return true
			}
		}
	}
	return false
}

// questions reports whether a sentence is a question, and none that asks for something to be done: who praises and then asks has not said to go
// on ("looks good. how do I test it?").
func (l *language) questions(sentences []sentence) bool {
	return slices.ContainsFunc(sentences, func(s sentence) bool { return s.asks && !l.orders(s.tokens) })
}

// maxShort is how many words a prompt may have that agrees in its last words: "looks good to me, proceed".
const maxShort = 12

// orders reports whether an order begins.
func (l *language) orders(tokens []token) bool {
	_, request := l.match(l.request, tokens)
	_, verb := l.match(l.say, tokens)
	return request+verb > 0
}

// ends reports whether a clause ends, or goes on with another order.
func (l *language) ends(tokens []token) bool {
	if len(tokens) == 0 || tokens[0].kind == comma || tokens[0].kind == colon {
		return true
	}
	_, joined := l.match(l.join, tokens)
	_, polite := l.match(l.polite, tokens)
	return joined > 0 || polite == len(tokens) || tokens[0].text == "with"
}

// Accepts reports whether an answer to a plan has it carried out: all of it if it begins with a yes, or the part that it begins with. Who
// refuses the client's form of a plan and answers so has not refused the plan.
func Accepts(answer string) (whole, part bool) {
	sentences := cut(bounded(answer))
	for _, l := range languages() {
		whole, part = whole || l.agrees(sentences), part || l.carries(sentences)
	}
	return whole, part
}

// carries reports whether the first sentence begins with what is to be done of a plan: "only implement step 2".
func (l *language) carries(sentences []sentence) bool {
	if len(sentences) == 0 || sentences[0].asks {
		return false
	}
	tokens := sentences[0].tokens
	for n := 1; n > 0; {
		if _, carried := l.match(l.carry, tokens); carried > 0 {
			return true
		}
		if _, n = l.match(l.polite, tokens); n == 0 {
			_, n = l.match(l.fresh, tokens)
		}
		tokens = tokens[n:]
	}
	return false
}

// halts reports whether a prompt says nothing but that the agent is to stop: "Stop!", "can you please just stop doing things?". In an order,
// "show me the plan, then stop" says where the work ends.
func (l *language) halts(sentences []sentence) bool {
	for _, s := range sentences {
		tokens := s.tokens
		for n := 1; n > 0 && len(tokens) > 0; tokens = tokens[n:] {
			_, polite := l.match(l.polite, tokens)
			_, request := l.match(l.request, tokens)
			n = max(polite, request)
		}
		_, n := l.match(l.halt, tokens)
		if n == 0 || slices.ContainsFunc(tokens[n:], func(t token) bool { return t.kind != word || !l.vague[t.text] }) {
			return false
		}
	}
	return len(sentences) > 0
}
