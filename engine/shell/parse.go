package shell

import (
	"regexp"
	"strings"
	"sync"

	"mvdan.cc/sh/v3/syntax"
)

// parsed returns code in a form that is safe to parse, and its statements. It notes that a part of it was not read, unless it
// comes from a file, which may be a script in another language.
func (r *recorder) parsed(code string, fromFile bool) (safe string, stmts []*syntax.Stmt) {
	safe, whole := sanitize(code)
	safe, stmts, read := parse(safe, fromFile)
	if !read {
		if posix, blocks, ok := fromFish(safe); ok && blocks > 0 {
			if text, list, all := parse(posix, fromFile); all {
				safe, stmts, read = text, list, true
			}
		}
	}
	r.line.Partial = r.line.Partial || !whole || !read && !fromFile
	return safe, stmts
}

// sanitize returns code in a form that is safe to parse: limited in length, without bytes that are
// used as marks, and cut before the point where brackets or keywords are nested so deeply that the
// recursive parser would exhaust the stack. whole is false if a part was left out.
func sanitize(code string) (safe string, whole bool) {
	if len(code) > maxLine {
		code = withShortDocuments(code)
	}
	if whole = len(code) <= maxLine; !whole {
		code = headAndTail(code)
	}
	code = strings.ReplaceAll(code, "\r\n", "\n")
	code = strings.ReplaceAll(code, unknownMark, "")
	const deepest = 1000
	depth, words := 0, 0
	for i := 0; i < len(code); i++ {
		switch code[i] {
		case '(', '{', '[':
			depth++
		case ')', '}', ']':
			depth = max(depth-1, 0)
		case 'i', 'w', 'u', '!', 't':
			if keyword := nestingKeyword(code[i:]); keyword > 0 {
				words++
				i += keyword - 1
			} else {
				words = 0
			}
		case ' ', '\n', '\t':
		default:
			words = 0
		}
		if depth > deepest || words > deepest {
			return code[:max(i-2*deepest, 0)], false
		}
	}
	return code, whole
}

// nestingKeyword returns the length of the keyword at the start of code if each repetition of it
// nests one level deeper, and 0 otherwise.
func nestingKeyword(code string) int {
	for _, k := range []string{"if ", "while ", "until ", "! ", "time "} {
		if strings.HasPrefix(code, k) {
			return len(k)
		}
	}
	return 0
}

// documents matches a line that begins a here-document which cat or tee only writes into a file: nothing of it is run.
var documents = sync.OnceValue(func() *regexp.Regexp {
	return regexp.MustCompile(`(?m)^[^|;'"<]*\b(?:cat|tee)\b[^|;&<]*<<-?[ \t]*(?:'(\w+)'|"(\w+)"|(\w+))[^|;&<\n]*\n`)
})

// keptOfDocument is how much is kept of a document in a line that is too long, in bytes.
const keptOfDocument = 8 << 10

// withShortDocuments returns code of which only the beginnings of long documents are left.
func withShortDocuments(code string) string {
	var b strings.Builder
	for {
		m := documents().FindStringSubmatchIndex(code)
		if m == nil || !closesQuotes(code[:m[0]]) { // what was before ends with a line, outside of quotes
			return b.String() + code
		}
		body := code[m[1]:]
		end := documentEnd(body, code[max(m[2], m[4], m[6]):max(m[3], m[5], m[7])])
		if end < 0 || m[6] >= 0 && strings.ContainsAny(body[:end], "$`") { // without quotes around its name the shell expands it
			return b.String() + code
		}
		kept := end
		if end > keptOfDocument {
			kept = strings.LastIndexByte(body[:keptOfDocument], '\n') + 1
		}
		b.WriteString(code[:m[1]] + body[:kept])
		code = body[end:]
	}
}

// documentEnd returns where the line begins that ends a here-document, -1 if there is none.
func documentEnd(body, name string) int {
	if body == name || strings.HasPrefix(body, name+"\n") {
		return 0
	}
	if i := strings.Index(body, "\n"+name+"\n"); i >= 0 {
		return i + 1
	}
	if strings.HasSuffix(body, "\n"+name) {
		return len(body) - len(name)
	}
	return -1
}

// closesQuotes reports whether what follows a text is for certain not in quotes.
func closesQuotes(text string) bool {
	quote := byte(0)
	for i := 0; i < len(text); i++ {
		switch c := text[i]; {
		case c == '`' || strings.HasPrefix(text[i:], "$'") || strings.HasPrefix(text[i:], "$(") || strings.HasPrefix(text[i:], "<<"):
			return false
		case c == '\\' && quote != '\'':
			i++
		case quote == 0 && (c == '\'' || c == '"'):
			quote = c
		case c == quote:
			quote = 0
		}
	}
	return quote == 0
}

// headAndTail shortens a line that is too long to whole lines from its beginning and its end. Lines
// of this length usually contain a here-document, whose middle is then dropped, while the commands
// after it are kept.
func headAndTail(line string) string {
	head, tail := line[:maxLine/2], line[len(line)-maxLine/2:]
	if i := strings.LastIndexByte(head, '\n'); i >= 0 {
		head = head[:i+1]
	}
	if i := strings.IndexByte(tail, '\n'); i >= 0 {
		tail = tail[i:]
	}
	return head + tail
}

// withoutHereDocuments returns code without the bodies of its here-documents. The body of one that
// is given to an interpreter is kept, since it is a program and not the contents of a file.
func withoutHereDocuments(code string, stmts []*syntax.Stmt) string {
	if !strings.Contains(code, "<<") {
		return code
	}
	var b strings.Builder
	at := 0
	for _, s := range stmts {
		syntax.Walk(s, func(n syntax.Node) bool {
			stmt, ok := n.(*syntax.Stmt)
			if !ok || isInterpreter(stmt.Cmd) {
				return true
			}
			for _, r := range stmt.Redirs {
				if r.Hdoc == nil {
					continue
				}
				if from, to := int(r.Hdoc.Pos().Offset()), int(r.Hdoc.End().Offset()); at <= from && from < to && to <= len(code) {
					b.WriteString(code[at:from])
					at = to
				}
			}
			return true
		})
	}
	return b.String() + code[at:]
}

// isInterpreter reports whether cmd is an interpreter, which runs the code it reads.
func isInterpreter(cmd syntax.Command) bool {
	call, ok := cmd.(*syntax.CallExpr)
	if !ok || len(call.Args) == 0 {
		return false
	}
	return has("python pypy ipython node bun deno tsx ts-node perl ruby php lua bash sh zsh dash ksh", programName(field{text: call.Args[0].Lit()}))
}
