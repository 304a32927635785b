package shell

import (
	"strings"

	"mvdan.cc/sh/v3/syntax"
)

// parse returns the statements of code, up to the first that does not parse.
func parse(code string) []*syntax.Stmt {
	p := syntax.NewParser(syntax.Variant(syntax.LangBash))
	f, err := p.Parse(strings.NewReader(code), "")
	if err == nil {
		return f.Stmts
	}
	var stmts []*syntax.Stmt
	for s, err := range p.StmtsSeq(strings.NewReader(code)) {
		if err != nil || s == nil {
			break
		}
		stmts = append(stmts, s)
	}
	return stmts
}

// readable cuts code to what the parser can take without exhausting the stack.
func sanitize(code string) string {
	if len(code) > maxLine {
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
			return code[:max(i-2*deepest, 0)]
		}
	}
	return code
}

// opener is the length of the keyword at the start of code that can stand in a row with
// itself, each nesting deeper.
func nestingKeyword(code string) int {
	for _, k := range []string{"if ", "while ", "until ", "! ", "time "} {
		if strings.HasPrefix(code, k) {
			return len(k)
		}
	}
	return 0
}

// ends keeps the beginning and the end of a line that is too long, whole lines of each.
// What makes a line so long is a here-document: then its middle is what goes, and the
// commands behind it stay.
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

// withoutDocuments is code without the bodies of its here-documents. What an interpreter is
// given in one is no content of a file but a command, and stays.
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

// interprets tells whether a command is an interpreter, which runs what it is given.
func isInterpreter(cmd syntax.Command) bool {
	call, ok := cmd.(*syntax.CallExpr)
	if !ok || len(call.Args) == 0 {
		return false
	}
	return has("python pypy ipython node bun deno tsx ts-node perl ruby php lua bash sh zsh dash ksh", programName(field{text: call.Args[0].Lit()}))
}
