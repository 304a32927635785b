package shell

import (
	"slices"
	"strings"

	"mvdan.cc/sh/v3/syntax"
)

// redirection is the effect of the redirections of a statement.
type redirection struct {
	// reads and writes are the files.
	reads, writes []pendingTouch
	// input is the new standard input, nil if it is not redirected.
	input *stream
	// filtered is set if standard output is redirected.
	filtered bool
	// device is the device that something is written to, "" for a file and for none.
	device string
}

// pendingTouch is a touch by a command that has not been recorded yet.
type pendingTouch struct {
	file field
	kind string
}

// redirections expands redirections and walks the process substitutions that they read from.
func (w *walker) redirections(redirs []*syntax.Redirect, e *env, sc scope, st state) redirection {
	var out redirection
	for _, r := range redirs {
		fd := ""
		if r.N != nil {
			fd = r.N.Value
		}
		switch r.Op {
		case syntax.Hdoc, syntax.DashHdoc:
			out.input = &stream{text: w.expander.hereDocument(r, e, sc, st)}
			continue
		}
		if from := procSubst(r); from != nil && r.Op == syntax.RdrIn {
			inner := sc.inSubshell()
			inner.filtered = true
			if out.input = w.list(from.Stmts, e.clone(), inner, st).prints; out.input == nil {
				out.input = unknownInput
			}
			continue
		}
		f, _ := w.expander.word(r.Word, e, sc, st)
		stdout := fd == "" || fd == "1"
		switch r.Op {
		case syntax.WordHdoc:
			if out.input = (&stream{text: f.text + "\n"}); f.match {
				out.input = namesStream([]field{f})
			}
		case syntax.RdrIn:
			out.reads = append(out.reads, pendingTouch{f, kindRead})
			out.input = w.rec.contentsOf(f, e.dir)
		case syntax.RdrOut, syntax.RdrClob, syntax.RdrAll, syntax.RdrAllClob:
			out.writes = append(out.writes, pendingTouch{f, kindWrite})
			out.filtered = out.filtered || stdout && !isTerminal(f.text)
			if isDevice(f.text) || isConnection(f.text) {
				out.device = f.text
			}
		case syntax.AppOut, syntax.AppAll:
			out.writes = append(out.writes, pendingTouch{f, kindAppend})
			out.filtered = out.filtered || stdout && !isTerminal(f.text)
		case syntax.RdrInOut:
			out.writes = append(out.writes, pendingTouch{f, kindEdit})
		case syntax.DplOut:
			if strings.Trim(f.text, "0123456789-") != "" {
				out.writes = append(out.writes, pendingTouch{f, kindWrite})
				out.filtered = out.filtered || stdout
			}
		}
	}
	return out
}

// procSubst returns the process substitution that a redirection consists of, as in < <(…), or nil.
func procSubst(r *syntax.Redirect) *syntax.ProcSubst {
	if r.Word == nil || len(r.Word.Parts) != 1 {
		return nil
	}
	p, _ := r.Word.Parts[0].(*syntax.ProcSubst)
	return p
}

// isTerminal reports whether writing to p shows the output.
func isTerminal(p string) bool {
	switch p {
	case "/dev/stderr", "/dev/stdout", "/dev/tty":
		return true
	}
	return false
}

// isDevice reports whether what is written to p arrives at a device that keeps it, such as a disk.
func isDevice(p string) bool {
	rest, ok := strings.CutPrefix(p, "/dev/")
	return ok && rest != "null" && !isTerminal(p) && !slices.ContainsFunc([]string{"fd/", "shm/", "pts/", "tcp/", "udp/", "tty", "std"}, func(s string) bool { return strings.HasPrefix(rest, s) })
}

// isConnection reports whether bash sends what is written to p to another machine: /dev/tcp/HOST/PORT.
func isConnection(p string) bool {
	return strings.HasPrefix(p, "/dev/tcp/") || strings.HasPrefix(p, "/dev/udp/")
}

// hereDocument returns the body of a here-document, expanded unless the delimiter is quoted.
func (x *expander) hereDocument(r *syntax.Redirect, e *env, sc scope, st state) string {
	if r.Hdoc == nil {
		return ""
	}
	literal := false
	if r.Word != nil {
		for _, p := range r.Word.Parts {
			lit, ok := p.(*syntax.Lit)
			literal = literal || !ok || strings.Contains(lit.Value, "\\")
		}
	}
	var text string
	if literal {
		var b strings.Builder
		for _, p := range r.Hdoc.Parts {
			if lit, ok := p.(*syntax.Lit); ok {
				b.WriteString(lit.Value)
			}
		}
		text = b.String()
	} else {
		b := &expansion{x: x, e: e, sc: sc, st: st}
		b.quoted(r.Hdoc.Parts, false)
		text = b.text.String()
	}
	if r.Op == syntax.DashHdoc {
		lines := strings.Split(text, "\n")
		for i := range lines {
			lines[i] = strings.TrimLeft(lines[i], "\t")
		}
		text = strings.Join(lines, "\n")
	}
	return text
}

// withRedirections walks body with redirections applied, and reports their files as touches of the
// first command of body.
func (w *walker) withRedirections(redirs []*syntax.Redirect, text string, e *env, sc scope, st state, body func(scope) outcome) outcome {
	if len(redirs) == 0 {
		return body(sc)
	}
	r := w.redirections(redirs, e, sc, st)
	if r.filtered {
		sc.filtered, sc.filter = true, strings.TrimSpace(strings.TrimSpace("> "+r.device)+" "+sc.filter)
	}
	if r.input != nil {
		sc.input = r.input
	}
	dir := e.dir
	touches := func(of []pendingTouch, command int) {
		at := sc.place(dir, command)
		at.sure = true
		for _, t := range of {
			w.rec.touch(t.file, t.kind, at)
		}
	}
	first, count, replay := w.rec.nextIndex(), len(w.rec.line.Commands), w.rec.replay
	before := len(w.rec.line.Touches)
	touches(r.reads, first)
	after := len(w.rec.line.Touches)
	o := body(sc)
	if first >= 0 && first < len(w.rec.line.Commands) && w.rec.line.Commands[first].scansInput() {
		w.rec.scanned(before, after)
	}
	if len(w.rec.line.Commands) == count && w.rec.replay == replay && len(r.reads)+len(r.writes) > 0 {
		// A statement of redirections alone, as "> file", is recorded as a command of the name ":".
		first = w.rec.command(Command{Name: ":", Dir: dir, Gates: st.succeeded, Background: sc.background, OutputHidden: sc.filtered, Inert: !isDevice(r.device), Text: text, Filter: sc.filter})
		if first >= 0 && len(o.last) == 0 {
			o.last = []int{first}
		}
	}
	touches(r.writes, first)
	if len(r.writes) == 1 && r.filtered {
		if r.writes[0].kind == kindWrite {
			w.rec.setContents(r.writes[0].file, dir, o.prints)
		}
	}
	if r.filtered {
		o.prints = nil
	}
	return o
}
