package shell

import "strings"

// field is a word after expansion.
type field struct {
	text string  // unknown parts are represented by unknownMark
	glob bool    // it contains wildcards that the shell expands
	from *stream // what can be read from it, if it is a process substitution; see isWalkedFirst
	matching
}

// matching says which of the files that match a pattern are meant.
type matching struct {
	// match is set if the field is one of the files that the wildcards match and not the pattern
	// itself: the variable of a loop over *.go, or {} in find -exec. Then glob is set as well.
	match     bool
	recursive bool // the pattern is that of the base name, in the folder and all folders below it
	// hidden is set if the wildcards also match names that begin with a dot, as with the option dotglob.
	hidden bool
	// visible is set if a recursive pattern leaves out files and folders whose names begin with a dot.
	visible bool
	// subset is set if only some of the matching files are meant. They can be determined only by
	// comparing the files before and after the call.
	subset bool
	// printed is a glob for the paths that the command which listed the files printed, if a filter dropped the others; see
	// Touch.Printed.
	printed string
	// index is "tracked" or "untracked" if only files are meant that git knows, or does not know; "status" if the names follow
	// the two marks of git status.
	index string
	// containing is a text that the files contain, "" if that is not known.
	containing string
	// origin is the pattern from which a derived name is computed. If f is one of *.txt,
	// ${f%.txt}.md is one of *.md with the origin *.txt.
	origin string
}

// unknownMark represents a part of a text that cannot be known before the line runs. It is removed
// from lines before they are parsed.
const unknownMark = "\x00"

// unknownArg represents a word that is not known in Command.Args, and a program that is not known
// in Command.Name.
const unknownArg = "$?"

// known reports whether the text is exactly what the command receives.
func (f field) known() bool { return !f.glob && !strings.Contains(f.text, unknownMark) }

// hasUnknown reports whether a part of the text is not known.
func (f field) hasUnknown() bool { return strings.Contains(f.text, unknownMark) }

// arg returns the word as it appears in Command.Args.
func (f field) arg() string {
	if f.hasUnknown() || f.match {
		return unknownArg
	}
	return f.text
}

// under returns the files that match the pattern name in the folder f and all folders below it.
func (f field) under(name string) field {
	return field{text: strings.TrimSuffix(f.text, "/") + "/" + name, glob: true, matching: matching{match: true, recursive: true}}
}

// literalFields returns words as fields without unknown parts or wildcards.
func literalFields(words []string) []field {
	fs := make([]field, len(words))
	for i, s := range words {
		fs[i] = field{text: s}
	}
	return fs
}

// args returns the words as they appear in Command.Args.
func args(fs []field) []string {
	out := make([]string, len(fs))
	for i, f := range fs {
		out[i] = f.arg()
	}
	return out
}

// joinWords joins the words with blanks, as echo and eval do.
func joinWords(words []field) string {
	texts := make([]string, len(words))
	for i, f := range words {
		texts[i] = f.text
	}
	return strings.Join(texts, " ")
}
