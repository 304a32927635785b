package agent

import (
	"slices"

	"witness/engine/hook"
)

// Gemini is Google's Gemini CLI, measured with version 0.61.0.
//
//	capability             how the reply expresses it
//	context before a call  not supported
//	context after a call   hookSpecificOutput.additionalContext, after the tool's output
//	ask                    not supported: without a user it ends the run
//	block                  decision "deny"; the reason becomes the tool's error
//	prevent stopping       decision "deny" at AfterAgent
//	tell the user          systemMessage, with -p on stderr
//
// Peculiarities:
//
//   - Calls have no id, and a subagent's calls are not marked: what it reads counts for the main
//     agent.
//   - A command that fails sends AfterTool like any other. Its exit code follows its output,
//     "Exit Code: 3", and is missing if it is 0.
//   - If a tool itself fails (an edit whose text is not found), context is dropped, while a deny
//     replaces the error; the reason of the deny therefore repeats the error.
//   - Any exit status of a hook other than 0 and 1 denies if stderr is not empty, and output that
//     is not JSON is shown to the user: the line must never print.
//   - Timeouts are in milliseconds.
//   - PreCompress fires before every request to the model and says nothing.
//   - BeforeAgent fires again after a stop was denied, with the hook's reason as the prompt.
//   - BeforeAgent has the prompt as the model receives it, with the contents of the files that it names.
//   - Paths are as the model spelled them; dir_path is where a command runs.
var Gemini = Agent{
	Name:       "gemini",
	EnvMarkers: []string{"GEMINI_CLI", "GEMINI_SESSION_ID"},
	Identify:   identifyGemini,
	Tools:      geminiTools,
	ProjectIn:  "GEMINI_PROJECT_DIR",
	decode:     decodeGemini,
	answer:     answerGemini,
	form: formReply{
		decision: denies, context: []string{hook.After, hook.Start, hook.Prompt}, stops: []string{hook.Stop},
	},
	TellsUser:   true,
	NoContextAt: []string{hook.Before, hook.End},
	Transcript:  geminiTranscript,
	Package:     Package{Name: "/gemini-cli", Oldest: "0.61.0", Proven: "0.61.0"},
	Settings: []Settings{
		{Scope: "project", Path: ".gemini/settings.json", Comments: true, Events: geminiHooks, Entry: geminiEntry, Note: geminiTrustNote},
		{Scope: "user", Path: ".gemini/settings.json", MovedBy: "GEMINI_CLI_HOME=", Comments: true, Events: geminiHooks, Entry: geminiEntry},
	},
	Signs:   Signs{Programs: []string{"gemini"}, Project: []string{".gemini", "GEMINI.md"}, User: []string{".gemini"}},
	Marked:  "does not start with them", // measured with the version in e2e/clients.txt
	Servers: []Settings{{Scope: "project", Path: ".gemini/settings.json", Comments: true}, {Scope: "user", Path: ".gemini/settings.json", MovedBy: "GEMINI_CLI_HOME=", Comments: true}},
	Bypass: Bypass{
		Programs:  []string{"gemini-cli"},
		Words:     []string{"hooks disable*", "hooks uninstall*", "extensions disable witness*", "extensions uninstall witness*", "extension disable witness*", "extension uninstall witness*", "-e none", "--extensions none"},
		Variables: []string{"GEMINI_CLI_SYSTEM_SETTINGS_PATH", "GEMINI_CLI_SYSTEM_DEFAULTS_PATH", "GEMINI_CLI_TRUSTED_FOLDERS_PATH"},
		Settings:  []Settings{{Scope: "user", Path: ".gemini/trustedFolders.json", MovedBy: "GEMINI_CLI_HOME="}, {Scope: "system", Path: geminiSystemSettings}},
		SetIn:     []Settings{{Scope: "user", Path: ".gemini/.env", MovedBy: "GEMINI_CLI_HOME="}},
		Folders:   []Settings{{Scope: "user", Path: ".gemini/extensions/witness", MovedBy: "GEMINI_CLI_HOME="}},
		Keys:      []string{"hooksConfig", "tools", "security"},
	},
	Probe:    `{"session_id":"doctor","transcript_path":"","cwd":"$CWD","hook_event_name":"BeforeTool","timestamp":"2026-11-20T20:25:46.185Z","tool_name":"run_shell_command","tool_input":{"command":"$COMMAND"}}`,
	Diagnose: diagnoseGemini,
	Plugin:   geminiPlugin,
}

