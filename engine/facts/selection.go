package facts

import (
	"path/filepath"
	"slices"
	"strings"

	"witness/engine/project"
)

// selected interprets a runner's arguments by its reader's header. selection is what narrows the run
// (the view coverage documents its notation), variant what makes it another kind of run. run is
// false if the command runs nothing.
func selected(f *Reader, words []string, dir string) (selection, variant []string, run bool) {
	here := len(f.Whole) > 0 // only what is in the directory itself is selected
	for i := 0; i < len(words); i++ {
		word := words[i]
		if word == "--" || word == "" {
			continue
		}
		if !strings.HasPrefix(word, "-") || word == "-" {
			w := plain(word, dir)
			here = here && w == "" && !slices.Contains(f.Whole, word)
			if w != "" && !slices.Contains(f.Whole, word) {
				if f.Filters {
					w = "~" + w
				}
				selection = append(selection, w)
			}
			continue
		}
		name, value, attached := strings.Cut(word, "=")
		if short := shortFlag(f, word); short != "" {
			name, value, attached = short, word[2:], true
		}
		next := func() string {
			if !attached && i+1 < len(words) {
				i++
				value = words[i]
			}
			return value
		}
		switch {
		case flagIn(f.Unless, name):
			return nil, nil, false
		case flagIn(f.Narrow, name):
			selection = append(selection, filter(name, next())...)
		case flagIn(f.Part, name):
			part := "?" + word
			if flagIn(f.Values, name) && !attached {
				part += " " + next()
			}
			selection = append(selection, part)
		case flagIn(f.Variant, name):
			if flagIn(f.Values, name) && !attached {
				word += " " + next()
			}
			variant = append(variant, word)
		case flagIn(f.Values, name):
			next()
		}
	}
	if here {
		selection = append(selection, ".")
	}
	slices.Sort(selection)
	slices.Sort(variant)
	return slices.Compact(selection), slices.Compact(variant), true
}

// shortFlag returns -k for -kexpr: a flag of one letter with its value attached, "" for others.
func shortFlag(f *Reader, word string) string {
	if len(word) > 2 && word[1] != '-' && (slices.Contains(f.Narrow, word[:2]) || slices.Contains(f.Values, word[:2])) &&
		!flagIn(f.Narrow, word) && !flagIn(f.Values, word) && !flagIn(f.Unless, word) && !flagIn(f.Variant, word) {
		return word[:2]
	}
	return ""
}

// flagIn reports whether a flag is listed. Two dashes match a flag listed with one, as Go's flags do.
func flagIn(flags []string, name string) bool {
	return slices.Contains(flags, name) || strings.HasPrefix(name, "--") && slices.Contains(flags, name[1:]) && len(name) > 3
}

// plain normalizes a path or name: ./x/... becomes x, and a word that selects everything becomes "".
func plain(word, dir string) string {
	if word == "$?" {
		return "?"
	}
	if filepath.IsAbs(word) && dir != "" && project.Within(word, dir) {
		word = strings.TrimPrefix(word[len(dir):], "/")
	}
	word = strings.TrimPrefix(word, "./")
	word = strings.TrimSuffix(strings.TrimSuffix(word, "..."), "/")
	if word == "." {
		return ""
	}
	return word
}

// filter turns the value of a narrowing flag into parts of test names, each marked with ~:
// alternatives are split and anchors dropped. Any other expression is kept, marked with a ?, and
// covers nothing.
func filter(flag, value string) []string {
	unreadable := []string{"?" + flag + " " + value}
	bare := strings.TrimSuffix(strings.TrimPrefix(value, "^"), "$")
	bare = strings.TrimSuffix(strings.TrimPrefix(bare, "("), ")")
	var parts []string
	for _, alternative := range strings.Split(strings.ReplaceAll(bare, " or ", "|"), "|") {
		part := strings.TrimSuffix(strings.TrimPrefix(strings.TrimSpace(alternative), "^"), "$")
		if part == "" || strings.ContainsAny(part, `*+?()[]{}^$\!`) || strings.Contains(" "+part+" ", " and ") || strings.HasPrefix(part, "not ") {
			return unreadable
		}
		parts = append(parts, "~"+part)
	}
	return parts
}
