package demands

import (
	"path"
	"slices"
	"strings"
)

// docsIn returns the documents that a sentence names.
func docsIn(tokens []token) (docs []string) {
	for _, t := range tokens {
		if t.kind == code && isDoc(t.text) {
			docs = append(docs, fromRoot(t.text))
		}
	}
	return unique(docs)
}

// fromRoot returns a path as one from the root of the project, which some texts begin with a slash.
func fromRoot(p string) string { return strings.TrimPrefix(strings.TrimPrefix(p, "./"), "/") }

// reading reads which document is read before a work.
func (r *reader) reading(p passage) {
	tr, upon := triggered(p.tokens)
	if upon = upon && hasAny(p.tokens[tr.at:tr.at+1], "when", "whenever", "if", "for", "on", "once"); upon {
		r.about(p, &tr)
	}
	purpose := aboutOf(p.tokens)
	if negates(p.tokens) || !cues().Reading.Must.in(p.tokens) && purpose == "" && !(upon && tr.at == 0) {
		return
	}
	for i := range p.tokens {
		n := cues().Reading.Verb.at(p.tokens[i:])
		if n == 0 || p.tokens[i].text == "see" && !hasAny(p.tokens, "before", "first") || p.tokens[i].text == "follow" && !hasAny(p.tokens, "before", "must", "make") && !upon && purpose == "" {
			continue
		}
		var docs []string
		end := i + n
		for words := 0; end < len(p.tokens) && words <= maxGap; end++ {
			t := p.tokens[end]
			if hasAny(p.tokens[end:end+1], "it", "this", "them") && end == i+n { // `x` is the guide. Read it before
				if docs = docsIn(p.tokens[:i]); len(docs) == 0 {
					docs = docsIn(p.before())
				}
				if t.text != "them" {
					docs = docs[:min(1, len(docs))]
				}
			}
			if end == i+n && i > 0 && cues().Opener.at(p.tokens[end:]) > 0 { // `x`: what it is about; read before
				docs = docsIn(p.tokens[:i])
			}
			if name := anyName().ReplaceAllString(t.text, "{1}"); t.kind == code && isDoc(t.text) && !strings.ContainsAny(strings.Replace(name, "/{1}/", "", 1), "<*{") {
				if doc := fromRoot(name); !slices.Contains(guides, strings.TrimLeft(doc, "./")) { // those the clients load by themselves
					docs = append(docs, doc)
				}
				words = 0
				continue
			}
			if t.kind == sign && t.text != "," && t.text != "(" && t.text != ")" || t.kind == code {
				break
			}
			words++
		}
		m, at, to := moment(p.tokens)
		own := at >= 0 && cues().Reading.Own.in(p.tokens[at:]) // "read `a/README.md` before changing files in that folder"
		if len(docs) == 0 || own && path.Dir(docs[0]) == "." {
			continue
		}
		d := Demand{Like: readFirst, Read: docs}
		anyWork := at >= 0 && m == start && generic(about(p.tokens, at, to, i))
		around := slices.Concat(p.tokens[:i], p.tokens[end:])
		if anyWork {
			around = p.tokens[end:] // "at the start of a session: see whether `a` exists, and read `b`"
		}
		for _, g := range paths(around) {
			if !isDoc(g) {
				d.Edit = append(d.Edit, g)
			}
		}
		wide := at >= 0 && m == start && !anyWork && !own && len(kinds(p.tokens))+len(r.folder(about(p.tokens, at, to, i))) == 0
		if dir := path.Dir(docs[0]); len(d.Edit) == 0 && dir != "." && !wide && slices.Contains([]string{"AGENTS.md", "CLAUDE.md", "README.md"}, path.Base(docs[0])) {
			d.Edit = []string{strings.ReplaceAll(dir, "{1}", "*") + "/**"}
		} else {
			d.Edit = append(d.Edit, kinds(p.tokens)...)
		}
		if len(d.Edit) == 0 && upon {
			d.Edit = slices.DeleteFunc(slices.Clone(tr.changed), func(g string) bool { return isDoc(g) && !strings.Contains(g, "*") })
		}
		if at >= 0 && m == start && len(d.Edit) == 0 {
			if d.Edit = slices.DeleteFunc(changedIn(about(p.tokens, at, to, i)), isDoc); len(d.Edit) == 0 {
				d.Edit = r.folder(about(p.tokens, at, to, i))
			}
		}
		switch {
		case len(d.Edit) > 0:
		case anyWork, cues().Reading.All.in(p.tokens):
			d.Edit = []string{"**"}
		case at >= 0 && !(hasAny(p.tokens[at:to], "reporting", "proposing") && m != newIssue) && slices.Contains([]string{"commit", "push", newIssue, "pr", "merge", "stop"}, m):
			d.Before = m
		case at >= 0 && m == start && cues().Trigger.Change.in(about(p.tokens, at, to, i)): // "before touching the parser"
			d.Edit, d.Wide = []string{"**"}, said(p.tokens[at:at+1+len(about(p.tokens, at, to, i))])
		case at < 0 && purpose != "":
			d.Before = purpose
		case at < 0 && upon && tr.any && hasAny(p.tokens[tr.at:tr.at+1], "when", "whenever", "if"):
			d.Edit = []string{"**"}
		}
		if len(d.Edit) == 0 && d.Before == "" && (i == 0 && end == len(p.tokens) && p.tokens[end-1].text == "first" || i == 2 && p.tokens[0].text == "important") && p.of.kind == paragraph && (p.of.under == nil || p.of.under.depth == 1) {
			d.Edit = []string{"**"} // it is said of the whole text
		}
		if len(d.Edit) > 0 || d.Before != "" {
			r.add(p, d)
		}
		return
	}
}

// aboutOf returns at which moment that is done that a sentence is about: writing commit messages, opening pull requests.
func aboutOf(tokens []token) string {
	for _, m := range []string{"commit", newIssue, "pr"} {
		if cues().Reading.About[m].in(tokens) && (hasAny(tokens, "must", "for") || cues().Reading.Verb.at(tokens) > 0) {
			return m
		}
	}
	return ""
}

// templates reads "use the template `x` for a pull request": it is read before one is made. The name of the file says for what it is.
func (r *reader) templates(p passage) {
	if negates(p.tokens) || !cues().Reading.Fill.in(p.tokens) {
		return
	}
	for _, t := range p.tokens {
		base := strings.ToLower(path.Base(t.text))
		if before := cues().Reading.Template[strings.TrimSuffix(base, path.Ext(base))]; before != "" && t.kind == code && isDoc(t.text) {
			doc := strings.TrimPrefix(t.text, "./")
			if !strings.Contains(doc, "/") {
				doc = ".github/" + doc
			}
			r.add(p, Demand{Like: readFirst, Read: []string{doc}, Before: before})
		}
	}
}
