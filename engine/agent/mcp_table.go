package agent

import (
	_ "embed"
	"encoding/json"
	"path/filepath"
	"slices"
	"strings"
	"sync"

	"witness/engine/hook"
)

//go:embed mcp.txt
var mcpTable string

// An mcpRow is a row of the table mcp.txt.
type mcpRow struct {
	tools   []string    // the last words of their names, in lower case, joined with _
	equal   [][2]string // arguments and the values that they must have
	servers []string    // one of these words is in the name of the server, if there are any; * is any server
	does    string      // a canonical tool, mcpMove or mcpCopy; "" if there is a command
	command []string    // the parts of the command; one in brackets may be left out
}

// Verbs with a source and a destination.
const (
	mcpMove = "move"
	mcpCopy = "copy"
)

// mcpRows reads the table once it is needed.
var mcpRows = sync.OnceValue(func() (rows []mcpRow) {
	for line := range strings.Lines(mcpTable) {
		left, right, ok := strings.Cut(strings.TrimSpace(line), " = ")
		if !ok || strings.HasPrefix(line, "#") {
			continue
		}
		var r mcpRow
		for word := range strings.FieldsSeq(left) {
			if server, ok := strings.CutPrefix(word, "@"); ok {
				r.servers = append(r.servers, server)
			} else if name, value, ok := strings.Cut(word, ":"); ok {
				r.equal = append(r.equal, [2]string{name, value})
			} else {
				r.tools = append(r.tools, word)
			}
		}
		command, ok := strings.CutPrefix(right, "$ ")
		for ok && command != "" {
			end := strings.IndexByte(command+" ", ' ')
			if command[0] == '[' {
				end = strings.IndexByte(command, ']') + 1
			}
			r.command = append(r.command, command[:end])
			command = strings.TrimLeft(command[end:], " ")
		}
		if !ok {
			r.does = right
		}
		rows = append(rows, r)
	}
	return rows
})

// serverOf returns the words of a tool's name before the words of a row, and whether the name ends with those. A single word
// needs a name that shows that the tool is an MCP server's: a client's own tools have such names, too.
func (r mcpRow) serverOf(words string, marked bool) (server []string, ok bool) {
	for _, tool := range r.tools {
		before, ok := strings.CutSuffix(words, tool)
		if ok && (before == "" || strings.HasSuffix(before, "_")) && (strings.Contains(tool, "_") || marked) {
			return strings.Split(before, "_"), true
		}
	}
	return nil, false
}

// isOf reports whether the name of a server, given its words, has one that the row asks for.
func (r mcpRow) isOf(server []string) bool {
	return len(r.servers) == 0 || slices.ContainsFunc(r.servers, func(s string) bool { return s == "*" || slices.Contains(server, s) })
}

// elsewhereNames are arguments of which a tool of a git server has none.
var elsewhereNames = []string{"owner", "host", "container", "project_id"}

// mcpCommand returns the command that a tool stands for by the table, "" if it stands for none.
func mcpCommand(name string, args map[string]json.RawMessage) string {
	words, marked := mcpNameWords(name)
	for _, r := range mcpRows() {
		server, ok := r.serverOf(words, marked)
		if !ok || len(r.command) == 0 || !r.isOf(server) {
			continue
		}
		if slices.ContainsFunc(r.equal, func(pair [2]string) bool {
			return stringValue(args[pair[0]]) != pair[1] && string(args[pair[0]]) != pair[1]
		}) {
			continue
		}
		saysWhere := strings.Contains(strings.Join(r.command, " "), "{owner}") || strings.Contains(strings.Join(r.command, " "), "project_id")
		if elsewhere := actsElsewhere(server) || firstArgument(args, elsewhereNames) != nil; elsewhere && !saysWhere && len(r.servers) == 0 {
			continue
		}
		var line []string
		complete := true
		for _, part := range r.command {
			optional := strings.HasPrefix(part, "[")
			filled, ok := fillMCP(strings.Fields(strings.Trim(part, "[]")), args)
			if complete = complete && (ok || optional); ok {
				line = append(line, filled...)
			}
		}
		if complete {
			return strings.Join(line, " ")
		}
	}
	return ""
}

