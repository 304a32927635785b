package calls

import (
	"path"
	"slices"
	"strings"

	"witness/engine/shell"
)

// A Manner says how exactly a command has to be written as it is named.
type Manner int

const (
	// Peeled passes over what wraps a command: what runs it, from which environment.
	Peeled Manner = iota
	// Written passes over sudo, env, timeout and the like alone: npx vitest is not vitest.
	Written
)

// A Command is one that ran, or is about to.
type Command struct {
	Text string // on one line
	Kind string // what it is for: test, check, build; '' for any other

	parsed []shell.Command // its text; nil before it is needed
	known  *shell.Command  // what the line has made of it, nil if only the text is known
}

// Of returns the command of a line that was parsed as a whole, in which variables have their values.
func Of(cmd *shell.Command, kind string) Command {
	return Command{Text: cmd.Text, Kind: kind, known: cmd}
}

// Mentions reports whether the text may be that of the name: it has the word that stands first. It takes a fraction of the time that
// comparing takes.
func (n Name) Mentions(text string) bool {
	if len(n.commands) == 0 {
		return n.kind != "" || n.moment != ""
	}
	return slices.ContainsFunc(n.commands, func(c shell.Command) bool {
		program, _, _ := strings.Cut(c.Name, " ")
		return strings.Contains(program, "*") || strings.Contains(text, strings.TrimSuffix(program, path.Ext(program)))
	})
}

// Is reports whether a command is the one that is named.
func (n Name) Is(c *Command, how Manner) bool {
	switch {
	case n.kind != "":
		return c.Kind == n.kind || n.kind == "test" && c.givenTest()
	case n.moment != "":
		return slices.ContainsFunc(moments[n.moment], func(text string) bool {
			return (Name{commands: parseCommands(text)}).Is(c, Peeled)
		}) && !c.has(without)
	case len(n.commands) == 0:
		return false
	}
	return c.is(n.commands[len(n.commands)-1], how)
}

// givenTest reports whether a command is given a task or a target that is called test: dotnet build /t:test.
func (c *Command) givenTest() bool {
	return slices.ContainsFunc(c.forms(), func(cmd shell.Command) bool {
		return slices.ContainsFunc(append(slices.Clip(cmd.Tasks), cmd.Args...), func(word string) bool {
			return word == "test" || strings.HasSuffix(word, ":test")
		})
	})
}

// AllOn reports whether the other commands of the name are among those of the line.
func (n Name) AllOn(line []Command, how Manner) bool {
	for _, wanted := range n.commands[:max(len(n.commands)-1, 0)] {
		if !slices.ContainsFunc(line, func(c Command) bool { return c.is(wanted, how) }) {
			return false
		}
	}
	return true
}

// forms returns what is known of the command.
func (c *Command) forms() []shell.Command {
	if c.parsed == nil {
		c.parsed = append([]shell.Command{}, parseCommands(c.Text)...)
		if c.known != nil {
			c.parsed = append(c.parsed, *c.known)
		}
	}
	return c.parsed
}

// has reports whether the command has one of these words.
func (c *Command) has(words []string) bool {
	return slices.ContainsFunc(c.forms(), func(cmd shell.Command) bool {
		return slices.ContainsFunc(cmd.Args, func(word string) bool { return slices.Contains(words, word) })
	})
}

// is reports whether the command is the wanted one.
func (c *Command) is(wanted shell.Command, how Manner) bool {
	return slices.ContainsFunc(c.forms(), func(cmd shell.Command) bool {
		return sameProgram(wanted, cmd) && hasWords(wanted, cmd) && (how == Peeled || runnerOf(wanted) == runnerOf(cmd) && hasToolchain(wanted.Text, cmd.Text))
	})
}

// sameProgram reports whether a command runs the program, script or task that is wanted.
func sameProgram(wanted, cmd shell.Command) bool {
	program, _, _ := strings.Cut(wanted.Name, " ")
	other, _, _ := strings.Cut(cmd.Name, " ")
	if len(wanted.Tasks) > 0 && len(cmd.Tasks) > 0 && program == other {
		return contains(cmd.Tasks, wanted.Tasks)
	}
	if program == "*" {
		return true
	}
	if ok, err := path.Match(wanted.Name, cmd.Name); err == nil && ok || strings.HasPrefix(cmd.Name, wanted.Name+" ") {
		return samePlace(wanted, cmd)
	}
	return false
}

// samePlace reports whether two commands can be of the same file. A path that is written from the root of the project and one
// from a folder in it end alike.
func samePlace(wanted, cmd shell.Command) bool {
	a, b := strings.Trim(path.Dir(wanted.File), "/."), strings.Trim(path.Dir(cmd.File), "/.")
	if wanted.File == "" || cmd.File == "" || isBin(a) || isBin(b) {
		return true
	}
	return a == "" || b == "" || a == b || strings.HasSuffix(a, "/"+b) || strings.HasSuffix(b, "/"+a)
}

