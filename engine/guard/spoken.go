package guard

import (
	"path/filepath"
	"slices"
	"strings"

	"witness/engine/shell"
)

// speakers are programs that are given a command to run elsewhere or later: in another terminal, at another time,
// in a container or on this machine by way of the network.
const speakers = " tmux screen zellij dtach abduco xterm gnome-terminal konsole kitty alacritty wezterm foot terminator urxvt x-terminal-emulator ttyd" +
	" fish nu elvish xonsh csh tcsh pueue hyperfine watchexec entr nodemon concurrently direnv systemd-run socat at batch crontab expect docker podman nerdctl ssh vim vi nvim view ex "

// givenTo lists the commands of git that run a command, with the words or flags that it follows.
var givenTo = map[string]string{
	"git submodule": "foreach", "git bisect": "run", "git rebase": "-x --exec", "git filter-branch": "--tree-filter --index-filter --msg-filter --commit-filter",
}

// startedBy lists variables whose value is a command that another command starts.
const startedBy = " GIT_EDITOR GIT_SEQUENCE_EDITOR EDITOR VISUAL PAGER GIT_PAGER MANPAGER LESSOPEN GIT_SSH_COMMAND GIT_EXTERNAL_DIFF GIT_ASKPASS SSH_ASKPASS PROMPT_COMMAND "

// changers are programs with which a command that a speaker is given may begin, beside witness and the clients.
const changers = " rm mv cp chmod chown unlink shred truncate tee ln dd install sed sh bash zsh dash env sudo nohup "

// spoken returns the lines that a command passes to another program to be run. before are the commands of the line
// before it: of an input that is not wholly known, what they print is.
func (g *Guard) spoken(cmd shell.Command, words []string, before []shell.Command) (lines []string) {
	base := words[0]
	lines = append(commandVariables(cmd), g.commandSettings(cmd)...)
	if flag := givenTo[cmd.Name]; flag != "" {
		lines = append(lines, commandAfter(cmd.Args, flag)...)
	}
	if base == "." || base == "source" || base == "$?" && slices.Contains([]string{"sh", "bash", "zsh", "dash"}, cmd.Interpreter) {
		if base == "$?" || len(cmd.Args) > 0 && slices.Contains([]string{"$?", "/dev/stdin"}, cmd.Args[0]) {
			return append(lines, cmd.Input, printed(g.call.Line.Commands))
		}
	}
	if strings.HasPrefix(cmd.Name, "make") || strings.HasPrefix(cmd.Name, "gmake") {
		return append(lines, cmd.Input, g.makefile(cmd))
	}
	if base == "npm" && len(words) > 2 && words[1] == "pkg" && words[2] == "set" {
		for _, w := range words[3:] {
			if key, script, ok := strings.Cut(w, "="); ok && strings.HasPrefix(key, "scripts.") {
				lines = append(lines, script)
			}
		}
		return lines
	}
	if _, isClient := clientOf(words); isClient && len(words) > 2 && words[1] == "mcp" && words[2] == "add" {
		if at := slices.Index(words, "--"); at >= 0 && at+1 < len(words) {
			return append(lines, quoted(words[at+1:])) // the server that the client starts
		}
	}
	if !strings.Contains(speakers, " "+base+" ") {
		return append(lines, g.passedOn(cmd, words)...)
	}
	args, input := words[1:], cmd.Input
	if input == "" && len(cmd.Gates) == 0 {
		input = printed(before)
	}
	switch base {
	case "at", "batch":
		return append(lines, strings.Split(input, "\n")...)
	case "vim", "vi", "nvim", "view", "ex":
		for _, a := range args {
			if before, command, ok := strings.Cut(a, "!"); ok && slices.Contains([]string{"", "silent", "r", "read"}, strings.Trim(before, "+: ")) {
				lines = append(lines, command)
			}
		}
		return lines
	case "crontab":
		for line := range strings.Lines(input) {
			lines = append(lines, crontabCommand(line))
		}
		return lines
	case "expect":
		for _, a := range append(slices.Clone(args), input) {
			lines = append(lines, strings.FieldsFunc(strings.NewReplacer("spawn ", "", "send ", "", `"`, "", `\r`, "", `\n`, "", "--", "").Replace(a), func(c rune) bool { return c == ';' || c == '\n' })...)
		}
		return lines
	case "ssh":
		if !slices.ContainsFunc(args, func(a string) bool {
			host := a[strings.LastIndexByte(a, '@')+1:]
			return host == "localhost" || host == "127.0.0.1" || host == "::1"
		}) {
			return lines
		}
		lines = append(lines, cmd.Input)
	case "docker", "podman", "nerdctl":
		if args = mounted(args); args == nil {
			return lines
		}
	}
	for i, a := range args {
		if command, ok := socatCommand(a); ok && base == "socat" {
			a = command
		}
		if base == "screen" {
			a = strings.TrimSuffix(strings.TrimSuffix(a, `\n`), "^M") // screen -X stuff 'witness trust\n'
		}
		if strings.ContainsAny(a, " \n") {
			lines = append(lines, a) // "witness snooze x" as one word
			continue
		}
		name := filepath.Base(a)
		if isKnownProgram(a) || strings.Contains(changers, " "+name+" ") || name == "find" && slices.ContainsFunc(args[i:], func(a string) bool { return a == "-delete" || a == "-exec" }) {
			lines = append(lines, quoted(args[i:]))
			break
		}
		if isPrinter(name) {
			break // grep -r witness snooze
		}
	}
	return lines
}

