package shell

import (
	"errors"
	"regexp"
	"strconv"
	"strings"
	"sync"

	"mvdan.cc/sh/v3/syntax"
)

// refusals are the mistakes, in the parser's words, for which bash and zsh refuse what they have read: a word that ends or continues
// what was not begun, an operator without its operand, and a condition that is none.
var refusals = sync.OnceValue(func() *regexp.Regexp {
	return regexp.MustCompile("^`(fi|then|elif|else|do|done|esac|\\)|}|;;|;&|;;&)` can only be used (to|in) " +
		"|^`(&&|\\|\\||\\||\\|&)` (must be followed by a statement|can only immediately follow a statement)$" +
		"|^`&` can only immediately follow a statement$" +
		"|^`(<|>|>>|<<|<<-|<<<|<>|>&|<&|&>|&>>|>\\|)` must be followed by a word$" +
		"|^`\\[\\[` must be followed by an expression$|^not a valid test operator: `[^-`]" +
		"|^array element values must be words$" +
		"|^a command can only contain words and redirects; encountered `\\)`$")
})

// expansions are the beginnings of what a shell may read only when it comes to it.
var expansions = sync.OnceValue(func() *regexp.Regexp { return regexp.MustCompile("`|\\$[({[]|[<>(]\\(") })

// shortForms match what zsh may take before a do or a } and the parser does not: repeat 2; do …; done, and {make; }.
var shortForms = sync.OnceValue(func() *regexp.Regexp { return regexp.MustCompile(`\brepeat\b|(^|[\s;&|(]){[^\s}]`) })

// comments match the comments of code without quotes.
var comments = sync.OnceValue(func() *regexp.Regexp { return regexp.MustCompile(`(?m)(^|[ \t])#.*$`) })

// refused reports whether bash refuses a mistake as it reads it, so that nothing of its line runs and nothing after it: a refusal that stands
// in no expansion. before are the statements before it.
func refused(code string, before []*syntax.Stmt, mistake syntax.ParseError) bool {
	from, at := 0, min(len(code), int(mistake.Pos.Offset()))
	if n := len(before); n > 0 {
		from = min(at, int(before[n-1].End().Offset()))
	}
	return isRefusal(mistake) && (mistake.Incomplete || !expansions().MatchString(code[from:at]) && !shortForms().MatchString(code[:at]))
}

// isRefusal reports whether a mistake is one for which a shell refuses what it has read: one of refusals, or code that ends too early. The
// body of a loop or a condition is there in zsh without do or then.
func isRefusal(err error) bool {
	mistake, ok := errors.AsType[syntax.ParseError](err)
	if mistake.Incomplete {
		return !strings.HasSuffix(mistake.Text, "must be followed by `do`") && !strings.HasSuffix(mistake.Text, "must be followed by `then`")
	}
	return ok && refusals().MatchString(mistake.Text)
}

// repair returns code with one form in another of the same length, if the shells take the form and the parser refuses it:
//
//   - a here-document without its end, which ends with the code;
//   - several negations; a negation of nothing; a ; that ends nothing, which zsh takes;
//   - an && or || without a statement behind it, which zsh takes at the end of the code and before a semicolon;
//   - an array that is assigned before a command, which bash takes for a text;
//   - an expansion of a parameter or an arithmetic one with a mistake, which a shell finds when it comes to it;
//   - what stands between backquotes, which bash reads when it comes to it, and of which nothing runs if it is none of its language.
func repair(code string, mistake syntax.ParseError) string {
	at := int(mistake.Pos.Offset())
	if at > len(code) {
		return code
	}
	before, rest := code[:at], code[at:]
	is := func(text string) bool { return strings.Contains(mistake.Text, text) }
	switch {
	case strings.HasPrefix(mistake.Text, "unclosed here-document"):
		stop, err := strconv.Unquote(strings.TrimPrefix(mistake.Text, "unclosed here-document "))
		if err != nil || strings.HasSuffix(code, "\n"+stop) {
			return code
		}
		return code + "\n" + stop
	case is("negate a command multiple times"):
		return before + strings.Replace(rest, "!", " ", 2)
	case is("can only be used in full statements") && strings.HasPrefix(rest, "!"):
		return before + " " + rest[1:]
	case is("`!` cannot form a statement alone") && strings.HasPrefix(rest, "!"):
		return before + ":" + rest[1:]
	case is("`;` can only immediately follow a statement") && strings.HasPrefix(rest, ";"):
		return before + " " + rest[1:]
	case is("`&&` must be followed by a statement") || is("`||` must be followed by a statement"):
		return before + withoutOperand(rest)
	case is("inline variables cannot be arrays"):
		if i := strings.Index(rest, ") "); i >= 0 {
			return before + rest[:i+1] + ";" + rest[i+2:]
		}
	}
	if repaired := withoutBackquoted(code, at); repaired != code {
		return repaired
	}
	for _, e := range [][3]string{{"${", "}", "_"}, {"$((", "))", "0"}, {"((", "))", "0"}, {"$[", "]", "0"}} {
		if repaired := withoutContents(code, at, e[0], e[1], e[2]); repaired != code {
			return repaired
		}
	}
	return code
}

// withoutOperand returns code that begins with an && or || without a statement behind it as zsh takes it: at the end of the code without the
// operator, and before a ; without that.
func withoutOperand(code string) string {
	i := 2 + len(code[2:]) - len(strings.TrimLeft(code[2:], " \t"))
	switch {
	case strings.HasPrefix(code[i:], ";") && !strings.HasPrefix(code[i:], ";;"):
		return code[:i] + " " + code[i+1:]
	case strings.TrimSpace(comments().ReplaceAllString(code[2:], "")) == "":
		return "  " + code[2:]
	}
	return code
}

// withoutContents returns code without what is between open and end around a place: characters of filler stand there. Contents in which
// something may run are kept.
func withoutContents(code string, at int, open, end, filler string) string {
	i := strings.LastIndex(code[:min(len(code), at+len(open))], open)
	if i < 0 {
		return code
	}
	from := i + len(open)
	length := strings.Index(code[from:], end)
	if length < 0 || from+length < at || strings.ContainsAny(code[from:from+length], "`\"'\\(){}$\n") {
		return code
	}
	return code[:from] + strings.Repeat(filler, length) + code[from+length:]
}

// withoutBackquoted returns code without what is between the backquotes around a place. If there is no second one, it is without the rest
// of the code, which the shells refuse.
func withoutBackquoted(code string, at int) string {
	before, rest := code[:at], code[at:]
	i := strings.LastIndexByte(before, '`')
	if i < 0 {
		return code
	}
	if _, err := grammar(syntax.LangBash, code[:i+1]); err == nil || !strings.HasSuffix(err.Error(), "without closing quote \"`\"") {
		return code // it stands for itself, or it ends a substitution
	}
	length := strings.IndexByte(rest, '`')
	if length < 0 {
		length = len(rest)
	}
	return code[:i+1] + strings.Repeat(" ", at-i-1+length) + rest[length:]
}
