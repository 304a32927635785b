package shell

import "strings"

// readInput sets the variables that read, mapfile or readarray assign from a known input. In a loop it would be the first of
// its lines only; see readLoop.
func (e *env) readInput(name string, rest []field, sc scope) {
	array, lines := name != "read", name != "read"
	var names []string
	for i := 0; i < len(rest); i++ {
		switch s := rest[i].text; {
		case s == "-r" || s == "-t" && lines:
		case (s == "-a" || s == "-ra") && !lines:
			array = true
		case isFlag(s) || rest[i].hasUnknown():
			return // another separator, or a part of the input
		default:
			names = append(names, s)
		}
	}
	if lines && len(names) == 0 {
		names = []string{"MAPFILE"}
	}
	separator := ""
	for _, a := range sc.assigns {
		if ifs, ok := strings.CutPrefix(a, "IFS="); ok {
			separator = ifs
		}
	}
	if len(names) == 0 || array && len(names) != 1 || len(separator) > 1 {
		return
	}
	switch {
	case lines:
		e.setList(names[0], sc.input.items(true))
	case array:
		if of := sc.input.lines(1, ""); len(of) > 0 {
			e.setList(names[0], wordsOfField(of[0][0], separator))
		}
	default:
		of := sc.input.lines(len(names), separator)
		for i := range names {
			if len(of) > 0 {
				e.setField(names[i], of[0][i])
			}
		}
	}
}

// wordsOfField returns the words of a field that is known, else the field.
func wordsOfField(f field, separator string) []field {
	switch {
	case !f.known():
		return []field{f}
	case separator != "":
		return literalFields(strings.Split(f.text, separator))
	}
	return literalFields(strings.Fields(f.text))
}

// setList assigns fields to an array. One that is a pattern is assigned alone: it is each of the files that match.
func (e *env) setList(name string, fs []field) {
	v := value{array: true}
	for _, f := range fs {
		if !f.known() {
			if len(fs) == 1 {
				e.setField(name, f)
			}
			return
		}
		v.words = append(v.words, f.text)
	}
	e.set(name, v)
}
