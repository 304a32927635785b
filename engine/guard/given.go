package guard

import (
	"path/filepath"
	"slices"
	"strings"

	"witness/engine/project"
	"witness/engine/shell"
)

// runners lists programs that run what they are given, elsewhere or later: in another terminal, at another time or by way of
// the network.
const runners = " tmux screen zellij dtach abduco xterm gnome-terminal konsole kitty alacritty wezterm foot terminator urxvt x-terminal-emulator ttyd" +
	" fish nu elvish xonsh csh tcsh pueue hyperfine watchexec entr nodemon concurrently direnv systemd-run socat at batch crontab expect ssh alias" +
	" submodule bisect rebase filter-branch config vim vi nvim view ex "

// changers are programs with which a command that a runner is given may begin, beside witness and the clients.
const changers = " rm mv cp chmod chown unlink shred truncate tee ln dd install sed sh bash zsh dash env sudo nohup "

// given returns the lines that a command passes to a program which runs them: by its words or its input, by variables, by
// settings of git, and as the script that it is.
func (g *Guard) given(line shell.Line, i int) (lines []string) {
	cmd := line.Commands[i]
	for _, s := range cmd.Environment {
		if _, value, ok := strings.Cut(s, "="); ok && strings.Contains(value, " ") {
			lines = append(lines, value) // GIT_EDITOR='rm x' git commit
		}
	}
	words := wordsOf(cmd)
	if words[0] == "git" && strings.Contains(cmd.Text, " -c ") {
		for _, c := range shell.Parse("echo "+cmd.Text, "/", "").Commands {
			for _, a := range c.Args {
				if _, value, ok := strings.Cut(a, "="); ok && strings.Contains(value, " ") {
					lines = append(lines, strings.TrimPrefix(value, "!")) // git -c core.editor='rm x' commit
				}
			}
		}
	}
	if by, text := g.scriptOf(cmd); text != "" && (len(cmd.Paths) > 0 || strings.Contains(text, "witness") || slices.ContainsFunc(g.places(), func(p place) bool {
		return strings.Contains(text, filepath.Base(filepath.Dir(p.Path)))
	})) {
		if by == "sh" {
			return append(lines, "sh -c "+quoted(append([]string{text, cmd.File}, cmd.Args...)))
		}
		return append(lines, by+" - <<'END OF SCRIPT'\n"+text+"\nEND OF SCRIPT")
	}
	name := words[0]
	if name == "git" && len(words) > 1 {
		name = words[1]
	}
	if !strings.Contains(runners, " "+name+" ") {
		return append(lines, personsWords(cmd, words)...)
	}
	input := cmd.Input
	if i > 0 && input == "" && strings.HasPrefix(line.Commands[i-1].Filter, "|") {
		input = printed(line.Commands[i-1])
	}
	switch name {
	case "ssh":
		if !slices.ContainsFunc(cmd.Args, func(a string) bool {
			return strings.HasSuffix("@"+a, "@localhost") || strings.HasSuffix("@"+a, "@127.0.0.1")
		}) {
			return lines
		}
	case "crontab":
		for entry := range strings.Lines(input) {
			lines = append(lines, strings.TrimLeft(entry, "0123456789*/,- \t"))
		}
		return lines
	case "expect":
		input = strings.NewReplacer("spawn ", "", "send ", "", `"`, "", `\r`, "", "--", "").Replace(strings.Join(append(cmd.Args, input), "\n"))
	}
	return append(append(lines, strings.Split(input, "\n")...), wordsRun(name, cmd.Args)...)
}

// wordsRun returns the lines among the words that a runner is given: one word with a space, or the words from that on
// which names a program.
func wordsRun(runner string, args []string) (lines []string) {
	for i, a := range args {
		if _, command, ok := strings.Cut(a, ":"); ok && runner == "socat" {
			a, _, _ = strings.Cut(command, ",") // EXEC:'witness trust',pty
			a = strings.Trim(a, `'"`)
		}
		if strings.HasPrefix(runner, "v") || runner == "nvim" || runner == "ex" {
			_, a, _ = strings.Cut(a, "!") // vim -c '!rm x'
		}
		if _, value, ok := strings.Cut(a, "="); ok && (runner == "alias" || strings.HasPrefix(a, "--exec=")) {
			a = value
		}
		a = strings.TrimPrefix(a, "!")
		switch {
		case strings.ContainsAny(a, " \n"):
			lines = append(lines, strings.TrimSuffix(a, `\n`))
		case isKnownProgram(a) || strings.Contains(changers, " "+filepath.Base(a)+" "):
			return append(lines, quoted(args[i:]))
		case strings.Contains(" grep rg echo printf cat less man ls ", " "+a+" "):
			return lines
		}
	}
	return lines
}

