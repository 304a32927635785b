package shell

import "strings"

// workTree returns the directory of the repository that git's global flags select: --work-tree, or the
// folder that contains the .git of --git-dir.
func workTree(global []field, dir string) string {
	if tree, ok := flagValue(global, "--work-tree"); ok {
		return resolve(dir, tree)
	}
	if repository, ok := flagValue(global, "--git-dir"); ok {
		text := strings.TrimRight(repository.text, "/")
		if text == ".git" || strings.HasSuffix(text, "/.git") {
			text = strings.TrimSuffix(text, ".git") + "."
		}
		return resolve(dir, field{text: text, glob: repository.glob})
	}
	return dir
}

// gitAlias replaces an alias of git that the line itself defines, with "git -c alias.x=…" or "git config
// alias.x …", by what it stands for. An alias for a shell command is left as it is.
func (w *walker) gitAlias(argv []field) []field {
	if programName(argv[0]) != "git" {
		return argv
	}
	syntax, _ := subcommandsOf("git")
	i := skipFlags(argv, 1, syntax.valued)
	if i >= len(argv) {
		return argv
	}
	name := argv[i].text
	if name == "config" {
		if words := operands(argv[i+1:], "-f --file --blob --type"); len(words) > 1 {
			at := len(words) - 2 // git config set alias.x commit
			if alias, ok := strings.CutPrefix(words[at].text, "alias."); ok && words[at+1].known() {
				w.gitAliases = append(w.gitAliases, alias+"="+words[at+1].text)
			}
		}
		return argv
	}
	aliases := w.gitAliases
	for j := 1; j < i; j++ {
		if alias, ok := strings.CutPrefix(argv[j].text, "alias."); ok && argv[j-1].text == "-c" {
			aliases = append(aliases[:len(aliases):len(aliases)], alias)
		}
	}
	for _, alias := range aliases {
		if value, ok := strings.CutPrefix(alias, name+"="); ok && strings.TrimSpace(value) != "" && !strings.HasPrefix(value, "!") {
			words := append(append([]field{}, argv[:i]...), literalFields(strings.Fields(value))...)
			return append(words, argv[i+1:]...)
		}
	}
	return argv
}

// shellAlias replaces the first word of a command by the words of an alias that an earlier command of
// the line defines. bash does so only in an interactive shell, zsh in any.
func (w *walker) shellAlias(argv []field) []field {
	for i := len(w.aliases) - 1; i >= 0; i-- {
		if value, ok := strings.CutPrefix(w.aliases[i], argv[0].text+"="); ok && strings.TrimSpace(value) != "" && argv[0].text != "" {
			return append(literalFields(strings.Fields(value)), argv[1:]...)
		}
	}
	return argv
}
