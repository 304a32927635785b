package agent

import (
	"encoding/json"
	"path/filepath"
	"slices"
	"strings"

	"witness/engine/hook"
)

// An mcpGitTool is a tool of a git server that changes the working tree, the index or the history, or shows files, as a
// git command.
type mcpGitTool struct {
	verb    string // the last words of its name
	command string // the words after git
	flags   string // ARGUMENT=FLAG: the flag that an argument stands for, with its value if that is a string
	words   string // arguments whose values are words of the command, one after another
	paths   string // arguments whose values are paths
}

// mcpGitTools returns the tools of the usual servers: the reference server, cyanheads' and GitKraken's.
func mcpGitTools() []mcpGitTool {
	const message = "message=-m amend=--amend all=-a noVerify=--no-verify no_verify=--no-verify allowEmpty=--allow-empty"
	return []mcpGitTool{
		{verb: "git_add", command: "add", paths: "files paths"},
		{verb: "git_add_or_commit", command: "commit", flags: message, paths: "files"},
		{verb: "git_commit", command: "commit", flags: message},
		{verb: "git_checkout", command: "checkout", flags: "createBranch=-b create=-b force=--force", words: "branch_name branchName branch target ref"},
		{verb: "git_clean", command: "clean --force", flags: "directories=-d ignored=-x", paths: "paths"},
		{verb: "git_diff", command: "diff", words: "target"},
		{verb: "git_diff_staged", command: "diff --cached"},
		{verb: "git_diff_unstaged", command: "diff"},
		{verb: "git_merge", command: "merge", flags: "noFastForward=--no-ff squash=--squash abort=--abort", words: "branch branch_name branchName"},
		{verb: "git_cherry_pick", command: "cherry-pick", flags: "noCommit=--no-commit abort=--abort", words: "commitRef commits commit"},
		{verb: "git_rebase", command: "rebase", words: "upstream branch"},
		{verb: "git_pull", command: "pull", flags: "rebase=--rebase", words: "remote branch"},
		{verb: "git_push", command: "push", flags: "force=--force forceWithLease=--force-with-lease", words: "remote branch"},
		{verb: "git_reset", command: "reset", flags: "hard=--hard", words: "commit target", paths: "paths"},
		{verb: "git_rm", command: "rm", flags: "cached=--cached recursive=-r", paths: "files paths"},
		{verb: "git_show", command: "show", words: "revision"},
		{verb: "git_stash", command: "stash", flags: "includeUntracked=-u include_untracked=-u message=-m"},
	}
}

// setMCPGit sets the git command that a tool of a git server stands for, and reports whether it is one.
func setMCPGit(e *hook.Event, args map[string]json.RawMessage) bool {
	name := "_" + strings.ReplaceAll(mcpWords(e.Name), "__", "_")
	tools := mcpGitTools()
	i := slices.IndexFunc(tools, func(t mcpGitTool) bool { return strings.HasSuffix(name, "_"+t.verb) })
	if i < 0 || firstArgument(args, []string{"owner", "host", "container", "project_id"}) != nil {
		return false
	}
	tool := tools[i]
	line := "git " + tool.command
	if tool.verb == "git_add_or_commit" && stringValue(args["action"]) == "add" {
		line, tool.flags = "git add", ""
	}
	add := func(values ...string) {
		for _, value := range values {
			line += " " + quoteWord(value)
		}
	}
	if mode := stringValue(args["mode"]); mode != "" {
		if tool.command == "reset" {
			mode = "--" + mode
		}
		add(mode)
	}
	for pair := range strings.FieldsSeq(tool.flags) {
		argument, flag, _ := strings.Cut(pair, "=")
		switch value := stringValue(args[argument]); {
		case value != "":
			add(flag, value)
		case string(args[argument]) == "true":
			add(flag)
		}
	}
	for argument := range strings.FieldsSeq(tool.words) {
		add(mcpStrings(args[argument])...)
	}
	if paths := mcpStrings(firstArgument(args, strings.Fields(tool.paths))); len(paths) > 0 {
		add("--")
		add(paths...)
	}
	e.Tool, e.Command = hook.Run, line
	if dir := stringValue(firstArgument(args, []string{"repo_path", "repoPath", "path", "directory", "cwd"})); dir != "" && !filepath.IsAbs(dir) {
		e.CWD = filepath.Join(e.CWD, dir)
	} else if dir != "" {
		e.CWD = dir
	}
	return true
}
