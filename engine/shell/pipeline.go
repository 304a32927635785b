package shell

import (
	"strings"

	"mvdan.cc/sh/v3/syntax"
)

// maxFilter limits Command.Filter, in bytes.
const maxFilter = 500

// pipeline walks a | b | c. Each command runs in a subshell and reads what the one before it
// prints.
func (w *walker) pipeline(c *syntax.BinaryCmd, e *env, sc scope, st state) outcome {
	var links []*syntax.BinaryCmd
	var first *syntax.Stmt
	for {
		links = append(links, c)
		first = c.X
		left, ok := first.Cmd.(*syntax.BinaryCmd)
		if !ok || first.Negated || len(first.Redirs) > 0 || left.Op != syntax.Pipe && left.Op != syntax.PipeAll {
			break
		}
		c = left
	}
	// hidden[i] is set if a later stage may drop some of the output of stage i.
	stages := make([]*syntax.Stmt, 0, len(links)+1)
	stages = append(stages, first)
	for i := len(links) - 1; i >= 0; i-- {
		stages = append(stages, links[i].Y)
	}
	hidden, filters := make([]bool, len(stages)), make([]string, len(stages))
	filters[len(stages)-1] = sc.filter
	for i := len(stages) - 2; i >= 0; i-- {
		hidden[i], filters[i] = hidden[i+1], filters[i+1]
		if !isPassThrough(stages[i+1]) {
			hidden[i] = true
			if len(filters[i]) < maxFilter {
				text := sc.text(stages[i+1], stages[i+1])
				filters[i] = "| " + strings.ToValidUTF8(text[:min(len(text), maxFilter)], "") + " " + filters[i]
			}
		}
	}
	var o outcome
	succeeded := []state{st}
	input, begin := sc.input, w.rec.nextIndex()
	for i, s := range stages {
		stage := sc.inSubshell()
		stage.filtered = sc.filtered || hidden[i]
		stage.input, stage.filter = input, strings.TrimSpace(filters[i])
		if i > 0 {
			stage.piped = w.rec.since(begin)
		}
		o = stage.exit.addTo(w.stmt(s, e.clone(), stage, st))
		input = o.prints
		if input == nil && i < len(stages)-1 {
			input = unknownInput
		}
		succeeded = append(succeeded, o.ok)
	}
	if e.pipefail {
		o.ok, o.fail = union(succeeded...), st
	}
	return o
}

// isPassThrough reports whether s prints everything that it reads: tee, or cat without a file.
func isPassThrough(s *syntax.Stmt) bool {
	c, ok := s.Cmd.(*syntax.CallExpr)
	if !ok || len(c.Args) == 0 {
		return false
	}
	for _, r := range s.Redirs {
		if r.Op != syntax.RdrIn && r.Op != syntax.DplOut {
			return false
		}
	}
	switch c.Args[0].Lit() {
	case "tee":
		return true
	case "cat":
		return len(c.Args) == 1
	}
	return false
}