// personsWords returns the command of witness that is a person's and whose words a program is given, one by one: faketty
// witness trust. Which programs there are that give their command a terminal is not known.
func personsWords(cmd shell.Command, words []string) []string {
	if cmd.Inert || strings.Contains(" git gh glab npm make find man witness ", " "+words[0]+" ") {
		return nil
	}
	for i, w := range words[1:] {
		if rest := append([]string{"witness"}, words[i+2:]...); filepath.Base(w) == "witness" && len(runs(rest)) > 0 && !strings.HasPrefix(words[i], "-") {
			return []string{quoted(rest)}
		}
	}
	return nil
}

// scriptOf returns the interpreter and the text of the script that a command runs, as it is on the disk or the line writes
// it, "" if that is not known. What a script of a shell runs stands in the line itself.
func (g *Guard) scriptOf(cmd shell.Command) (by, text string) {
	if cmd.File == "" || cmd.Container != "" {
		return "", ""
	}
	written := writtenBy(g.call.Line, cmd.File)
	if text = written; text == "" {
		text = g.disk.Text(cmd.File)
	}
	by = cmd.Interpreter
	if first, _, _ := strings.Cut(text, "\n"); by == "" && strings.HasPrefix(first, "#!") && len(strings.Fields(first)) > 0 {
		by = strings.TrimRight(filepath.Base(lastOf(strings.Fields(first))), "0123456789.")
	}
	if by == "" && written != "" {
		return "sh", text // the line makes it a program: nothing on disk has it yet
	}
	if by == "" || strings.Contains(" sh bash zsh dash ash ksh ", " "+by+" ") {
		return "", ""
	}
	return by, text
}

// isKnownProgram reports whether a word is witness or the program of a client.
func isKnownProgram(word string) bool {
	_, isClient := clientOf([]string{word})
	return isClient || filepath.Base(word) == "witness"
}

// quoted joins words to a line in which each is quoted.
func quoted(words []string) string {
	list := make([]string, len(words))
	for i, w := range words {
		list[i] = "'" + strings.ReplaceAll(w, "'", `'\''`) + "'"
	}
	return strings.Join(list, " ")
}

// code returns the effects of code that is given to an interpreter: on the protected files that its string literals name if
// one of its functions changes files, and of the programs that they start. It reads names and no control flow: code
// that puts a name together goes unasked and is noticed afterwards.
func (g *Guard) code(cmd shell.Command, depth int) (effects []Effect) {
	alters, takesTrees, starts := cmd.CodeDoes()
	for i, literal := range cmd.Literals {
		if (alters || takesTrees) && !cmd.OnlyOpens(literal) {
			for n := 1; n <= 4 && i+n <= len(cmd.Literals); n++ {
				effects = append(effects, g.literal(cmd, strings.Join(cmd.Literals[i:i+n], "/"), takesTrees && n == 1)...)
			}
		}
		first, _, isLine := strings.Cut(literal, " ")
		switch {
		case !starts || depth >= maxNested:
		case isLine && (isKnownProgram(first) || strings.Contains(changers, " "+first+" ")):
			effects = append(effects, g.spoken(literal, cmd.Dir, depth)...)
		case !isLine && isKnownProgram(literal):
			effects = append(effects, g.spoken(quoted(cmd.Literals[i:min(i+12, len(cmd.Literals))]), cmd.Dir, depth)...)
		}
	}
	return effects
}

// literal returns the effects of code that changes the file which a string literal names, in its directory or at home, or
// the folder with everything in it.
func (g *Guard) literal(cmd shell.Command, name string, tree bool) (effects []Effect) {
	if len(name) > 1000 || strings.ContainsAny(name, "\n\x00") {
		return nil
	}
	name = strings.TrimLeft(name[strings.LastIndexByte(name, '}')+1:], "+<> ") // ${home}/x, and >x of Perl
	name = strings.TrimPrefix(strings.TrimPrefix(name, "~"), "$HOME")
	if len(name) < 2 {
		return nil
	}
	paths := g.pathsOf(cmd, name)
	if strings.HasPrefix(name, "/") || strings.HasPrefix(name, ".") && !strings.HasPrefix(name, "./") && !strings.HasPrefix(name, "..") {
		paths = append(paths, g.absolute(filepath.Join(project.Home(), name)))
	}
	for _, path := range paths {
		if p, ok := g.match(path, ""); ok {
			effects = append(effects, g.changes(p, path))
		} else if tree && path != g.call.Project.Root && !slices.Contains(project.Homes(), path) {
			effects = append(effects, g.changesAll(g.inside(path))...)
		}
	}
	return effects
}
