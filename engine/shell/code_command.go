package shell

import "strings"

// childCommand is a command that code given to an interpreter starts: either the words argv, or the
// shell code in code.
type childCommand struct {
	argv []field
	code string
	// dir is the absolute directory the command runs in, "" if it is not known.
	dir      string
	captured bool // the code captures its output
	// said is how the code says it, if its words do not stand there.
	said string
}

// spawn records the command that a call starts whose first argument is at token first.
func (r *codeReader) spawn(captured bool, first int) {
	if r.lang == otherCode {
		spawnWords(r, first)
		return
	}
	s := childCommand{dir: r.at.dir, captured: captured}
	if r.isSign(first, "*") || r.lang == goCode && r.isSign(first+1, ",") && first < len(r.toks) && r.toks[first].kind == 'n' {
		first++ // of Ruby: system(*%w[git commit])
	}
	if r.lang == goCode && r.isSign(first, ",") { // of Go: exec.CommandContext(ctx, "git", "commit")
		first++
	}
	words, isList, end := r.stringWords(first)
	if isList {
		s.argv = words
	} else if len(words) == 1 {
		s.code = words[0].text
		for r.lang != javaScriptCode && r.isSign(end, ",") {
			// system("git", "commit"), create_subprocess_exec("git", "commit")
			more, _, after := r.stringWords(end + 1)
			if len(more) != 1 {
				break
			}
			if s.argv == nil {
				s.argv = words
			}
			s.argv, end = append(s.argv, more...), after
		}
		if r.isSign(end, ",") && r.isSign(end+1, "{") && r.isName(end+2, "args") && r.isSign(end+3, ":") { // new Deno.Command("git", {args: ["commit"]})
			end += 3
		}
		if more, isList, after := r.stringWords(end + 1); isList && r.lang == javaScriptCode {
			s.argv, end = append(words, more...), after
		} else if isList && r.lang == pythonCode { // os.execvp("git", ["git", "commit"])
			s.argv, end = more, after
		}
	}
	r.workingDir(&s, end)
	if len(s.argv) > 0 || s.code != "" && !strings.HasPrefix(s.code, unknownMark) {
		r.children = append(r.children, s)
	}
}

// notebook records what a cell of a notebook gives to a shell: lines that begin with !, which are a mistake in Python alone, and all of a cell
// that begins with %%bash or %%sh.
func notebook(r *codeReader, text string) {
	if first, rest, _ := strings.Cut(strings.TrimSpace(text), "\n"); has("%%bash %%sh", strings.TrimSpace(first)) {
		r.children = append(r.children, childCommand{code: rest, dir: r.at.dir})
		return
	}
	for line := range strings.Lines(text) {
		if code, ok := strings.CutPrefix(strings.TrimLeft(line, " \t"), "!"); ok && !strings.HasPrefix(code, "=") {
			r.children = append(r.children, childCommand{code: strings.TrimPrefix(code, "!"), dir: r.at.dir})
		}
	}
}

// maxImported is how many tokens of an import statement are read.
const maxImported = 200

// importStatement records the local names that a Python import at token i binds: "import module as
// name" and "from module import name, name as other".
func (r *codeReader) importStatement(i int) {
	word := func(i int) string {
		if i >= 0 && i < len(r.toks) && r.toks[i].kind == 'n' {
			return r.toks[i].text
		}
		return ""
	}
	if r.isName(i-2, "from") {
		module := word(i - 1)
		for j := i + 1; j < i+maxImported && (word(j) != "" || r.isSign(j, ",") || r.isSign(j, "(")); j++ {
			name := word(j)
			if r.isName(j+1, "as") {
				j += 2
				r.renamed[word(j)] = name
			}
			r.modules[word(j)] = module
		}
		return
	}
	for j := i + 1; j < i+maxImported && (word(j) != "" || r.isSign(j, ",")); j++ {
		if r.isName(j+1, "as") {
			r.modules[word(j+2)] = word(j)
			j += 2
		}
	}
}

