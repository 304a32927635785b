package shell

import "strings"

// has reports whether list, words separated by single blanks, contains word. Such lists keep the
// tables of flags readable, and a scan of a short string is faster than a map.
func has(list, word string) bool {
	for word != "" && list != "" {
		first, rest, _ := strings.Cut(list, " ")
		if first == word {
			return true
		}
		list = rest
	}
	return false
}

// isFlag reports whether s begins with a dash and is not a lone dash.
func isFlag(s string) bool { return len(s) > 1 && s[0] == '-' }

// skipFlags returns the index of the first word from i that is not a flag. valued lists the flags
// whose value is the next word.
func skipFlags(words []field, i int, valued string) int {
	for ; i < len(words); i++ {
		s := words[i].text
		if s == "--" {
			return i + 1
		}
		if !isFlag(s) {
			return i
		}
		if takesNext(valued, s) {
			i++
		}
	}
	return len(words)
}

// operands returns the words that are neither flags nor values of flags.
func operands(words []field, valued string) []field {
	var out []field
	for i := 0; i < len(words); i++ {
		s := words[i].text
		switch {
		case s == "--":
			return append(out, words[i+1:]...)
		case !isFlag(s):
			out = append(out, words[i])
		case takesNext(valued, s):
			i++
		}
	}
	return out
}

// takesNext reports whether the value of flag s is the next word: s is in valued, or is a cluster
// such as -rne whose last letter is.
func takesNext(valued, s string) bool {
	return has(valued, s) || isCluster(s) && has(valued, "-"+s[len(s)-1:])
}

// isCluster reports whether s may consist of several one-letter flags.
func isCluster(s string) bool {
	if len(s) < 3 || len(s) > 5 || s[0] != '-' {
		return false
	}
	for i := 1; i < len(s); i++ {
		if !isLetter(s[i]) {
			return false
		}
	}
	return true
}

// flagValue returns the value of the first of the flags that is given, as "-o f", "-of", "--output
// f" or "--output=f".
func flagValue(words []field, flags string) (field, bool) {
	for i, f := range words {
		s := f.text
		if s == "--" {
			break
		}
		if !isFlag(s) {
			continue
		}
		if has(flags, s) {
			if i+1 < len(words) {
				return words[i+1], true
			}
			return field{}, false
		}
		if strings.HasPrefix(s, "--") {
			if name, v, ok := strings.Cut(s, "="); ok && has(flags, name) {
				return field{text: v, glob: f.glob}, true
			}
		} else if len(s) > 2 && has(flags, s[:2]) {
			return field{text: s[2:], glob: f.glob}, true
		} else if isCluster(s) && has(flags, "-"+s[len(s)-1:]) && i+1 < len(words) {
			return words[i+1], true
		}
	}
	return field{}, false
}

// longFlagValue returns the value of a flag given as "-flag v" or "-flag=v".
func longFlagValue(words []field, flag string) (field, bool) {
	for i, f := range words {
		switch v, ok := strings.CutPrefix(f.text, flag+"="); {
		case ok:
			return field{text: v, glob: f.glob}, true
		case f.text == flag && i+1 < len(words):
			return words[i+1], true
		}
	}
	return field{}, false
}

// hasFlag reports whether one of the flags is given. A one-letter flag may be part of a cluster
// such as -rn.
func hasFlag(words []field, flags string) bool {
	for _, f := range words {
		s := f.text
		if s == "--" {
			return false
		}
		if !isFlag(s) {
			continue
		}
		name, _, _ := strings.Cut(s, "=")
		if has(flags, name) {
			return true
		}
		if s[1] == '-' {
			continue
		}
		for _, c := range s[1:] {
			if has(flags, "-"+string(c)) {
				return true
			}
		}
	}
	return false
}

// hasWord reports whether one of the words is in list.
func hasWord(words []field, list string) bool {
	for _, f := range words {
		if has(list, f.text) {
			return true
		}
	}
	return false
}

// beforeDashes returns the words before "--", or all words.
func beforeDashes(words []field) []field {
	for i, f := range words {
		if f.text == "--" {
			return words[:i]
		}
	}
	return words
}

// afterDashes returns the words after "--", and false if there is none.
func afterDashes(words []field) ([]field, bool) {
	for i, f := range words {
		if f.text == "--" {
			return words[i+1:], true
		}
	}
	return nil, false
}

// isAssignment reports whether s has the form NAME=value.
func isAssignment(s string) bool {
	i := strings.IndexByte(s, '=')
	if i <= 0 {
		return false
	}
	for j := range i {
		c := s[j]
		if !isLetter(c) && c != '_' && (j == 0 || c < '0' || c > '9') {
			return false
		}
	}
	return true
}

// skipAssignments returns the index of the first word from i that is not an assignment.
func skipAssignments(words []field, i int) int {
	for i < len(words) && isAssignment(words[i].text) {
		i++
	}
	return i
}
