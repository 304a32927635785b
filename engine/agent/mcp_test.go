package agent

import (
	"strings"
	"testing"

	"witness/engine/hook"
)

// The arguments are those of the servers' own documentation.
func TestMCPCalls(t *testing.T) {
	for _, test := range []struct{ name, input, want string }{
		// filesystem
		{"mcp__fs__read_text_file", `{"path":"/p/a.go","head":10}`, "before read mcp__fs__read_text_file read:/p/a.go"},
		{"mcp__fs__read_multiple_files", `{"paths":["/p/a.go","b.go"]}`, "before read mcp__fs__read_multiple_files read:/p/a.go read:b.go"},
		{"mcp__fs__write_file", `{"path":"/p/a.go","content":"x"}`, `before write mcp__fs__write_file write:/p/a.go content="x"`},
		{"mcp__fs__edit_file", `{"path":"/p/a.go","edits":[{"oldText":"a","newText":"b"}],"dryRun":false}`, "before edit mcp__fs__edit_file edit:/p/a.go"},
		{"mcp__fs__edit_file", `{"path":"/p/a.go","edits":[],"dryRun":true}`, "before other mcp__fs__edit_file"},
		{"mcp__fs__move_file", `{"source":"/p/a.go","destination":"/p/b.go"}`, "before write mcp__fs__move_file delete:/p/a.go write:/p/b.go"},
		{"mcp__fs__list_directory", `{"path":"/p"}`, "before search mcp__fs__list_directory"},
		{"mcp__fs__create_directory", `{"path":"/p/q"}`, "before other mcp__fs__create_directory"},
		// desktop-commander
		{"mcp__desktop-commander__start_process", `{"command":"npm test","timeout_ms":1000}`, `before run mcp__desktop-commander__start_process command="npm test"`},
		{"mcp__desktop-commander__edit_block", `{"file_path":"/p/a.go","old_string":"a","new_string":"b"}`, "before edit mcp__desktop-commander__edit_block edit:/p/a.go"},
		{"mcp__desktop-commander__interact_with_process", `{"pid":1,"input":"x"}`, "before other mcp__desktop-commander__interact_with_process"},
		// git: the reference server, and cyanheads'
		{"mcp__git__git_commit", `{"repo_path":"/q","message":"a b"}`, `before run mcp__git__git_commit command="git commit -m 'a b'" cwd=/q`},
		{"mcp__git__git_add", `{"repo_path":"/q","files":["a.go","b c.go"]}`, `before run mcp__git__git_add command="git add -- a.go 'b c.go'" cwd=/q`},
		{"mcp__git__git_checkout", `{"repo_path":"/q","branch_name":"main"}`, `before run mcp__git__git_checkout command="git checkout main" cwd=/q`},
		{"mcp__git__git_reset", `{"path":".","mode":"hard","commit":"HEAD~1"}`, `before run mcp__git__git_reset command="git reset --hard 'HEAD~1'"`},
		{"mcp__git__git_clean", `{"path":"/q","force":true,"directories":true}`, `before run mcp__git__git_clean command="git clean --force -d" cwd=/q`},
		{"mcp__git__git_clean", `{"path":"/q","force":true,"dryRun":true}`, "before other mcp__git__git_clean"},
		{"mcp__git__git_status", `{"repo_path":"/q"}`, "before other mcp__git__git_status"},
		// SQL
		{"mcp__sqlite__write_query", `{"query":"DELETE FROM x","db_path":"/q/a.db"}`, `before run mcp__sqlite__write_query command="sqlite3 /q/a.db 'DELETE FROM x'"`},
		{"mcp__sqlite__write_query", `{"query":"DELETE FROM x"}`, "before other mcp__sqlite__write_query"},
		{"mcp__pg__execute", `{"sql":"DELETE FROM x","database":"shop"}`, `before run mcp__pg__execute command="psql -c 'DELETE FROM x'"`},
		{"mcp__mysql__query", `{"query":"SELECT 1"}`, `before run mcp__mysql__query command="mysql -e 'SELECT 1'"`},
		{"mcp__mongodb__drop-collection", `{"database":"app","collection":"users"}`, `before run mcp__mongodb__drop-collection command="mongosh app --eval 'db.users.drop()'"`},
		{"mcp__mongodb__drop-database", `{"database":"app"}`, `before run mcp__mongodb__drop-database command="mongosh app --eval db.dropDatabase()"`},
		{"mcp__elasticsearch__delete_index", `{"index":"orders"}`, `before run mcp__elasticsearch__delete_index command="curl -X DELETE http://localhost:9200/orders"`},
		{"mcp__supabase__drop_table", `{"table":"users"}`, `before run mcp__supabase__drop_table command="psql -c 'DROP TABLE users'"`},
		{"mcp__mongodb__delete-many", `{"database":"app","collection":"users","filter":{}}`, `before run mcp__mongodb__delete-many command="mongosh app --eval 'db.users.drop()'"`},
		{"mcp__mongodb__delete-many", `{"database":"app","collection":"users","filter":{"a":1}}`, "before other mcp__mongodb__delete-many"},
		{"mcp__docker__compose_down", `{"volumes":true}`, `before run mcp__docker__compose_down command="docker compose down --volumes"`},
		{"mcp__aws__call_aws", `{"cli_command":"aws s3 rb s3://b"}`, `before run mcp__aws__call_aws command="aws s3 rb s3://b"`},
		{"mcp__git__git_run", `{"command":"push --force"}`, `before run mcp__git__git_run command="git push --force"`},
		{"mcp__git__git_command", `{"args":["commit","-m","a b"]}`, `before run mcp__git__git_command command="git commit -m 'a b'"`},
		{"mcp__git__git_push", `{"args":["--force","origin"],"force":"true"}`, `before run mcp__git__git_push command="git push --force --force origin"`},
		{"mcp__cli__run", `{"program":"git","args":["push","-f"]}`, `before run mcp__cli__run command="git push -f"`},
		{"mcp__terminal__execute", `{"executable":"git","arguments":["push"]}`, `before run mcp__terminal__execute command="git push"`},
		{"mcp__shell__run_script", `{"script":"git push"}`, `before run mcp__shell__run_script command="git push"`},
		{"mcp__npm__run_script", `{"script":"test"}`, "before other mcp__npm__run_script"},
		{"mcp__db__truncate_table", `{"table_name":"a b"}`, `before run mcp__db__truncate_table command="psql -c 'TRUNCATE TABLE a b'"`},
		{"mcp__any__delete_database", `{"database":"shop"}`, `before run mcp__any__delete_database command="psql -c 'DROP DATABASE shop'"`},
		{"mcp__notion__delete_database", `{"database_id":"1"}`, "before other mcp__notion__delete_database"},
		{"mcp__redis__flushall", `{}`, `before run mcp__redis__flushall command="redis-cli flushall"`},
		{"mcp__cloudflare__r2_bucket_delete", `{"name":"b"}`, `before run mcp__cloudflare__r2_bucket_delete command="wrangler r2 bucket delete b"`},
		{"mcp__Prisma-Local__migrate-reset", `{"projectCWD":"/q"}`, `before run mcp__Prisma-Local__migrate-reset command="prisma migrate reset"`},
		{"mcp__docs__drop_zone", `{"table":"users"}`, "before other mcp__docs__drop_zone"},
		{"mcp__docs__query", `{"query":"drop a table"}`, "before other mcp__docs__query"},
		// what a shell does, too
		{"mcp__slack__conversations_add_message", `{"channel_id":"#all","payload":"hi"}`, `before run mcp__slack__conversations_add_message command="curl https://slack.com/api/chat.postMessage -d '#all' -d hi"`},
		{"mcp__gmail__send_email", `{"to":["a@b.example"],"subject":"S"}`, `before run mcp__gmail__send_email command="mail -s S a@b.example"`},
		{"mcp__github__merge_pull_request", `{"owner":"o","repo":"r","pullNumber":7}`, `before run mcp__github__merge_pull_request command="gh pr merge 7 --repo o/r"`},
		{"mcp__github__update_reference", `{"owner":"o","repo":"r","ref":"heads/main","sha":"abc","force":true}`, `before run mcp__github__update_reference command="git push --force https://github.com/o/r abc:heads/main"`},
		{"mcp__github__push_files", `{"owner":"o","repo":"r","branch":"main","files":[{"path":"a","content":"x"}]}`, `before run mcp__github__push_files command="git push https://github.com/o/r HEAD:main"`},
		{"mcp__code__run_python", `{"code":"print(1)"}`, `before run mcp__code__run_python command="python3 -c 'print(1)'"`},
		{"mcp__ide__executeCode", `{"code":"x"}`, `before run mcp__ide__executeCode command="python3 -c x"`},
		{"mcp__e2b__run_code", `{"code":"x"}`, "before other mcp__e2b__run_code"}, // another machine
		{"mcp__ssh__exec", `{"host":"h","command":"rm -rf /a"}`, `before run mcp__ssh__exec command="ssh h 'rm -rf /a'"`},
		{"mcp__tmux__send_keys", `{"pane":"0","keys":"rm a\n"}`, `before run mcp__tmux__send_keys command="tmux send-keys -t 0 'rm a\n'"`},
		{"mcp__patch__apply", `{"patch":"--- a/x"}`, `before run mcp__patch__apply command="git apply - <<< '--- a/x'"`},
		{"mcp__k8s__kubectl_delete", `{"resourceType":"pod","name":"a"}`, `before run mcp__k8s__kubectl_delete command="kubectl delete pod a"`},
		// others, and other arguments
		{"mcp__serena__replace_symbol_body", `{"name_path":"F","relative_path":"a.go","body":"x"}`, "before edit mcp__serena__replace_symbol_body edit:a.go"},
		{"mcp__serena__execute_shell_command", `{"command":"go test ./...","cwd":"sub"}`, `before run mcp__serena__execute_shell_command command="go test ./..." cwd=/home/dev/proj/sub`},
		{"mcp__jetbrains__get_file_text_by_path", `{"pathInProject":"a.go"}`, "before read mcp__jetbrains__get_file_text_by_path read:a.go"},
		{"mcp__editor__get_text_file_contents", `{"files":[{"file_path":"/p/a.go","ranges":[]}]}`, "before read mcp__editor__get_text_file_contents read:/p/a.go"},
		{"mcp__x__run_command", `{"command":"git","args":["commit","-m","a b"],"workingDirectory":"/q"}`, `before run mcp__x__run_command command="git commit -m 'a b'" cwd=/q`},
		{"mcp__x__run_command", `{"command":["go","test"]}`, `before run mcp__x__run_command command="go test"`},
		{"mcp__x__shell", `{"cmd":"ls"}`, `before run mcp__x__shell command="ls"`},
		{"mcp__x__run", `{"argv":["git","commit","-m","a b"]}`, `before run mcp__x__run command="git commit -m 'a b'"`},
		{"mcp__x__readTextFile", `{"uri":"file:///p/a%20b.go"}`, "before read mcp__x__readTextFile read:/p/a b.go"},
		{"mcp__x__str_replace_based_edit_tool", `{"command":"create","path":"a","file_text":""}`, "before write mcp__x__str_replace_based_edit_tool write:a"},
		{"mcp__x__str_replace_based_edit_tool", `{"command":"view","path":"a"}`, "before read mcp__x__str_replace_based_edit_tool read:a"},
		// the spellings of clients
		{"mcp_fs_write_file", `{"path":"a"}`, "before write mcp_fs_write_file write:a"},                                                       // Gemini CLI, VS Code
		{"fs-write_file", `{"path":"a"}`, "before write fs-write_file write:a"},                                                               // Copilot CLI
		{"fs_write_file", `{"path":"a"}`, "before write fs_write_file write:a"},                                                               // opencode
		{"MCP:write_file", `{"path":"a"}`, "before write MCP:write_file write:a"},                                                             // Cursor
		{"fs___write_file", `{"path":"a"}`, "before write fs___write_file write:a"},                                                           // droid
		{"@fs/write_file", `{"path":"a"}`, "before write @fs/write_file write:a"},                                                             // Kiro
		{"use_mcp_tool", `{"server_name":"fs","tool_name":"write_file","arguments":"{\"path\":\"a\"}"}`, "before write use_mcp_tool write:a"}, // Cline
		{"use_mcp_tool", `{"server_name":"gh","tool_name":"write_issue","arguments":{"path":"a"}}`, "before other use_mcp_tool"},              // Cline
		{"access_mcp_resource", `{"server_name":"fs","uri":"file:///p/a"}`, "before other access_mcp_resource"},                               // Cline
		{"write_bash", `{"shellId":"1","input":"x","command":"x"}`, "before other write_bash"},                                                // a tool of Copilot CLI itself
		{"KillShell", `{"command":"x"}`, "before other KillShell"},                                                                            // of Claude Code itself
		{"mcp__github__get_file_contents", `{"owner":"o","repo":"r","path":"a"}`, "before other mcp__github__get_file_contents"},              // another machine
		{"mcp__forge__delete_file", `{"owner":"o","repo":"r","path":"a","branch":"main"}`, `before run mcp__forge__delete_file command="gh api -X DELETE repos/o/r/contents/a"`},
		{"mcp__ssh__execute_command", `{"command":"npm test"}`, "before other mcp__ssh__execute_command"},                  // another machine
		{"mcp__x__execute_command", `{"command":"npm test","host":"h"}`, "before other mcp__x__execute_command"},           // another machine
		{"mcp__fs__write_file", `{"path":7}`, "before other mcp__fs__write_file"},                                          // no path
		{"mcp__fs__read_many_files", `{"paths":["src/**/*.go","a.go"]}`, "before read mcp__fs__read_many_files read:a.go"}, // a glob
		{"mcp__fs__write_file", `not json`, "before other mcp__fs__write_file"},                                            // no arguments
		// Names that are in no table: their words, and the arguments
		{"mcp__x__overwrite_file", `{"path":"a"}`, "before write mcp__x__overwrite_file write:a"},
		{"mcp__acp__Edit", `{"file_path":"/p/a.go","old_string":"a","new_string":"b"}`, "before edit mcp__acp__Edit edit:/p/a.go"}, // of an editor that speaks ACP
		{"mcp__acp__Write", `{"file_path":"/p/a.go","content":"b"}`, `before write mcp__acp__Write write:/p/a.go content="b"`},
		{"mcp__vscode__replace_lines_code", `{"path":"a.go","startLine":1,"content":"x"}`, "before edit mcp__vscode__replace_lines_code edit:a.go"},
		{"mcp__vscode__execute_shell_command_code", `{"command":"npm test"}`, `before run mcp__vscode__execute_shell_command_code command="npm test"`},
		{"mcp__serena__rename_symbol", `{"name_path":"F","relative_path":"a.go","new_name":"G"}`, "before edit mcp__serena__rename_symbol edit:a.go"},
		{"mcp__serena__safe_delete_symbol", `{"name_path":"F","relative_path":"a.go"}`, "before edit mcp__serena__safe_delete_symbol edit:a.go"},
		{"mcp__serena__find_symbol", `{"name_path":"F","relative_path":"a.go","include_body":true}`, "before read mcp__serena__find_symbol read:a.go"},
		{"mcp__serena__find_symbol", `{"name_path":"F","relative_path":"a.go"}`, "before other mcp__serena__find_symbol"},
		{"mcp__x__text_editor", `{"command":"view","path":"/p/a.go"}`, "before read mcp__x__text_editor read:/p/a.go"},
		{"mcp__x__text_editor", `{"command":"str_replace","path":"/p/a.go","old_str":"a","new_str":"b"}`, "before edit mcp__x__text_editor edit:/p/a.go"},
		{"mcp__x__apply_patch", `{"patch":"*** Begin Patch\n*** Update File: a.go\n@@\n-a\n+b\n*** End Patch"}`, "before edit mcp__x__apply_patch edit:a.go"},
		{"mcp__gitkraken__git_add_or_commit", `{"directory":"/q","action":"add","files":["a.go"]}`, `before run mcp__gitkraken__git_add_or_commit command="git add -- a.go" cwd=/q`},
		{"mcp__x__get_file_info", `{"path":"a"}`, "before other mcp__x__get_file_info"},          // shows no content
		{"mcp__obsidian__write", `{"path":"a"}`, "before other mcp__obsidian__write"},            // of another place
		{"mcp__notes__write_note", `{"path":"a"}`, "before other mcp__notes__write_note"},        // another word
		{"mcp__x__create_diff", `{"path":"a"}`, "before other mcp__x__create_diff"},              // writes no file
		{"mcp__x__read_process", `{"pid":1,"command":"x"}`, "before other mcp__x__read_process"}, // runs nothing
		{"replace_lines_code", `{"path":"a"}`, "before other replace_lines_code"},                // perhaps the client's own
	} {
		e := hook.Event{Moment: hook.Before, Tool: hook.Other, Name: test.name, CWD: "/home/dev/proj"}
		setMCP(&e, []byte(test.input), "")
		if got := brief(e); got != test.want {
			t.Errorf("%s %s: got %s, want %s", test.name, test.input, got, test.want)
		}
	}
}

