package words

import (
	"regexp"
	"strings"
	"sync"
	"unicode"

	"witness/engine/hook"
)

// Kinds of tokens.
const (
	word  = iota // in lower case, without apostrophes
	name         // a path, a file, or any other word with signs in it
	span         // code: `make deploy`
	comma        // , ; ( ) or a dash: a clause ends
	colon        // : a clause ends, and what follows may be a list for it
)

// A token is a word, a name or a sign of a prompt.
type token struct {
	kind int
	text string // of a word in lower case; of a name or of code as it is written
	raw  string // as it is written
}

// A sentence is a run of tokens that ends with a full stop, a question mark or a line.
type sentence struct {
	tokens  []token
	line    string // the line that it is in
	first   bool   // it is the first one of its line
	ended   bool   // it has a full stop or the like at its end
	asks    bool   // it ends with a question mark
	item    bool   // it is an item of a list
	heading bool   // it is a heading of a document
	pasted  bool   // it is a line of a pasted block, or follows the prompt of a shell
	wrapped bool   // it goes on with the line before
	written bool   // it is in a document, and not in a short paragraph before or behind it
}

// maxPrompt is the length of the longest line that can have the prompt of a shell, in bytes.
const maxPrompt = 1000

// shellPrompt is the begin of a line that was copied from a terminal.
var shellPrompt = sync.OnceValue(func() *regexp.Regexp { return regexp.MustCompile(`^(?:\$|❯|%|➜|>>?|\S+@\S+[^$#>]*[$#>])\s+(.*)$`) })

// listItem is the begin of an item of a list.
var listItem = sync.OnceValue(func() *regexp.Regexp {
	return regexp.MustCompile(`^(?:[-*•+]|\d{1,3}[.)]|[a-z][.)])\s+(?:\[[ xX]\]\s+)?`)
})

// maxStepName is how many words the name of a numbered step has before its colon.
const maxStepName = 4

// cut returns the sentences of a prompt.
func cut(prompt string) (list []sentence) {
	prompt = hook.WithoutBlocks(prompt)
	fence, open, printed := "", "", false
	for _, line := range strings.Split(prompt, "\n") {
		text := strings.TrimSpace(line)
		if mark := fenceOf(text); mark != "" && (fence == "" || fence == mark) {
			if fence = mark; open != "" {
				fence = ""
			}
			open = fence
			continue
		}
		m := shellPrompt().FindStringSubmatch(text[:min(len(text), maxPrompt)])
		if fence != "" {
			if m != nil {
				text = m[1]
			}
			list = append(list, sentence{line: text, pasted: true})
			continue
		}
		if m != nil {
			list, printed = append(list, sentence{line: m[1], pasted: true}), true
			continue
		}
		printed = text != "" && (printed || failureBegin().MatchString(text[:min(len(text), maxPrompt)]))
		if printed || isPrinted(text) || indented(line) { // by the command, or by another
			list = append(list, sentence{pasted: true})
			continue
		}
		list = append(list, cutLine(text, wraps(line, list))...)
	}
	markDocument(prompt, list)
	return list
}

// isPrinted reports whether a line is none that a person writes: it begins with a sign of a table or a log, or with a time.
func isPrinted(text string) bool {
	first, _ := firstRune(text)
	return text != "" && !unicode.IsLetter(first) && !unicode.IsDigit(first) && !strings.ContainsRune("\"'“‘«`@#(*_-–—~/.•+:!?>¿¡", first) && first < 0x1F000 || timeBegin().MatchString(text[:min(len(text), maxPrompt)])
}

// failureBegin is the begin of what a program prints when it fails; the rest of the paragraph is printed, too.
var failureBegin = sync.OnceValue(func() *regexp.Regexp {
	return regexp.MustCompile(`(?i)^(?:(?:error|fatal|warning|traceback|panic|exception|uncaught \w+|[a-z]*error)\b(?: \[.*\])?:|npm err!|traceback \()`)
})

