package shell

import "strings"

// path returns the value of the path expression at token i, and the index of the token after it. An expression is a
// string, a variable with a known path, Path("d"), Path("d") / "f" or os.path.join("d", "f"). It returns "" for any other.
func (r *codeReader) path(i int) (string, int) {
	p, end := r.operand(i)
	for p != "" && r.lang == pythonCode && r.isSign(end, "/") {
		next, after := r.operand(end + 1)
		if next == "" {
			return "", i
		}
		p, end = joinedPath(p, next), after
	}
	return p, end
}

// operand parses one operand of a path expression.
func (r *codeReader) operand(i int) (string, int) {
	if home, end := r.homeExpression(i); home != "" {
		return home, end
	}
	if r.lang == otherCode {
		if text, end := pathMade(r, i); text != "" {
			return text, end
		}
	}
	start := i
	for (r.lang != perlLikeCode && (r.isName(i, "pathlib") || r.isName(i, "os") || r.isName(i, "path")) || r.isName(i, "File")) && r.isSign(i+1, ".") {
		i += 2
	}
	switch {
	case i >= len(r.toks):
		return "", start
	case (r.isName(i, "expanduser") || r.isName(i, "expand_path")) && r.isSign(i+1, "(") && i+3 < len(r.toks) && r.isSign(i+3, ")"):
		if rest, ok := strings.CutPrefix(r.toks[i+2].text, "~"); ok && r.home != "" && r.toks[i+2].kind == 's' {
			return r.home + rest, i + 4
		}
		return "", start
	case r.lang == pythonCode && r.isName(i, "Path") && r.isSign(i+1, "("), i > start && r.isName(i, "join") && r.isSign(i+1, "("):
		return r.joinArguments(i+2, start)
	case r.lang == pythonCode && i == start && r.isSign(i, "("):
		if inner, end := r.path(i + 1); inner != "" && r.isSign(end, ")") {
			return inner, end + 1
		}
		return "", start
	}
	switch t := r.toks[i]; {
	case t.kind == 's' && t.text != unknownMark:
		return strings.Replace(t.text, "$ENV{HOME}", r.home, 1), i + 1
	case t.kind == 'n' && !r.isSign(i-1, ".") && r.vars[t.text] != "":
		return r.vars[t.text], i + 1
	}
	return "", start
}

// joinArguments joins the arguments of a call, of which the first starts at token i. If one is not
// known, it returns "" and the index start.
func (r *codeReader) joinArguments(i, start int) (string, int) {
	all := ""
	for {
		p, end := r.path(i)
		switch {
		case p == "":
			return "", start
		case all == "":
			all = p
		default:
			all = joinedPath(all, p)
		}
		switch {
		case r.isSign(end, ")"):
			return all, end + 1
		case !r.isSign(end, ","):
			return "", start
		}
		i = end + 1
	}
}

// joinedPath joins two paths. As with os.path.join, an absolute second one replaces the first.
func joinedPath(dir, name string) string {
	if isAbsolute(name) {
		return name
	}
	return dir + "/" + name
}

// receiver returns the path of the expression that ends at token i, as it occurs before a method
// call: p, Path("f") or (d / "f").
func (r *codeReader) receiver(i int) string {
	if i >= 0 && r.toks[i].kind == 'n' && !r.isSign(i-1, ".") && !r.isSign(i-1, "/") {
		return r.vars[r.toks[i].text]
	}
	if !r.isSign(i, ")") {
		return ""
	}
	start := i
	for depth := 0; start >= 0; start-- {
		if r.isSign(start, ")") {
			depth++
		} else if r.isSign(start, "(") {
			if depth--; depth == 0 {
				break
			}
		}
	}
	if r.isName(start-1, "Path") {
		start--
	}
	if start < 0 || r.isSign(start-1, "/") || r.isSign(start, "(") && start > 0 && r.toks[start-1].kind == 'n' && !isKeyword(r.toks[start-1].text) {
		return ""
	}
	if p, end := r.path(start); end == i+1 {
		return p
	}
	return ""
}

// isKeyword reports whether word is a Python keyword that may precede a parenthesized expression,
// so that "return (" is not a call.
func isKeyword(word string) bool {
	return has("return print in and or not if elif else while yield await assert with", word)
}