func TestMCPResults(t *testing.T) {
	for _, test := range []struct{ text, want string }{
		{`{"stdout":"a\n","stderr":"b","exit_code":1}`, `failed exit=1 output="a\nb\n"`},
		{`{"exitCode": 0, "stdout": ""}`, `ok exit=0`},
		{"Exit code: 1\n--- FAIL: TestX", `failed exit=1 output="Exit code: 1\n--- FAIL: TestX"`},
		{"ok\nProcess completed with exit code 0 (runtime: 0.4s)", `ok exit=0 output="ok\nProcess completed with exit code 0 (runtime: 0.4s)"`},
		{"Command failed: exited with code 2", `failed exit=2 output="Command failed: exited with code 2"`},
		{"completed 12 tests", `unknown output="completed 12 tests"`},
		{"a\nb\nexit code: 1\nc\nd", `unknown output="a\nb\nexit code: 1\nc\nd"`},
		{"", `unknown`},
	} {
		e := hook.Event{Moment: hook.After, Tool: hook.Other, Name: "mcp__x__run_command", CWD: "/home/dev/proj", Outcome: hook.OK}
		setMCP(&e, []byte(`{"command":"x"}`), test.text)
		if got := strings.TrimPrefix(brief(e), `after run mcp__x__run_command `); got != strings.Replace(test.want, " ", ` command="x" `, 1) && got != test.want+` command="x"` {
			t.Errorf("%q: got %s, want %s", test.text, got, test.want)
		}
	}
	denied := hook.Event{Moment: hook.After, Tool: hook.Other, Name: "mcp__x__run_command", Outcome: hook.Denied}
	if setMCP(&denied, []byte(`{"command":"x"}`), ""); denied.Tool != hook.Other {
		t.Errorf("denied: %+v", denied)
	}
}

