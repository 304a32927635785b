package demands

import (
	"path"
	"slices"
	"strings"
)

// together reads which files change together.
func (r *reader) together(p passage) {
	if p.of.kind == heading || p.of.kind == row && len(p.tokens) > 1 && len(p.tokens[1].commands) > 0 {
		return // a title, or what a command does
	}
	also := -1
	tr, ok := triggered(p.tokens)
	from := tr.end
	switch {
	case ok && tr.at > 0 && len(tr.changed) > 0: // update `b` when `a` changes
		if at, _ := cues().Trigger.Also.find(p.tokens[:tr.at]); at >= 0 && !negates(p.tokens[:tr.at]) {
			r.tie(p, tr.changed, paths(p.tokens[at:tr.at]), tr.fresh)
			return
		}
	case ok && len(tr.changed) > 0:
	case ok && !negates(p.tokens) && hasAny(p.tokens, "same"): // update `a/README.md` in the same branch
		if also := paths(p.tokens[from:]); len(also) == 1 && path.Base(also[0]) == "README.md" && path.Dir(also[0]) != "." {
			r.tie(p, []string{path.Dir(also[0]) + "/**"}, also, false)
		}
		return
	default:
		r.sync(p)
		return
	}
	for i := from; i < len(p.tokens); i++ {
		if cues().Trigger.Also.at(p.tokens[i:]) > 0 {
			also = i
			break
		}
	}
	if also < 0 || negates(p.tokens[from:also]) {
		return
	}
	if run, _ := wanted(p.tokens); len(run) > 0 && hasAny(p.tokens[also:also+1], "refresh", "regenerate", "sync", "update") {
		return // the command writes it
	}
	rest := p.tokens[also:]
	if n := slices.IndexFunc(rest, func(t token) bool { return t.text == "if" || t.text == "not" || t.text == "see" }); n >= 0 {
		rest = rest[:n]
	}
	r.tie(p, tr.changed, paths(rest), tr.fresh)
}

// sync reads "keep `a` and `b` in sync" and "files in `a` must be registered in `b`".
func (r *reader) sync(p passage) {
	if i := slices.IndexFunc(p.tokens, func(t token) bool { return t.kind == word && t.text == "both" }); i > 0 && cues().Edit.at(p.tokens[i-1:]) > 0 {
		if both := paths(p.tokens[i:]); len(both) == 2 { // update both `a` and `b`
			r.tie(p, both[:1], both[1:], false)
		}
		return
	}
	at, n := cues().Sync.find(p.tokens)
	if at < 0 || negates(p.tokens) {
		r.needed(p)
		return
	}
	left, right := paths(p.tokens[:at]), paths(p.tokens[at+n:])
	if hasAny(p.tokens[at:at+n], "it") { // creating `x` is not all: it must be registered
		left = nil
		if before := p.before(); cues().Trigger.Subject.at(before) > 0 || cues().Trigger.Opener.at(before) > 0 {
			left = changedIn(before)
		}
	}
	if rest := p.tokens[at+n:]; len(rest) > 0 && rest[0].text == ":" && len(right) == 2 {
		left = nil // "these must stay in sync: `a` and `b`"
	}
	switch verb := p.tokens[at].text; {
	case verb == "in" || verb == "aligned" || verb == "change" || verb == "changes" || verb == "updated":
		if both := slices.Concat(left, right); len(both) == 2 {
			left, right = both[:1], both[1:]
		}
		if len(left) != 1 || len(right) == 0 || !(cues().Never.in(p.tokens) || hasAny(p.tokens, "keep", "must", "stay", "always", "should", "need")) {
			return
		}
		r.tie(p, left, right, false)
	default:
		if len(left) == 1 && len(right) > 0 && (hasAny(p.tokens, "must", "always", "need", "needs") || cues().Trigger.New.in(p.tokens[:at])) {
			r.tie(p, left, right[:1], true)
		}
	}
}

// needed reads what something new needs elsewhere: "pages in `a/` need an entry in `b` when they are added".
func (r *reader) needed(p passage) {
	tr, ok := triggered(p.tokens)
	at := slices.IndexFunc(p.tokens, func(t token) bool { return hasAny([]token{t}, "need", "needs", "require", "requires") })
	if !ok || !tr.fresh || at < 0 || at > tr.at || negates(p.tokens) {
		return
	}
	if left, right := paths(p.tokens[:at]), paths(p.tokens[at:]); len(left) == 1 && len(right) == 1 {
		r.tie(p, left, right, true)
	}
}

