package shell

import (
	"encoding/base64"
	"slices"
	"strings"
)

// output returns what p prints if it follows from the line alone, as for echo, printf and pwd, and
// nil otherwise.
func output(p program, e *env, input *stream) *stream {
	for _, f := range p.args {
		if f.glob {
			return nil
		}
	}
	switch p.name {
	case "cat":
		if len(p.args) == 0 {
			return input
		}
	case "tee", "sort":
		if p.name == "tee" || len(p.args) == 0 {
			return input
		}
	case "basename", "dirname":
		if s, ok := baseOrDir(p); ok {
			return &stream{text: s + "\n"}
		}
	case "cd", "true", ":", "sleep":
		return &stream{}
	case "realpath", "readlink":
		if named := operands(p.args, ""); len(named) == 1 && (p.name == "realpath" || hasFlag(p.args, "-f -e -m")) {
			if path := resolve(p.dir, named[0]); path != "" {
				return &stream{text: path + "\n"}
			}
		}
	case "pwd":
		if e.dir != "" && len(p.args) == 0 {
			return &stream{text: e.dir + "\n"}
		}
	case "echo":
		escapes, end := false, "\n"
		words := p.args
		for len(words) > 0 && (words[0].text == "-n" || words[0].text == "-e" || words[0].text == "-ne" || words[0].text == "-en") {
			escapes = escapes || strings.Contains(words[0].text, "e")
			if strings.Contains(words[0].text, "n") {
				end = ""
			}
			words = words[1:]
		}
		text := joinWords(words) + end
		if escapes {
			text = unescapeC(text)
		}
		return &stream{text: text}
	case "base64":
		if input != nil && len(operands(p.args, "-w --wrap")) == 0 && hasFlag(p.args, "-d -D --decode") {
			if text, err := base64.StdEncoding.DecodeString(strings.Join(strings.Fields(input.text), "")); err == nil && !strings.Contains(input.text, unknownMark) {
				return &stream{text: string(text)}
			}
		}
	case "printf":
		if s, ok := printfOutput(p.args); ok {
			return &stream{text: s}
		}
	default:
		return filterOutput(p, input)
	}
	return nil
}

// baseOrDir returns what basename or dirname prints.
func baseOrDir(p program) (string, bool) {
	if len(p.args) == 0 || len(p.args) > 2 || isFlag(p.args[0].text) || p.args[0].hasUnknown() || p.args[0].text == "" {
		return "", false
	}
	s := p.args[0].text
	if len(s) > 1 {
		s = strings.TrimRight(s, "/")
	}
	switch {
	case p.name == "dirname" && len(p.args) == 1:
		s = parentDir(s)
	case p.name == "basename":
		s = s[strings.LastIndexByte(s, '/')+1:]
		if len(p.args) == 2 && s != p.args[1].text {
			s = strings.TrimSuffix(s, p.args[1].text)
		}
	default:
		return "", false
	}
	return s, true
}

// printfOutput returns what printf prints for a format without verbs other than %s, or than %b.
func printfOutput(words []field) (string, bool) {
	if len(words) == 0 {
		return "", false
	}
	format, rest := unescapeC(words[0].text), words[1:]
	if strings.Contains(format, "%b") && !strings.Contains(format, "%s") {
		format, rest = strings.ReplaceAll(format, "%b", "%s"), slices.Clone(rest)
		for i := range rest {
			rest[i].text = unescapeC(rest[i].text)
		}
	}
	slots := strings.Count(format, "%s")
	if strings.Count(format, "%") != slots {
		return "", false
	}
	if slots == 0 {
		return format, true
	}
	var b strings.Builder
	for {
		for i, piece := range strings.Split(format, "%s") {
			if i > 0 && len(rest) > 0 {
				b.WriteString(rest[0].text)
				rest = rest[1:]
			}
			b.WriteString(piece)
		}
		if b.Len() > maxLine {
			return "", false
		}
		if len(rest) == 0 {
			break
		}
	}
	return b.String(), true
}

// matchOutput returns what echo, basename or dirname prints if its argument is one of the files
// that match a pattern. It returns nil if the output cannot be expressed as a pattern.
func matchOutput(p program) *stream {
	if len(p.args) == 0 || !p.args[0].match || !has("echo basename dirname", p.name) {
		return nil
	}
	f := p.args[0]
	if p.name == "echo" {
		if len(p.args) != 1 {
			return nil
		}
		return namesStream([]field{f})
	}
	plain := p
	plain.args = append([]field{{text: f.text}}, p.args[1:]...)
	text, ok := baseOrDir(plain)
	if !ok || p.name == "dirname" && (f.recursive || isGlob(text)) || p.name == "basename" && !isGlob(text) {
		return nil
	}
	if p.name == "dirname" {
		return &stream{text: text}
	}
	if f.origin == "" {
		f.origin = f.text
	}
	if len(p.args) == 2 && text == f.text[strings.LastIndexByte(f.text, '/')+1:] {
		f.subset = true // only some of the names may have the suffix
	}
	f.text = text
	return namesStream([]field{f})
}