// isBin reports whether a folder is one of installed programs.
func isBin(folder string) bool {
	base := path.Base(folder)
	return base == "bin" || base == ".bin" || base == "Scripts"
}

// hasWords reports whether a command has the words that are wanted: options anywhere, operands in this order.
func hasWords(wanted, cmd shell.Command) bool {
	if !contains(cmd.Packages, wanted.Packages) || !contains(append(slices.Clip(cmd.Environment), cmd.Assigns...), wanted.Assigns) {
		return false
	}
	rest := cmd.Args
	for _, word := range wanted.Args {
		if slices.Contains(wanted.Tasks, word) && slices.Contains(cmd.Tasks, word) {
			continue
		}
		if strings.HasPrefix(word, "-") && word != "--" && word != "-" {
			if !hasOption(cmd.Args, word) {
				return false
			}
			continue
		}
		i := slices.IndexFunc(rest, func(w string) bool { return fitsWord(word, w) })
		if i < 0 {
			return false
		}
		rest = rest[i+1:]
	}
	return true
}

// hasOption reports whether words have an option, also with a value behind it (--grep=x) and, of single letters, in another
// order (-fd).
func hasOption(words []string, option string) bool {
	letters, isShort := strings.CutPrefix(option, "-")
	isShort = isShort && !strings.HasPrefix(letters, "-")
	short := ""
	for _, word := range words {
		if fitsWord(option, word) || strings.HasPrefix(word, option+"=") {
			return true
		}
		if rest, ok := strings.CutPrefix(word, "-"); ok && !strings.HasPrefix(rest, "-") {
			short += rest
		}
	}
	if !isShort || letters == "" || len(letters) > 3 {
		return false
	}
	for _, letter := range letters {
		if !strings.ContainsRune(short, letter) {
			return false
		}
	}
	return true
}

// fitsWord reports whether a word fits one that is wanted, in which * stands for anything.
func fitsWord(wanted, word string) bool {
	if !strings.Contains(wanted, "*") {
		return wanted == word || strings.TrimPrefix(wanted, "./") == strings.TrimPrefix(word, "./")
	}
	parts := strings.Split(wanted, "*")
	if !strings.HasPrefix(word, parts[0]) {
		return false
	}
	word = word[len(parts[0]):]
	for _, part := range parts[1 : len(parts)-1] {
		i := strings.Index(word, part)
		if i < 0 {
			return false
		}
		word = word[i+len(part):]
	}
	return strings.HasSuffix(word, parts[len(parts)-1])
}

// Extra returns the operands of a command that the name does not have: what it is limited to.
func (n Name) Extra(c *Command) bool {
	if len(n.commands) == 0 {
		return false
	}
	wanted := n.commands[len(n.commands)-1]
	return slices.ContainsFunc(c.forms(), func(cmd shell.Command) bool {
		return sameProgram(wanted, cmd) && slices.ContainsFunc(cmd.Args, func(word string) bool {
			return !strings.HasPrefix(word, "-") && !slices.Contains(wanted.Args, word) && !slices.Contains(cmd.Tasks, word)
		})
	})
}

// runners are the wrappers that find the program which they run in an environment of the project, so that to write one or to leave
// it out is a difference that somebody may insist on.
var runners = []string{"npx", "bunx", "uvx", "pipx", "pnpm", "yarn", "npm", "bun", "uv", "poetry", "pdm", "hatch", "rye", "pipenv", "conda", "bundle", "go", "mise", "docker", "nix"}

// runnerOf returns what a command is run by, as it is written: "npx", "python -m", ".venv/bin"; "" for a program by its name.
func runnerOf(cmd shell.Command) string {
	for _, wrapper := range cmd.Wrappers {
		if slices.Contains(runners, wrapper) {
			return wrapper
		}
	}
	if dir := path.Dir(cmd.File); cmd.File != "" && isBin(dir) {
		return strings.Trim(dir, "/")
	}
	program, _, _ := strings.Cut(cmd.Name, " ")
	if before, _, ok := strings.Cut(cmd.Text, "-m "+program); ok && strings.Contains(before, "python") {
		return "python -m"
	}
	return ""
}

// hasToolchain reports whether a command names the toolchain that is wanted: cargo +nightly.
func hasToolchain(wanted, text string) bool {
	for word := range strings.FieldsSeq(wanted) {
		if strings.HasPrefix(word, "+") && !slices.Contains(strings.Fields(text), word) {
			return false
		}
	}
	return true
}

// contains reports whether a list has all of some others.
func contains(list, wanted []string) bool {
	return !slices.ContainsFunc(wanted, func(w string) bool { return !slices.Contains(list, w) })
}