// fillMCP returns words of a command with the values of the arguments, quoted for a shell. It returns false if one is missing.
func fillMCP(words []string, args map[string]json.RawMessage) (filled []string, ok bool) {
	for _, word := range words {
		if flag, isFlag := strings.CutPrefix(word, "?"); isFlag {
			if string(args[flag]) != "true" && stringValue(args[flag]) != "true" {
				return nil, false
			}
			continue
		}
		before, rest, has := strings.Cut(strings.ReplaceAll(word, "~", " "), "{")
		if !has {
			filled = append(filled, word)
			continue
		}
		for has {
			names, after, _ := strings.Cut(rest, "}")
			names, isLine := strings.CutPrefix(names, "!")
			values := mcpValues(firstArgument(args, strings.Split(names, "|")))
			if isLine && len(values) == 1 { // words of a shell, and no single one
				return append(filled, values[0]), true
			}
			if len(values) == 0 {
				return nil, false
			}
			if before == "" && after == "" {
				for _, value := range values {
					filled = append(filled, quoteWord(value))
				}
				break
			}
			before += values[0]
			var next string
			if next, rest, has = strings.Cut(after, "{"); !has {
				filled = append(filled, quoteWord(before+next))
			}
			before += next
		}
	}
	return filled, true
}

// mcpValues returns the texts of an argument: a string, a number, or several strings.
func mcpValues(value json.RawMessage) []string {
	var number json.Number
	if len(value) > 0 && value[0] != '"' && json.Unmarshal(value, &number) == nil {
		return []string{number.String()}
	}
	return mcpStrings(value)
}

// setMCPTable sets the command that a tool stands for by the table, and reports whether it stands for one. One of git runs in
// the repository that the call names.
func setMCPTable(e *hook.Event, args map[string]json.RawMessage) bool {
	line := mcpCommand(e.Name, args)
	if line == "" {
		return false
	}
	e.Tool, e.Command = hook.Run, line
	names := mcpFolderNames()
	if strings.HasPrefix(line, "git ") && !strings.Contains(line, "https://") {
		names = []string{"repo_path", "repoPath", "path", "directory", "cwd"}
	}
	if dir := stringValue(firstArgument(args, names)); dir != "" && !filepath.IsAbs(dir) {
		e.CWD = filepath.Join(e.CWD, dir)
	} else if dir != "" {
		e.CWD = dir
	}
	return true
}

// The names of arguments, the preferred first.
func mcpPathNames() []string {
	return []string{"path", "file_path", "filePath", "filepath", "file", "filename", "file_name", "fileName", "relative_path", "relativePath", "pathInProject", "absolute_path", "absolutePath", "target_file", "targetFile", "notebook_path", "uri", "paths", "files", "file_paths", "filePaths"}
}

func mcpSourceNames() []string {
	return []string{"source", "src", "from", "source_path", "sourcePath", "old_path", "oldPath", "path"}
}

func mcpTargetNames() []string {
	return []string{"destination", "dest", "dst", "to", "target", "destination_path", "destinationPath", "target_path", "targetPath", "new_path", "newPath"}
}

func mcpContentNames() []string {
	return []string{"content", "contents", "text", "file_text"}
}

func mcpCommandNames() []string {
	return []string{"command", "cmd", "command_line", "commandLine", "shell_command", "program", "executable", "script", "commands", "argv"}
}

func mcpFolderNames() []string {
	return []string{"cwd", "workdir", "working_dir", "working_directory", "workingDirectory", "workingDir", "directory", "dir"}
}

// mcpRemoteNames are arguments that show that the tool acts on another machine or service.
func mcpRemoteNames() []string {
	return []string{"owner", "repo", "repository", "project_id", "projectId", "branch", "bucket", "host", "hostname", "server", "connection", "connection_id", "container", "container_id", "containerId", "pod", "namespace", "sandbox_id", "sandboxId", "vm", "device", "fileId", "file_id", "drive"}
}

// mcpRemoteServers are words in the name of a tool's server that show the same.
func mcpRemoteServers() []string {
	return []string{"ssh", "docker", "kubernetes", "k8s", "github", "gitlab", "bitbucket", "gdrive", "drive", "dropbox", "s3", "e2b", "sandbox", "remote", "sftp", "ftp", "redis", "adb", "android", "onedrive", "sharepoint", "box", "azure", "gitea", "codespaces", "daytona", "modal", "cloudflare", "supabase", "vercel", "notion", "confluence", "obsidian", "webdav", "nextcloud", "minio", "gcs", "ec2", "vm", "http", "api", "rest", "openapi", "browser", "chrome", "puppeteer", "playwright"}
}
