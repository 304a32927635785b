package shell

import (
	"errors"
	"strings"

	"mvdan.cc/sh/v3/syntax"
)

// maxRepaired limits how often code is parsed again, in bytes of all these times.
const maxRepaired = 64 << 10

// parse returns the statements of code, and the code with what the shells take and the parser does not put into another form of the same
// length. Clients run their lines in bash or in zsh and do not say in which, so code that bash refuses is read as zsh takes it. Of code
// that both refuse as they read it, the statements are those of the lines before, which have run. Of any other, they are the statements
// before the place and those on the lines after it, and read is false. A file is not read as zsh takes it: what runs it is named, and it
// may be in another language.
func parse(code string, fromFile bool) (text string, stmts []*syntax.Stmt, read bool) {
	text, read = code, true
	for left := max(2*len(code), maxRepaired); left >= 0; left -= len(code) + 1 {
		file, err := grammar(syntax.LangBash, code)
		if err == nil {
			return text, append(stmts, file.Stmts...), read
		}
		mistake, isSyntax := errors.AsType[syntax.ParseError](err)
		if isSyntax {
			if repaired := repair(code, mistake); repaired != code {
				blanks := len(code) - len(strings.TrimLeft(code, " \n"))
				text, code = text[:blanks]+repaired[blanks:], repaired
				continue
			}
		}
		file, err = grammar(syntax.LangZsh, code)
		if err == nil && !fromFile {
			return text, append(stmts, file.Stmts...), read
		}
		before := statementsBefore(code)
		if !isSyntax {
			return text, append(stmts, before...), false
		}
		if (fromFile || isRefusal(err)) && refused(code, before, mistake) {
			return text, append(stmts, linesBefore(code, before)...), read
		}
		stmts, read = append(stmts, before...), false
		at := min(len(code), int(mistake.Pos.Offset()))
		i := strings.IndexByte(code[at:], '\n')
		if i < 0 {
			return text, stmts, read
		}
		code = blank(code[:at+i]) + code[at+i:]
	}
	return text, append(stmts, statementsBefore(code)...), false
}

// grammar parses code in the grammar of a shell.
func grammar(shell syntax.LangVariant, code string) (*syntax.File, error) {
	return syntax.NewParser(syntax.Variant(shell)).Parse(strings.NewReader(code), "")
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

// linesBefore returns those of the statements before a mistake that have run when a shell comes to it: a shell reads all statements of
// a line before it runs the first of them.
func linesBefore(code string, stmts []*syntax.Stmt) []*syntax.Stmt {
	for i := len(stmts) - 1; i >= 0; i-- {
		from, to := int(stmts[i].End().Offset()), len(code)
		if i+1 < len(stmts) {
			to = int(stmts[i+1].Pos().Offset())
		}
		between := strings.TrimLeft(code[min(from, to):to], " \t")
		if strings.HasPrefix(between, "\n") || strings.HasPrefix(between, "#") {
			return stmts[:i+1]
		}
	}
	return nil
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