// renames records the other names that JavaScript gives at token i to what it imports: import {name as other} from "module", const {name: other} =
// require("module"), const other = require("module").name.
func renames(r *codeReader, i int) {
	name := func(i int) bool { return i >= 0 && i < len(r.toks) && r.toks[i].kind == 'n' }
	if r.isName(i, "import") {
		for j := i + 1; j < i+maxImported && j < len(r.toks) && r.toks[j].kind != 's'; j++ {
			if name(j) && r.isName(j+1, "as") && name(j+2) {
				r.renamed[r.toks[j+2].text] = r.toks[j].text
			}
		}
		return
	}
	if r.isSign(i-1, "=") && name(i-2) && r.isSign(i+3, ")") && r.isSign(i+4, ".") && name(i+5) && !r.isSign(i+6, "(") {
		r.renamed[r.toks[i-2].text] = r.toks[i+5].text
	}
	for j := i - 3; r.isSign(i-1, "=") && r.isSign(i-2, "}") && j > i-maxImported && j > 0 && !r.isSign(j, "{"); j-- {
		if r.isSign(j, ":") && name(j-1) && name(j+1) {
			r.renamed[r.toks[j+1].text] = r.toks[j-1].text
		}
	}
}

// stringWords returns the string literal at token i, or the elements of the list that starts there,
// and the index of the token after it. Elements that are not literals become unknown words.
func (r *codeReader) stringWords(i int) (words []field, isList bool, end int) {
	if i < len(r.toks) && r.toks[i].kind == 's' {
		if !r.isSign(i+1, ",") && !r.isSign(i+1, ")") && !r.isSign(i+1, "]") && !(r.lang == perlLikeCode && r.ends(i+1)) {
			return nil, false, i
		}
		return []field{{text: r.toks[i].text}}, false, i + 1
	}
	if !r.isSign(i, "[") {
		return nil, false, i
	}
	depth, text, parts := 0, "", 0
	for i++; i < len(r.toks); i++ {
		t := r.toks[i]
		switch {
		case depth == 0 && (r.isSign(i, ",") || r.isSign(i, "]")):
			if parts > 0 {
				words = append(words, field{text: text})
			}
			text, parts = "", 0
			if t.text == "]" {
				return words, true, i + 1
			}
			continue
		case t.kind == 'l':
			continue
		case r.isSign(i, "(") || r.isSign(i, "[") || r.isSign(i, "{"):
			depth++
		case r.isSign(i, ")") || r.isSign(i, "]") || r.isSign(i, "}"):
			depth--
		}
		switch {
		case t.kind == 's' && parts == 0:
			text = t.text
		case t.text == "executable" && r.isSign(i-1, "."):
			// sys.executable
			text = "python"
		default:
			text = unknownMark
		}
		parts++
	}
	return nil, false, i
}

// ends reports whether a statement of Perl, Ruby or PHP ends before token i, or goes on with a condition.
func (r *codeReader) ends(i int) bool {
	return i >= len(r.toks) || r.toks[i].kind == 'l' || r.isSign(i, ";") || r.isSign(i, "}") || r.isSign(i, ".") || r.isName(i, "if") || r.isName(i, "unless") || r.isName(i, "or")
}

// workingDir sets the directory of s from a cwd argument of the call whose arguments continue at
// token i.
func (r *codeReader) workingDir(s *childCommand, i int) {
	for depth := 0; i < len(r.toks) && depth >= 0; i++ {
		switch {
		case r.isSign(i, "(") || r.isSign(i, "[") || r.isSign(i, "{"):
			depth++
		case r.isSign(i, ")") || r.isSign(i, "]") || r.isSign(i, "}"):
			depth--
		case r.isName(i, "cwd") && (r.isSign(i+1, "=") || r.isSign(i+1, ":")):
			s.dir = ""
			if path, _ := r.path(i + 2); path != "" {
				s.dir = resolve(r.at.dir, field{text: path})
			}
		}
	}
}

// childCommands walks the commands that code given to an interpreter starts.
func (w *walker) childCommands(all []childCommand, e *env, sc scope, st state, text string) {
	if len(all) == 0 || w.rec.tooNested(sc) {
		return
	}
	sc.nested++
	sc.input, sc.external = nil, true
	for _, s := range all {
		inner, scope := e.clone(), sc
		inner.dir = s.dir
		scope.filtered = scope.filtered || s.captured
		if len(s.argv) > 0 {
			w.command(s.argv, inner, scope, st, text)
			continue
		}
		scope.external = false
		w.source(asSource(s.code), inner, scope, st)
	}
}
