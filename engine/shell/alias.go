package shell

import "strings"

// aliases are those that a line has defined so far, each "name=value", the settings of git that it has made, and those of git's configuration.
type aliases struct {
	shell, git []string
	disk       Disk // tells those of the configuration; nil if nothing is known of it
}

// shellAlias replaces the first word of a command by the words of an alias that an earlier command of
// the line defines. bash does so only in an interactive shell, zsh in any.
func (a *aliases) shellAlias(argv []field) []field {
	for i := len(a.shell) - 1; i >= 0; i-- {
		if value, ok := strings.CutPrefix(a.shell[i], argv[0].text+"="); ok && strings.TrimSpace(value) != "" && argv[0].text != "" {
			return append(literalFields(strings.Fields(value)), argv[1:]...)
		}
	}
	return argv
}

// isSubcommandOfGit reports whether git itself has a subcommand. An alias cannot take its place.
func isSubcommandOfGit(name string) bool {
	return has("add am apply archive bisect blame branch bundle cat-file check-ignore checkout cherry cherry-pick clean clone commit config describe diff diff-tree"+
		" difftool fetch for-each-ref format-patch fsck gc grep help init lfs log ls-files ls-remote ls-tree maintenance merge merge-base mergetool mv name-rev notes prune"+
		" pull push range-diff read-tree rebase reflog remote rerere reset restore rev-list rev-parse revert rm shortlog show show-ref sparse-checkout stash status"+
		" submodule switch symbolic-ref tag update-index update-ref var version whatchanged worktree write-tree", name)
}

// gitAlias replaces an alias of git by what it stands for: one that the line defines, with "git -c alias.x=…" or "git config
// alias.x …", or one of the configuration. code is the line that an alias for a shell command stands for, "" for any other.
func (a *aliases) gitAlias(argv []field, dir string) (words []field, code string) {
	if programName(argv[0]) != "git" {
		return argv, ""
	}
	syntax, _ := subcommandsOf("git")
	for range maxAliases {
		i := skipFlags(argv, 1, syntax.valued)
		if i >= len(argv) {
			return argv, ""
		}
		a.setGit(argv[i:])
		name := argv[i].text
		if name == "push" {
			return append(argv[:len(argv):len(argv)], a.pushed(argv, i, dir)...), ""
		}
		if isSubcommandOfGit(name) || argv[i].hasUnknown() {
			return argv, ""
		}
		value := a.gitSetting("alias."+name, argv[1:i], dir)
		if rest, ok := strings.CutPrefix(value, "!"); ok {
			return argv, rest + " " + quotedWords(argv[i+1:])
		}
		if strings.TrimSpace(value) == "" {
			return argv, ""
		}
		words := append(append([]field{}, argv[:i]...), literalFields(strings.Fields(value))...)
		argv = append(words, argv[i+1:]...)
	}
	return argv, ""
}

// maxAliases is how many aliases of aliases of git are followed.
const maxAliases = 5

// setGit notes an alias or what is pushed to a remote, if git config sets it, given the words from the subcommand on.
func (a *aliases) setGit(argv []field) {
	if argv[0].text != "config" {
		return
	}
	words := operands(argv[1:], "-f --file --blob --type")
	if len(words) < 2 {
		return
	}
	at := len(words) - 2 // git config set alias.x commit
	if name := words[at].text; words[at+1].known() && (strings.HasPrefix(name, "alias.") || strings.HasPrefix(name, "remote.")) {
		a.git = append(a.git, name+"="+words[at+1].text)
	}
}

// pushed returns what git push, the subcommand at i, pushes by force without being told so by its words: a remote may have a refspec with + that
// counts if the line names none.
func (a *aliases) pushed(argv []field, i int, dir string) []field {
	words := operands(argv[i+1:], "-o --push-option --receive-pack --exec --repo")
	if len(words) > 1 {
		return nil
	}
	remote := field{text: "origin"}
	if len(words) == 1 {
		remote = words[0]
	}
	spec := a.gitSetting("remote."+remote.text+".push", argv[1:i], dir)
	if !strings.HasPrefix(spec, "+") {
		return nil
	}
	return append([]field{remote}, field{text: spec})[len(words):]
}

// gitSetting returns a setting of git, "" if there is none. global are git's flags before the subcommand.
func (a *aliases) gitSetting(name string, global []field, dir string) string {
	settings := a.git
	for i, f := range global {
		if i > 0 && global[i-1].text == "-c" {
			settings = append(settings[:len(settings):len(settings)], f.text)
		}
	}
	for _, set := range settings {
		if value, ok := strings.CutPrefix(set, name+"="); ok {
			return value
		}
	}
	if d, ok := flagValue(global, "-C"); ok {
		dir = resolve(dir, d)
	}
	if dir = workTree(global, dir); a.disk == nil || dir == "" {
		return ""
	}
	return a.disk.GitSetting(dir, name)
}

// quotedWords returns words as the arguments of a command of a line.
func quotedWords(words []field) string {
	list := make([]string, len(words))
	for i, f := range words {
		list[i] = "'" + strings.ReplaceAll(f.text, "'", `'\''`) + "'"
		if f.hasUnknown() || f.glob {
			list[i] = asSource(f.text)
		}
	}
	return strings.Join(list, " ")
}
