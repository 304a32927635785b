package words

import (
	"slices"
	"strings"
)

// A reader reads the sentences of a prompt in one language.
type reader struct {
	*language
	command  func(line string) string
	alone    bool // the prompt is one line
	offering bool // it is an agent that speaks
	document bool // what is read are the instructions of a project, and no prompt
	found    []Statement
	above    string // the line before, if it is a command

	list []Statement // the orders of a line that ends with a colon: what the items behind it name belongs to them
}

// A clause is the state of reading a sentence.
type clause struct {
	of       *sentence
	mood     string      // Order, Permission or Negation: what a verb at the begin of a clause means
	said     bool        // a request says that it is an order, even in a question
	orders   bool        // what joins clauses begins a new one
	depends  bool        // the clause is a condition, a purpose or the like
	dead     bool        // the rest of the sentence orders nothing, unless the agent is addressed
	needless bool        // what is negated is only not needed
	unsure   bool        // a comma follows a negation: what it covers is not known
	current  []Statement // of the latest verb, which takes further names
	verbs    []string    // that were said last
	stands   bool        // the sentence speaks of each time
}

func (r *reader) add(s Statement) { r.found = append(r.found, s) }

// sentence reads a sentence.
func (r *reader) sentence(s *sentence) {
	switch {
	case s.pasted, len(s.tokens) == 0:
		return
	case s.heading:
		r.list = nil
		return
	case s.item && len(r.list) > 0 && r.continues(s.tokens, r.list):
		return
	case !s.item:
		r.list = nil
	}
	r.line(s)
	s.tokens = r.parted(s.tokens)
	c := &clause{of: s, mood: Order, orders: true, stands: r.stands(s.tokens)}
	begins := !s.wrapped || r.polites(s.tokens)
	for at := 0; at < len(s.tokens) && len(r.found) < maxStatements; {
		rest := s.tokens[at:]
		switch {
		case rest[0].kind == comma || rest[0].kind == colon:
			if rest[0].kind == colon && at == len(s.tokens)-1 {
				r.list = c.current
			}
			at, begins, c.orders, c.depends = at+1, true, true, false
			c.unsure = c.unsure || c.mood == Negation
			if len(c.current) > 0 && at < len(s.tokens) && r.continues(s.tokens[at:], c.current) {
				begins = false
			}
			continue
		case begins:
			at, begins = at+max(r.begin(c, rest), 0), false
			continue
		}
		if _, n := r.match(r.join, rest); n > 0 {
			at += n
			if _, fresh := r.match(r.fresh, rest); fresh > 0 {
				c.mood, c.unsure, c.orders = Order, false, true
			}
			begins = c.orders || c.mood == Order && r.phrased(s.tokens[at:]) // commit it once it is green and open a PR
			if len(c.current) > 0 && at < len(s.tokens) && r.continues(s.tokens[at:], c.current) {
				begins = false
			}
			continue
		}
		if p, n := r.match(r.midway, rest); n > 0 && r.negates(p, rest[n:]) { // fix it without committing
			at += n + r.negated(c, p, rest[n:])
			continue
		}
		if p, n := r.match(r.permit, rest); n > 0 && len(p.words) > 1 && !c.depends { // the old folder you can delete
			if _, verb := r.verbAt(rest[n:]); verb > 0 {
				at += r.begin(c, rest)
				continue
			}
		}
		_, depends := r.match(r.subordinate, rest)
		c.depends = c.depends || depends > 0
		c.orders = c.orders && !r.embeds(s.tokens, at)
		at++
	}
}

// phrased reports whether tokens begin with a verb of several words, which is seldom a part of a condition.
func (r *reader) phrased(tokens []token) bool {
	p, n := r.verbAt(tokens)
	return n > 0 && len(p.words) > 1
}

// parted returns tokens with the verbs apart that are joined by a slash: commit/push.
func (r *reader) parted(tokens []token) []token {
	for at := 0; at < len(tokens); at++ {
		parts := strings.Split(strings.ToLower(tokens[at].text), "/")
		if tokens[at].kind != name || len(parts) != 2 || len(r.say[parts[0]]) == 0 || len(r.say[parts[1]]) == 0 {
			continue
		}
		apart := []token{{word, parts[0], parts[0]}, {kind: comma}, {word, parts[1], parts[1]}}
		tokens = slices.Concat(tokens[:at], apart, tokens[at+1:])
	}
	return tokens
}

// polites reports whether a sentence begins as an order does that is addressed to somebody.
func (r *reader) polites(tokens []token) bool {
	role, _, _ := r.role(tokens)
	return role == isPolite || role == isRequest || role == isPermit
}

// embeds reports whether something stands in the middle of a clause that what follows may belong to: the begin of another clause, or a verb.
func (r *reader) embeds(tokens []token, at int) bool {
	if _, n := r.match(r.subordinate, tokens[at:]); n > 0 && tokens[at].text != "to" && tokens[at].text != "for" && tokens[at].text != "as" && tokens[at].text != "about" && tokens[at].text != "like" {
		return true
	}
	_, n := r.verbAt(tokens[at:])
	return n > 0 && !(at > 0 && r.articles[tokens[at-1].text])
}

