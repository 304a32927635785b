package shell

import "slices"

// isInert reports whether p only shows, searches, prints or changes the state of the shell, so that
// nothing of the project runs.
func isInert(p program) bool {
	// ctest -V runs the tests, verbosely.
	if len(p.args) == 1 && !(p.base == "ctest" && p.args[0].text == "-V") && has("--version --help -V -h version", p.args[0].text) {
		return true
	}
	switch p.base {
	case "cat", "head", "tail", "less", "more", "bat", "batcat", "nl", "tac", "rev", "od", "xxd", "hexdump", "strings", "cut", "sort", "uniq",
		"wc", "diff", "cmp", "comm", "column", "jq", "tr", "fold", "paste", "join", "grep", "egrep", "fgrep", "zgrep", "rg", "ag", "ack",
		"echo", "printf", "cd", "pushd", "popd", "dirs", "pwd", "ls", "ll", "tree", "eza", "exa", "true", "false", ":", "test", "[", "[[",
		"exec", "export", "set", "unset", "local", "declare", "typeset", "readonly", "alias", "unalias", "shopt", "read", "let", "shift", "return",
		"exit", "break", "continue", "wait", "trap", "umask", "ulimit", "hash", "type", "which", "whereis", "command", "whoami", "id", "date",
		"hostname", "uname", "env", "printenv", "stat", "file", "du", "df", "basename", "dirname", "realpath", "readlink", "seq", "sleep",
		"yes", "md5sum", "sha1sum", "sha256sum", "sha512sum", "cksum", "base64", "ps", "top", "htop", "pgrep", "pidof", "lsof", "ss", "netstat", "free", "uptime",
		"nproc", "man", "info", "help", "tput", "clear", "history", "jobs", "fd", "fdfind", "mapfile", "readarray", "getopts", "cal", "expr", "bc",
		"xargs", "locate", "look", "view", "pygmentize", "delta", "tokei", "cloc", "scc":
		if p.base == "sort" {
			_, writes := flagValue(p.args, "-o --output")
			return !writes
		}
		return true
	case "find":
		return !slices.ContainsFunc(findActions(args(p.args)), func(w string) bool { return has("-delete -fprint -fprintf -fls", w) })
	case "sed":
		return !sedInPlace(p.args)
	case "awk", "gawk", "mawk", "nawk":
		return !awkInPlace(p.args)
	case "yq":
		return !hasFlag(p.args, "-i --inplace --in-place")
	case "git":
		return gitInert(p)
	}
	switch p.name {
	case "jj log", "jj diff", "jj status", "jj st", "jj show", "hg log", "hg diff", "hg status", "svn log", "svn diff", "svn status",
		"go doc", "go list", "go version", "go env", "go help", "cargo tree", "cargo metadata", "cargo search",
		"npm ls", "npm list", "npm view", "npm outdated", "npm why", "npm help", "yarn list", "yarn why", "yarn info", "pnpm ls", "pnpm list", "pnpm why",
		"pip list", "pip show", "pip freeze", "pip check", "conda list", "conda info", "poetry show", "uv tree", "gem list", "brew list", "brew info",
		"docker ps", "docker images", "docker logs", "docker inspect", "docker compose ps", "docker compose logs", "kubectl get", "kubectl describe",
		"kubectl logs", "rustup show", "rustup toolchain", "apt-get --version", "brew search", "dotnet --info", "mise ls", "pyenv versions":
		return true
	}
	return false
}

// gitInert reports whether a git command only shows something.
func gitInert(p program) bool {
	switch p.name {
	case "git", "git log", "git diff", "git status", "git show", "git blame", "git annotate", "git grep", "git ls-files", "git ls-tree", "git ls-remote",
		"git rev-parse", "git rev-list", "git describe", "git shortlog", "git reflog", "git cat-file", "git merge-base", "git name-rev", "git for-each-ref",
		"git show-ref", "git symbolic-ref", "git whatchanged", "git diff-tree", "git diff-index", "git diff-files", "git check-ignore", "git check-attr",
		"git count-objects", "git fsck", "git help", "git version", "git var", "git cherry", "git range-diff", "git show-branch", "git verify-commit":
		return true
	case "git branch":
		return len(operands(p.args, "--contains --merged --no-merged --sort --format --points-at")) == 0 && !hasFlag(p.args, "-d -D -m -M -c -C -u --delete --move --copy --set-upstream-to --unset-upstream --edit-description")
	case "git tag":
		return len(operands(p.args, "-n --sort --contains --points-at --format")) == 0 || hasFlag(p.args, "-l --list")
	case "git remote":
		return len(p.args) == 0 || hasWord(p.args[:1], "-v show get-url")
	case "git stash":
		return len(p.args) > 0 && hasWord(p.args[:1], "list show")
	case "git config":
		return hasFlag(p.args, "--get --get-all --list -l --get-regexp") ||
			len(operands(p.args, "--file -f")) == 1 && !hasFlag(p.args, "--unset --unset-all --remove-section")
	case "git worktree", "git submodule", "git notes", "git bisect":
		return len(p.args) > 0 && hasWord(p.args[:1], "list status show log")
	}
	return false
}
