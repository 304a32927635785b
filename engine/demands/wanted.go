package demands

import (
	"slices"
	"strings"
)

// wanted returns the commands that tokens recommend: those in code that do not follow a negation.
func wanted(tokens []token) (list []string, any bool) {
	for _, clause := range clauses(tokens) {
		negated, named, verb := false, 0, 0 // verb is where that of the negation stands
		for i, t := range clause {
			rest := clause[i:]
			switch {
			case negationAt(rest) > 0:
				negated, verb = true, i+negationAt(rest)
			case t.text == "not" && !(i > 0 && (clause[i-1].text == "if" || clause[i-1].text == "is")), t.text == "without", t.text == "skip", t.text == "skips":
				negated, verb = true, i+1
			case len(rest) > 1 && (t.text == "instead" && rest[1].text == "of" || t.text == "rather"):
				negated, verb = true, i+2
			case t.kind == word && cues().Use.at(rest) > 0:
				negated = negated && i == verb // "instead of using `x`"
			case t.kind == sign && (t.text == ")" || t.text == ":"):
				negated = false
			case t.kind == word && (t.text == "else" || t.text == "otherwise"):
				return unique(list), any // on a condition
			case t.kind == sign && t.text == "(" && len(rest) > 1 && beside(rest[1:]): // "(or `x`)", "(runs `x`)", "(run `x` if needed)"
				negated, verb = true, i+1
			case t.kind == code && !negated && !(i > 0 && cues().Describe.at(clause[i-1:]) > 0):
				commands := t.commands
				if e := eventOf(t.text, clause[i+1:]); e != "" && (t.text[0] == '$' || !strings.HasPrefix(e, "skill:") || isUsed(clause[:i])) {
					commands = []string{e}
				} else if m := called().FindStringSubmatch(t.text); m != nil && i > 0 && (clause[i-1].text == "run" || clause[i-1].text == "running" || clause[i-1].text == "call") {
					commands = []string{"mcp:" + m[1]}
				}
				if len(commands) == 0 && isScript(t.text) && strings.Contains(t.text, "/") && isRun(clause, i) {
					commands = []string{t.text}
				}
				if len(commands) > 0 && named > 0 && i > 0 && clause[i-1].text == "or" {
					any = true
				}
				named += len(commands)
				list = append(list, commands...)
			}
		}
	}
	return unique(list), any
}

// beside reports whether what follows a bracket is no command that is wanted: another way, a description, an example, or a condition.
func beside(tokens []token) bool {
	if tokens[0].text == "or" || cues().Describe.at(tokens) > 0 || cues().Example.at(tokens) > 0 {
		return true
	}
	end := slices.IndexFunc(tokens, func(t token) bool { return t.kind == sign && t.text == ")" })
	return end > 0 && hasAny(tokens[:end], "if")
}

// isUsed reports whether what stands before the name of a skill tells to use it: "load the `x` skill".
func isUsed(before []token) bool {
	if n := len(before); n > 0 && slices.Contains(cues().Article, before[n-1].text) {
		before = before[:n-1]
	}
	n := len(before)
	return n > 0 && (cues().Reading.Verb.at(before[n-1:]) > 0 || cues().Use.at(before[n-1:]) > 0)
}

// isRun reports whether the words beside a piece of code say that it is run: "run `a/b.js`", "`a/b.js` is run".
func isRun(tokens []token, i int) bool {
	if i > 0 && tokens[i-1].kind == word && hasAny(tokens[i-1:i], "run", "running", "rerun", "execute", "executing", "invoke", "via") {
		return true
	}
	if i > 1 && (tokens[i-1].text == "and" || tokens[i-1].text == "or") && isScript(tokens[i-2].text) {
		return isRun(tokens, i-2)
	}
	return i+2 < len(tokens) && hasAny(tokens[i+1:i+2], "is", "was", "has", "be") && hasAny(tokens[i+2:min(i+4, len(tokens))], "run", "executed")
}
