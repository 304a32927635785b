package shell

import (
	"slices"
	"strings"
)

// cmdBuiltins are the commands of cmd.exe, by the programs that do the same.
var cmdBuiltins = map[string]string{
	"type": "cat", "dir": "ls", "findstr": "grep", "where": "which", "del": "rm", "erase": "rm", "copy": "cp", "move": "mv", "ren": "mv", "md": "mkdir", "rd": "rmdir", "rmdir": "rmdir",
}

// unwrapCmd returns the command that cmd.exe is given: cmd /c type src\a.ts. It returns false if there is none, or for a line with
// signs of its own syntax, which is not read.
func unwrapCmd(argv []field) (wrapped, bool) {
	i := 1
	for i < len(argv) && len(argv[i].text) <= 3 && strings.HasPrefix(argv[i].text, "/") && !has("/c /k //c //k", strings.ToLower(argv[i].text)) {
		i++
	}
	if i+1 >= len(argv) || !strings.HasPrefix(argv[i].text, "/") {
		return wrapped{}, false
	}
	words := argv[i+1:]
	if len(words) == 1 {
		words = nil
		for text := range strings.FieldsSeq(argv[i+1].text) {
			words = append(words, field{text: strings.Trim(text, `"`)})
		}
	}
	if len(words) == 0 {
		return wrapped{}, false
	}
	program, known := cmdBuiltins[strings.ToLower(words[0].text)]
	if !known {
		program = words[0].text
	}
	inner := []field{{text: program}}
	if program == "rmdir" && slices.ContainsFunc(words, func(w field) bool { return strings.EqualFold(w.text, "/s") }) { // with all that is in it
		inner = []field{{text: "rm"}, {text: "-r"}}
	}
	for _, w := range words[1:] {
		switch {
		case strings.ContainsAny(w.text, "&|<>^"):
			return wrapped{}, false
		case known && len(w.text) <= 3 && strings.HasPrefix(w.text, "/"): // an option
		case known:
			w.text = strings.ReplaceAll(w.text, `\`, "/")
			inner = append(inner, w)
		default:
			inner = append(inner, w)
		}
	}
	return wrapped{argv: inner, external: !known}, true
}