// Each client has the arguments and the result in its own members.
func TestMCPPayloads(t *testing.T) {
	const call = `"mcp__x__run_command","tool_input":{"command":"false"},"tool_use_id":"t",`
	for _, test := range []struct {
		agent   Agent
		payload string
	}{
		{Claude, `{"session_id":"s","cwd":"/home/dev/proj","hook_event_name":"PostToolUse","tool_name":` + call + `"tool_response":[{"type":"text","text":"Exit code: 1"}]}`},
		{Claude, `{"session_id":"s","cwd":"/home/dev/proj","hook_event_name":"PostToolUseFailure","tool_name":` + call + `"error":"Exit code: 1"}`},
		{Codex, `{"session_id":"s","cwd":"/home/dev/proj","hook_event_name":"PostToolUse","tool_name":` + call + `"tool_response":{"content":[{"type":"text","text":"Exit code: 1"}]}}`},
		{Qwen, `{"session_id":"s","cwd":"/home/dev/proj","hook_event_name":"PostToolUse","tool_name":` + call + `"tool_response":{"llmContent":[{"text":"Exit code: 1"}],"returnDisplay":"x"}}`},
		{Gemini, `{"session_id":"s","cwd":"/home/dev/proj","hook_event_name":"AfterTool","tool_name":"mcp_x_run_command","tool_input":{"command":"false"},"tool_response":{"llmContent":[{"text":"<untrusted_context>\nExit code: 1\n</untrusted_context>"}]}}`},
		{Copilot, `{"sessionId":"s","timestamp":1,"cwd":"/home/dev/proj","toolName":"x-run_command","toolArgs":"{\"command\":\"false\"}","toolResult":{"resultType":"success","textResultForLlm":"Exit code: 1"}}`},
		{Copilot, `{"hook_event_name":"PostToolUse","session_id":"s","timestamp":"2026-11-20T20:33:20.340Z","cwd":"/home/dev/proj","tool_name":"x-run_command","tool_input":{"command":"false"},"tool_result":{"result_type":"success","text_result_for_llm":"Exit code: 1"}}`},
		{Opencode, `{"hook_event_name":"tool.execute.after","directory":"/home/dev/proj","input":{"tool":"x_run_command","sessionID":"s","callID":"t","args":{"command":"false"}},"output":{"content":[{"type":"text","text":"Exit code: 1"}]}}`},
		{Pi, `{"hook_event_name":"tool_result","event":{"type":"tool_result","toolName":"x_run_command","toolCallId":"t","input":{"command":"false"},"content":[{"type":"text","text":"Exit code: 1"}]},"ctx":{"sessionId":"s","cwd":"/home/dev/proj"}}`},
		{VSCode, `{"hookEventName":"PostToolUse","sessionId":"s","cwd":"/home/dev/proj","tool_name":"mcp_x_run_command","tool_input":{"command":"false"},"tool_use_id":"t","tool_response":"Exit code: 1"}`},
		{Cursor, `{"conversation_id":"c","hook_event_name":"postToolUse","cursor_version":"2.4","workspace_roots":["/home/dev/proj"],"tool_name":"MCP:run_command","tool_input":{"command":"false"},"tool_output":"Exit code: 1","tool_use_id":"t","cwd":"/home/dev/proj"}`},
	} {
		events, err := test.agent.Events([]byte(test.payload), environment(nil))
		if err != nil || len(events) != 1 {
			t.Errorf("%s: %v, %v", test.agent.Name, events, err)
			continue
		}
		if e := events[0]; e.Tool != hook.Run || e.Command != "false" || e.Exit == nil || *e.Exit != 1 || e.Outcome != hook.Failed {
			t.Errorf("%s: %s", test.agent.Name, brief(e))
		}
	}
}
