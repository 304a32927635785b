package shell

import "strings"

// maxNames is the maximum number of names reported for one command.
const maxNames = 100

// names returns the files and folders that the words of a command name, for Command.Names. In code
// given to an interpreter, each string literal counts as a word. Relative names are resolved in the
// directory that the line starts in if that of the command is not known, and so are names after an
// unknown prefix, as in $DIR/x.
func (w *walker) names(argv []field, p program, sc scope) (list []PathWord) {
	if sc.container {
		return nil
	}
	list = append(list, sc.names...)
	add := func(text string, glob, hidden bool) {
		if i := strings.LastIndex(text, unknownMark); i >= 0 {
			if rest, ok := strings.CutPrefix(text[i+len(unknownMark):], "/"); ok {
				text = rest
			} else if f := asPattern(field{text: text}); f.glob && strings.Contains(text, "/") {
				text, glob = f.text, true
			} else {
				return
			}
		}
		if glob {
			text = goPattern(text)
		}
		if rest, ok := strings.CutPrefix(text, "~/"); ok && w.home != "" {
			text = w.home + "/" + rest
		}
		if text == "" || len(text) > 1000 || strings.Contains(text, "\n") || len(list) >= maxNames {
			return
		}
		dir := p.dir
		if dir == "" {
			dir = w.start
		}
		if path := resolve(dir, field{text: text}); path != "" {
			list = append(list, PathWord{Path: path, Glob: glob, Hidden: hidden})
		}
	}
	code := takesCode(p.base)
	for _, f := range argv[1:] {
		if code && strings.ContainsAny(f.text, `'"`) {
			for _, t := range tokens(f.text, pythonCode) {
				if t.kind == 's' {
					add(t.text, false, false)
				}
			}
			continue
		}
		if !isFlag(f.text) {
			add(f.text, f.glob, f.hidden)
		}
		if _, value, ok := strings.Cut(f.text, "="); ok {
			add(value, f.glob, f.hidden)
		}
	}
	if code && sc.input != nil {
		for _, t := range tokens(sc.input.text, pythonCode) {
			if t.kind == 's' {
				add(t.text, false, false)
			}
		}
	}
	return list
}
