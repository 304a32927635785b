package agent

import "witness/engine/hook"

// An mcpVerb is what a tool of an MCP server does, by the last words of its name. Servers and clients put
// their own names before it.
type mcpVerb struct {
	verb string // words in lower case, joined with _
	does string // a canonical tool; mcpMove and mcpCopy have two paths
}

// Verbs with a source and a destination.
const (
	mcpMove = "move"
	mcpCopy = "copy"
)

// mcpVerbs returns the verbs of the usual servers for files and shells: filesystem, desktop-commander,
// text-editor, Serena, JetBrains, and the many for a terminal. Of a verb of one word the name must show
// that the tool is an MCP server's: a client's own tools have such names, too.
func mcpVerbs() []mcpVerb {
	return []mcpVerb{
		{"read_file", hook.Read},
		{"read_text_file", hook.Read},
		{"read_media_file", hook.Read},
		{"read_multiple_files", hook.Read},
		{"read_many_files", hook.Read},
		{"read_files", hook.Read},
		{"view_file", hook.Read},
		{"get_file_text_by_path", hook.Read},
		{"get_text_file_contents", hook.Read},
		{"get_file_contents", hook.Read},
		{"get_file_content", hook.Read},

		{"write_file", hook.Write},
		{"write_text_file", hook.Write},
		{"write_to_file", hook.Write},
		{"create_file", hook.Write},
		{"create_text_file", hook.Write},
		{"create_new_file", hook.Write},
		{"create_new_file_with_text", hook.Write},
		{"create_text_file_contents", hook.Write},
		{"replace_file_text_by_path", hook.Write},
		{"save_file", hook.Write},
		{"write_files", hook.Write},
		{"write_multiple_files", hook.Write},

		{"edit_file", hook.Edit},
		{"edit_block", hook.Edit},
		{"edit_text_file_contents", hook.Edit},
		{"patch_text_file_contents", hook.Edit},
		{"append_text_file_contents", hook.Edit},
		{"insert_text_file_contents", hook.Edit},
		{"delete_text_file_contents", hook.Edit},
		{"modify_file", hook.Edit},
		{"update_file", hook.Edit},
		{"patch_file", hook.Edit},
		{"append_file", hook.Edit},
		{"append_to_file", hook.Edit},
		{"replace_in_file", hook.Edit},
		{"replace_text_in_file", hook.Edit},
		{"search_and_replace", hook.Edit},
		{"search_replace", hook.Edit},
		{"str_replace", hook.Edit},
		{"insert_lines", hook.Edit},
		{"insert_at_line", hook.Edit},
		{"replace_lines", hook.Edit},
		{"delete_lines", hook.Edit},
		{"replace_regex", hook.Edit},
		{"replace_content", hook.Edit},
		{"replace_symbol_body", hook.Edit},
		{"insert_after_symbol", hook.Edit},
		{"insert_before_symbol", hook.Edit},

		{"delete_file", hook.Delete},
		{"remove_file", hook.Delete},
		{"delete_files", hook.Delete},
		{"delete_path", hook.Delete},
		{"delete_directory", hook.Delete},
		{"remove_directory", hook.Delete},
		{"move_file", mcpMove},
		{"rename_file", mcpMove},
		{"copy_file", mcpCopy},

		{"list_directory", hook.Search},
		{"list_directory_with_sizes", hook.Search},
		{"list_dir", hook.Search},
		{"list_files", hook.Search},
		{"directory_tree", hook.Search},
		{"search_files", hook.Search},
		{"find_file", hook.Search},
		{"find_files", hook.Search},
		{"search_for_pattern", hook.Search},

		{"start_process", hook.Run},
		{"run_process", hook.Run},
		{"execute_command", hook.Run},
		{"exec_command", hook.Run},
		{"run_command", hook.Run},
		{"run_commands", hook.Run},
		{"shell_command", hook.Run},
		{"execute_shell", hook.Run},
		{"run_shell", hook.Run},
		{"shell_execute", hook.Run},
		{"shell_exec", hook.Run},
		{"terminal_command", hook.Run},
		{"run_in_terminal", hook.Run},
		{"run_terminal_cmd", hook.Run},
		{"run_terminal", hook.Run},
		{"execute_bash", hook.Run},
		{"run_bash", hook.Run},
		{"bash", hook.Run},
		{"shell", hook.Run},
		{"terminal", hook.Run},
		{"shell_run", hook.Run},
		{"terminal_run", hook.Run},
		{"bash_run", hook.Run},
		{"cli_run", hook.Run},
		{"execute_in_terminal", hook.Run},
		{"terminal_execute", hook.Run},
		{"terminal_exec", hook.Run},
	}
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
	return []string{"command", "cmd", "command_line", "commandLine", "shell_command", "script", "commands"}
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
