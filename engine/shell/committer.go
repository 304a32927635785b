package shell

import (
	"slices"
	"strings"
)

// commitsItself returns the command of git with which a program commits that does so by itself, nil if it is none of them: a front end of
// git commit, which passes its options on, or one that makes a version.
func commitsItself(p program) []field {
	commit := literalFields([]string{"git", "commit", "-m", p.name})
	if hasFlag(p.args, "--dry-run --help -h --version --list") {
		return nil
	}
	named := operands(p.args, "--preid --prefix")
	switch first := append(named, field{})[0].text; p.name {
	case "git cz", "git-cz", "czg", "aicommits":
		return append(commit, p.args...)
	case "dulwich", "isogit": // programs that are git anew
		if first == "commit" {
			return commit
		}
	case "oco", "opencommit":
		if first == "" {
			return commit
		}
	case "cz":
		if has("commit c bump", first) {
			return commit
		}
	case "gitmoji":
		if hasFlag(p.args, "-c --commit") {
			return commit
		}
	case "npm version", "pnpm version", "lerna version":
		if first != "" && !hasFlag(p.args, "--no-git-tag-version --git-tag-version") {
			return commit
		}
	case "standard-version", "commit-and-tag-version":
		return commit
	}
	return nil
}

// shellEscapes are the words by which a program's own language runs a line in a shell: vim -c '!make', sqlite3 f '.shell make'.
var shellEscapes = []struct{ programs, words string }{
	{"vim nvim vi ex view gvim ed lftp sftp ftp", "!"},
	{"sqlite3 litecli", ".shell .system"},
	{"psql pgcli", `\!`},
	{"mysql mariadb mycli", `\! system`},
	{"gdb", "shell"},
	{"lldb", "shell"},
}

// givenOptions are the options whose value a program runs as a line of a shell, for each commit, file or step.
var givenOptions = []struct{ program, options string }{
	{"git rebase", "-x --exec"},
	{"git difftool", "-x --extcmd"},
	{"git grep", "-O --open-files-in-pager"},
	{"git filter-branch", "--tree-filter --index-filter --commit-filter --env-filter"},
	{"tar", "--to-command --checkpoint-action -I --use-compress-program"},
	{"rsync", "--rsync-path"},
}

// givenCommands returns the lines that a program is given to run in a shell, as words or as lines of its input: the values of givenOptions,
// and those behind a word of shellEscapes.
func givenCommands(p program, input *stream) (lines []string) {
	for _, g := range givenOptions {
		if g.program == p.name {
			for _, f := range flagValues(p.args, g.options) {
				lines = append(lines, strings.TrimPrefix(f.text, "exec="))
			}
		}
	}
	for _, e := range shellEscapes {
		if !has(e.programs, p.base) {
			continue
		}
		for i, f := range append(slices.Clone(p.args), literalFields(strings.Split(knownInput(input), "\n"))...) {
			for word := range strings.FieldsSeq(e.words) {
				code, ok := strings.CutPrefix(strings.TrimLeft(f.text, "+: "), word)
				bang := word == "!" && (i >= len(p.args) || f.text[0] == '+' || i > 0 && isFlag(p.args[i-1].text)) // vim '!odd' edits a file
				if ok && (bang || word != "!" && strings.HasPrefix(code, " ")) {
					lines = append(lines, code)
				}
			}
		}
	}
	return lines
}