// geminiEntry is one hook. The line prints nothing and exits with status 0 whatever happens to
// witness; env makes that true of fish, too. On Windows the client runs it in PowerShell,
// according to its source. The timeout is in milliseconds.
const geminiEntry = `[{"hooks":[{"name":"witness","type":"command","command":"` + hookLinePrefix + "gemini" + hookLineSuffix + `","timeout":10000}]}]`

const geminiHooks = "SessionStart BeforeAgent BeforeTool AfterTool AfterAgent SessionEnd"

const geminiTools toolTable = `
read   read_file
edit   replace
write  write_file
run    run_shell_command
search grep_search glob list_directory
fetch  web_fetch google_web_search
task   invoke_agent
other  write_todos save_memory activate_skill ask_user enter_plan_mode exit_plan_mode get_internal_docs read_many_files update_topic complete_task tracker_create_task tracker_update_task tracker_get_task tracker_list_tasks tracker_add_dependency tracker_visualize`

// geminiHookNames are the hooks that no other client has.
var geminiHookNames = []string{"BeforeAgent", "BeforeTool", "AfterTool", "AfterAgent", "PreCompress", "BeforeModel", "AfterModel", "BeforeToolSelection"}

// A geminiPayload is the payload of any hook.
type geminiPayload struct {
	formPayload
	Timestamp string          `json:"timestamp"`
	Response  *geminiResponse `json:"tool_response"`

	payload []byte
}

func decodeGemini(a Agent, payload []byte, getenv func(string) string) ([]hook.Event, error) {
	p := geminiPayload{payload: payload}
	events, err := a.decodeForm(payload, getenv, &p)
	if err != nil || len(events) == 0 || events[0].Moment != hook.Prompt || events[0].Source != "" {
		return events, err
	}
	return withAttached(events[0], geminiReferenced(string(p.Prompt))), nil
}

func (p *geminiPayload) event(agent, project string) (hook.Event, bool) {
	e, ok := p.formPayload.event(agent, project)
	if e.Moment == hook.Prompt && hook.Spoken(string(p.Prompt)) {
		e.Source = "hook" // the reason of a denied stop, not the user's prompt
	}
	return e, ok
}

func (p *geminiPayload) setCall(e *hook.Event, tools toolTable) {
	p.formPayload.setCall(e, tools)
	if p.Timestamp != "" {
		e.Call = fingerprint(string(p.payload))
	}
}

func answerGemini(a Agent, e hook.Event, v hook.Verdict) []byte {
	if toolFailed := e.Moment == hook.After && e.Outcome == hook.Failed && e.Exit == nil; toolFailed {
		if all := joinFindings(v, hook.Block, hook.Ask, hook.Warn); all != "" {
			return replyJSON(hookReply{Decision: "deny", Reason: e.Output + "\n" + all})
		}
	}
	return a.form.answer(e, v)
}

// identifyGemini goes by the payload. The environment does not decide: a client that was started
// in the shell of another one has the variables of both.
func identifyGemini(_ func(string) string, payload []byte) Match {
	p := stringMembers(payload, "session_id", "hook_event_name", "transcript_path")
	hook := p["hook_event_name"]
	return byPayload(p["session_id"] != "" && (slices.Contains(geminiHookNames, hook) || hook != "" && pathContains(p["transcript_path"], "/.gemini/")))
}
