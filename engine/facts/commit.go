package facts

import (
	"slices"
	"strings"
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
