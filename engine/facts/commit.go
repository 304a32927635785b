package facts

import (
	"slices"
	"strings"

	"witness/engine/deeds"
	"witness/engine/shell"
)

// amends reports what `git commit --amend` with these arguments puts into the commit: nothing (only its
// message changes), what is staged, or files of the working tree. It is "" for a commit that does not
// amend.
func amends(args []string) string {
	amend, only, content := false, false, false
	for i := 0; i < len(args); i++ {
		word := args[i]
		name, _, attached := strings.Cut(word, "=")
		switch {
		case word == "--":
			content = content || i+1 < len(args)
			i = len(args)
		case name == "--amend":
			amend = true
		case name == "--only":
			only = true
		case slices.Contains(amendContent, name):
			content = true
		case strings.HasPrefix(word, "--"):
			if !attached && slices.Contains(commitValues, name) {
				i++
			}
		case strings.HasPrefix(word, "-") && len(word) > 1:
			for j, letter := range word[1:] {
				only = only || letter == 'o'
				content = content || strings.ContainsRune("api", letter)
				if strings.ContainsRune("mFCct", letter) && j == len(word)-2 {
					i++ // its value is the next word
				}
				if strings.ContainsRune("mFCctSu", letter) {
					break // its value may be attached
				}
			}
		default:
			content = true // a path
		}
	}
	switch {
	case !amend:
		return ""
	case content:
		return amendsFiles
	case only:
		return amendsNothing
	}
	return amendsStaged
}

// What an amended commit gets besides its message.
const (
	amendsNothing = "nothing"
	amendsStaged  = "staged"
	amendsFiles   = "files"
)

// amendContent are the flags of git commit that add files of the working tree, commitValues those that
// take a separate value.
var (
	amendContent = []string{"--all", "--patch", "--interactive", "--include", "--pathspec-from-file"}
	commitValues = []string{"--message", "--file", "--author", "--date", "--reuse-message", "--reedit-message", "--fixup", "--squash", "--template", "--trailer", "--cleanup"}
)

// CommitsStaged reports whether a command commits what is staged and nothing else: it amends a commit,
// so that without anything staged only the message changes.
func (cmd *Command) CommitsStaged() bool {
	return cmd.Commits && cmd.Name == "git commit" && amends(cmd.Args) == amendsStaged
}

// IndexCommands are the commands of git that can change the index, besides git commit, as a JSON array.
const IndexCommands = `["git add","git stage","git rm","git mv","git apply","git reset","git checkout","git switch","git restore","git stash","git merge","git cherry-pick","git revert","git am","git rebase","git pull","git update-index","git read-tree"]`

// ChangesIndex reports whether a command of git can change what is staged.
func (cmd Command) ChangesIndex() bool { return strings.Contains(IndexCommands, `"`+cmd.Name+`"`) }

// skipping are the variables with which managers of hooks run none of them, or not all.
var skipping = []string{"HUSKY=0", "HUSKY_SKIP_HOOKS=1", "HUSKY_SKIP_HOOKS=true", "LEFTHOOK=0", "LEFTHOOK=false", "PRE_COMMIT_ALLOW_NO_CONFIG=1", "OVERCOMMIT_DISABLE=1"}

// skipsHooks returns the option, setting or variable with which a command of git skips the hooks of the
// repository, or the command that takes them away for later ones; "" if they run.
func skipsHooks(cmd shell.Command) string {
	switch {
	case removesHooks(cmd):
		return cmd.Text
	case !strings.HasPrefix(cmd.Name, "git "):
		return ""
	}
	text := strings.ToLower(cmd.Text)
	for i, word := range cmd.Args {
		switch {
		case strings.HasPrefix(word, "--no-veri"):
			return "--no-verify"
		case cmd.Name == "git commit" && (i == 0 || !takesText(cmd.Args[i-1])) && isNoVerify(word):
			return "-n"
		}
	}
	_, folder, set := strings.Cut(text, "-c core.hookspath=")
	if folder, _, _ = strings.Cut(folder, " "); set && !keepsHooks(folder) || strings.Contains(text, "--config-env=core.hookspath=") {
		return "core.hooksPath"
	}
	for _, set := range cmd.Environment {
		if slices.Contains(skipping, set) || strings.HasPrefix(set, "SKIP=") && set != "SKIP=" {
			return set
		}
	}
	return ""
}

// removesHooks reports whether a command takes the hooks of a repository away: pre-commit uninstall, git config core.hooksPath
// with another folder than those in which projects keep them.
func removesHooks(cmd shell.Command) bool {
	words := deeds.OptionsOf(cmd).Operands
	switch cmd.Name {
	case "pre-commit uninstall":
		return true
	case "lefthook", "husky":
		return len(words) > 0 && words[0] == "uninstall"
	case "git config":
		if len(words) > 0 && words[0] == "set" {
			words = words[1:]
		}
		return len(words) > 1 && strings.EqualFold(words[0], "core.hooksPath") && !keepsHooks(words[1])
	}
	return false
}

// keepsHooks reports whether a folder is one in which projects keep their hooks.
func keepsHooks(folder string) bool {
	return strings.Contains(folder, ".husky") || slices.Contains([]string{".githooks", "hooks", ".hooks"}, strings.TrimSuffix(strings.TrimPrefix(folder, "./"), "/"))
}

// isNoVerify reports whether a cluster of flags of git commit has -n, before one that takes the rest of it as its text.
func isNoVerify(word string) bool {
	flags, ok := strings.CutPrefix(word, "-")
	rest := strings.TrimLeft(flags, "aevqsp")
	return ok && strings.HasPrefix(rest, "n")
}

// takesText reports whether the word after a flag of git commit is its value.
func takesText(flag string) bool {
	if strings.HasPrefix(flag, "--") {
		return slices.Contains([]string{"--message", "--file", "--author", "--date"}, flag)
	}
	return strings.HasPrefix(flag, "-") && strings.ContainsAny(flag[len(flag)-1:], "mFCct")
}
