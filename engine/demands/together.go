package demands

import (
	"path"
	"slices"
)

// together reads which files change together.
func (r *reader) together(p passage) {
	if p.of.kind == heading || p.of.kind == row && len(p.tokens) > 1 && len(p.tokens[1].commands) > 0 {
		return // a title, or what a command does
	}
	also := -1
	tr, ok := triggered(p.tokens)
	if ok {
		r.about(p, &tr)
	}
	from := tr.end
	switch {
	case ok && hasAny(p.tokens[:1], "if", "when") && cues().Trigger.Trouble.in(p.tokens[:tr.end]) || cues().Permit.in(p.tokens):
		return // upon what does not hold at each change, or as one likes
	case ok && tr.at > 0 && len(tr.changed) > 0: // update `b` when `a` changes
		if at, _ := cues().Trigger.Also.find(p.tokens[:tr.at]); at >= 0 && !negates(p.tokens[:tr.at]) {
			also := paths(p.tokens[at:tr.at])
			if len(also) == 0 { // `b` must be updated
				also = paths(p.tokens[:at])
			}
			r.tie(p, tr.changed, also, tr.fresh)
			return
		}
	case ok && len(tr.changed) > 0:
	case ok && !negates(p.tokens) && hasAny(p.tokens, "same"): // update `a/README.md` in the same branch
		if also := paths(p.tokens[from:]); len(also) == 1 && path.Base(also[0]) == "README.md" && path.Dir(also[0]) != "." {
			r.tie(p, []string{path.Dir(also[0]) + "/**"}, also, false)
		}
		return
	case ok && !negates(p.tokens) && (tr.any && cues().Trigger.Any.in(p.tokens[tr.at:tr.end]) || cues().Trigger.Visible.in(p.tokens[tr.at:tr.end]) || tr.wide != "") && recorded(p.tokens, tr) != "":
		d := Demand{Like: changeTogether, Also: []string{recorded(p.tokens, tr)}}
		if !cues().Trigger.Visible.in(p.tokens[tr.at:tr.end]) {
			d.Wide = tr.wide // whom it concerns says more than files do
		}
		r.add(p, d)
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
	if also < 0 || negates(p.tokens[from:also]) || cues().Reading.Verb.at(p.tokens[also+1:]) > 0 {
		return
	}
	run, _ := wanted(p.tokens)
	if len(run) > 0 && hasAny(p.tokens[also:also+1], "refresh", "regenerate", "sync", "update") {
		return // the command writes it
	}
	rest := p.tokens[also:]
	if n := slices.IndexFunc(rest, func(t token) bool { return t.text == "if" || t.text == "not" || t.text == "see" }); n >= 0 {
		rest = rest[:n]
	}
	named := paths(rest)
	if len(named) == 0 && hasAny(rest[:1], "updated", "added", "registered", "in", "up") && !cues().Reading.Verb.in(p.tokens[from:also]) { // make sure that `b` is updated
		named = paths(p.tokens[from:also])
	}
	r.tie(p, tr.changed, named, tr.fresh)
}

// recorded returns the file in which any change is recorded: "update `x` for user-facing changes", "when you add a feature, add it to `x`".
func recorded(tokens []token, tr trigger) string {
	for i, t := range tokens {
		n := cues().Trigger.Record.at(tokens[i:])
		if n == 0 || i >= tr.at && i < tr.end || i > 0 && tokens[i-1].kind == word && i != tr.end && !hasAny(tokens[i-1:i], "also", "must", "please", "and", "minimum", "always", "to", "should", "then") {
			continue
		}
		for j := i + n; j < len(tokens) && j <= i+n+maxGap; j++ {
			switch t = tokens[j]; {
			case t.glob != "" && tr.wide != "" && len(commandsIn(tokens[:j])) > 0: // the command writes it
				return ""
			case t.glob != "":
				return t.glob
			case t.text == "it" && j == i+n && i < tr.at: // `x` lists them; update it when …
				if named := paths(tokens[:i]); len(named) == 1 {
					return named[0]
				}
				return ""
			case t.kind != word || hasAny(tokens[j:j+1], "from", "see", "as", "like", "per", "following", "with", "by", "using", "follow", "read", "run"):
				j = len(tokens)
			}
		}
	}
	return ""
}

// sync reads "keep `a` and `b` in sync" and "files in `a` must be registered in `b`".
func (r *reader) sync(p passage) {
	if i := slices.IndexFunc(p.tokens, func(t token) bool { return t.kind == word && t.text == "both" }); i > 0 && cues().Edit.at(p.tokens[i-1:]) > 0 {
		both := paths(p.tokens[i:])
		if len(both) == 0 {
			both = paths(p.tokens[:i]) // "`a` mirrors `b`: update both"
		}
		if len(both) == 2 { // update both `a` and `b`
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
	case verb == "in" || verb == "aligned" || verb == "change" || verb == "changes" || verb == "updated" || verb == "must":
		if all := slices.Concat(left, right); len(all) == 2 || len(all) == 3 && len(right) == 0 { // "keep `a`, `b` and `c` in sync"
			left, right = all[:1], all[1:]
		}
		if len(left) != 1 || len(right) == 0 || !(cues().Never.in(p.tokens) || hasAny(p.tokens, "keep", "must", "stay", "always", "should", "need")) {
			return
		}
		r.tie(p, left, right, false)
	default:
		if len(left) == 1 && len(right) > 0 && (hasAny(p.tokens, "must", "always", "need", "needs") || cues().Trigger.New.in(p.tokens[:at])) {
			r.tie(p, left, right[:1], cues().Trigger.Subject.at(p.tokens) == 0 && !hasAny(p.tokens[:1], "changes", "edits", "updates"))
		}
	}
}

// needed reads what something new needs elsewhere: "pages in `a/` need an entry in `b` when they are added".
func (r *reader) needed(p passage) {
	tr, ok := triggered(p.tokens)
	at := slices.IndexFunc(p.tokens, func(t token) bool { return hasAny([]token{t}, "need", "needs", "require", "requires") })
	if n := cues().Subjects.at(p.tokens) + cues().Trigger.Visible.at(p.tokens); n > 0 && at >= n && !negates(p.tokens) {
		left, right := paths(p.tokens[n:at]), paths(p.tokens[at:])
		if len(right) == 1 && len(left) == 1 {
			r.tie(p, left, right, false) // every change in `a` needs a test in `b`
		} else if len(right) == 1 && at <= n+1 {
			r.add(p, Demand{Like: changeTogether, Also: right})
		}
		return
	}
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
