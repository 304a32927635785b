package shell

import (
	"strings"

	"mvdan.cc/sh/v3/syntax"
)

// listed makes an unknown text of which is known which files it names, one on each line.
func (w *walker) listed(fs []field) *string {
	text := someInput
	if w.lists == nil {
		w.lists = map[*string][]field{}
	}
	w.lists[&text] = fs
	return &text
}

// listing is what ls and find print, if that are names of files which a pattern tells.
func (w *walker) listing(p program) *string {
	var fs []field
	switch p.base {
	case "ls":
		for _, f := range p.args {
			if f.text == "-1" {
				continue
			}
			if isFlag(f.text) || f.partly() || !looksLikeFile(f.text) {
				return nil
			}
			f.match = f.glob
			fs = append(fs, f)
		}
	case "find":
		fs = findings(p.args)
	}
	if len(fs) == 0 {
		return nil
	}
	return w.listed(fs)
}

// findings are the files that find finds, nil if more than their names decides about them.
func findings(words []field) []field {
	var roots []field
	for len(words) > 0 && !isFlag(words[0].text) && !has("( !", words[0].text) {
		if !words[0].known() {
			return nil
		}
		roots = append(roots, words[0])
		words = words[1:]
	}
	name, deep := "", true
	for i := 0; i < len(words); i++ {
		next := ""
		if i+1 < len(words) {
			next = words[i+1].text
		}
		switch s := words[i].text; {
		case s == "-type" && next == "f", s == "-mindepth":
			i++
		case s == "-maxdepth" && next == "1":
			deep = false
			i++
		case s == "-name" && name == "" && next != "" && !words[i+1].partly():
			name = next
			i++
		case has("! -not", s) && next == "-path" && i+2 < len(words) && (strings.Contains(words[i+2].text, ".git") || strings.Contains(words[i+2].text, "node_modules")):
			i += 2 // these folders are left out anyway
		case has("-print -print0 -delete", s):
		case has("-exec -execdir -ok -okdir", s):
			for i < len(words) && words[i].text != ";" && words[i].text != "+" {
				i++
			}
		default:
			return nil
		}
	}
	if name == "" || strings.Contains(name, "/") {
		return nil
	}
	if len(roots) == 0 {
		roots = []field{{text: "."}}
	}
	fs := make([]field, len(roots))
	for i, r := range roots {
		fs[i] = field{text: strings.TrimSuffix(r.text, "/") + "/" + name, glob: true, match: true, deep: deep}
	}
	return fs
}

// readNames are the variables of "while read a b; do", false if the loop asks anything else.
func readNames(c *syntax.WhileClause) ([]string, bool) {
	if c.Until || len(c.Cond) != 1 || c.Cond[0].Negated || len(c.Cond[0].Redirs) > 0 {
		return nil, false
	}
	call, ok := c.Cond[0].Cmd.(*syntax.CallExpr)
	if !ok || len(call.Args) < 2 || call.Args[0].Lit() != "read" {
		return nil, false
	}
	for _, a := range call.Assigns {
		if a.Value != nil && a.Value.Lit() != "" {
			return nil, false // another separator than blanks
		}
	}
	var names []string
	for i := 1; i < len(call.Args); i++ {
		switch s := call.Args[i].Lit(); {
		case s == "-d" || s == "-rd":
			i++
		case s == "-r":
		case s == "" || isFlag(s):
			return nil, false
		default:
			names = append(names, s)
		}
	}
	return names, len(names) > 0
}

// inputLines are the lines of a known standard input, each taken apart for n variables.
func (w *walker) inputLines(input *string, n int) [][]field {
	if input == nil {
		return nil
	}
	var lines [][]field
	if fs, ok := w.lists[input]; ok && n == 1 {
		for _, f := range fs {
			lines = append(lines, []field{f})
		}
		return lines
	}
	if *input == "" || strings.Contains(*input, unknownMark) || strings.Count(*input, "\n") > maxTurns {
		return nil
	}
	for line := range strings.Lines(*input) {
		words := strings.Fields(line)
		for len(words) < n {
			words = append(words, "")
		}
		if len(words) > n {
			words = append(words[:n-1:n-1], strings.Join(words[n-1:], " "))
		}
		lines = append(lines, fieldsOf(words))
	}
	return lines
}

// readLoop walks a loop that reads lines which are known.
func (w *walker) readLoop(c *syntax.WhileClause, names []string, lines [][]field, e *env, loop scope, st state) outcome {
	w.forgetAssigned(e, c.Do)
	body := loop
	body.input = &someInput
	w.each(len(lines), func(turn int) outcome {
		o := w.list(c.Cond, e, loop, st)
		for i, name := range names {
			e.hold(name, lines[turn][i])
		}
		return w.list(c.Do, e, body, o.ok)
	})
	return either(st)
}
