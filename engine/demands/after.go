package demands

import (
	"path"
	"slices"
	"strings"
)

// afterRun reads what is run after a command: "After running `a`, run `b`". It reports whether a sentence is of this form.
func (r *reader) afterRun(p passage) bool {
	for i, t := range p.tokens {
		if t.kind != word || t.text != "after" || i+2 >= len(p.tokens) {
			continue
		}
		at := i + 1
		if hasAny(p.tokens[at:at+1], "running", "each", "every", "a") {
			at++
		}
		if t := p.tokens[at]; len(t.commands) == 0 && !(at > i+1 && t.kind == code && isProgram(t.text)) || negates(p.tokens) {
			continue
		}
		ran := p.tokens[at].commands
		if len(ran) == 0 {
			ran = []string{p.tokens[at].text}
		}
		run, anyOf := wanted(slices.Concat(p.tokens[:i], []token{{kind: sign, text: ","}}, p.tokens[at+1:]))
		if len(run) == 0 || len(run) > maxCommands || anyOf {
			continue
		}
		r.add(p, Demand{Like: after, Ran: ran, Run: run})
		return true
	}
	return false
}

// about puts into a trigger the files that its words name where none are named in code: the folder that the text is about, or one of the
// project: "for core changes" is about core/.
func (r *reader) about(p passage, tr *trigger) {
	span := p.tokens[tr.at+1 : tr.end]
	if named := paths(p.before()); len(span) > 1 && span[len(span)-1].text == "it" && len(named) == 1 && generic(span) {
		tr.any, tr.changed = false, named // "`x` is the contract. Run `y` after changing it"
	}
	tr.any = tr.any || r.ownName(span)
	if tr.any || len(tr.changed) > 0 {
		return
	}
	if hasAny(span, "them") { // "format Python files after writing them"
		tr.changed = kinds(p.tokens[:tr.at])
		return
	}
	if len(span) > 1 && hasAny(span, "that", "this", "it") && hasAny(span, "file", "it") { // "`x` lists them. After you change that file"
		tr.changed = lastOf(paths(p.before()))
		return
	}
	tr.changed = r.folder(span)
}

// folder returns the glob of the one folder that words name, if they name nothing else.
func (r *reader) folder(span []token) []string {
	at := -1
	for i, t := range span {
		if t.kind == word && r.folders[t.text] != "" && cues().Trigger.Change.at(span[i:]) == 0 && cues().Trigger.Any.at(span[i:]) == 0 {
			if at >= 0 {
				return nil
			}
			at = i
		}
	}
	if at < 0 || !generic(slices.Delete(slices.Clone(span), at, at+1)) {
		return nil
	}
	return []string{r.folders[span[at].text] + "/**"}
}

// lastOf returns the last one of some names, which "that file" stands for.
func lastOf(names []string) []string { return names[max(0, len(names)-1):] }

// onlyNew reports whether a trigger is something new among files that are not named one by one: "after adding a rule to `rules/`".
func onlyNew(span []token, changed []string) bool {
	if !cues().Trigger.New.in(span) || len(changed) == 0 {
		return false
	}
	for i := range span {
		if k := cues().Trigger.Change.at(span[i:]); k > 0 && cues().Trigger.New.at(span[i:]) == 0 && !hasAny(span[i:i+1], "removing", "remove", "renaming", "rename", "deleting", "delete") {
			return false
		}
	}
	return !slices.ContainsFunc(changed, func(g string) bool { return strings.HasPrefix(g, "**/") || !strings.Contains(g, "*") })
}

