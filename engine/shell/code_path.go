package shell

// maxJoined is the maximum number of paths that one expression may have as its values.
const maxJoined = 200

// paths returns the possible values of the path expression at token i, and the index of the token
// after it. An expression is a string, a variable with known paths, Path("d"), Path("d") / "f" or
// os.path.join("d", "f"). It returns nil for any other expression.
func (r *codeReader) paths(i int) ([]string, int) {
	ps, end := r.path(i)
	for ps != nil && r.lang == pythonCode && r.isSign(end, "/") {
		next, after := r.path(end + 1)
		if next == nil {
			return nil, i
		}
		ps, end = joinedPaths(ps, next), after
	}
	return ps, end
}

// path parses one operand of a path expression.
func (r *codeReader) path(i int) ([]string, int) {
	start := i
	for r.lang != perlLikeCode && (r.isName(i, "pathlib") || r.isName(i, "os") || r.isName(i, "path")) && r.isSign(i+1, ".") {
		i += 2
	}
	switch {
	case i >= len(r.toks):
		return nil, start
	case r.lang == pythonCode && r.isName(i, "Path") && r.isSign(i+1, "("), i > start && r.isName(i, "join") && r.isSign(i+1, "("):
		return r.joinArguments(i+2, start)
	case r.lang == pythonCode && i == start && r.isSign(i, "("):
		if inner, end := r.paths(i + 1); inner != nil && r.isSign(end, ")") {
			return inner, end + 1
		}
		return nil, start
	}
	t := r.toks[i]
	switch {
	case t.kind == 's' && t.text != "" && t.text != unknownMark:
		return []string{t.text}, i + 1
	case t.kind == 'n' && !r.isSign(i-1, "."):
		if v, ok := r.vars[t.text]; ok {
			return v, i + 1
		}
	}
	return nil, start
}

// joinArguments joins the arguments of a call, of which the first starts at token i. If one is not
// known, it returns nil and the index start.
func (r *codeReader) joinArguments(i, start int) ([]string, int) {
	var all []string
	for {
		ps, end := r.paths(i)
		if ps == nil {
			return nil, start
		}
		if all == nil {
			all = ps
		} else {
			all = joinedPaths(all, ps)
		}
		switch {
		case r.isSign(end, ")"):
			return all, end + 1
		case !r.isSign(end, ","):
			return nil, start
		}
		i = end + 1
	}
}

// joinedPaths joins each path of a with each path of b. As with os.path.join, an absolute path in b
// replaces the one in a.
func joinedPaths(a, b []string) []string {
	var out []string
	for _, dir := range a {
		for _, name := range b {
			if len(out) >= maxJoined {
				return out
			}
			if !isAbsolute(name) {
				name = dir + "/" + name
			}
			out = append(out, name)
		}
	}
	return out
}

// receiver returns the paths of the expression that ends at token i, as it occurs before a method
// call: p, Path("f") or (d / "f").
func (r *codeReader) receiver(i int) []string {
	if i >= 0 && r.toks[i].kind == 'n' && !r.isSign(i-1, ".") && !r.isSign(i-1, "/") {
		return r.vars[r.toks[i].text]
	}
	if !r.isSign(i, ")") {
		return nil
	}
	start, depth := i, 0
	for ; start >= 0; start-- {
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
		return nil
	}
	ps, end := r.paths(start)
	if end != i+1 {
		return nil
	}
	return ps
}

// isKeyword reports whether word is a Python keyword that may precede a parenthesized expression,
// so that "return (" is not a call.
func isKeyword(word string) bool {
	return has("return print in and or not if elif else while yield await assert with", word)
}
