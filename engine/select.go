package engine

import (
	"cmp"
	"path/filepath"
	"slices"
	"strings"
)

// loadFacts reads the readers, once.
func (e *Engine) loadFacts() []*Script {
	if e.facts == nil {
		e.facts = load(e.layers, Facts, e.config.lockedReader)
	}
	return e.facts
}

// recognise finds the reader that knows a command as its run, and what the run selects.
// A reader that recognises its output comes before one that only knows the command.
func (e *Engine) recognise(cmd *command) {
	var best *Script
	// What runs tests may also compile: the tests count.
	worth := func(f *Script) int {
		switch {
		case f == nil || f.Into == "changes":
			return 0
		case f.Into == "tests" && len(f.Contains) > 0:
			return 3
		case f.Into == "tests":
			return 2
		default:
			return 1
		}
	}
	name := cmd.Name
	if len(cmd.Args) > 0 && len(cmd.Args[0]) < 32 {
		name += " " + cmd.Args[0] // xcodebuild test
	}
	for _, f := range e.claimants(name) {
		if worth(f) > worth(best) && !e.ousts(f, best) || e.ousts(best, f) {
			best = f
		}
	}
	if best == nil {
		return
	}
	cmd.runner = best.Name
	words := cmd.Args
	if len(words) > 0 && slices.Contains(best.Commands, cmd.Name+" "+words[0]) {
		words = words[1:] // vitest run
	}
	if cmd.selection, cmd.variant, cmd.known = selected(best, words, cmd.Dir); !cmd.known {
		cmd.selection = []string{"?"} // a listing runs nothing and covers nothing
	}
	for _, set := range cmd.Sets {
		if name, _, _ := strings.Cut(set, "="); slices.Contains(best.Part, name) {
			cmd.selection = append(cmd.selection, "?"+set) // PYTEST_ADDOPTS="-k …"
		}
	}
}

// interpreted makes a script that no reader knows what it was on the line: its interpreter.
// Its runs are of that script alone, and of the tests in it.
func (cmd *command) interpreted() {
	if cmd.By == "" {
		return
	}
	cmd.selection = []string{cmp.Or(plain(cmd.File, cmd.Dir), cmd.Name)}
	cmd.script, cmd.scriptArgs = cmd.Name, cmd.Args
	cmd.Name, cmd.Args = cmd.By, cmd.ByArgs
}

// own is the name of what a command runs: of a script, the script's.
func (cmd *command) own() string { return cmp.Or(cmd.script, cmd.Name) }

// spoken are the names by which a command can be spoken of: "manage.py migrate", "python",
// "python manage.py migrate".
func (cmd *command) spoken() []string {
	if cmd.By == "" {
		return []string{cmd.Name}
	}
	return []string{cmd.own(), cmd.By, cmd.By + " " + cmd.own()}
}

// isOneOf tells whether one of the names by which a command can be spoken of begins with the
// words of one of the listed.
func (cmd *command) isOneOf(listed []string) bool {
	return slices.ContainsFunc(cmd.spoken(), func(name string) bool { return knows(listed, name) })
}

// begins tells whether the command's words, or those of the script that it runs, begin with
// these.
func (cmd *command) begins(words string) bool {
	has := func(name string, args []string) bool {
		line := strings.Join(append([]string{name}, args...), " ")
		return line == words || strings.HasPrefix(line, words+" ")
	}
	if has(cmd.Name, cmd.Args) || cmd.By != "" && has(cmd.By, cmd.ByArgs) {
		return true
	}
	return cmd.script != "" && has(cmd.script, cmd.scriptArgs)
}

// ousts tells whether a reader would take a command away from one that a lock protects.
func (e *Engine) ousts(f, from *Script) bool {
	return f != nil && from != nil && layerOf(f.Origin) > layerOf(from.Origin) && e.config.lockedReader("", f.Origin)
}

// changes tells whether a command changes the tree without naming files: an install, a
// checkout.
func (e *Engine) changes(name string) bool {
	return slices.ContainsFunc(e.claimants(name), func(f *Script) bool { return f.Into == "changes" })
}

// selected reads a runner's arguments: what narrows the run (see `coverage` in views.sql
// for the spelling), what makes it another kind of run, and whether it is a run at all.
func selected(f *Script, words []string, dir string) (selection, variant []string, run bool) {
	here := len(f.Whole) > 0 // nothing but the directory itself is selected
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

// shortFlag finds -k in -kexpr: a flag of one letter with its value attached.
func shortFlag(f *Script, word string) string {
	if len(word) > 2 && word[1] != '-' && (slices.Contains(f.Narrow, word[:2]) || slices.Contains(f.Values, word[:2])) &&
		!flagIn(f.Narrow, word) && !flagIn(f.Values, word) && !flagIn(f.Unless, word) && !flagIn(f.Variant, word) {
		return word[:2]
	}
	return ""
}

// flagIn tells whether a flag is listed; Go's runner takes one dash or two.
func flagIn(flags []string, name string) bool {
	return slices.Contains(flags, name) || strings.HasPrefix(name, "--") && slices.Contains(flags, name[1:]) && len(name) > 3
}

// plain normalises a path or name: ./x/… is x, and what means everything is nothing.
func plain(word, dir string) string {
	if word == "$?" {
		return "?"
	}
	if filepath.IsAbs(word) && dir != "" && within(word, dir) {
		word = strings.TrimPrefix(word[len(dir):], "/")
	}
	word = strings.TrimPrefix(word, "./")
	word = strings.TrimSuffix(strings.TrimSuffix(word, "..."), "/")
	if word == "." {
		return ""
	}
	return word
}

// filter turns the value of a narrowing flag into parts of test names: alternatives are
// split, anchors dropped. What cannot be read that way is kept, but covers nothing.
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
