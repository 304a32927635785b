package demands

import (
	"cmp"
	"slices"
	"strings"
)

// The shapes.
const (
	never          = "never"
	runBefore      = "run_before"
	after          = "after"
	first          = "first"
	changeTogether = "change_together"
	readFirst      = "read_first"
)

// The severities.
const (
	block_ = "block"
	warn   = "warn"
	ask    = "ask"
)

// maxDemands is how many demands of one text are read.
const maxDemands = 200

// A reader reads the demands of one text.
type reader struct {
	file    string
	scope   string            // the glob of the files that the text is about, "" for all
	folders map[string]string // those of the project by their names
	list    []Demand
}

// read returns what a Markdown text demands. Scope is the glob of the files that it is about, "" if it is about all; folders are those of
// the project by their names.
func read(file, text, scope string, folders map[string]string) []Demand {
	r := &reader{file: file, scope: scope, folders: folders}
	for _, p := range walk(parse(text)) {
		r.negations(p)
		r.gates(p)
		if p.of.kind != heading {
			r.together(p)
			r.reading(p)
			r.templates(p)
		}
	}
	return r.list
}

// withoutExample returns a sentence without its examples, which end where it says what to run: "variants such as `a`, run `b`".
func withoutExample(tokens []token) []token {
	at, n := cues().Example.find(tokens)
	if at < 0 || tokens[at].text == "example" && n == 1 && at > 0 && !(at+1 < len(tokens) && tokens[at+1].text == ":") { // a folder of examples is none
		return tokens
	}
	if negates(tokens[:at]) && (hasAny(tokens[at:at+1], "such") || tokens[at-1].text == "(") && len(commandsIn(tokens[at:])) > 0 { // an example of what is forbidden is forbidden, and not all that it is one of
		_, rest, _, _ := negation(tokens[:at])
		_, verb := verbOf(rest)
		return slices.Concat(tokens[:at-len(rest)+verb], slices.DeleteFunc(slices.Clone(tokens[at+n:]), func(t token) bool { return t.text == ")" }))
	}
	if end := slices.IndexFunc(tokens[at:], func(t token) bool { return t.text == ")" }); at > 0 && tokens[at-1].text == "(" && end > 0 {
		return slices.Concat(tokens[:at-1], tokens[at+end+1:])
	}
	for i := at + n; i < len(tokens)-1; i++ {
		if tokens[i].text == "," && hasAny(tokens[at:at+1], "such") && hasAny(tokens[i+1:i+2], "run", "use", "read") {
			return slices.Concat(tokens[:at], tokens[i:])
		}
	}
	return tokens[:at]
}

// affirmed returns a sentence without what forbids to leave something out: "do not skip `x`" demands it.
func affirmed(tokens []token) []token {
	for i := range tokens {
		n := negationAt(tokens[i:])
		if n == 0 {
			continue
		}
		if k := cues().Affirm.at(tokens[i+n:]); k > 0 && i+n+k < len(tokens) && (len(tokens[i+n+k].commands) > 0 || cues().Run.at(tokens[i+n+k:]) > 0) {
			return slices.Concat(tokens[:i], tokens[i+n+k:])
		}
	}
	return tokens
}

// add adds a demand with its place and severity, once.
func (r *reader) add(p passage, d Demand) {
	d.File, d.Line = r.file, p.line
	d.Text = said(p.tokens)
	if d.Like != never && d.Severity == "" {
		d.Severity = warn
	}
	switch { // what is said of all is said of what the text is about
	case r.scope == "":
	case len(d.Edit) == 1 && d.Edit[0] == "**":
		d.Edit = []string{r.scope}
	case slices.Contains([]string{runBefore, after, changeTogether}, d.Like) && len(d.Changed)+len(d.Ran) == 0:
		d.Changed = []string{r.scope}
	}
	if folder, ok := strings.CutSuffix(r.scope, "/**"); ok && len(d.Commands) > 0 && !strings.ContainsAny(folder, "*{") && !slices.ContainsFunc(d.Commands, ofRepository) {
		d.CWD = []string{folder, r.scope}
	}
	for i, c := range d.Commands {
		rule := saidBy(c)
		if rule != "" && len(d.Commands) > 1 {
			one := d
			one.Commands = []string{c}
			r.add(p, one)
			d.Commands = slices.Delete(slices.Clone(d.Commands), i, i+1)
			r.add(p, d)
			return
		}
		d.Says = cmp.Or(rule, d.Says)
	}
	if d.Says != "" && slices.ContainsFunc(r.list, func(o Demand) bool { return o.Says == d.Says && o.Severity == d.Severity && o.Line == d.Line }) {
		return // the same rule for another spelling
	}
	if len(r.list) < maxDemands && !slices.ContainsFunc(r.list, d.Same) {
		r.list = append(r.list, d)
	}
}

// maxText is how much of a sentence is shown, in bytes.
const maxText = 160

// said returns a sentence as it is shown.
func said(tokens []token) string {
	var b strings.Builder
	for i, t := range tokens {
		text := t.text
		switch t.kind {
		case code:
			text = "`" + text + "`"
		case word:
			text = t.raw
		}
		if i > 0 && (t.kind != sign || text == "(" || text == "—") && !strings.HasSuffix(b.String(), "(") && !strings.HasSuffix(b.String(), "/") {
			b.WriteByte(' ')
		}
		if b.Len()+len(text) > maxText {
			b.WriteString("…")
			break
		}
		b.WriteString(text)
	}
	return b.String()
}

// clauses splits a sentence at semicolons and dashes.
func clauses(tokens []token) (list [][]token) {
	from := 0
	for i, t := range tokens {
		if t.kind == sign && (t.text == ";" || t.text == "—" && cues().Aside.at(tokens[i+1:]) == 0 || t.text == "|") {
			list = append(list, tokens[from:i])
			from = i + 1
		}
	}
	return append(list, tokens[from:])
}

func unique(list []string) (out []string) {
	for _, s := range list {
		if s != "" && !slices.Contains(out, s) {
			out = append(out, s)
		}
	}
	return out
}

// paths returns the globs of the paths in tokens.
func paths(tokens []token) (list []string) {
	for _, t := range tokens {
		list = append(list, t.glob)
	}
	return unique(list)
}

// saidBy returns the rule of witness that says of a command already that it is forbidden, "" if none does.
func saidBy(command string) (rule string) {
	for begin, name := range cues().Says {
		if begins(command, begin) {
			rule = name
		}
	}
	return rule
}

// ofRepository reports whether a command is about the repository, wherever it is run.
func ofRepository(command string) bool {
	return begins(command, "git", "gh", "glab", "jj")
}
