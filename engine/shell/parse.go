package shell

import (
	"errors"
	"strconv"
	"strings"

	"mvdan.cc/sh/v3/syntax"
)

// parsed returns code in a form that is safe to parse, and its statements. It notes that a part of it was not read, unless it
// comes from a file, which may be a script in another language.
func (r *recorder) parsed(code string, fromFile bool) (safe string, stmts []*syntax.Stmt) {
	safe, whole := sanitize(code)
	safe, stmts, read := parse(safe)
	r.line.Partial = r.line.Partial || !whole || !read && !fromFile
	return safe, stmts
}

// maxRepaired limits how often code is parsed again, in bytes of all these times.
const maxRepaired = 64 << 10

// parse returns the statements of code, and the code with what bash takes and the parser does not put into another form of the same
// length. Of code that the parser refuses, these are the statements before the place, and those on the lines after it; read is then
// false, unless the code ends too early, which bash refuses as well.
func parse(code string) (text string, stmts []*syntax.Stmt, read bool) {
	text, read = code, true
	for left := max(2*len(code), maxRepaired); left >= 0; left -= len(code) + 1 {
		f, err := syntax.NewParser(syntax.Variant(syntax.LangBash)).Parse(strings.NewReader(code), "")
		if err == nil {
			return text, append(stmts, f.Stmts...), read
		}
		mistake, ok := errors.AsType[syntax.ParseError](err)
		if !ok {
			break
		}
		if repaired := repair(code, mistake); repaired != code {
			text, code = text[:len(code)-len(strings.TrimLeft(code, " \n"))]+strings.TrimLeft(repaired, " \n"), repaired
			continue
		}
		stmts = append(stmts, statementsBefore(code)...)
		if mistake.Incomplete {
			return text, stmts, read
		}
		read = false
		at := min(len(code), int(mistake.Pos.Offset()))
		i := strings.IndexByte(code[at:], '\n')
		if i < 0 {
			return text, stmts, read
		}
		code = blank(code[:at+i]) + code[at+i:]
	}
	return text, append(stmts, statementsBefore(code)...), false
}

// statementsBefore returns the statements before a place that the parser refuses.
func statementsBefore(code string) (stmts []*syntax.Stmt) {
	for s, err := range syntax.NewParser(syntax.Variant(syntax.LangBash)).StmtsSeq(strings.NewReader(code)) {
		// The parser panics if the loop ends early. After an error it yields nothing more.
		if err == nil && s != nil {
			stmts = append(stmts, s)
		}
	}
	return stmts
}

// blank returns code with every line empty.
func blank(code string) string {
	b := []byte(code)
	for i, c := range b {
		if c != '\n' {
			b[i] = ' '
		}
	}
	return string(b)
}

// repair returns code with one form that bash takes and the parser refuses in another: a here-document without its end, which ends
// with the code; several negations; an array that is assigned before a command, which bash takes for a text; and what stands between
// backquotes, which bash reads when it comes to it, and of which nothing runs if it is none of its language.
func repair(code string, mistake syntax.ParseError) string {
	at := int(mistake.Pos.Offset())
	if at > len(code) {
		return code
	}
	before, rest := code[:at], code[at:]
	switch {
	case strings.HasPrefix(mistake.Text, "unclosed here-document"):
		stop, err := strconv.Unquote(strings.TrimPrefix(mistake.Text, "unclosed here-document "))
		if err != nil || strings.HasSuffix(code, "\n"+stop) {
			return code
		}
		return code + "\n" + stop
	case strings.Contains(mistake.Text, "negate a command multiple times"):
		return before + strings.Replace(rest, "!", " ", 2)
	case strings.Contains(mistake.Text, "can only be used in full statements") && strings.HasPrefix(rest, "!"):
		return before + " " + rest[1:]
	case strings.Contains(mistake.Text, "inline variables cannot be arrays"):
		if i := strings.Index(rest, ") "); i >= 0 {
			return before + rest[:i+1] + ";" + rest[i+2:]
		}
	case strings.Count(strings.ReplaceAll(before, "\\`", ""), "`")%2 == 1 && strings.Contains(rest, "`"):
		i, j := strings.LastIndexByte(before, '`'), strings.IndexByte(rest, '`')
		return before[:i+1] + strings.Repeat(" ", len(before)-i-1+j) + rest[j:]
	}
	return code
}

// sanitize returns code in a form that is safe to parse: limited in length, without bytes that are
// used as marks, and cut before the point where brackets or keywords are nested so deeply that the
// recursive parser would exhaust the stack. whole is false if a part was left out.
func sanitize(code string) (safe string, whole bool) {
	whole = len(code) <= maxLine
	if !whole {
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