// about returns the words of the moment from at to end, with those behind it that say what it is about: "before changing, or moving code". Verb
// is where reading is told.
func about(tokens []token, at, end, verb int) []token {
	rest := tokens[at+1:]
	if verb > end {
		rest = tokens[at+1 : verb]
	}
	for i, t := range rest {
		if t.kind == sign && (t.text != "," || at < verb) && at+1+i >= end {
			return rest[:i]
		}
	}
	return rest
}

func hasAny(tokens []token, words ...string) bool {
	return slices.ContainsFunc(tokens, func(t token) bool { return t.kind == word && slices.Contains(words, t.text) })
}

// docsIn returns the documents that a sentence names first.
func docsIn(tokens []token) []string {
	if i := slices.IndexFunc(tokens, func(t token) bool { return t.kind == code && isDoc(t.text) }); i >= 0 {
		return []string{strings.TrimPrefix(tokens[i].text, "./")}
	}
	return nil
}

// maxTied is how many files a sentence ties to a change; one that names more is a map.
const maxTied = 3

// tie adds that files change together.
func (r *reader) tie(p passage, changed, also []string, fresh bool) {
	also = slices.DeleteFunc(slices.Clone(also), func(g string) bool { return slices.Contains(changed, g) })
	if len(changed) == 0 || len(also) == 0 || len(also) > maxTied {
		return
	}
	for _, g := range also {
		d := Demand{Like: changeTogether, Changed: changed, Also: []string{g}}
		if fresh {
			d.Only = "new"
		}
		r.add(p, d)
	}
}

// reading reads which document is read before a work.
func (r *reader) reading(p passage) {
	if negates(p.tokens) || !cues().Reading.Must.in(p.tokens) {
		return
	}
	for i := range p.tokens {
		n := cues().Reading.Verb.at(p.tokens[i:])
		if n == 0 || p.tokens[i].text == "see" && !hasAny(p.tokens, "before", "first") || p.tokens[i].text == "follow" && !hasAny(p.tokens, "before", "must", "make") {
			continue
		}
		var docs []string
		end := i + n
		for words := 0; end < len(p.tokens) && words < 6; end++ {
			t := p.tokens[end]
			if t.text == "it" && end == i+n { // `x` is the guide. Read it before
				docs = docsIn(p.before())
			}
			if end == i+n && i > 0 && cues().Opener.at(p.tokens[end:]) > 0 { // `x`: what it is about; read before
				docs = docsIn(p.tokens[:i])
			}
			if t.kind == code && isDoc(t.text) && !strings.ContainsAny(t.text, "<*{") {
				if doc := strings.TrimPrefix(t.text, "./"); !slices.Contains(guides, strings.TrimLeft(doc, "./")) { // those the clients load by themselves
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
		if len(docs) == 0 {
			continue
		}
		d := Demand{Like: readFirst, Read: docs}
		for _, g := range paths(slices.Concat(p.tokens[:i], p.tokens[end:])) {
			if !isDoc(g) {
				d.Edit = append(d.Edit, g)
			}
		}
		d.Edit = append(d.Edit, kinds(p.tokens)...)
		if dir := path.Dir(docs[0]); len(d.Edit) == 0 && dir != "." && slices.Contains([]string{"AGENTS.md", "CLAUDE.md", "README.md"}, path.Base(docs[0])) {
			d.Edit = []string{dir + "/**"}
		}
		m, at, to := moment(p.tokens)
		if at >= 0 && m == start && len(d.Edit) == 0 {
			d.Edit = slices.DeleteFunc(changedIn(about(p.tokens, at, to, i)), isDoc)
		}
		switch {
		case len(d.Edit) > 0:
		case cues().Reading.All.in(p.tokens):
			d.Edit = []string{"**"}
		case at >= 0 && m == start && generic(about(p.tokens, at, to, i)):
			d.Edit = []string{"**"}
		case at >= 0 && slices.Contains([]string{"commit", "push", "pr", "merge"}, m):
			d.Before = m
		}
		if len(d.Edit) == 0 && d.Before == "" && i == 0 && end == len(p.tokens) && p.tokens[end-1].text == "first" && p.of.kind == paragraph && (p.of.under == nil || p.of.under.depth == 1) {
			d.Edit = []string{"**"} // it is said of the whole text
			if r.scope != "" {
				d.Edit = []string{r.scope}
			}
		}
		if len(d.Edit) > 0 || d.Before != "" {
			r.add(p, d)
		}
		return
	}
}
