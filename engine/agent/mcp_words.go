package agent

import (
	"encoding/json"
	"slices"
	"strings"

	"witness/engine/hook"
)

// The words that names of tools for files and shells consist of. A name with another word may mean anything:
// get_file_info shows no content.
var (
	mcpReads   = []string{"read", "view", "cat"}
	mcpGets    = []string{"get", "show"} // of a file's text only
	mcpWrites  = []string{"write", "create", "save", "overwrite", "rewrite", "put"}
	mcpEdits   = []string{"edit", "multiedit", "replace", "insert", "append", "prepend", "modify", "update", "patch", "apply", "change", "substitute"}
	mcpDeletes = []string{"delete", "remove", "rm", "unlink"}
	mcpMoves   = []string{"move", "rename", "mv"}
	mcpCopies  = []string{"copy", "cp", "duplicate"}
	mcpRuns    = []string{"run", "exec", "execute", "start", "spawn", "launch", "command", "commands", "cmd", "shell", "bash", "sh", "zsh", "powershell", "terminal", "process", "console", "cli", "code"}
	mcpWholes  = []string{"file", "files", "document", "notebook", "path"}
	mcpParts   = []string{"text", "content", "contents", "line", "lines", "block", "blocks", "symbol", "symbols", "body", "source", "region", "range", "section", "function", "method", "class", "string", "str", "regex", "pattern", "cell", "diff", "import", "imports"}
	mcpLinks   = []string{"grep", "glob", "multi", "multiple", "many", "batch", "all", "new", "whole", "full", "partial", "existing", "specific", "safe", "local", "by", "at", "in", "to", "into", "from", "of", "on", "the", "a", "or", "and", "after", "before", "with", "fs", "disk", "project", "workspace", "search", "find"}
)

// deriveMCPVerb returns what a tool that is not in the table does, from the words of its name and from its
// arguments: write_lines with a path writes to a file, whatever the server. The words are those at the end
// of the name, or all behind the name of the server if the name shows where that ends.
func deriveMCPVerb(name string, args map[string]json.RawMessage) string {
	server, tool := "", mcpWords(name)
	if i := strings.LastIndex(name, "__"); i > 0 {
		server, tool = mcpWords(name[:i]), mcpWords(strings.TrimLeft(name[i:], "_"))
	}
	words := strings.FieldsFunc(tool, func(r rune) bool { return r == '_' })
	known := slices.Concat(mcpReads, mcpGets, mcpWrites, mcpEdits, mcpDeletes, mcpMoves, mcpCopies, mcpRuns, mcpWholes, mcpParts, mcpLinks)
	first := len(words)
	for first > 0 && slices.Contains(known, words[first-1]) {
		first--
	}
	if server != "" && first > 0 || actsElsewhere(strings.Split(server, "_")) || actsElsewhere(words[:first]) {
		return ""
	}
	words = words[first:]
	has := func(lists ...[]string) bool {
		return slices.ContainsFunc(words, func(word string) bool { return slices.Contains(slices.Concat(lists...), word) })
	}
	paths := len(mcpPaths(firstArgument(args, mcpPathNames()))) > 0
	switch {
	case has(mcpRuns) && !has(mcpReads, mcpGets) && len(mcpStrings(firstArgument(args, []string{"command", "cmd", "command_line", "commandLine", "shell_command", "program", "executable", "argv"}))) > 0:
		return hook.Run
	case has(mcpMoves) && firstArgument(args, mcpTargetNames()) != nil:
		return mcpMove
	case has(mcpCopies) && firstArgument(args, mcpTargetNames()) != nil:
		return mcpCopy
	case has([]string{"grep", "glob"}):
		return hook.Search
	case !paths:
		return ""
	case has(mcpWrites) && !has([]string{"diff", "patch"}):
		return hook.Write
	case has(mcpEdits), has(mcpDeletes, mcpMoves) && has(mcpParts):
		return hook.Edit
	case has(mcpDeletes):
		return hook.Delete
	case has(mcpReads), has(mcpGets) && has(mcpWholes, mcpParts):
		return hook.Read
	}
	return ""
}

// actsElsewhere reports whether words in the name of a server show that it acts on another machine or service.
func actsElsewhere(words []string) bool {
	return slices.ContainsFunc(words, func(word string) bool { return slices.Contains(mcpRemoteServers(), word) })
}

// editorAction returns what a tool does that has one name for several actions, and says which in its argument
// command: the editor of Anthropic's models, and those that copy it. "" if it is no such action.
func editorAction(command string) string {
	switch command {
	case "view":
		return hook.Read
	case "create":
		return hook.Write
	case "str_replace", "insert", "undo_edit":
		return hook.Edit
	}
	return ""
}
