package demands

import (
	"slices"
	"strings"
)

// maxCommands is how many commands of a fence or a list are taken as one demand; a longer one is a guide.
const maxCommands = 8

// maxRemark is how many tokens a sentence has at most that says of the command before it when it is run.
const maxRemark = 12

// gates reads what is to be run at a moment, or after a change.
func (r *reader) gates(p passage) {
	if p.told {
		return // it was read with what introduces it
	}
	if r.afterRun(p) {
		return
	}
	if i := slices.IndexFunc(p.tokens, func(t token) bool { return t.text == "before" }); i >= 0 && i+2 < len(p.tokens) && p.tokens[i+1].text == "and" && p.tokens[i+2].text == "after" {
		return // a comparison
	}
	if cues().Permit.in(p.tokens) || len(p.tokens) > 1 && len(p.tokens[0].commands) > 0 && p.tokens[1].text == "—" && !hasAny(p.tokens, "run", "always", "required", "must") {
		return // it need not be, or it is told what it does
	}
	whole := p.tokens
	p.tokens = r.unfinished(p)
	m, at, end := moment(p.tokens)
	tr, changes := triggered(p.tokens)
	if changes {
		r.about(p, &tr)
	}
	if !changes && at != 0 && len(p.tokens) > 0 && p.tokens[0].text == "if" || changes && hasAny(p.tokens[:1], "if", "when") && cues().Trigger.Trouble.in(p.tokens[:tr.end]) || changes && tr.at > 0 && at < 0 && tr.any && p.tokens[0].text == "to" {
		return // on a condition that is no change, or for a purpose: "to compile after a change"
	}
	if at < 0 && !changes {
		r.editedThenRun(p)
		r.alwaysRun(p)
		r.passes(p)
		if n, k := cues().Passing.find(p.tokens); n >= 0 && k > 0 && !cues().Doubt.in(p.tokens) {
			if run, _ := wanted(p.tokens[:n]); len(run) > 0 && len(run) <= maxCommands {
				r.add(passage{tokens: whole, line: p.line}, Demand{Like: runBefore, Run: run, Before: "stop"})
			}
		}
		return
	}
	if changes && len(tr.changed) == 0 && !tr.any && tr.at < at && !cues().Trigger.Any.in(p.tokens[tr.at:tr.end]) {
		return // upon a change that it does not name
	}
	if changes && len(tr.changed) == 0 && !tr.any && at < 0 {
		if i, _ := cues().Edit.find(p.tokens[tr.end:]); i >= 0 && p.tokens[tr.end+i-1].text != "to" { // changes of something require updating `a` and running `b`
			tr.changed = paths(p.tokens[tr.end+i:])
		}
		if tells := slices.Concat(p.tokens[:tr.at], p.tokens[tr.end:]); len(tr.changed) != 1 && (tr.wide == "" || !hasAny(tells, "run", "rerun", "re-run", "running", "regenerate", "rebuild")) {
			return
		}
	}
	rest := p.tokens
	if at >= 0 {
		end += afterList(p.tokens[end:])
		if end < len(p.tokens) && hasAny(p.tokens[end:end+1], "if", "unless") && len(tr.changed) == 0 {
			return // on a condition that is no change
		}
		p.tokens = p.tokens[:end+withOwnMoment(p.tokens[end:])]
		rest = p.tokens
	}
	switch {
	case at >= 0:
		rest = slices.Concat(p.tokens[:at], []token{{kind: sign, text: ","}}, p.tokens[end:])
	case changes:
		rest = slices.Concat(p.tokens[:tr.at], []token{{kind: sign, text: ","}}, p.tokens[tr.end:])
	}
	run, any := wanted(rest)
	several := len(run) > 1
	run = slices.DeleteFunc(run, func(c string) bool {
		return discards(c) || several && begins(c, "git add", "pre-commit install") || at >= 0 && (atCommand(c) == m || m != "stop" && isMoment(atCommand(c)) && !handsOn(c)) || slices.Contains(cues().Code.Whole, c) && c != "yarn"
	})
	if len(run) == 0 || len(run) > maxCommands || slices.ContainsFunc(run, handsOn) || asksOthers(rest) {
		return
	}
	d := Demand{Run: run, Before: m}
	if any {
		d.Run, d.RunAny = nil, run
	}
	if changes {
		d.Changed = tr.changed
	}
	switch {
	case at >= 0 && m == start && len(paths(p.tokens[at:])) == 0 && cues().Trigger.New.in(about(p.tokens, at, end, len(p.tokens))):
		return // before something new is made, and where it does not say
	case at >= 0 && m == start:
		d = Demand{Like: first, First: run, Edit: []string{"**"}, Since: "session"}
		if g := paths(p.tokens[at:]); len(g) > 0 {
			d.Edit = g
		}
	case at >= 0 && len(commandsAt(p.tokens[at:])) > 1 || at >= 0 && !isMoment(m) && hasAny(p.tokens, "first"):
		d = Demand{Like: first, First: run, Then: commandsAt(p.tokens[at:]), Since: "session"}
	case at >= 0 && m != "":
		if d.Like = runBefore; changes && onlyNew(p.tokens[tr.at:tr.end], d.Changed) {
			d.Only = "new"
		}
	case changes && !slices.ContainsFunc(run, func(c string) bool { return !strings.HasPrefix(c, "skill:") }) && p.tokens[tr.at].text != "after":
		if d = (Demand{Like: first, First: run, Edit: d.Changed, Since: "session"}); len(d.Edit) == 0 {
			d.Edit = []string{"**"} // a skill says how to do the work
		}
	case changes:
		if d.Like, d.Before = after, ""; onlyNew(p.tokens[tr.at:tr.end], d.Changed) {
			d.Only = "new"
		} else if len(tr.changed) == 0 {
			d.Wide = tr.wide
		}
	default:
		return
	}
	r.add(passage{tokens: whole, line: p.line}, d)
}