// indented reports whether a line is set off, as people do with what they paste.
func indented(line string) bool {
	text := strings.TrimLeft(line, " \t")
	return (strings.HasPrefix(line, "  ") || strings.HasPrefix(line, "\t")) && text != "" && listItem().FindString(text) == ""
}

// timeBegin is the begin of a line of a log.
var timeBegin = sync.OnceValue(func() *regexp.Regexp {
	return regexp.MustCompile(`^(?:\d{1,2}:\d\d|\d{4}-\d\d-\d\d|[A-Z][a-z]{2} +\d{1,2} \d\d:)`)
})

// Limits above which a prompt is a document.
const (
	maxSpoken    = 2000 // bytes
	maxLines     = 25
	maxParagraph = 500 // bytes of a paragraph before or behind it
)

// markDocument marks the sentences of a document.
func markDocument(prompt string, list []sentence) {
	headings, lines := 0, 0
	for _, s := range list {
		if s.first {
			lines++
		}
		if s.heading && s.first {
			headings++
		}
	}
	if headings < 2 && lines <= maxLines && len(prompt) <= maxSpoken {
		return
	}
	begin, end := paragraph(list, 0, 1), paragraph(list, len(list)-1, -1)
	for i := range list {
		list[i].written = i >= begin && i < len(list)-end
	}
}

// paragraph returns how many sentences the paragraph has that is at one end of a prompt, 0 if it is long.
func paragraph(list []sentence, at, step int) (n int) {
	for at >= 0 && at < len(list) && len(list[at].tokens) == 0 && !list[at].pasted {
		at, n = at+step, n+1
	}
	size := 0
	for ; at >= 0 && at < len(list) && len(list[at].tokens) > 0 && !list[at].heading && !list[at].item; at, n = at+step, n+1 {
		if list[at].first {
			size += len(list[at].line)
		}
	}
	if size > maxParagraph {
		return 0
	}
	return n
}

// fenceOf returns the mark of a line that opens or closes a block of code, "" if it does neither.
func fenceOf(text string) string {
	for _, mark := range []string{"```", "~~~"} {
		if strings.HasPrefix(text, mark) && !strings.Contains(text[3:], mark) {
			return mark
		}
	}
	return ""
}

// minWrapped is the length from which a line may have been broken to fit a window.
const minWrapped = 70

// wraps reports whether a line goes on with the sentence of the line before, which was broken to fit a window.
func wraps(line string, list []sentence) bool {
	if len(list) == 0 {
		return false
	}
	last := list[len(list)-1]
	first, _ := firstRune(strings.TrimSpace(line))
	return !last.pasted && !last.heading && !last.ended && len(last.line) >= minWrapped && len(last.tokens) > 0 && last.tokens[len(last.tokens)-1].kind == word && unicode.IsLower(first)
}

func firstRune(s string) (rune, bool) {
	for _, r := range s {
		return r, true
	}
	return 0, false
}

// cutLine returns the sentences of a line. One that goes on with the sentence before is given as one that orders nothing: what was broken in
// the middle has no begin of a clause.
func cutLine(text string, wrapped bool) (list []sentence) {
	if text == "" {
		return []sentence{{}}
	}
	heading := strings.HasPrefix(text, "#")
	item := listItem().FindString(text)
	s := sentence{item: item != "", heading: heading, line: text, first: true, wrapped: wrapped && item == ""}
	numbered := item != "" && unicode.IsDigit(rune(item[0]))
	rest := strings.TrimLeft(text[len(item):], "#*_ ")
	for rest != "" {
		var t token
		var end rune
		t, end, rest = next(rest)
		if t.kind == colon && numbered && len(s.tokens) <= maxStepName {
			numbered = false // 3. Commit: `fix: …`: the name of the step is what is to be done
			continue
		}
		if t.text != "" || t.kind != word || t.raw != "" {
			s.tokens = append(s.tokens, t)
		}
		if end != 0 {
			s.asks, s.ended = end == '?', true
			list = append(list, s)
			s = sentence{heading: heading, line: text}
		}
	}
	if len(s.tokens) > 0 {
		list = append(list, s)
	}
	return list
}