// editedThenRun reads how something is changed: "edit `a`, then run `b`".
func (r *reader) editedThenRun(p passage) {
	for _, clause := range clauses(p.tokens) {
		if at := slices.IndexFunc(clause, func(t token) bool { return t.kind == sign && t.text == ":" }); at >= 0 && at < maxLabel {
			clause = clause[at+1:]
		}
		verbs := []string{"edit", "modify", "change"}
		if at := slices.IndexFunc(clause, func(t token) bool { return t.kind == sign && t.text == "," }); at > 0 && hasAny(clause[:1], "to") {
			clause, verbs = clause[at+1:], append(verbs, "add", "register", "update") // "to add one, edit …"
		}
		if !hasAny(clause[:min(1, len(clause))], verbs...) || negates(clause) {
			continue
		}
		for i := range clause {
			changed := paths(clause[:i])
			if i > 1 && len(changed) == 0 && (clause[1].text == "it" || i > 2 && hasAny(clause[1:2], "this", "that") && clause[2].text == "file") {
				changed = lastOf(paths(p.before()))
			}
			if len(changed) == 0 || len(changed) > maxTied || !hasAny(clause[i:i+1], "run", "rerun", "re-run", "regenerate", "rebuild") || !hasAny(clause[i-1:i], "and", "then") && clause[i-1].text != "," {
				continue
			}
			if run, anyOf := wanted(clause[i:]); len(run) > 0 && len(run) <= maxCommands && !anyOf {
				r.add(p, Demand{Like: after, Changed: changed, Run: run})
			}
			break
		}
	}
}

// alwaysRun reads what is run with each change, for no other moment is named: "always run `x`", "always check it by running `x`".
func (r *reader) alwaysRun(p passage) {
	if negates(p.tokens) || len(p.tokens) == 0 {
		return
	}
	i := 0
	if hasAny(p.tokens[:1], "you", "agents") {
		i = 2
	}
	if i >= len(p.tokens) || p.tokens[i].text != "always" {
		return
	}
	for ; i < len(p.tokens)-1; i++ {
		t := p.tokens[i+1]
		if !hasAny(p.tokens[i:i+1], "run", "running", "rerun") || len(t.commands) == 0 {
			continue
		}
		n := i + 2 + afterList(p.tokens[i+2:])
		if tail := p.tokens[n:]; !cues().Setup.in(tail) && (len(tail) == 0 || tail[0].kind == sign || cues().Reason.at(tail) > 0 && !hasAny(tail[:1], "instead")) {
			if run, anyOf := wanted(p.tokens[i:n]); len(run) > 0 && !anyOf {
				r.add(p, Demand{Like: after, Run: run})
			}
		}
		return
	}
}

// passes reads what each change has to pass: "every PR must pass `x`", "all of these must pass:", "verify your changes by running `x`".
func (r *reader) passes(p passage) {
	if negates(p.tokens) {
		return
	}
	d := Demand{Like: runBefore, Before: "stop"}
	at, n := cues().Passing.find(p.tokens)
	if tried, k := cues().Tried.find(p.tokens); tried >= 0 && (tried == 0 || !hasAny(p.tokens[:1], "to", "if")) {
		at, n, d = tried, k, Demand{Like: after}
	} else if at < 0 {
		return
	} else if subject := cues().Subjects.at(p.tokens); subject == at && at > 0 {
		for _, m := range []string{"commit", "pr"} {
			if cues().Moment[m].in(p.tokens[:at]) {
				d.Before = m
			}
		}
	} else if !hasAny(p.tokens[:at], "these", "following", "all") || !p.of.opens() {
		return
	}
	anyOf := false
	d.Run, anyOf = wanted(p.tokens[at+n:])
	if tail := p.tokens[at+n:]; len(d.Run) > 0 && len(d.Run) <= maxCommands && !anyOf && !slices.ContainsFunc(tail, func(t token) bool { return hasAny([]token{t}, "in", "against", "if", "when") }) {
		r.add(p, d)
	}
}

// ownName reports whether the words of a change that are not generic are the name of the folder that a text is about: "after modifying UI
// code" in ui/AGENTS.md.
func (r *reader) ownName(span []token) bool {
	folder, ok := strings.CutSuffix(r.scope, "/**")
	rest := slices.DeleteFunc(slices.Clone(span), func(t token) bool { return t.kind == word && strings.EqualFold(t.text, path.Base(folder)) })
	return ok && len(rest) < len(span) && generic(rest)
}

// generic reports whether the object of a change is anything: "making code changes".
func generic(span []token) bool {
	for i := range span {
		t := span[i]
		if t.kind == code {
			return false
		}
		if t.kind == sign || cues().Trigger.Change.at(span[i:]) > 0 || cues().Opener.at(span[i:]) > 0 || cues().Trigger.Any.at(span[i:]) > 0 {
			continue
		}
		if cues().Trigger.Small.at(span[i:]) == 0 {
			return false
		}
	}
	return true
}
