package shell

import (
	"slices"
	"strings"
)

// xargs walks the command that xargs runs. If standard input is known, its words are appended to
// the command, or replace the placeholder of -I.
func (w *walker) xargs(argv []field, e *env, sc scope, st state, text string) outcome {
	i, replace, lines := 1, "", false
	var list *field // the file to read the words from instead of standard input
	for ; i < len(argv); i++ {
		s := argv[i].text
		if len(s) < 2 || s[0] != '-' {
			break
		}
		switch {
		case s == "-I":
			if i++; i < len(argv) {
				replace = argv[i].text
			}
		case strings.HasPrefix(s, "-I"):
			replace = s[2:]
		case s == "-i" || s == "--replace":
			replace = "{}"
		case strings.HasPrefix(s, "--replace="):
			replace = s[len("--replace="):]
		case (s == "-a" || s == "--arg-file") && i+1 < len(argv):
			i++
			list = &argv[i]
		case argv[i].from != nil && has("-a --arg-file=", strings.TrimSuffix(s, unknownMark)):
			list = &field{text: unknownMark, from: argv[i].from}
		case s == "-d" || s == "-n" || s == "-L" || s == "-P" || s == "-s" || s == "-E" ||
			s == "--max-args" || s == "--max-procs" || s == "--max-lines" || s == "--delimiter":
			i++
			lines = lines || s == "-d" || s == "--delimiter"
		case strings.HasPrefix(s, "-d") || s == "-0" || s == "--null":
			lines = true
		}
	}
	if i >= len(argv) {
		return w.reportCommand(argv, e, sc, st, text)
	}
	inner := argv[i:]
	sc.lists = append(slices.Clip(sc.lists), sc.piped...)
	if list != nil {
		sc.input = w.rec.contentsOf(*list, e.dir)
		first := w.rec.nextIndex()
		defer func() { w.rec.touch(*list, kindRead, sc.place(e.dir, first)) }()
	}
	if has("rm unlink shred", programName(inner[0])) {
		sc.input = w.scripts.filled(sc.input, sc)
	}
	items := sc.input.items(replace != "" || lines)
	sc.input, sc.external = nil, true
	if replace != "" {
		if len(items) > maxIterations || len(items) == 0 {
			items = []field{{text: unknownMark}}
		}
		return w.rec.repeat(len(items), func(iteration int) outcome {
			words, e := w.expander.replaceInCode(inner, replace, items[iteration], e)
			return w.command(words, e, sc, st, text)
		})
	}
	if n := len(w.rec.line.Commands); n > 0 && len(items) > 0 && items[0].hasUnknown() {
		sc.names = w.rec.line.Commands[n-1].Paths // the unknown input presumably consists of these names
	}
	// Unknown input is represented by a single unknown word.
	if len(items) != 1 || items[0].text != unknownMark || inner[len(inner)-1].text != unknownMark {
		inner = append(inner[:len(inner):len(inner)], items...)
	}
	return w.command(inner, e, sc, st, text)
}