// withOwnMoment returns where a command begins behind a moment that has a moment of its own: "run `a` before pushing and `b` when releasing".
func withOwnMoment(tokens []token) int {
	for i := 1; i+1 < len(tokens); i++ {
		if len(tokens[i].commands) > 0 && tokens[i-1].text == "and" && hasAny(tokens[i+1:i+2], "when", "if", "after", "for", "whenever") {
			return i - 1
		}
	}
	return len(tokens)
}

// condition returns where a sentence says in brackets upon which change it holds: "(if you changed `x`)"; -1 if it does not.
func condition(tokens []token) (from, to int) {
	for i, t := range tokens {
		if t.kind == sign && t.text == "(" && cues().Trigger.Opener.at(tokens[i+1:]) > 0 {
			if end := slices.IndexFunc(tokens[i:], func(t token) bool { return t.kind == sign && t.text == ")" }); end > 0 && cues().Trigger.Change.in(tokens[i:i+end]) {
				return i, i + end
			}
		}
	}
	return -1, -1
}

// handsOn reports whether a command is a step of handing work on, and no check before it: what names one describes a way of working.
func handsOn(command string) bool {
	return begins(command, "git commit", "git checkout", "git switch", "git mv")
}

// begins reports whether a command is one of some others, or one of these with arguments.
func begins(command string, others ...string) bool {
	return slices.ContainsFunc(others, func(c string) bool { return command == c || strings.HasPrefix(command, c+" ") })
}

// discards reports whether a command throws work away, or only tells how it is used: no rule demands that.
func discards(command string) bool {
	return begins(command, "git reset", "git clean", "git restore", "git stash", "sudo") || strings.HasSuffix(command, " --help")
}

// asksOthers reports whether a sentence tells to ask somebody, who then runs what it names.
func asksOthers(tokens []token) bool {
	for i, t := range tokens[:max(len(tokens)-1, 0)] {
		if t.kind == word && t.text == "ask" && (i == 0 || tokens[i-1].kind == sign) && cues().Moment[start].at(tokens[i+1:]) == 0 {
			return true
		}
	}
	return false
}

// negationAt returns how many tokens the words take that forbid what stands behind them, at the begin of tokens.
func negationAt(tokens []token) int { return max(cues().Never.at(tokens), cues().Not.at(tokens)) }

// negates reports whether a sentence forbids something.
func negates(tokens []token) bool { return cues().Never.in(tokens) || cues().Not.in(tokens) }

// opensGate reports whether a block ends with a colon behind a moment or a trigger.
func opensGate(b *block) bool {
	return b.opens() && timed(b.last())
}

// timed reports whether a sentence names a moment or a change.
func timed(tokens []token) bool {
	_, at, _ := moment(tokens)
	_, ok := triggered(tokens)
	return at >= 0 || ok
}
