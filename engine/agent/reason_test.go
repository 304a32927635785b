package agent

import (
	"testing"

	"witness/engine/hook"
)

// The sentences are those of the clients, with other names in them.
func TestFailureReason(t *testing.T) {
	for text, want := range map[string]string{
		"<tool_use_error>String to replace not found in file.\nString: x</tool_use_error>":                                     hook.NoMatch, // Claude Code
		"Failed to edit, 0 occurrences found for old_string in /p/a.txt. No edits made.":                                       hook.NoMatch, // Qwen Code
		"Could not find an exact match for 'old_string' in '/p/a.txt'. If previous edits modified the file":                    hook.NoMatch, // Gemini CLI
		"Could not find the exact text in a.txt. The old text must match exactly including all whitespace":                     hook.NoMatch, // pi
		"apply_patch verification failed: Failed to find expected lines in /p/a.txt:\nuser rejected":                           hook.NoMatch, // Codex
		"apply_patch verification failed: invalid hunk at line 5, '## A' is not a valid hunk header.":                          hook.NotStarted,
		"apply_patch verification failed: Failed to read file to update /p/a.txt: No such file or directory":                   hook.NoFile,
		"<tool_use_error>File has not been read yet. Read it first before writing to it.</tool_use_error>":                     hook.NotRead,
		"<tool_use_error>File has been modified since read, either by the user or by a linter. Read it again</tool_use_error>": hook.NotRead,
		"File /p/a has not been read in this session. Use the read_file tool first to load the current content":                hook.NotRead, // Qwen Code 0.24
		"<tool_use_error>Sibling tool call errored</tool_use_error>":                                                           hook.Sibling,
		"<tool_use_error>Cancelled: parallel tool call Read(/p/a…) errored</tool_use_error>":                                   hook.Sibling,
		"The user doesn't want to proceed with this tool use. The tool use was rejected":                                       hook.ByUser,
		"The user doesn't want to take this action right now. STOP what you are doing":                                         hook.ByUser,
		"Claude requested permissions to write to /p/a, but you haven't granted it yet.":                                       hook.ByClient,
		"Permission to use Bash has been denied. IMPORTANT: You *may* attempt to accomplish this":                              hook.ByClient,
		"Permission to use Bash with command make x has been denied.":                                                          hook.ByRule,
		"Permission to use Bash has been denied because Claude Code is running in don't ask mode. IMPORTANT: You":              hook.ByMode,
		"Permission for this action was denied by the Claude Code auto mode classifier. Reason: it sends files":                hook.ByMode,
		"exec command rejected by user":                                                             hook.ByUser, // Codex
		"The user rejected permission to use this specific tool call":                               hook.ByUser, // opencode
		"[witness] no_commit_failing: 1 test fails":                                                 hook.ByHook,
		"Error: [witness] no_commit_failing: 1 test fails":                                          hook.ByHook, // droid
		"PreToolUse:Bash hook error: [witness] x":                                                   hook.ByHook, // Claude Code 2.1.330
		"PreToolUse:Bash hook error: [/bin/check]: no":                                              hook.ByHook,
		"Command blocked by PreToolUse hook: x. Command: ls":                                        hook.ByHook, // Codex
		"Denied by user via preToolUse hook prompt: [witness] x: y":                                 hook.ByUser, // Copilot CLI, a question that was answered with no
		"Denied by preToolUse hook: x":                                                              hook.ByHook, // Copilot CLI
		"Tool execution blocked: x":                                                                 hook.ByHook, // Gemini CLI
		"<tool_use_error>Error: No such tool available: Glob.":                                      hook.NotStarted,
		"Tool 'edit' does not exist.":                                                               hook.NotStarted, // Copilot CLI
		"[Request interrupted by user for tool use]":                                                hook.Interrupted,
		"Command was cancelled by user before it could start.":                                      hook.Interrupted, // Qwen Code
		`execution error: Io(Os { code: 2, kind: NotFound, message: "No such file or directory" })`: hook.Broken,      // Codex
		"Command timed out after 2m 0.0s":                                                           hook.TimedOut,
		"File does not exist.":                                                                      "",
		"mcp tool failed: boom":                                                                     "",
		"File content differs.\nFile has not been read yet":                                         "", // only the first line is the client's
		"": "",
	} {
		if got := failureReason(text); got != want {
			t.Errorf("failureReason(%q) = %q, want %q", text, got, want)
		}
	}
}