// makefile returns the rules of make that the line writes and the command runs, "" if it writes none.
func (g *Guard) makefile(cmd shell.Command) string {
	names := []string{"GNUmakefile", "makefile", "Makefile"}
	for i, a := range cmd.Args {
		if file, ok := strings.CutPrefix(a, "--file="); ok {
			names = []string{file}
		} else if (a == "-f" || a == "--file") && i+1 < len(cmd.Args) {
			names = []string{cmd.Args[i+1]}
		}
	}
	for _, path := range g.scopes(cmd, names) {
		if text, ok := writtenBy(g.call.Line, path); ok {
			return text
		}
	}
	return ""
}

// commandVariables returns the commands that a command gives another one by variables of its environment.
func commandVariables(cmd shell.Command) (lines []string) {
	for _, s := range cmd.Environment {
		if name, value, ok := strings.Cut(s, "="); ok && strings.Contains(startedBy, " "+name+" ") {
			lines = append(lines, value)
		}
	}
	return lines
}

// commandAfter returns the command among the arguments that follows one of the flags, as one word or as several.
func commandAfter(args []string, flags string) []string {
	for i, a := range args {
		flag, value, given := strings.Cut(a, "=")
		rest := args[i+1:]
		if given && strings.HasPrefix(flag, "--") {
			rest = []string{value}
		}
		switch {
		case !slices.Contains(strings.Fields(flags), flag) || len(rest) == 0:
		case strings.Contains(rest[0], " "):
			return rest[:1]
		default:
			return []string{quoted(rest)}
		}
	}
	return nil
}

// isPrinter reports whether a program only prints or searches what it is given.
func isPrinter(name string) bool {
	return slices.Contains([]string{"grep", "rg", "ag", "echo", "printf", "cat", "less", "head", "tail", "man", "ls", "find", "git", "gh", "glab", "npm", "make"}, name)
}

// passedOn returns the command of witness that is a person's and whose words a program is given, one by one: faketty
// witness trust. Which programs there are that give their command a terminal is not known.
func (g *Guard) passedOn(cmd shell.Command, words []string) []string {
	if cmd.Inert || isPrinter(filepath.Base(words[0])) || len(g.runs(words)) > 0 {
		return nil
	}
	for i, w := range words[1:] {
		if rest := words[i+1:]; filepath.Base(w) == "witness" && len(g.runs(append([]string{"witness"}, rest[1:]...))) > 0 && !strings.HasPrefix(words[i], "-") {
			return []string{quoted(append([]string{"witness"}, rest[1:]...))}
		}
	}
	return nil
}

// socatCommand returns the command of an address of socat, EXEC:'witness trust',pty, or one that does the same:
// CREATE:.witness.toml.
func socatCommand(address string) (string, bool) {
	kind, rest, ok := strings.Cut(address, ":")
	command, _, _ := strings.Cut(rest, ",")
	if kind = strings.ToLower(kind); ok && kind == "create" {
		return "truncate " + command, true
	}
	if !ok || !slices.Contains([]string{"exec", "system", "shell"}, kind) {
		return "", false
	}
	return strings.Trim(command, `'"`), true
}

// crontabCommand returns the command of a line of a crontab, which follows five fields or one that begins with @.
func crontabCommand(line string) string {
	fields := 5
	if strings.HasPrefix(line, "@") {
		fields = 1
	}
	rest := strings.TrimSpace(line)
	for range fields {
		_, after, ok := strings.Cut(rest, " ")
		if !ok {
			return ""
		}
		rest = strings.TrimLeft(after, " \t")
	}
	return rest
}
