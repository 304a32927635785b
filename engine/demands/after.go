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
		if t.kind == sign || cues().Trigger.Change.at(span[i:]) > 0 || cues().Trigger.Any.at(span[i:]) > 0 {
			continue
		}
		if cues().Trigger.Small.at(span[i:]) == 0 {
			return false
		}
	}
	return true
}
