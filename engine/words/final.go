package words

import (
	"cmp"
	"embed"
	"regexp"
	"slices"
	"strings"
	"sync"
)

//go:embed final/*.toml
var finalFiles embed.FS

// A verbFinal is a language whose verbs end their clauses, with an ending that says what they are. Its words are not set apart by
// blanks, so that verbs are looked for anywhere; one without a known ending is a noun: the last commit.
type verbFinal struct {
	Order, Permission, Negation []string // endings
	Join                        []string // of a verb that another one follows, whose ending holds for both
	Particles                   []string // may stand between a verb and its ending
	Agree                       []string // the whole of a short answer
	Choose, Counters            []string // what stands before and behind the number of an option that is chosen
	Verb                        map[string]struct {
		Say   []string
		Takes bool // the names before it are what it is about
	}

	stems []stem // the longest first
}

type stem struct{ text, verb string }

// verbFinals returns the embedded languages. A file with a mistake is one of the program, which a test finds.
var verbFinals = sync.OnceValue(func() []*verbFinal {
	list, err := decodeAll[verbFinal](finalFiles, "final")
	if err != nil {
		panic(err)
	}
	for _, l := range list {
		for verb, v := range l.Verb {
			for _, text := range v.Say {
				l.stems = append(l.stems, stem{text, verb})
			}
		}
		slices.SortFunc(l.stems, func(a, b stem) int {
			return cmp.Or(len(b.text)-len(a.text), strings.Compare(a.text, b.text))
		})
	}
	return list
})

// A prompt is read in these languages if it has a letter of Hangul or kana. Their sentences end with full-width signs, too, and file names
// stand in them as runs of ASCII, often without a blank around them.
var (
	verbFinalText = sync.OnceValue(func() *regexp.Regexp { return regexp.MustCompile(`[\x{3040}-\x{30ff}\x{ac00}-\x{d7af}]`) })
	sentenceEnd   = sync.OnceValue(func() *regexp.Regexp { return regexp.MustCompile(`[。！？!?]|\.(?:\s|$)`) })
	asciiName     = sync.OnceValue(func() *regexp.Regexp { return regexp.MustCompile(`[A-Za-z0-9_./~@-]+`) })
)

// maxSentence is the length of the longest sentence that is read, in bytes.
const maxSentence = 600

// extractFinal returns what a prompt says in the languages whose verbs end their clauses. A question, a long sentence, a document and what is
// pasted order nothing.
func extractFinal(prompt string, sentences []sentence) (list []Statement) {
	if !verbFinalText().MatchString(prompt) {
		return nil
	}
	for _, l := range verbFinals() {
		if slices.Contains(l.Agree, strings.ToLower(strings.Trim(strings.TrimSpace(prompt), "。.!！ "))) {
			list = append(list, Statement{Kind: Agreement})
		}
		for _, s := range sentences {
			if s.first && !s.heading && !s.written { // the first of its line has the whole line; its own ends are those of Latin script
				list = append(list, l.line(s.line)...)
			}
		}
	}
	return list[:min(len(list), maxStatements)]
}

// line returns what the sentences of a line say.
func (l *verbFinal) line(text string) (list []Statement) {
	from := 0
	for _, end := range append(sentenceEnd().FindAllStringIndex(text, -1), []int{len(text), len(text)}) {
		if s := text[from:end[0]]; len(s) <= maxSentence && !strings.ContainsAny(text[end[0]:end[1]], "?？") {
			list = append(list, l.sentence(s)...)
		}
		from = end[1]
	}
	return list
}

// sentence returns what a sentence says.
func (l *verbFinal) sentence(text string) (list []Statement) {
	lower := strings.ToLower(text)
	if len(lower) != len(text) {
		return nil
	}
	var joined []string
	began := 0
	for at := 0; at < len(lower); {
		i := slices.IndexFunc(l.stems, func(s stem) bool { return strings.HasPrefix(lower[at:], s.text) && !insideName(lower, at, len(s.text)) })
		if i < 0 {
			at++
			continue
		}
		s := l.stems[i]
		at += len(s.text)
		kind, n := l.ending(lower[at:])
		switch at += n; kind {
		case "join":
			joined = append(joined, s.verb)
		case "":
		default:
			for _, verb := range append(joined, s.verb) {
				list = append(list, l.statements(kind, verb, text[began:at])...)
			}
			joined, began = nil, at
		}
	}
	return list
}

// statements returns those of one verb: one for each name in its clause, if it takes names.
func (l *verbFinal) statements(kind, verb, clause string) (list []Statement) {
	if l.Verb[verb].Takes {
		for _, name := range asciiName().FindAllString(clause, maxStatements) {
			if name = strings.Trim(name, "."); isName(name) {
				list = append(list, Statement{Kind: kind, Verb: verb, Object: Hash(strings.TrimPrefix(name, "@"))})
			}
		}
	}
	if len(list) == 0 {
		list = []Statement{{Kind: kind, Verb: verb}}
	}
	return list
}

// insideName reports whether a word of ASCII is a part of another one: pr in private.
func insideName(text string, at, size int) bool {
	isPart := func(c byte) bool {
		return c < 0x80 && (isLetter(c) || c >= '0' && c <= '9' || strings.IndexByte("_-./", c) >= 0)
	}
	return text[at] < 0x80 && (at > 0 && isPart(text[at-1]) || at+size < len(text) && isPart(text[at+size]))
}

func isLetter(c byte) bool { return c >= 'a' && c <= 'z' || c >= 'A' && c <= 'Z' }

// ending returns the kind of statement that the ending of a verb makes of it, or join, and how many bytes it has. An order ends its
// clause; in the middle of one the same ending joins.
func (l *verbFinal) ending(rest string) (kind string, n int) {
	if kind, n = l.matchEnding(rest); kind != "" {
		return kind, n
	}
	skipped := 0
	for _, p := range l.Particles {
		if strings.HasPrefix(strings.TrimLeft(rest, " "), p) {
			skipped = len(rest) - len(strings.TrimLeft(rest, " ")) + len(p)
			break
		}
	}
	if skipped == 0 {
		return "", 0
	}
	if kind, n = l.matchEnding(rest[skipped:]); kind != "" {
		return kind, n + skipped
	}
	return "", 0
}

func (l *verbFinal) matchEnding(rest string) (kind string, n int) {
	trimmed := strings.TrimLeft(rest, " ")
	blanks := len(rest) - len(trimmed)
	longest := func(list []string) (size int) {
		for _, e := range list {
			if strings.HasPrefix(trimmed, e) {
				size = max(size, len(e))
			}
		}
		return size
	}
	negation, permission, order, join := longest(l.Negation), longest(l.Permission), longest(l.Order), longest(l.Join)
	switch size := max(negation, permission, order, join); {
	case size == 0:
		return "", 0
	case negation == size:
		return Negation, blanks + size
	case permission == size:
		return Permission, blanks + size
	case order == size && closes(trimmed[size:]):
		return Order, blanks + size
	case join > 0:
		return "join", blanks + join
	}
	return "", 0
}

// closes reports whether nothing but a particle of address follows the ending of an order in its clause.
func closes(rest string) bool {
	rest = strings.TrimLeft(rest, " ")
	for _, tail := range []string{"ね", "よ", "な", "요", "ます", "します", "です"} {
		rest = strings.TrimPrefix(rest, tail)
	}
	return rest == "" || strings.HasPrefix(rest, "、") || strings.HasPrefix(rest, ",")
}
