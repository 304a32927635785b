package deeds

import (
	"path"
	"slices"
	"strings"

	"witness/engine/shell"
)

// A Skipped are the hooks of a repository that do not run.
type Skipped struct {
	How  string `json:"how"`  // the option, setting or variable with which the command skips them, or the command that takes them away
	When string `json:"when"` // on a commit, before a push
}

// Skips returns how the n-th command of a line skips the hooks of the repository, or takes them away for the commands that follow.
func Skips(line shell.Line, n int) []Skipped {
	cmd := line.Commands[n]
	how := SkipsHooks(cmd)
	if how == "" && (takesHook(line, n) || setsHooks(line, n)) {
		how = cmd.Text
	}
	if how == "" {
		return nil
	}
	if cmd.Name == "export" && slices.ContainsFunc(line.Commands[n+1:], func(c shell.Command) bool { return SkipsHooks(c) != "" }) {
		return nil // said of that command
	}
	o := OptionsOf(cmd)
	if o.DryRun() || o.Has("help") {
		return nil
	}
	when := "on a commit"
	if cmd.Name == "git push" {
		when = "before a push"
	}
	return []Skipped{{How: how, When: when}}
}

// takesHook reports whether a command deletes a hook of the repository, edits it in place, moves it away, or makes it a file that is
// not run or does nothing.
func takesHook(line shell.Line, n int) bool {
	cmd := line.Commands[n]
	if cmd.Name == "chmod" {
		mode := slices.IndexFunc(cmd.Args, func(w string) bool { return strings.HasPrefix(w, "-") && strings.Contains(w, "x") || isMode(w) })
		return mode >= 0 && takesExecution(cmd.Args[mode]) && slices.ContainsFunc(cmd.Paths, func(p shell.PathWord) bool { return isHook(p.Path) })
	}
	for _, d := range cmd.Destroys() {
		if d.Does != "permits" && isHook(d.Path) && (d.Only == "" || isHook(d.Path+"/"+d.Only)) {
			return true
		}
	}
	return slices.ContainsFunc(line.Touches, func(t shell.Touch) bool {
		altered := isOneOf(t.Kind, "delete", "edit", "replace") || isOneOf(t.Kind, "write", "copy") && (cmd.Name == "ln" || copiesNothing(cmd) || doesNothing(line, t.Path))
		return t.Command == n && !t.Subset && altered && isHook(t.Path)
	})
}

// setsHooks reports whether a command writes into a file of git's settings that hooks are in another folder than those in which projects
// keep them.
func setsHooks(line shell.Line, n int) bool {
	_, folder, set := strings.Cut(strings.ToLower(line.Text), "hookspath")
	folder = strings.TrimLeft(folder, " =\t\"'")
	folder = folder[:max(0, strings.IndexAny(folder+"\n", "\\\n\"' "))]
	return set && !keepsHooks(folder) && slices.ContainsFunc(line.Touches, func(t shell.Touch) bool {
		writes := isOneOf(t.Kind, "write", "edit", "replace", "output")
		return t.Command == n && writes && (strings.HasSuffix(t.Path, "/.git/config") || path.Base(t.Path) == ".gitconfig")
	})
}

// copiesNothing reports whether cp or install puts a program that only succeeds, or an empty file, in the place of another.
func copiesNothing(cmd shell.Command) bool {
	return isOneOf(cmd.Name, "cp", "install") && slices.ContainsFunc(cmd.Args, func(w string) bool { return isOneOf(w, "/bin/true", "/usr/bin/true", "/dev/null") })
}

// doesNothing reports whether a line writes a script that only succeeds.
func doesNothing(line shell.Line, script string) bool {
	text, known := line.Written[script]
	if strings.HasPrefix(text, "#!") {
		_, text, _ = strings.Cut(text, "\n")
	}
	return known && isOneOf(strings.TrimSpace(text), "", "exit", "exit 0", "true", ":")
}

// isMode reports whether a word is what chmod sets: 644, a-x.
func isMode(word string) bool {
	return strings.Trim(word, "01234567") == "" && len(word) > 2 || strings.Trim(word, "ugoarwxst+-=,") == "" && strings.ContainsAny(word, "+-=")
}

// takesExecution reports whether a file with this mode is not run.
func takesExecution(mode string) bool {
	if strings.Trim(mode, "01234567") == "" {
		return !strings.ContainsAny(mode[len(mode)-3:], "1357")
	}
	_, taken, ok := strings.Cut(mode, "-")
	return ok && strings.Contains(taken, "x") || strings.Contains(mode, "=") && !strings.Contains(mode, "x")
}

// hookNames are the hooks that check a commit or a push.
var hookNames = []string{"pre-commit", "commit-msg", "prepare-commit-msg", "pre-push", "pre-merge-commit", "pre-rebase", "applypatch-msg", "pre-applypatch", "*"}

// isHook reports whether a path is a hook of a repository, or their folder.
func isHook(at string) bool {
	return strings.HasSuffix(at, "/.git/hooks") || strings.HasSuffix(path.Dir(at), "/.git/hooks") && slices.Contains(hookNames, path.Base(at))
}

// skipping are the variables with which managers of hooks run none of them, or not all.
var skipping = []string{"HUSKY=0", "HUSKY_SKIP_HOOKS=1", "HUSKY_SKIP_HOOKS=true", "LEFTHOOK=0", "LEFTHOOK=false", "PRE_COMMIT_ALLOW_NO_CONFIG=1", "OVERCOMMIT_DISABLE=1"}

// SkipsHooks returns the option, setting or variable with which a command of git skips the hooks of the
// repository, or the command that takes them away for later ones; "" if they run.
func SkipsHooks(cmd shell.Command) string {
	switch {
	case removesHooks(cmd):
		return cmd.Text
	case cmd.Name == "export":
		if i := slices.IndexFunc(cmd.Args, func(w string) bool { return slices.Contains(skipping, w) }); i >= 0 {
			return cmd.Text
		}
		return ""
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
		name, value, _ := strings.Cut(set, "=")
		if at, ok := strings.CutPrefix(name, "GIT_CONFIG_KEY_"); ok && strings.EqualFold(value, "core.hooksPath") && !slices.ContainsFunc(cmd.Environment, func(other string) bool {
			folder, isFolder := strings.CutPrefix(other, "GIT_CONFIG_VALUE_"+at+"=")
			return isFolder && keepsHooks(folder)
		}) {
			return "core.hooksPath"
		}
		if name == "GIT_CONFIG_PARAMETERS" && strings.Contains(strings.ToLower(value), "core.hookspath") {
			return "core.hooksPath"
		}
		if slices.Contains(skipping, set) || strings.HasPrefix(set, "SKIP=") && set != "SKIP=" {
			return set
		}
	}
	return ""
}

// removesHooks reports whether a command takes the hooks of a repository away: pre-commit uninstall, git config core.hooksPath
// with another folder than those in which projects keep them.
func removesHooks(cmd shell.Command) bool {
	words := OptionsOf(cmd).Operands
	switch cmd.Name {
	case "pre-commit uninstall":
		return true
	case "lefthook", "husky":
		return len(words) > 0 && words[0] == "uninstall"
	case "git config":
		if len(words) > 0 && words[0] == "set" {
			words = words[1:]
		}
		if len(words) > 1 && strings.HasPrefix(words[0], "alias.") {
			return slices.ContainsFunc(strings.Fields(words[1]), func(w string) bool { return strings.HasPrefix(w, "--no-veri") })
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
