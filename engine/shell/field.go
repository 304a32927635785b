package shell

import "strings"

// field is one word after expansion.
type field struct {
	text string // with unknownMark for each part that cannot be known
	glob bool   // it has wildcards that the shell would expand
	// match is true if it is one of the files that the wildcards stand for, and not the
	// pattern: what a loop goes through, or find finds. Then glob is true as well.
	match     bool
	recursive bool // the pattern is of the last name, in folders below the one named
	// some is true if it stands for some of the files that match: which, only the disk knows,
	// once they are changed.
	subset bool
	// of is the pattern that a name is made of: ${f%.txt}.md, where f is one of *.txt, is one of
	// *.md and of it.
	origin string
}

// unknownMark stands in a text for a part that cannot be known. Lines are cleared of it
// before they are parsed.
const unknownMark = "\x00"

// unknownArg is how Command.Args shows a word that cannot be known.
const unknownArg = "$?"

func (f field) known() bool { return !f.glob && !strings.Contains(f.text, unknownMark) }

// partly reports whether a part of the word cannot be known.
func (f field) hasUnknown() bool { return strings.Contains(f.text, unknownMark) }

// arg is the word as Command.Args shows it.
func (f field) arg() string {
	if f.hasUnknown() || f.match {
		return unknownArg
	}
	return f.text
}

// below are the files in the folder that f names, and in those below it.
func (f field) under(name string) field {
	return field{text: strings.TrimSuffix(f.text, "/") + "/" + name, glob: true, match: true, recursive: true}
}

func literalFields(words []string) []field {
	fs := make([]field, len(words))
	for i, s := range words {
		fs[i] = field{text: s}
	}
	return fs
}

func args(fs []field) []string {
	out := make([]string, len(fs))
	for i, f := range fs {
		out[i] = f.arg()
	}
	return out
}

func joinWords(words []field) string {
	texts := make([]string, len(words))
	for i, f := range words {
		texts[i] = f.text
	}
	return strings.Join(texts, " ")
}
