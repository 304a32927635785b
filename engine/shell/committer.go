package shell

import "strings"

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

// givenCommands returns the lines that a program is given to run in a shell: git rebase -x after each commit, and those of an editor, vim
// -c '!make'.
func givenCommands(p program) (lines []string) {
	switch {
	case p.name == "git rebase":
		for _, f := range flagValues(p.args, "-x --exec") {
			lines = append(lines, f.text)
		}
	case has("vim nvim vi ex view gvim", p.base):
		for i, f := range p.args {
			code, ok := strings.CutPrefix(strings.TrimLeft(f.text, "+:"), "!")
			if ok && (isFlag(f.text) || f.text[0] == '+' || i > 0 && has("-c --cmd", p.args[i-1].text)) {
				lines = append(lines, code)
			}
		}
	}
	return lines
}
