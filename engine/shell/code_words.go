package shell

import "strings"

// Limits on what is kept of code and of an input.
const (
	maxWordsOfCode = 500
	maxInput       = 8 << 10
)

// takesCode reports whether a program is an interpreter that can be given code on the command line.
func takesCode(base string) bool {
	return has("python pypy ipython node bun deno tsx ts-node perl ruby php lua luajit osascript R Rscript julia tclsh elixir iex mix scala-cli erl ghc runghc jshell groovy scala swift racket raku guile emacs clojure clj bb crystal awk gawk mawk", base)
}

// codeWords returns the string literals and the names in the code that an interpreter is given: each word with
// quotes, and the standard input.
func codeWords(argv []field, p program, input *stream) (literals, identifiers []string) {
	if !takesCode(p.base) && (p.name != "go run" || input == nil) {
		return nil, nil
	}
	lang := pythonCode
	if has("node bun deno tsx ts-node", p.base) {
		lang = javaScriptCode
	}
	var codes []string
	for _, f := range argv[1:] {
		if strings.ContainsAny(f.text, "'\"`(") || len(listedWords(f.text)) > 0 {
			codes = append(codes, f.text)
		}
	}
	if input != nil {
		codes = append(codes, input.text)
	}
	for _, code := range codes {
		if parts := strings.Split(code, "`"); has("ruby perl php", p.base) && len(parts) > 2 {
			literals, identifiers = append(literals, parts[1]), append(identifiers, "system")
		}
		switch p.base {
		case "ruby", "perl":
			literals = append(literals, listedWords(code)...)
		case "tclsh":
			literals = append(literals, strings.Fields(code)...) // most of its words have no quotes
		}
		toks := tokens(code, lang)
		for i, t := range toks {
			switch {
			case t.kind == 's' && len(literals) < maxWordsOfCode:
				literals = append(literals, t.text)
			case t.kind == 'n' && len(identifiers) < maxWordsOfCode:
				if i > 1 && toks[i-1].text == "." && toks[i-2].kind == 'n' {
					t.text = toks[i-2].text + "." + t.text
				}
				identifiers = append(identifiers, t.text)
			}
		}
	}
	return literals, identifiers
}

// knownInput returns a standard input whose text is known, at least in part.
func knownInput(input *stream) string {
	if input == nil || len(input.text) > maxInput || input.text == unknownMark {
		return ""
	}
	return asSource(input.text)
}

// listedWords returns the words of lists without quotes in Ruby and Perl: %w[a b] and qw(a b).
func listedWords(code string) (words []string) {
	for _, opening := range []string{"%w[", "%w(", "%w{", "qw(", "qw[", "qw{", "qw/"} {
		_, rest, ok := strings.Cut(code, opening)
		closing := strings.IndexAny(rest, ")]}/")
		if opening != "qw/" {
			closing = strings.IndexAny(rest, ")]}")
		}
		if ok && closing > 0 && len(words) < maxWordsOfCode {
			words = append(words, strings.Fields(rest[:closing])...)
		}
	}
	return words
}