// begin reads the begin of a clause, and returns how many tokens it has taken.
func (r *reader) begin(c *clause, tokens []token) (at int) {
	permitted := false
	for at < len(tokens) && tokens[at].kind == word {
		rest := tokens[at:]
		role, p, n := r.role(rest)
		if _, later := r.match(r.later, rest); later > 0 { // commit, but not yet
			for _, verb := range c.verbs {
				r.add(Statement{Kind: Negation, Verb: verb})
			}
			c.orders = false
			return at + later
		}
		if c.dead && (role != isRequest && role != isPermit && role != isNegate || n < 2) {
			return max(at, 1)
		}
		switch role {
		case isPlan:
			if r.limits(p, rest[n:]) {
				return at + n - 1 + r.negated(c, p, rest[n-1:])
			}
			if !c.of.asks && !c.of.written {
				r.add(Statement{Kind: Plan})
			}
			c.orders = false
			return at + n
		case isFreeze, isHolds, isThaw:
			if !c.of.asks && !c.of.written {
				r.freezes(role)
			}
			c.orders = false
			return at + n
		case isNegate:
			c.mood, c.dead, c.unsure = Negation, false, false // it says itself what it covers
			return at + n + r.negated(c, p, tokens[at+n:])
		case isLeave:
			if taken := r.left(p, rest[n:]); taken > 0 && !c.of.asks && !c.of.written {
				c.orders = false
				return at + n + taken
			}
			return at + n
		case isRequest:
			c.mood, c.said, c.dead, c.unsure = Order, true, false, false
		case isPermit:
			c.mood, c.dead, c.unsure, permitted = Permission, false, false, true
		case isVerb, isDoing:
			if role == isDoing && !c.said {
				return max(at, 1)
			}
			r.verb(c, p, rest[n:], c.mood)
			return at + n
		case isRun:
			r.run(c, rest[n:])
			c.orders = true
			return at + n
		case isPolite:
			if _, fresh := r.match(r.fresh, rest); fresh > 0 {
				c.unsure = false
				if c.mood == Negation {
					c.mood = Order
				}
			}
		case isAside:
			c.dead = true
			return at + n
		case isOther:
			_, depends := r.match(r.subordinate, rest)
			c.orders, c.depends = false, depends > 0
			return at + n
		default:
			if permitted {
				c.mood = Order // what is permitted is none of the verbs
			}
			return max(at, 1)
		}
		at += n
	}
	return max(at, 1)
}

// freezes adds what a freeze forbids until its end is announced.
func (r *reader) freezes(role int) {
	switch role {
	case isFreeze:
		r.add(Statement{Kind: Plan, Verb: Freeze})
	case isHolds:
		for _, verb := range []string{"deploy", "publish", "merge"} {
			r.add(Statement{Kind: Forbidden, Verb: verb})
		}
	case isThaw:
		r.add(Statement{Kind: Permission, Verb: Freeze})
	}
}

// What a phrase at the begin of a clause is.
const (
	isNothing = iota
	isPlan
	isFreeze // of all changes
	isHolds  // of what goes out
	isThaw
	isNegate
	isLeave // as it is
	isRequest
	isPermit
	isVerb
	isDoing // a verb in the form that follows an offer: shall I go on with pushing
	isRun
	isPolite
	isAside
	isOther
)

// offered returns the phrases with which an agent offers what follows, if it is one that speaks.
func (r *reader) offered() phrases {
	if !r.offering {
		return nil
	}
	return r.offer
}

// doing returns the forms of verbs that may follow an offer.
func (r *reader) doing() phrases {
	if !r.offering {
		return nil
	}
	return r.ing
}

// role returns what the longest phrase at the begin of tokens is.
func (r *reader) role(tokens []token) (role int, p phrase, n int) {
	for _, table := range []struct {
		role int
		of   phrases
	}{
		{isPlan, r.plan},
		{isFreeze, r.freeze},
		{isHolds, r.holds},
		{isThaw, r.thaw},
		{isNegate, r.negate},
		{isLeave, r.leave},
		{isRequest, r.request},
		{isPermit, r.permit},
		{isRequest, r.offered()},
		{isVerb, nil},
		{isDoing, r.doing()},
		{isRun, r.runs},
		{isRun, r.uses},
		{isPolite, r.polite},
		{isPolite, r.fresh},
		{isPolite, r.standing},
		{isAside, r.aside},
		{isOther, r.subordinate},
		{isOther, r.statement},
	} {
		found, length := r.match(table.of, tokens)
		if table.role == isVerb {
			found, length = r.verbAt(tokens)
		}
		if length <= n || table.role == isNegate && !r.negates(found, tokens[length:]) || table.role == isRun && !r.runnable(found, tokens[length:]) ||
			table.role == isDoing && len(r.Verb[found.means].Say) == 0 {
			continue
		}
		role, p, n = table.role, found, length
	}
	return role, p, n
}
