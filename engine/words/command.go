package words

import (
	"regexp"
	"slices"
	"strings"
	"sync"
	"unicode"
)

// maxCommand is the length of the longest line that is taken for a command, in bytes.
const maxCommand = 500

// runnable reports whether a command follows a verb such as run.
func (r *reader) runnable(verb phrase, tokens []token) bool {
	for len(tokens) > 0 && tokens[0].kind == word && r.articles[tokens[0].text] {
		tokens = tokens[1:]
	}
	if len(tokens) == 0 || tokens[0].kind == span {
		return len(tokens) > 0
	}
	_, bare := r.match(r.runs, []token{{word, verb.words[0], ""}})
	return bare > 0 && r.programs[tokens[0].text] && len(tokens) > 1
}

// run adds the commands that the user orders or allows to run.
func (r *reader) run(c *clause, rest []token) {
	c.current = nil
	if c.unsure || c.of.asks && !c.said || c.of.written { // a document says what a program or a reader runs
		return
	}
	kind := c.mood
	if kind == Order && c.stands {
		kind = Standing
	}
	for len(rest) > 0 && rest[0].kind == word && r.articles[rest[0].text] {
		rest = rest[1:]
	}
	line := rest[0].text
	if rest[0].kind != span {
		var words []string
		for _, t := range rest {
			if t.kind == comma || t.kind == colon || t.kind == span || t.text != "to" && r.stops[t.text] && !strings.HasPrefix(t.raw, "-") {
				break
			}
			words = append(words, t.raw)
		}
		line = strings.Join(words, " ")
	}
	r.named(kind, line)
}

// line adds a prompt that is nothing but a command, and a line that is one if the next line orders that: "run this", "install it".
func (r *reader) line(s *sentence) {
	above := r.above
	if !s.first {
		return
	}
	switch r.above = ""; {
	case !r.commands(s):
		if above != "" && r.points(s.tokens) {
			r.named(Order, above)
		}
	case r.alone:
		r.named(Order, strings.TrimSuffix(s.line, "."))
	default:
		r.above = strings.TrimSuffix(s.line, ".")
	}
}

// commands reports whether a sentence is a command.
func (r *reader) commands(s *sentence) bool {
	t := s.tokens
	if s.asks || len(t) < 2 || !r.programs[t[0].text] || t[0].raw != t[0].text {
		return false
	}
	if slices.ContainsFunc(t[1:], func(t token) bool { return t.kind == word && (r.articles[t.text] || r.finite[t.text]) }) {
		return false // a sentence: npm ci fails in src/
	}
	return slices.ContainsFunc(t[1:], func(t token) bool { return t.kind == name || strings.HasPrefix(t.raw, "-") }) &&
		!slices.ContainsFunc(t, func(t token) bool { return t.kind == comma && t.raw != "|" })
}

// scripted reports whether a prompt is nothing but commands and their comments, and adds them as orders: people paste a list of
// commands to have it run, and no sentence in it says otherwise. At least half of the lines have to be certain commands.
func scripted(r *reader, list []sentence) bool {
	var lines []string
	sure, end := 0, ""
	for i := range list {
		switch s := &list[i]; {
		case end != "":
			if s.line == end {
				end = ""
			}
		case s.heading, len(s.tokens) == 0 && !s.pasted, !s.first && !s.pasted:
		case s.pasted || s.asks || !r.programs[s.tokens[0].raw] && !setsUp(s.tokens[0].raw):
			return false
		default:
			if r.commands(s) {
				sure++
			}
			lines = append(lines, s.line)
			if m := heredoc().FindStringSubmatch(s.line); m != nil {
				end = m[1]
			}
		}
	}
	if len(lines) < 2 || 2*sure < len(lines) {
		return false
	}
	for _, line := range lines {
		r.named(Order, line)
	}
	return true
}

// setsUp reports whether a line that begins with this word may stand between the commands of a script.
func setsUp(first string) bool {
	switch first {
	case "bash", "cat", "cd", "echo", "export", "ls", "mkdir", "node", "python", "python3", "set", "sh", "sleep", "source", "tee", "touch":
		return true
	}
	return false
}

// heredoc matches the operator of a here-document; the group is the line that ends it.
var heredoc = sync.OnceValue(func() *regexp.Regexp { return regexp.MustCompile(`<<-?\s*['"]?(\w+)['"]?`) })

// points reports whether tokens begin with an order about what was said before.
func (r *reader) points(tokens []token) bool {
	if _, n := r.match(r.polite, tokens); n > 0 {
		tokens = tokens[n:]
	}
	_, n := r.match(r.runs, tokens)
	if p, verb := r.verbAt(tokens); p.means == "install" {
		n = verb
	}
	return n > 0 && n < len(tokens) && r.vague[tokens[n].text]
}

// named adds a command with what it does, in the words of the language.
func (r *reader) named(kind, line string) {
	if len(line) > maxCommand {
		return
	}
	text := r.command(line)
	if text == "" {
		return
	}
	r.add(Statement{Kind: kind, Verb: Run, Object: text})
	var tokens []token
	for _, w := range strings.Fields(strings.TrimPrefix(line, "sudo ")) {
		tokens = append(tokens, classify(w))
	}
	if p, n := r.match(r.typed, tokens); n > 0 {
		r.verb(&clause{of: &sentence{tokens: tokens}}, p, tokens[n:], kind)
	}
}

// names adds what a sentence names, unless it asks or forbids something: of "a.go instead of b.go" what comes before. A document names
// too much.
func (r *reader) names(s *sentence) {
	tokens := s.tokens
	for at := range tokens {
		if _, n := r.match(r.midway, tokens[at:]); n > 0 {
			tokens = tokens[:at]
			break
		}
	}
	switch {
	case s.pasted:
		r.mentions(s.line)
		return
	case s.asks || s.written || s.heading || r.forbids(tokens):
		return
	}
	for _, t := range tokens {
		switch {
		case t.kind == span && strings.ContainsFunc(t.text, unicode.IsSpace):
			r.mentions(t.text)
		case t.kind == span || t.kind == name:
			object := Hash(t.text)
			if !slices.ContainsFunc(r.found, func(s Statement) bool { return s.Object == object }) {
				r.add(Statement{Kind: Names, Object: object})
			}
		}
	}
}

// forbids reports whether a sentence forbids anything.
func (r *reader) forbids(tokens []token) bool {
	for at := range tokens {
		if p, n := r.match(r.negate, tokens[at:]); n > 0 && r.negates(p, tokens[at+n:]) {
			return true
		}
	}
	return false
}

// mentions adds a command that is neither ordered nor allowed.
func (r *reader) mentions(line string) {
	program, _, _ := strings.Cut(line, " ")
	if len(line) > maxCommand || !r.programs[program] {
		return
	}
	text := r.command(line)
	if text != "" && !slices.ContainsFunc(r.found, func(s Statement) bool { return s.Object == text }) {
		r.add(Statement{Kind: Names, Object: text})
	}
}
