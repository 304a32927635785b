package shell

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
