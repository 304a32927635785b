// Package selection says which tests a runner's arguments select, and what else they make of a run, by the header of the reader that lists
// the runner: its keys narrow, part, values, variant, more and shows.
package selection

import (
	"path/filepath"
	"slices"
	"strings"

	"witness/engine/bundle"
	"witness/engine/project"
)

// A Choice is what the arguments of a runner select.
type Choice struct {
	Selection []string // what narrows the run; the type selection in engine/state documents the notation
	Variant   []string // what makes it another kind of run
	More      []string // those of the variant with which more tests run or can fail
	Shows     []string // what only changes how much is shown
	Inside    bool     // it may leave out tests within what the runner names as one
	None      bool     // it runs nothing
}

// Of interprets a runner's arguments by its reader's header. dir is the folder in which it runs, to which paths are made relative.
func Of(f *bundle.File, words []string, dir string) Choice {
	var selection, variant, more, shows []string
	here := len(f.Whole) > 0 // only what is in the directory itself is selected
	inside := false
	handedOn := len(words) // where what stands behind "--" begins
	if knowsFlags := len(f.Narrow)+len(f.Part)+len(f.Values) > 0; !knowsFlags && slices.Contains(words, "--") {
		handedOn = slices.Index(words, "--") // nox -s tests -- -k cart: the program behind is not known
	}
	for i := 0; i < len(words); i++ {
		word := words[i]
		if word == "--" || word == "" {
			continue
		}
		if i > handedOn && i+1 < len(words) && strings.HasPrefix(word, "-") && !strings.HasPrefix(words[i+1], "-") {
			selection = append(selection, "?"+word+" "+words[i+1])
			i++
			continue
		}
		if !strings.HasPrefix(word, "-") || word == "-" {
			if i == 0 && slices.Contains(f.Unless, word) {
				return Choice{None: true} // a subcommand
			}
			if i > 0 && isNumber(word) && strings.HasPrefix(words[i-1], "-") && words[i-1] != "--" && !strings.Contains(words[i-1], "=") {
				continue // the value of a flag that the reader does not list, such as -v 2
			}
			w := Plain(word, dir)
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
		set := name + "=" + value
		if !attached && i+1 < len(words) && HasFlag(f.Values, name) {
			set += words[i+1]
		}
		next := func() string {
			if !attached && i+1 < len(words) {
				i++
				value = words[i]
			}
			return value
		}
		switch {
		case runsNothing(f, name), HasFlag(f.Unless, set):
			return Choice{None: true}
		case HasFlag(f.Narrow, name):
			selection = append(selection, filter(name, next())...)
		case HasFlag(f.Part, name), HasFlag(f.Inside, name):
			inside = inside || HasFlag(f.Inside, name)
			part := "?" + word
			if HasFlag(f.Values, name) && !attached {
				part += " " + next()
			}
			selection = append(selection, part)
		case HasFlag(f.Variant, name):
			if HasFlag(f.Values, name) && !attached {
				word += " " + next()
			}
			variant = append(variant, word)
		case HasFlag(f.More, name):
			if attached || HasFlag(f.Values, name) {
				for _, each := range strings.FieldsFunc(next(), func(r rune) bool { return r == ',' || r == ' ' }) {
					more = append(more, listedForm(f.More, name)+"="+each) // -tags=a,b is more than -tags b
				}
			} else {
				more = append(more, listedForm(f.More, name))
			}
		case showsOnly(f, word, name):
			if HasFlag(f.Values, name) && !attached {
				word += " " + next()
			}
			shows = append(shows, word)
		case HasFlag(f.Values, name):
			next()
		}
	}
	if here {
		selection = append(selection, ".")
	}
	return Choice{Selection: Sorted(selection), Variant: Sorted(append(variant, more...)), More: Sorted(more), Shows: Sorted(shows), Inside: inside}
}

// isNumber reports whether a word has only digits.
func isNumber(word string) bool { return strings.Trim(word, "0123456789") == "" }

// Sorted sorts a list and removes its duplicates.
func Sorted(list []string) []string {
	slices.Sort(list)
	return slices.Compact(list)
}

// shortFlag returns -k for -kexpr: a flag of one letter with its value attached, "" for others.
func shortFlag(f *bundle.File, word string) string {
	if len(word) > 2 && word[1] != '-' && (slices.Contains(f.Narrow, word[:2]) || slices.Contains(f.Values, word[:2])) &&
		!HasFlag(f.Narrow, word) && !HasFlag(f.Values, word) && !runsNothing(f, word) && !HasFlag(f.Variant, word) {
		return word[:2]
	}
	return ""
}

// printsAboutItself are the flags with which any tool only prints its help or version.
var printsAboutItself = []string{"-h", "-help", "-version"}

// runsNothing reports whether the command runs nothing with a flag.
func runsNothing(f *bundle.File, name string) bool {
	return HasFlag(f.Unless, name) || HasFlag(printsAboutItself, name) && !HasFlag(f.Values, name)
}

// HasFlag reports whether a flag is listed. Two dashes match a flag listed with one, as Go's flags do.
func HasFlag(flags []string, name string) bool {
	return slices.Contains(flags, name) || strings.HasPrefix(name, "--") && slices.Contains(flags, name[1:]) && len(name) > 3
}

// listedForm returns a flag as it is listed, -tags for --tags.
func listedForm(flags []string, name string) string {
	if slices.Contains(flags, name) {
		return name
	}
	return name[1:]
}

// Plain normalizes a path or name: ./x/... becomes x, and a word that selects everything becomes "".
func Plain(word, dir string) string {
	if word == "$?" {
		return "?"
	}
	if filepath.IsAbs(word) && dir != "" && project.Within(word, dir) {
		word = strings.TrimPrefix(word[len(dir):], "/")
	}
	word = strings.TrimPrefix(word, "./")
	word = strings.TrimSuffix(strings.TrimSuffix(word, "..."), "/")
	switch filepath.Ext(word) {
	case ".csproj", ".fsproj", ".vbproj": // it stands for its folder
		if folder := filepath.Dir(word); folder != "." {
			word = folder
		}
	case ".sln", ".slnx":
		word = "."
	}
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
		if field, name, ok := strings.Cut(strings.Replace(part, "=", "~", 1), "~"); ok && strings.HasSuffix(field, "Name") {
			part = name // FullyQualifiedName~Cart, of dotnet test
		}
		part = strings.ReplaceAll(part, "#", ".") // CartTest#rounds, of Maven
		if part == "" || strings.ContainsAny(strings.ReplaceAll(part, "*", globbed(part)), `*+?()[]{}^$\!`) || strings.Contains(" "+part+" ", " and ") || strings.HasPrefix(part, "not ") {
			return unreadable
		}
		parts = append(parts, "~"+part)
	}
	return parts
}

// globbed returns what stands for an asterisk: nothing in the pattern of Python files of unittest
// (test_*.py), which is no regular expression.
func globbed(part string) string {
	if strings.HasSuffix(part, ".py") {
		return ""
	}
	return "*"
}
