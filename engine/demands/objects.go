package demands

import (
	"path"
	"slices"
	"strings"
)

// objects adds what is forbidden by a verb with the code in rest. Before is what precedes the negation.
func (r *reader) objects(p passage, rest, before []token, kind int, severity string) {
	if k, n := verbOf(rest); k != 0 && rest[0].kind == word && before == nil {
		kind, rest = k, rest[n:]
	}
	named, tail := collect(rest, kind)
	d := Demand{Like: never, Severity: severity}
	for i, t := range named {
		switch {
		case kind == toRun && len(cues().Option[t.text]) > 0:
			d.Commands = append(d.Commands, cues().Option[t.text]...)
		case kind == toRun && isWhole(t):
			d.Commands = append(d.Commands, t.text)
		case kind == toRun:
			commands := t.commands
			if len(commands) == 0 && isAlone(t.text) {
				commands = []string{t.text}
			}
			if len(commands) == 0 && strings.HasPrefix(t.text, "--") && len(tail) > 1 && hasAny(tail[:1], "with", "to") { // `--filter` with `dotnet test`
				for _, c := range programsIn(tail[1:2]) {
					commands, tail = append(commands, c+" "+t.text), tail[2:]
				}
			}
			if len(commands) == 0 && strings.HasPrefix(t.text, "--") && bareWord().MatchString(t.text) && verbal(p.tokens, t, "use", "using", "pass", "run", "with") {
				commands = []string{"* " + t.text}
			}
			if len(commands) == 0 && strings.HasPrefix(t.text, "--") {
				commands = withOption(before, t.text)
			}
			if len(commands) == 0 && i == 0 && isProgram(t.text) && verbal(p.tokens, t, "run", "running", "execute", "invoke") {
				commands = []string{t.text}
			}
			if len(commands) == 0 && isScript(t.text) && strings.Contains(t.text, "/") {
				commands = []string{t.text}
			}
			d.Commands = append(d.Commands, commands...)
		case t.glob == "" && len(t.commands) == 0 && anyFolder().MatchString(t.text):
			d.Edit = append(d.Edit, strings.TrimPrefix(t.text, "./")+"/**")
		default:
			d.Edit = append(d.Edit, t.glob)
		}
	}
	d.Commands, d.Edit = unique(d.Commands), unique(d.Edit)
	if kind != toRun && len(named) == 0 && len(before) > 0 && pronoun(rest) { // `x` is generated: do not edit it
		d.Edit, tail = meant(before, rest), nil
	}
	if kind != toRun && len(d.Edit) == 0 && pronoun(rest) { // `x` is generated. Do not edit it
		if len(rest) == 0 || hasAny(rest, "it", "them", "this", "these", "directly", "manually", "hand") {
			d.Edit, tail = meant(p.before(), rest), nil
		}
	}
	if len(d.Edit) > maxTied {
		return
	}
	if len(d.Commands)+len(d.Edit) == 0 {
		return
	}
	if kind == toCreate {
		d.Only = "new"
	}
	if !r.conditions(p, &d, tail) {
		return
	}
	d.Instead = instead(p, before, tail, d)
	r.add(p, d)
}

// withOption returns what is forbidden by an option alone, where the command is named with another one: "run `x --file`, never `--text`".
func withOption(before []token, option string) []string {
	for i := len(before) - 1; i >= 0; i-- {
		if t := before[i]; len(t.commands) == 1 && strings.Contains(t.text, " --") {
			command, _, _ := strings.Cut(t.commands[0], " --")
			return []string{command + " " + option}
		}
	}
	return nil
}

// meant returns the files that a pronoun stands for: the last one that was named, or all if it speaks of several.
func meant(before, rest []token) []string {
	var named []string
	for i, t := range before {
		if t.glob != "" && !(i > 0 && hasAny(before[i-1:i], "in", "of", "inside", "within") && !strings.HasSuffix(t.glob, "/**")) { // a part of the file
			named = append(named, t.glob)
		}
	}
	named = unique(named)
	for _, t := range rest[:min(len(rest), 3)] { // "these JSON files"
		if ending := "." + t.text; t.kind == word && slices.Contains(cues().Code.Files, t.text) && slices.ContainsFunc(named, func(n string) bool { return path.Ext(n) == ending }) {
			return slices.DeleteFunc(named, func(n string) bool { return path.Ext(n) != ending })
		}
	}
	if n := len(named); n > 1 && hasAny(rest[:min(len(rest), 3)], "it", "this", "that") {
		return named[n-1:]
	}
	return named
}

// isProgram reports whether a word can be the name of a program.
func isProgram(text string) bool { return programName().MatchString(text) }

// verbal reports whether one of these verbs stands at once before a token of a sentence.
func verbal(tokens []token, of token, verbs ...string) bool {
	i := slices.IndexFunc(tokens, func(t token) bool { return t.kind == of.kind && t.text == of.text })
	return i > 0 && hasAny(tokens[i-1:i], verbs...)
}

// pronoun reports whether what is forbidden was named before: "never edit it by hand".
func pronoun(rest []token) bool {
	for i, t := range rest {
		if t.kind == sign || cues().Reason.at(rest[i:]) > 0 && i > 0 || cues().Use.at(rest[i:]) > 0 {
			return true
		}
		if cues().Pronoun.at(rest[i:]) == 0 && !(t.kind == word && i > 0 && slices.Contains(cues().Code.Files, t.text)) {
			return false
		}
	}
	return true
}

// collect returns the code at the begin of tokens that a verb is about, and what follows it.
func collect(rest []token, kind int) (named, tail []token) {
	words, found, remark := 0, 0, false
	for i, t := range rest {
		if remark || found > 0 && t.kind == sign && t.text == "(" && !(i+1 < len(rest) && hasAny(rest[i+1:i+2], "except", "unless", "only", "if", "but")) {
			remark = t.text != ")" // in brackets: "`x/` (from `y`)"
			continue
		}
		switch {
		case kind != toRun && found == 0 && i > 0 && i+1 < len(rest) && rest[i+1].kind == code && strings.HasSuffix(rest[i+1].glob, "*") && (t.text == "in" || t.text == "under" || t.text == "inside" || t.text == "within"): // files in `x/`
			continue
		case t.kind == code:
			named, words, found = append(named, t), 0, i+1
			continue
		case isWhole(t) && kind == toRun && !(i > 0 && hasAny(rest[i-1:i], "disable", "enable", "configure", "remove", "ignore")):
			named, words, found = append(named, t), 0, i+1
			continue
		case t.kind == sign && (t.text == "," || t.text == "/" || t.text == "("):
			continue
		case t.kind == sign && t.text == "—" && found == 0 && cues().Aside.at(rest[i+1:]) > 0:
			continue
		case t.kind == sign && t.text == ")", t.kind == sign && t.text == ":" && found == 0 && i > 0 && i+1 < len(rest) && rest[i+1].kind == code: // generated files: `x/`
			continue
		case t.kind == sign, cues().Condition.at(rest[i:]) > 0, cues().Reason.at(rest[i:]) > 0, negationAt(rest[i:]) > 0, cues().Use.at(rest[i:]) > 0, t.text == "but", t.text == "then":
			return named, rest[i:]
		}
		if words++; words > 5 {
			break
		}
	}
	return named, rest[min(max(found, 0), len(rest)):]
}