// parallel walks the command that GNU parallel runs, for each of the words after ":::" or, without them, of the lines
// of standard input.
func (w *walker) parallel(argv []field, e *env, sc scope, st state, text string) outcome {
	i := skipFlags(argv, 1, "-j --jobs -n -N -a --arg-file -S --colsep -C -d --joblog --timeout --retries -I --load --delay --results --halt")
	end := i
	for end < len(argv) && !strings.HasPrefix(argv[end].text, ":::") {
		end++
	}
	if i >= end {
		o := w.reportCommand(argv, e, sc, st, text)
		if lines := sc.input; lines != nil && !strings.HasPrefix(lines.text, unknownMark) && !w.rec.tooNested(sc) {
			sc.nested++
			sc.input = nil
			w.source(asSource(lines.text), e.clone(), sc, st) // each line is a command
		}
		return o
	}
	inner := argv[i:end]
	sc.lists = append(slices.Clip(sc.lists), sc.piped...)
	items := sc.input.items(true)
	if list, ok := flagValue(argv[1:i], "-a --arg-file"); ok {
		items = w.rec.contentsOf(list, e.dir).items(true)
	}
	switch {
	case end+1 < len(argv) && argv[end].text == "::::":
		items = w.rec.contentsOf(argv[end+1], e.dir).items(true)
	case end < len(argv) && argv[end].text == ":::":
		items = nil
		for _, f := range argv[end+1:] {
			if !f.known() || strings.HasPrefix(f.text, ":::") || len(items) >= maxIterations {
				items = []field{{text: unknownMark}}
				break
			}
			items = append(items, f)
		}
	}
	sc.nested++
	sc.input = nil
	return w.rec.repeat(len(items), func(iteration int) outcome {
		item := items[iteration]
		if len(inner) == 1 && strings.Contains(inner[0].text, " ") {
			words, e := w.expander.replaceInCode(append([]field{{text: "sh"}}, inner...), "{}", item, e)
			return w.source(asSource(words[1].text), e.clone(), sc, st)
		}
		words := w.expander.replacePlaceholders(inner, item)
		external := sc
		external.external = true
		return w.command(words, e, external, st, text)
	})
}

// replacePlaceholders returns words as fd and parallel pass them on: each {} is replaced by item, and parts of it such
// as {.} by something unknown. Without a placeholder item is the last word.
func (x *expander) replacePlaceholders(words []field, item field) []field {
	marked := false
	for _, part := range []string{"{.}", "{/}", "{//}", "{/.}", "{#}"} {
		if strings.Contains(joinWords(words), part) {
			words, marked = x.replacePlaceholder(words, part, field{text: unknownMark}), true
		}
	}
	if !marked && !strings.Contains(joinWords(words), "{}") {
		return append(words[:len(words):len(words)], item)
	}
	return x.replacePlaceholder(words, "{}", item)
}

// foundFile is the variable that stands for a file in code of a shell; see replaceInCode.
const foundFile = "_found"

// replaceInCode is replacePlaceholder for a command that may be a shell with code: there a variable stands for a file that is
// known by a pattern only, and it is set in the environment that is returned.
func (x *expander) replaceInCode(words []field, mark string, item field, e *env) ([]field, *env) {
	if !item.match || !isShell(programName(words[0])) {
		return x.replacePlaceholder(words, mark, item), e
	}
	e = e.clone()
	e.setField(foundFile, item)
	out := make([]field, 0, len(words))
	for _, word := range words {
		with := item
		if strings.ContainsAny(word.text, " \t\n;") {
			word.text = strings.ReplaceAll(word.text, "'"+mark+"'", `"`+mark+`"`)
			with = field{text: "${" + foundFile + "}"}
		}
		out = append(out, x.replacePlaceholder([]field{word}, mark, with)...)
	}
	return out, e
}

// replacePlaceholder returns words with each occurrence of mark replaced by item.
func (x *expander) replacePlaceholder(words []field, mark string, item field) []field {
	out := make([]field, len(words))
	for i, f := range words {
		with := item.text
		if !x.grow(strings.Count(f.text, mark)*len(with) + len(f.text)) {
			with = unknownMark
		}
		if rest, ok := strings.CutPrefix(f.text, mark); ok && item.match && !strings.ContainsAny(rest, "{} /'\"") {
			out[i] = item // one of the matching files, or a name derived from one: {}.bak
			out[i].text = with + rest
			continue
		}
		if item.match && strings.Count(f.text, mark) == 1 && !strings.ContainsAny(f.text, " '\"") && !f.hasUnknown() {
			out[i] = item
			if item.origin == "" {
				out[i].origin = item.text
			}
			if out[i].text = strings.Replace(f.text, mark, with, 1); out[i].text == out[i].origin {
				out[i].origin = ""
			}
			continue
		}
		if item.match {
			with = unknownMark
		}
		out[i] = field{text: strings.ReplaceAll(f.text, mark, with), glob: f.glob}
	}
	return out
}
