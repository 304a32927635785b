package facts

import (
	"fmt"
	"hash/fnv"
	"path/filepath"
	"slices"
	"strings"

	"witness/engine/bundle"
	"witness/engine/project"
	"witness/engine/shell"
)

// A choice is what the arguments of a runner select.
type choice struct {
	selection []string // what narrows the run; the type selection in engine/state documents the notation
	variant   []string // what makes it another kind of run
	more      []string // those of the variant with which more tests run or can fail
	shows     []string // what only changes how much is shown
	inside    bool     // it may leave out tests within what the runner names as one
	none      bool     // it runs nothing
}

// selected interprets a runner's arguments by its reader's header.
func selected(f *bundle.File, words []string, dir string) choice {
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
				return choice{none: true} // a subcommand
			}
			if i > 0 && isNumber(word) && strings.HasPrefix(words[i-1], "-") && words[i-1] != "--" && !strings.Contains(words[i-1], "=") {
				continue // the value of a flag that the reader does not list, such as -v 2
			}
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
		set := name + "=" + value
		if !attached && i+1 < len(words) && flagIn(f.Values, name) {
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
		case runsNothing(f, name), flagIn(f.Unless, set):
			return choice{none: true}
		case flagIn(f.Narrow, name):
			selection = append(selection, filter(name, next())...)
		case flagIn(f.Part, name), flagIn(f.Inside, name):
			inside = inside || flagIn(f.Inside, name)
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
		case flagIn(f.More, name):
			if attached || flagIn(f.Values, name) {
				for _, each := range strings.FieldsFunc(next(), func(r rune) bool { return r == ',' || r == ' ' }) {
					more = append(more, listedForm(f.More, name)+"="+each) // -tags=a,b is more than -tags b
				}
			} else {
				more = append(more, listedForm(f.More, name))
			}
		case showsOnly(f, word, name):
			if flagIn(f.Values, name) && !attached {
				word += " " + next()
			}
			shows = append(shows, word)
		case flagIn(f.Values, name):
			next()
		}
	}
	if here {
		selection = append(selection, ".")
	}
	return choice{selection: sorted(selection), variant: sorted(append(variant, more...)), more: sorted(more), shows: sorted(shows), inside: inside}
}

// isNumber reports whether a word has only digits.
func isNumber(word string) bool { return strings.Trim(word, "0123456789") == "" }

// sorted sorts a list and removes its duplicates.
func sorted(list []string) []string {
	slices.Sort(list)
	return slices.Compact(list)
}

// shortFlag returns -k for -kexpr: a flag of one letter with its value attached, "" for others.
func shortFlag(f *bundle.File, word string) string {
	if len(word) > 2 && word[1] != '-' && (slices.Contains(f.Narrow, word[:2]) || slices.Contains(f.Values, word[:2])) &&
		!flagIn(f.Narrow, word) && !flagIn(f.Values, word) && !runsNothing(f, word) && !flagIn(f.Variant, word) {
		return word[:2]
	}
	return ""
}

// printsAboutItself are the flags with which any tool only prints its help or version.
var printsAboutItself = []string{"-h", "-help", "-version"}

// runsNothing reports whether the command runs nothing with a flag.
func runsNothing(f *bundle.File, name string) bool {
	return flagIn(f.Unless, name) || flagIn(printsAboutItself, name) && !flagIn(f.Values, name)
}

// flagIn reports whether a flag is listed. Two dashes match a flag listed with one, as Go's flags do.
func flagIn(flags []string, name string) bool {
	return slices.Contains(flags, name) || strings.HasPrefix(name, "--") && slices.Contains(flags, name[1:]) && len(name) > 3
}

// listedForm returns a flag as it is listed, -tags for --tags.
func listedForm(flags []string, name string) string {
	if slices.Contains(flags, name) {
		return name
	}
	return name[1:]
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

// describe sets what a command that no reader lists selects, as far as its words show it: what is
// not known to change only the display makes it another run.
func (cmd *Command) describe() {
	words := cmd.Args
	if cmd.script != "" {
		words = cmd.scriptArgs
	}
	if code := cmd.InputCode(); code != "" {
		cmd.Selection = append(cmd.Selection, hashed(code))
	}
	for _, word := range words {
		name, _, _ := strings.Cut(word, "=")
		switch {
		case slices.Contains(cmd.Tasks, word):
		case len(word) > maxSelected:
			cmd.Selection = append(cmd.Selection, hashed(word))
		case showsMore(word, name):
			cmd.Shows = append(cmd.Shows, word)
		case strings.HasPrefix(word, "-"):
			cmd.Variant = append(cmd.Variant, word)
		case strings.ContainsAny(word, " \n"):
			cmd.Selection = append(cmd.Selection, "?"+word)
		default:
			if w := plain(word, cmd.Dir); w != "" {
				cmd.Selection = append(cmd.Selection, w)
			}
		}
	}
}

// hashed returns the word of a selection that stands for a text.
func hashed(text string) string {
	h := fnv.New64a()
	h.Write([]byte(text))
	return fmt.Sprintf("?#%x", h.Sum64())
}

// InputCode returns the program that an interpreter reads from its standard input, "" if it reads none.
func (cmd *Command) InputCode() string {
	if !slices.Contains(inputReaders, cmd.Name) || len(cmd.Args) > 0 && cmd.Args[0] != "-" {
		return ""
	}
	return cmd.Input
}

// inputReaders are the interpreters that run their standard input if no file is named. Of a shell the commands
// themselves are read.
var inputReaders = []string{"python", "node", "ruby", "php", "perl", "deno", "bun"}

// maxSelected is the length from which a word is code or a message. Its hash stands for it.
const maxSelected = 200

// limit adds what limits a command of any kind: the packages of a workspace that its tasks run in,
// and what its output goes through.
func (cmd *Command) limit() {
	for _, pkg := range cmd.Packages {
		cmd.Selection = append(cmd.Selection, "?"+pkg)
	}
	if cmd.Container != "" {
		cmd.Environment = append(slices.Clip(cmd.Environment), "container="+cmd.Container)
	}
	switch {
	case cmd.Filter != "":
		cmd.Shows = append(cmd.Shows, cmd.Filter)
	case cmd.OutputHidden:
		cmd.Shows = append(cmd.Shows, "|")
	}
	cmd.Selection, cmd.Variant, cmd.Shows = sorted(cmd.Selection), sorted(cmd.Variant), sorted(cmd.Shows)
	cmd.Environment = slices.DeleteFunc(sorted(slices.Clone(cmd.Environment)), func(set string) bool {
		name, _, _ := strings.Cut(set, "=")
		if !slices.Contains(showVariables, name) {
			return false
		}
		cmd.Shows = append(cmd.Shows, set)
		return true
	})
}

// handedOn returns what the words behind "--" of the n-th command select, a task, in the runner that its recipe names: npm test -- --shard=1/3.
func handedOn(readers Readers, line shell.Line, n int) []string {
	task := line.Commands[n]
	at := slices.Index(task.Args, "--")
	for _, inner := range line.Commands[n+1:] {
		if at < 0 || inner.Via == "" || len(task.Tasks) == 0 {
			break
		}
		if f := readers.Lists(Command{Command: inner}); f != nil && f.Into == "tests" {
			return selected(f, task.Args[at+1:], task.Dir).selection
		}
	}
	return nil
}
