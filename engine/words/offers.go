package words

import (
	"slices"
	"strings"
)

// Offers returns what an agent offers in the message that ends its turn: what it asks whether to do, what it says it would do, the
// steps of a list and the commands of a block. A message that offers and asks nothing only reports, and what it names is no offer.
// A user who agrees to the message wants all of it, and one who chooses an option wants what stands below its number or letter, and
// below none.
func Offers(message string, command func(line string) string) (list []Statement) {
	sentences := cut(bounded(message))
	for _, l := range languages() {
		if slices.ContainsFunc(sentences, func(s sentence) bool { return s.asks || l.offers(s.tokens) }) {
			list = append(list, l.proposed(sentences, command, Offer)...)
		}
	}
	return list
}

// Steps returns what a user permits who has accepted a plan: what its headings and steps do, and the commands of its blocks.
func Steps(plan string, command func(line string) string) (list []Statement) {
	sentences := cut(bounded(plan))
	for i := range sentences {
		sentences[i].heading = false
	}
	for _, l := range languages() {
		list = append(list, l.proposed(sentences, command, Permission)...)
	}
	return list
}

// proposed returns as statements of a kind what a text of the agent says is to be done.
func (l *language) proposed(sentences []sentence, command func(line string) string, kind string) (list []Statement) {
	r, at := reader{language: l, command: command, offering: true}, below{}
	for i := range sentences {
		s := &sentences[i]
		s.written, s.wrapped = false, false // the text is the agent's own, and no document that it has
		if program, _, _ := strings.Cut(s.line, " "); s.pasted && r.programs[program] {
			r.named(Order, s.line)
		}
		r.sentence(s)
		under := kind
		if kind == Offer {
			under = strings.TrimSpace(kind + " " + at.option(s))
		}
		for _, s := range r.found {
			wants := s.Kind == Order || s.Kind == Standing || s.Kind == Permission
			if s.Kind = under; wants && len(list) < maxStatements && !slices.Contains(list, s) {
				list = append(list, s)
			}
		}
		r.found = nil
	}
	return list
}

// offers reports whether a sentence offers something.
func (l *language) offers(tokens []token) bool {
	for at := range tokens {
		if _, n := l.match(l.offer, tokens[at:]); n > 0 {
			return true
		}
	}
	return false
}

// Answer returns what an answer says that a person has chosen or written to a question of the agent. A yes permits what the question asks
// whether to do. It agrees to nothing else: neither to what the agent said before, nor to a plan.
func Answer(question, answer string, command func(line string) string) (list []Statement) {
	if label, remark, ok := strings.Cut(answer, " ("); ok && strings.HasSuffix(remark, ")") && !strings.Contains(remark, " ") {
		answer = label // "Yes (Recommended)"
	}
	for _, s := range Extract(answer, command) {
		switch s.Kind {
		case Plan, Choice:
		case Agreement:
			for _, o := range Offers(question, command) {
				if o.Kind == Offer {
					list = append(list, Statement{Permission, o.Verb, o.Object})
				}
			}
		default:
			list = append(list, s)
		}
	}
	return list
}
